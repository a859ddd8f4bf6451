package find

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

var errTooLarge = errors.New("too large")

// ReadSmall reads a regular file of at most limit bytes. It neither waits for a pipe nor follows a link. The
// information is nil only when there is nothing of that name.
func ReadSmall(path string, limit int64) ([]byte, fs.FileInfo, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, before, fs.ErrInvalid
	}
	if before.Size() > limit {
		return nil, before, errTooLarge
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, before, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return nil, before, err
	}
	if !os.SameFile(before, fi) || !fi.Mode().IsRegular() {
		return nil, before, fs.ErrInvalid
	}
	raw, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(raw)) > limit {
		err = errTooLarge
	}
	return raw, fi, err
}
