package uitest

import "golang.org/x/sys/unix"

// awaitOpen watches for a file being opened by anybody. What it returns waits for the first time.
func awaitOpen(path string) (wait func() error, err error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC)
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
