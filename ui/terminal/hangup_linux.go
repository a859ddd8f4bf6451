package terminal

import "golang.org/x/sys/unix"

// awaitHangup waits until the terminal with a file descriptor is gone, whether or not a process reads from it.
func awaitHangup(tty uintptr) {
	fds := []unix.PollFd{{Fd: int32(tty)}} // poll always reports a hangup
	for {
		if n, _ := unix.Poll(fds, -1); n > 0 {
			return
		}
	}
}
