package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/lock"
)

// MaxFile is the size in bytes above which a file is not read.
const MaxFile = 1 << 20

// maxOurs is MaxFile for files that an edit of ours made or displaced.
const maxOurs = 16 * MaxFile

// Disk opens directories. All access of the store to a disk goes through it and its Dirs, so that a test can make any
// single operation fail, and nothing of this host is taken for what is next to a list elsewhere.
type Disk interface {
	Open(path string) (Dir, error)
}

// Dir is an opened directory. It stays the same directory when its path leads elsewhere. All names are base names.
// Methods may be called from several goroutines. Errors are those of package fs if they fit.
type Dir interface {
	Same() (bool, error) // whether the path still leads here
	// Above opens the directory that has this one. The error wraps fs.ErrNotExist where a list has nothing next to it,
	// and so does that of OuterLock, which returns the lock next to the directory.
	Above() (Dir, error)
	OuterLock() (Info, error)
	IsUsed(name string) bool // whether a directory in it has an entry; false if it cannot be read
	// Each calls visit for every entry. It holds no lock meanwhile: visit may call the Dir, also while it is being
	// closed.
	Each(visit func(name []byte, kind Kind)) error
	Stat(name string) (Info, error) // the zero Info with an error
	// Read reads a whole file, into buf if it fits. A file larger than MaxFile is read only if it fits. kind is Unknown
	// unless it comes from a listing. The error is an *UnfitError, errTorn, or the system's.
	Read(name string, kind Kind, buf []byte) ([]byte, Info, error)
	Make(name string, mode fs.FileMode) (File, error) // a new file, never an existing one
	// Replace gives the file temp the name of another file in one step: a reader gets the old file or the new one.
	// Where the system can exchange two names, the old file is at temp afterwards, and the error wraps fs.ErrNotExist
	// if name does not exist; elsewhere temp is free and the old file is gone.
	Replace(temp, name string) error
	Place(temp, name string) error      // wraps fs.ErrExist if name is taken
	Take(name, temp string) error       // renames a task file to a free name
	Hold(name string) (OpenFile, error) // opens a file to read it several times, whatever its name becomes
	ID() (dev, ino uint64)              // of the opened directory, 0 if unknown
	Remove(name string) error
	Sync() error
	Access() error                                                            // nil if entries can be made here
	Flock(ctx context.Context, name string) (release func() error, err error) // see package lock
	Mkdir(ctx context.Context, name string) (release func() error, err error)
	Close() error
}

// outerLockEnding is what the name of the lock next to a directory has after that of the directory.
const outerLockEnding = ".lock"

// File is a new file.
type File interface {
	io.Writer
	// Own gives it the mode of another file, and its owner and group as far as the system allows. It reports whether
	// everyone who could write that file can write this one.
	Own(like Info) (kept bool, err error)
	Stat() (Info, error)
	Sync() error
	Close() error
}

// OpenFile is a file that is kept open for reading.
type OpenFile interface {
	Read() ([]byte, Info, error) // the whole file, as it is now, up to maxOurs bytes; the error is as that of Dir.Read
	Close() error
}

// Kind is the kind of a directory entry.
type Kind uint8

const (
	Unknown Kind = iota
	Regular
	Link
	Directory
	Special // a pipe, a socket, a device
)

// Info is what the system says about a file without reading it.
type Info struct {
	Kind     Kind
	Linked   bool // reached through a link
	Names    int  // the number of its hard links, 0 if unknown
	Stamp    tasks.Stamp
	Mode     fs.FileMode // permission bits
	Uid, Gid int         // -1 when unknown
}

// UnfitError reports that a file is not read because of its kind or size.
type UnfitError struct {
	Kind tasks.ProblemKind
	Text string
}

func (u *UnfitError) Error() string { return u.Text }

func unfit(kind Kind) *UnfitError {
	what := "not a regular file"
	switch kind {
	case Directory:
		what = "a directory, not a file"
	case Special:
		what = "a pipe, a socket or a device, not a file"
	}
	return &UnfitError{tasks.NotAFile, what}
}

func tooLarge() *UnfitError { return &UnfitError{tasks.TooLarge, "larger than 1 MiB"} }

// errTorn is returned when a file changes each time it is read.
var errTorn = errors.New("it keeps changing while it is read")

// System is the real disk.
var System Disk = osDisk{}

type osDisk struct{}

// osDir accesses everything through the opened directory. The mutex keeps Close from closing a descriptor during an
// operation: the next open would get the same number.
type osDir struct {
	path string
	root *os.Root
	self *os.File // the directory
	id   fs.FileInfo

	plain  atomic.Bool // the file system cannot exchange names
	mu     sync.RWMutex
	closed bool
}

func (osDisk) Open(path string) (Dir, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	self, err := root.Open(".")
	if err != nil {
		root.Close()
		return nil, err
	}
	id, err := self.Stat()
	if err != nil {
		root.Close()
		self.Close()
		return nil, err
	}
	d := &osDir{path: path, root: root, self: self, id: id}
	if tasks.InFolders(path) {
		return foldersDir{d}, nil
	}
	return d, nil
}

func (d *osDir) enter() (leave func(), err error) {
	d.mu.RLock()
	if d.closed {
		d.mu.RUnlock()
		return nil, fs.ErrClosed
	}
	return d.mu.RUnlock, nil
}

