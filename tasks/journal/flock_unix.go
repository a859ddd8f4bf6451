//go:build unix && !solaris && !illumos && !aix

package journal

import (
	"os"
	"syscall"
)

const flockSupported = true

// tryLock takes the lock that says the file's process lives. It never waits.
func tryLock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != syscall.EINTR {
			return err
		}
	}
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
