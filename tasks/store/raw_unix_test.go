//go:build unix

package store

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// raw is what the system itself costs: list the directory, and open, read and close each file, into one buffer.
func raw(b testing.TB, dir string) int {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	must(b, err)
	defer unix.Close(fd)
	list, buf := make([]byte, 64<<10), make([]byte, 64<<10)
	var names []string
	n := 0
	for {
		got, err := unix.ReadDirent(fd, list)
		must(b, err)
		if got == 0 {
			return n
		}
		_, _, names = unix.ParseDirent(list[:got], -1, names[:0])
		for _, name := range names {
			file, err := unix.Openat(fd, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
			must(b, err)
			if _, err := unix.Read(file, buf); err != nil {
				b.Fatal(&os.PathError{Op: "read", Path: filepath.Join(dir, name), Err: err})
			}
			unix.Close(file)
			n++
		}
	}
}
