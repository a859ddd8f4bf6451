package log

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sideboard/tasks/lock"
)

// Disk is the disk of the logs. All access to it goes through Disk and File, so that a test can make any single
// operation fail. All paths are absolute. What is made is for the owner alone.
type Disk interface {
	MakeDir(path string) error        // and its parents
	Make(path string) (File, error)   // a new file for appending, never an existing one
	Open(path string) (File, error)   // for reading
	Append(path string) (File, error) // an existing regular file for appending, no link
	List(dir string) ([]os.DirEntry, error)
	Stat(path string) (fs.FileInfo, error) // follows no link
	Rename(from, to string) error
	Remove(path string) error
	SyncDir(path string) error
	Lock(ctx context.Context, path string) (release func() error, err error) // see package lock
}

// File is one open file of a log.
type File interface {
	io.ReadWriteCloser
	io.ReaderAt
	Stat() (fs.FileInfo, error)
	Sync() error
	TryLock() error // takes the lock by which a process is known to live, without waiting
}

// System is the real disk.
var System Disk = osDisk{}

type osDisk struct{}

func (osDisk) MakeDir(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	return os.Chmod(path, 0o700) // others may have had access to it
}

func (osDisk) Make(path string) (File, error) {
	return wrapFile(os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600))
}

func (osDisk) Open(path string) (File, error) { return wrapFile(os.Open(path)) }

func (osDisk) Append(path string) (File, error) {
	was, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	if is, err := f.Stat(); err != nil || !is.Mode().IsRegular() || !os.SameFile(was, is) {
		return nil, errors.Join(fmt.Errorf("%s is no longer the same regular file", path), err, f.Close())
	}
	return osFile{f}, nil
}

func wrapFile(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err // not a File with a nil file
	}
	return osFile{f}, nil
}

func (osDisk) List(dir string) ([]os.DirEntry, error) { return os.ReadDir(dir) }
func (osDisk) Stat(path string) (fs.FileInfo, error)  { return os.Lstat(path) }
func (osDisk) Rename(from, to string) error           { return os.Rename(from, to) }
func (osDisk) Remove(path string) error               { return os.Remove(path) }
func (osDisk) Lock(ctx context.Context, path string) (func() error, error) {
	return lock.Flock(ctx, path)
}

func (osDisk) SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

type osFile struct{ *os.File }

func (f osFile) TryLock() error { return lock.TryFlock(f.File) }

// Home returns the directory of all logs: $XDG_STATE_HOME/sideboard if that variable is an absolute path, else
// ~/.local/state/sideboard; "" if home is "" too.
func Home(getenv func(string) string, home string) string {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "sideboard")
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".local", "state", "sideboard")
}

// directoryOf returns the name of the directory of a log, the same for all links to one task directory, and the real
// path.
func directoryOf(path string) (name, real string, err error) {
	if real, err = filepath.EvalSymlinks(path); err != nil {
		return "", "", err
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", "", err
	}
	return nameOf(real), real, nil
}

// nameOf returns the name of the directory of a log for a real path or an address.
func nameOf(place string) string {
	sum := sha256.Sum256([]byte(place))
	return hex.EncodeToString(sum[:16])
}

// DirOf returns the directory of the log of the task directory at path, "" for none.
func DirOf(state, path string) string {
	name, _, err := directoryOf(path)
	if state == "" || err != nil {
		return ""
	}
	return filepath.Join(state, name)
}

// DirOfAddress is DirOf for the history of a task directory of another host.
func DirOfAddress(state, address string) string {
	if state == "" {
		return ""
	}
	return filepath.Join(state, nameOf(address))
}
