package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// awaitHangup returns when the terminal goes away, whether or not somebody reads from it.
func awaitHangup(tty *os.File) {
	fds := []unix.PollFd{{Fd: int32(tty.Fd())}} // of no event: an end is told all the same
	for {
		if n, _ := unix.Poll(fds, -1); n > 0 {
			return
		}
	}
}
