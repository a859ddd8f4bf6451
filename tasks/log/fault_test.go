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
	dies     bool
	dead     bool
	what     string
	reads    int // of files
}

func (d *faultDisk) hit(what string) error {
	if d.dead {
		return errFault
	}
	if d.done++; d.done != d.at {
		return nil
	}
	d.what, d.dead = what, d.dies
	return errFault
}

func (d *faultDisk) wrap(what string, open func() (File, error)) (File, error) {
	if err := d.hit(what); err != nil {
		return nil, err
	}
	f, err := open()
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
	if err := d.hit("list " + dir); err != nil {
		return nil, err
	}
	return d.Disk.List(dir)
}

func (d *faultDisk) Stat(path string) (fs.FileInfo, error) {
	if err := d.hit("stat " + path); err != nil {
		return nil, err
	}
	return d.Disk.Stat(path)
}

func (d *faultDisk) Rename(from, to string) error {
	if err := d.hit("rename to " + to); err != nil {
		return err
	}
	return d.Disk.Rename(from, to)
}

func (d *faultDisk) Remove(path string) error {
	if err := d.hit("remove " + path); err != nil {
		return err
	}
	return d.Disk.Remove(path)
}

func (d *faultDisk) SyncDir(path string) error { return d.hit("sync " + path) }

func (d *faultDisk) Lock(ctx context.Context, path string) (func() error, error) {
	if err := d.hit("lock " + path); err != nil {
		return nil, err
	}
	return d.Disk.Lock(ctx, path)
}

type faultFile struct {
	File
	d *faultDisk
}

func (f faultFile) Write(p []byte) (int, error) {
	dead := f.d.dead
	if err := f.d.hit("write"); dead {
		return 0, err
	} else if err != nil {
		n, _ := f.File.Write(p[:len(p)*2/3])
		return n, err
	}
	return f.File.Write(p)
}

func (f faultFile) Read(p []byte) (int, error) {
	f.d.reads++
	if err := f.d.hit("read"); err != nil {
		return 0, err
	}
	return f.File.Read(p)
}

func (f faultFile) ReadAt(p []byte, at int64) (int, error) {
	f.d.reads++
	if err := f.d.hit("read"); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, at)
}

func (f faultFile) Stat() (fs.FileInfo, error) {
	if err := f.d.hit("stat a file"); err != nil {
		return nil, err
	}
	return f.File.Stat()
}

func (f faultFile) Sync() error { return f.d.hit("sync a file") }

func (f faultFile) TryLock() error {
	if err := f.d.hit("lock a file"); err != nil {
		return err
	}
	return f.File.TryLock()
}

func (f faultFile) Close() error { return errors.Join(f.File.Close(), f.d.hit("close")) }
