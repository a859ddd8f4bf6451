//go:build unix

package log

import (
	"context"
	"errors"
	"io/fs"
	"os"
)

var errFault = errors.New("injected fault")

// faultDisk makes the n-th operation fail, a write in the middle. If it dies, nothing is carried out from then on, as if the process
// had been killed.
type faultDisk struct {
	Disk
	at, done int
	full     bool // every write fails
	dies     bool
	dead     bool
	what     string
	reads    int // of files
}

func (d *faultDisk) hit(what string) error {
	if d.dead {
		return errFault
	}
	if d.done++; d.done != d.at && !(d.full && what == "write") {
		return nil
	}
	d.what, d.dead = what, d.dies
	return errFault
}

// attempt carries out an operation, unless it is to fail.
func attempt[T any](d *faultDisk, what string, do func() (T, error)) (result T, err error) {
	if err := d.hit(what); err != nil {
		return result, err
	}
	return do()
}

func (d *faultDisk) wrap(what string, open func() (File, error)) (File, error) {
	f, err := attempt(d, what, open)
	if err != nil {
		return nil, err
	}
	return faultFile{f, d}, nil
}

func (d *faultDisk) MakeDir(path string) error {
	return errors.Join(d.hit("make a directory"), d.Disk.MakeDir(path))
}

func (d *faultDisk) Make(path string) (File, error) {
	return d.wrap("make "+path, func() (File, error) { return d.Disk.Make(path) })
}

func (d *faultDisk) Open(path string) (File, error) {
	return d.wrap("open "+path, func() (File, error) { return d.Disk.Open(path) })
}

func (d *faultDisk) Append(path string) (File, error) {
	return d.wrap("append to "+path, func() (File, error) { return d.Disk.Append(path) })
}

func (d *faultDisk) List(dir string) ([]os.DirEntry, error) {
	return attempt(d, "list "+dir, func() ([]os.DirEntry, error) { return d.Disk.List(dir) })
}

func (d *faultDisk) Stat(path string) (fs.FileInfo, error) {
	return attempt(d, "stat "+path, func() (fs.FileInfo, error) { return d.Disk.Stat(path) })
}

func (d *faultDisk) Rename(from, to string) error {
	_, err := attempt(d, "rename to "+to, func() (any, error) { return nil, d.Disk.Rename(from, to) })
	return err
}

func (d *faultDisk) Remove(path string) error {
	_, err := attempt(d, "remove "+path, func() (any, error) { return nil, d.Disk.Remove(path) })
	return err
}

func (d *faultDisk) SyncDir(path string) error { return d.hit("sync " + path) }

func (d *faultDisk) Lock(ctx context.Context, path string) (func() error, error) {
	return attempt(d, "lock "+path, func() (func() error, error) { return d.Disk.Lock(ctx, path) })
}

type faultFile struct {
	File
	d *faultDisk
}

func (f faultFile) Write(p []byte) (int, error) {
	dead := f.d.dead
	err := f.d.hit("write")
	if err == nil {
		return f.File.Write(p)
	}
	n := 0
	if !dead {
		n, _ = f.File.Write(p[:len(p)*2/3])
	}
	return n, err
}

func (f faultFile) Read(p []byte) (int, error) {
	f.d.reads++
	return attempt(f.d, "read", func() (int, error) { return f.File.Read(p) })
}

func (f faultFile) ReadAt(p []byte, at int64) (int, error) {
	f.d.reads++
	return attempt(f.d, "read", func() (int, error) { return f.File.ReadAt(p, at) })
}

func (f faultFile) Stat() (fs.FileInfo, error) { return attempt(f.d, "stat a file", f.File.Stat) }

func (f faultFile) Sync() error { return f.d.hit("sync a file") }

func (f faultFile) TryLock() error {
	_, err := attempt(f.d, "lock a file", func() (any, error) { return nil, f.File.TryLock() })
	return err
}

func (f faultFile) Close() error { return errors.Join(f.File.Close(), f.d.hit("close")) }