func (d *osDir) Same() (bool, error) {
	now, err := os.Stat(d.path)
	if err != nil {
		return false, err
	}
	if !now.IsDir() {
		return false, &fs.PathError{Op: "open", Path: d.path, Err: errors.New("not a directory")}
	}
	return os.SameFile(d.id, now), nil
}

func (d *osDir) Above() (Dir, error) { return osDisk{}.Open(filepath.Dir(d.path)) }

func (d *osDir) OuterLock() (Info, error) {
	fi, err := os.Lstat(d.path + outerLockEnding)
	if err != nil {
		return Info{}, err
	}
	return infoOf(fi), nil
}

func (d *osDir) IsUsed(name string) bool {
	entries, _ := os.ReadDir(filepath.Join(d.path, name))
	return len(entries) > 0
}

func (d *osDir) Make(name string, mode fs.FileMode) (File, error) {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

func (d *osDir) ID() (dev, ino uint64) {
	stamp := infoOf(d.id).Stamp
	return stamp.Dev, stamp.Ino
}

func (d *osDir) Replace(temp, name string) error {
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	if !d.plain.Load() {
		if err := d.rename("exchange with", temp, name, exchange); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		d.plain.Store(true)
	}
	return d.root.Rename(temp, name)
}

// Place renames temp to a free name, in one step if the file system can.
func (d *osDir) Place(temp, name string) error {
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	if err := d.rename("rename to", temp, name, exclusive); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return d.linkInto(temp, name)
}

// Take does the same as Place, with the arguments in the order of its use.
func (d *osDir) Take(name, temp string) error { return d.Place(name, temp) }

func (d *osDir) Remove(name string) error { return d.root.Remove(name) }

// linkInto renames temp to a free name by a hard link. Where the file system has none, an empty file reserves the name
// first.
func (d *osDir) linkInto(temp, name string) error {
	err := d.root.Link(temp, name)
	switch {
	case err == nil:
		return d.root.Remove(temp)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	f.Close()
	if err := d.root.Rename(temp, name); err != nil {
		d.root.Remove(name)
		return err
	}
	return nil
}

func (d *osDir) Flock(ctx context.Context, name string) (func() error, error) {
	return lock.Flock(ctx, filepath.Join(d.path, name))
}

func (d *osDir) Mkdir(ctx context.Context, name string) (func() error, error) {
	return lock.Mkdir(ctx, filepath.Join(d.path, name))
}

func (d *osDir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	return errors.Join(d.self.Close(), d.root.Close())
}

// readLink reads the target of a link inside the directory. It finds the target by its path and opens it through the
// directory, so that nothing leads out of it.
func (d *osDir) readLink(name string, buf []byte) ([]byte, Info, error) {
	base, err := filepath.EvalSymlinks(d.path)
	if err != nil {
		return nil, Info{}, err
	}
	path, err := filepath.EvalSymlinks(filepath.Join(d.path, name))
	if err != nil {
		return nil, Info{Kind: Link}, &UnfitError{tasks.Unreadable, "a link to a file that is not there"}
	}
	inside, err := filepath.Rel(base, path)
	if err != nil || !filepath.IsLocal(inside) {
		return nil, Info{Kind: Link}, &UnfitError{tasks.OutsideLink, "a link that leads out of the directory"}
	}
	dir := filepath.Dir(inside)
	sub, err := d.root.OpenRoot(dir)
	if err != nil {
		return nil, Info{Kind: Link}, fmt.Errorf("follow the link: %w", err)
	}
	defer sub.Close()
	self, err := sub.Open(".")
	if err != nil {
		return nil, Info{Kind: Link}, err
	}
	defer self.Close()
	target := &osDir{path: filepath.Dir(path), root: sub, self: self}
	data, info, err := target.readPlain(filepath.Base(inside), Unknown, buf)
	info.Linked = true
	return data, info, err
}

// osFile is a new file on the real disk.
type osFile struct{ *os.File }

func (f osFile) Stat() (Info, error) {
	fi, err := f.File.Stat()
	if err != nil {
		return Info{}, err
	}
	return infoOf(fi), nil
}

func (f osFile) Own(like Info) (kept bool, err error) {
	now, err := f.Stat()
	if err != nil {
		return false, err
	}
	owner, group := like.Uid == now.Uid, like.Gid == now.Gid
	// Only the superuser can give a file away; the group can be kept by its members.
	if !(owner && group) && f.Chown(like.Uid, like.Gid) == nil {
		owner, group = true, true
	}
	if !group {
		group = f.Chown(-1, like.Gid) == nil
	}
	const byGroup, byAll = 0o020, 0o002
	switch {
	case like.Mode&byAll != 0:
		kept = true
	case like.Mode&byGroup != 0:
		kept = group
	default:
		kept = owner
	}
	return kept, f.Chmod(like.Mode)
}

// kindOf returns the kind for the mode bits of package fs.
func kindOf(mode fs.FileMode) Kind {
	switch {
	case mode.IsRegular():
		return Regular
	case mode&fs.ModeSymlink != 0:
		return Link
	case mode.IsDir():
		return Directory
	}
	return Special
}

// isBaseName reports whether a name can only be that of an entry of a directory, and is no path.
func isBaseName(name string) bool {
	return name != "." && filepath.IsLocal(name) && filepath.Base(name) == name && !strings.ContainsRune(name, 0)
}
