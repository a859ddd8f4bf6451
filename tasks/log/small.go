package log

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
)

// Small files of the state directory that are written whole. Pruning removes the graph file when it is old.
const (
	GraphName  = "graph.json"  // next to a journal: the form in which the dependencies were shown last
	TokensName = "tokens.json" // the names that may use a server, and the sums of their tokens
)

// maxSmall is how many bytes of a small file are read.
const maxSmall = 64 << 20

// ReadSmall returns what WriteSmall wrote in a directory, nil if there is nothing.
func ReadSmall(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, name)
	fi, err := System.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !fi.Mode().IsRegular():
		return nil, errors.New(path + " is not a regular file")
	}
	f, err := System.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSmall))
}

// ChangeSmall replaces what ReadSmall returns by what change makes of it, if that is not nil, while no other process
// changes a file of the directory.
func ChangeSmall(ctx context.Context, dir, name string, change func(was []byte) ([]byte, error)) error {
	return changeSmall(ctx, dir, name, func(was []byte, unread error) ([]byte, error) {
		if unread != nil {
			return nil, unread
		}
		return change(was)
	})
}

// changeSmall is ChangeSmall for a change that also decides what becomes of a file that cannot be read.
func changeSmall(ctx context.Context, dir, name string,
	change func(was []byte, unread error) ([]byte, error)) (err error) {
	p, path := newPlace(dir, Options{}), filepath.Join(dir, lockName)
	if err := p.makeLock(path); err != nil {
		return err
	}
	release, err := p.disk.Lock(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	raw, err := change(ReadSmall(dir, name))
	if err == nil && raw != nil {
		err = WriteSmall(dir, name, raw)
	}
	return err
}

// WriteSmall writes a file of a directory whole, readable by its owner alone.
func WriteSmall(dir, name string, raw []byte) error {
	p := newPlace(dir, Options{})
	if err := p.disk.MakeDir(dir); err != nil {
		return err
	}
	f, err := p.create(filepath.Join(dir, name), func(f File) error {
		_, err := f.Write(raw)
		return err
	})
	if err != nil {
		return err
	}
	return f.Close()
}
