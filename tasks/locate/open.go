package locate

import (
	"io/fs"
	"os"
)

// OpenPlain opens a regular file for reading. It neither waits for a pipe nor follows a link. The information is nil
// only when there is nothing of that name.
func OpenPlain(path string) (*os.File, fs.FileInfo, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, before, fs.ErrInvalid
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, before, err
	}
	now, err := f.Stat()
	if err == nil && !os.SameFile(before, now) {
		err = fs.ErrInvalid
	}
	if err != nil {
		f.Close()
		return nil, before, err
	}
	return f, now, nil
}
