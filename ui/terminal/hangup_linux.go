package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// awaitHangup waits until the terminal is gone, whether or not a process reads from it.
func awaitHangup(tty *os.File) {
	fds := []unix.PollFd{{Fd: int32(tty.Fd())}} // poll always reports a hangup
	for {
		if n, _ := unix.Poll(fds, -1); n > 0 {
			return
		}
	}
}
