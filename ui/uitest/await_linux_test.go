package uitest

import (
	"golang.org/x/sys/unix"

	"sideboard/tasks/testdir"
)

// awaitOpen watches for any process to open a file. The function it returns waits until that happens. A system has few watchers for all
// programs of a user: if there is none left, awaitOpen waits for one.
func awaitOpen(path string) (wait func() error, err error) {
	var fd int
	testdir.Soon(func() bool {
		fd, err = unix.InotifyInit1(unix.IN_CLOEXEC)
		return err != unix.EMFILE
	})
	if err != nil {
		return nil, err
	}
	if _, err := unix.InotifyAddWatch(fd, path, unix.IN_OPEN); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return func() error {
		defer unix.Close(fd)
		_, err := unix.Read(fd, make([]byte, 4096))
		return err
	}, nil
}
