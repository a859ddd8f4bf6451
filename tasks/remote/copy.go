package remote

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
	// Kind and Text say why the file was not read, as in a store.UnfitError; Text alone is an error of the system there.
	Kind tasks.ProblemKind
	Text string
}

// Copy is a directory in memory: what is known of one elsewhere. It is a store.Disk that only reads.
type Copy struct {
	mu    sync.RWMutex
	files map[string]File
}

// NewCopy returns an empty directory.
func NewCopy() *Copy { return &Copy{files: map[string]File{}} }

// Put sets files.
func (c *Copy) Put(files ...File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range files {
		c.files[f.Name] = f
	}
}

// Drop removes files.
func (c *Copy) Drop(names ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range names {
		delete(c.files, name)
	}
}

// Retain removes all files but those with the given names, and returns the names of the removed.
func (c *Copy) Retain(names map[string]bool) (gone []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.files {
		if !names[name] {
			gone = append(gone, name)
			delete(c.files, name)
		}
	}
	return gone
}

// Open implements store.Disk.
func (c *Copy) Open(string) (store.Dir, error) { return c.Dir(), nil }

// Dir returns the directory.
func (c *Copy) Dir() store.Dir { return copyDir{c} }

// File returns a file.
func (c *Copy) File(name string) (File, bool) {
	f, err := c.file(name)
	return f, err == nil
}

// copyDir reads a Copy. Nothing is written through it: edits are carried out where the files are.
type copyDir struct{ *Copy }

var errOnlyCopy = errors.New("this is a copy of a directory of another host")

func (copyDir) Same() (bool, error) { return true, nil }

func (d copyDir) Each(visit func(name []byte, kind store.Kind)) error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for name, f := range d.files {
		visit([]byte(name), f.Info.Kind)
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
