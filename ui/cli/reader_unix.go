//go:build unix

package cli

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// awaitReaderEnd returns when nobody reads any more what is written to a pipe. Of anything else it never returns: there a write
// would tell.
func awaitReaderEnd(out io.Writer) {
	f, ok := out.(*os.File)
	if !ok {
		select {}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		select {}
	}
	fds := []unix.PollFd{{Fd: int32(f.Fd())}} // of no event: an end is told all the same
	for {
		if _, err := unix.Poll(fds, -1); !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
