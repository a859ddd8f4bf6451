package worktree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sideboard/tasks/locate"
)

// The files beside the worktrees. A checkout may hold anything under these names, and what is written there is named by
// others: so nothing is written through a link, into a pipe, or into a file that has a second name elsewhere.
const (
	eventsFile = "events.jsonl"
	indexFile  = "index.json"
)

// openDir opens .worktrees, made if it is not there and make says so. It is nil where there is none.
func (r *Repo) openDir(make bool) (*os.Root, error) {
	if make {
		if err := os.Mkdir(r.Dir(), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("make .worktrees: %w", err)
		}
	}
	was, err := os.Lstat(r.Dir())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case was.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New(".worktrees is a link, and what is made there would land elsewhere")
	case !was.IsDir():
		return nil, errors.New(".worktrees is there and is no directory")
	}
	dir, err := os.OpenRoot(r.Dir())
	if err != nil {
		return nil, err
	}
	if now, err := dir.Stat("."); err != nil || !os.SameFile(was, now) {
		dir.Close()
		return nil, errors.New(".worktrees is being replaced by somebody")
	}
	return dir, nil
}

// statFile looks at a file in .worktrees that is to be written: nil information where there is none yet, an error where it
// is something that must not be written.
func statFile(dir *os.Root, name string) (fs.FileInfo, error) {
	fi, err := dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return fi, checkFile(fi, name)
}

func checkFile(fi fs.FileInfo, name string) error {
	where := filepath.Join(".worktrees", name)
	switch {
	case fi.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a link, and what is written there would land elsewhere", where)
	case !fi.Mode().IsRegular():
		return fmt.Errorf("%s is there and is no plain file", where)
	case countLinks(fi) > 1:
		return fmt.Errorf("%s has a second name, and what is written there would land under both", where)
	}
	return nil
}

// appendEvent appends a line to a file in .worktrees in one write, which is how lines of several writers stay whole. What
// somebody left without an end of line is ended first.
func (r *Repo) appendEvent(name, line string) error {
	dir, err := r.openDir(true)
	if err != nil {
		return err
	}
	defer dir.Close()
	was, err := statFile(dir, name)
	if err != nil {
		return err
	}
	how := os.O_RDWR | os.O_APPEND
	if was == nil {
		how |= os.O_CREATE | os.O_EXCL
	}
	f, err := dir.OpenFile(name, how, 0o644)
	if err != nil {
		return err
	}
	err = appendLine(f, was, name, line)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func appendLine(f *os.File, was fs.FileInfo, name, line string) error {
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	if err := checkFile(fi, name); err != nil {
		return err
	}
	if was != nil && !os.SameFile(was, fi) {
		return fmt.Errorf("%s is being replaced by somebody", filepath.Join(".worktrees", name))
	}
	line += "\n"
	if fi.Size() > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, fi.Size()-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	_, err = f.WriteString(line)
	return err
}

// read reads a small file in .worktrees that may be written; fs.ErrNotExist says that there is none.
func (r *Repo) read(dir *os.Root, name string, limit int64) ([]byte, fs.FileInfo, error) {
	switch was, err := statFile(dir, name); {
	case err != nil:
		return nil, nil, err
	case was == nil:
		return nil, nil, fs.ErrNotExist
	}
	return locate.ReadSmall(filepath.Join(r.Dir(), name), limit)
}

// replace puts a new text in place of a file in .worktrees, if it still has the old one. Readers see the one or the other.
func (r *Repo) replace(dir *os.Root, name string, old, now []byte, limit int64) error {
	there, was, err := r.read(dir, name, limit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if was != nil && !bytes.Equal(there, old) {
		return errors.New("somebody else is writing it")
	}
	mode := fs.FileMode(0o644)
	if was != nil {
		mode = was.Mode().Perm()
	}
	temp := fmt.Sprintf(".%s-%d.tmp", name, os.Getpid())
	f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(now)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = dir.Rename(temp, name)
	}
	if err != nil {
		_ = dir.Remove(temp) // the error that kept it from being used is the one to tell
	}
	return err
}
