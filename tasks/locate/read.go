package locate

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// Caps on the work of one answer, so that no disk, however full or hostile, holds it up.
const (
	maxNames = 200_000  // directory entries read
	maxList  = 20_000   // of these, in one list
	maxFiles = 4_000    // task files opened
	maxPeek  = 400      // of these, in one list
	maxLists = 2_000    // lists looked into
	maxBytes = 64 << 10 // of one task file; what is longer counts as open
	pageSize = 1_024    // directory entries read at a time, at first a few: most often they tell
	headSize = 64

	maxOwners = 3
	maxMark   = 64 // bytes of a high-water mark
)

// budget is what is left of the caps.
type budget struct {
	names, files, lists int
	perList             int // of names, what one list may take
}

func newBudget() *budget {
	return &budget{names: maxNames, files: maxFiles, lists: maxLists, perList: maxList}
}

// readEntries hands over the entries of a directory in the order the disk has them, while f answers true and the
// budget lasts.
func readEntries(dir string, b *budget, f func(fs.DirEntry) bool) (capped bool, err error) {
	d, err := os.OpenFile(dir, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return false, err
	}
	defer d.Close()
	for page := headSize; ; page = pageSize {
		if b.names <= 0 {
			return true, nil
		}
		entries, err := d.ReadDir(min(page, b.names))
		b.names -= len(entries)
		for _, entry := range entries {
			if !f(entry) {
				return false, nil
			}
		}
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
}

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

// Exists reports whether there is anything of that name, a link that leads nowhere included.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// readHead returns the start of a regular file, "" when it cannot be read.
func readHead(path string) string {
	f, _, err := OpenPlain(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	buf := make([]byte, maxHead)
	n, _ := f.ReadAt(buf, 0)
	return string(buf[:n])
}
