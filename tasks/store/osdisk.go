package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/lock"
)

// System is the real disk.
var System Disk = osDisk{}

type osDisk struct{}

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

// enter keeps the directory open until leave is called.
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
