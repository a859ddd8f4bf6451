//go:build unix

package cli

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// awaitReaderEnd waits until the reader of a pipe has ended. For anything else it waits for ever: there the next write
// fails.
func awaitReaderEnd(out io.Writer) {
	f, ok := out.(*os.File)
	if !ok {
		select {}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		select {}
	}
	fds := []unix.PollFd{{Fd: int32(f.Fd())}} // no events: poll always reports a hang-up
	for {
		if _, err := unix.Poll(fds, -1); !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
