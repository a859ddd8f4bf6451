// Package memory keeps a task directory in memory: what is known of one elsewhere. A Copy has its files, a Feed says
// which of them changed.
package memory

import (
	"context"
	"errors"
	"io/fs"
	"sync"

	"sideboard/tasks"
	"sideboard/tasks/store"
)

// File is one entry of a directory.
type File struct {
	Name string
	Info store.Info
	Raw  []byte
	// Kind and Text say why the file was not read, as in a store.UnfitError; Text alone is an error of the system
	// there.
	Kind tasks.ProblemKind
	Text string
}

// perFile is the part of the size of a Copy that each file has, however small it is: about what a board keeps of a
// task.
const perFile = 1200

// ErrTooMuch is the error for a file for which a Copy has no room.
var ErrTooMuch = errors.New("there is no room for so many files")

// maxText is the longest text about a file.
const maxText = 1 << 10

func (f *File) size() int { return perFile + 2*len(f.Name) + len(f.Raw) + len(f.Text) }

// Copy is a directory in memory. It is a store.Disk that only reads.
type Copy struct {
	mu    sync.RWMutex
	files map[string]File
	size  int // of all files
	room  int // the largest size
}

// NewCopy returns an empty directory with room for a number of bytes, each file with 1,200 more than it has.
func NewCopy(room int) *Copy { return &Copy{files: map[string]File{}, room: room} }

// Put sets a file. One that is larger than a store reads has no bytes. The error is ErrTooMuch if nothing was set.
func (c *Copy) Put(f File) error {
	if len(f.Raw) > store.MaxFile {
		f.Raw, f.Kind, f.Text = nil, tasks.TooLarge, "larger than 1 MiB"
	}
	f.Text = f.Text[:min(len(f.Text), maxText)]
	c.mu.Lock()
	defer c.mu.Unlock()
	was, known := c.files[f.Name]
	size := c.size + f.size()
	if known {
		size -= was.size()
	}
	if size > c.room {
		return ErrTooMuch
	}
	c.files[f.Name], c.size = f, size
	return nil
}

// Drop removes a file, and reports whether there was one.
func (c *Copy) Drop(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, known := c.files[name]
	if known {
		c.size -= f.size()
		delete(c.files, name)
	}
	return known
}

// Retain removes all files but those with the given names, and returns the names of the removed.
func (c *Copy) Retain(names map[string]bool) (gone []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, f := range c.files {
		if !names[name] {
			gone = append(gone, name)
			c.size -= f.size()
			delete(c.files, name)
		}
	}
	return gone
}

// Open implements store.Disk.
func (c *Copy) Open(string) (store.Dir, error) { return c.Dir(), nil }

// Dir returns the directory.
func (c *Copy) Dir() store.Dir { return copyDir{c} }

// File returns a file, false if there is none of the name.
func (c *Copy) File(name string) (File, bool) {
	f, err := c.file(name)
	return f, err == nil
}

// copyDir reads a Copy. Nothing is written through it: edits are carried out where the files are.
type copyDir struct{ *Copy }

var errOnlyCopy = errors.New("this is a copy of a directory elsewhere")

func (copyDir) Same() (bool, error) { return true, nil }

func (copyDir) Above() (store.Dir, error)             { return nil, fs.ErrNotExist }
func (copyDir) OuterLock() (none store.Info, _ error) { return none, fs.ErrNotExist }
func (copyDir) IsUsed(string) bool                    { return false }

func (d copyDir) Each(visit func(name []byte, kind store.Kind)) error {
	d.mu.RLock()
	names := make([]string, 0, len(d.files))
	kinds := make([]store.Kind, 0, len(d.files))
	for name, f := range d.files {
		names, kinds = append(names, name), append(kinds, f.Info.Kind)
	}
	d.mu.RUnlock()
	for i, name := range names {
		visit([]byte(name), kinds[i])
	}
	return nil
}

func (d *Copy) file(name string) (File, error) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	f, ok := d.files[name]
	if !ok {
		return File{}, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f, nil
}

func (d copyDir) Stat(name string) (store.Info, error) {
	f, err := d.file(name)
	return f.Info, err
}

func (d copyDir) Read(name string, _ store.Kind, buf []byte) ([]byte, store.Info, error) {
	f, err := d.file(name)
	switch {
	case err != nil:
		return nil, store.Info{}, err
	case f.Kind != 0:
		return nil, f.Info, &store.UnfitError{Kind: f.Kind, Text: f.Text}
	case f.Text != "":
		return nil, f.Info, errors.New(f.Text)
	}
	return append(buf[:0], f.Raw...), f.Info, nil
}

func (d copyDir) Hold(name string) (store.OpenFile, error) { return nil, errOnlyCopy }

func (copyDir) Make(string, fs.FileMode) (store.File, error) { return nil, errOnlyCopy }
func (copyDir) Replace(string, string) error                 { return errOnlyCopy }
func (copyDir) Place(string, string) error                   { return errOnlyCopy }
func (copyDir) Take(string, string) error                    { return errOnlyCopy }
func (copyDir) Remove(string) error                          { return errOnlyCopy }
func (copyDir) Sync() error                                  { return nil }
func (copyDir) Access() error                                { return nil }
func (copyDir) Close() error                                 { return nil }
func (copyDir) ID() (dev, ino uint64)                        { return 0, 0 }

func (copyDir) Flock(context.Context, string) (func() error, error) { return nil, errOnlyCopy }
func (copyDir) Mkdir(context.Context, string) (func() error, error) { return nil, errOnlyCopy }
