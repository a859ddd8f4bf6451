package locate

import (
	"errors"
	"io"
	"io/fs"
)

var errTooLarge = errors.New("too large")

// ReadSmall reads a regular file of at most limit bytes. It neither waits for a pipe nor follows a link. The
// information is nil only when there is nothing of that name.
func ReadSmall(path string, limit int64) ([]byte, fs.FileInfo, error) {
	f, fi, err := OpenPlain(path)
	if err != nil {
		return nil, fi, err
	}
	defer f.Close()
	if fi.Size() > limit {
		return nil, fi, errTooLarge
	}
	raw, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(raw)) > limit {
		err = errTooLarge
	}
	return raw, fi, err
}
