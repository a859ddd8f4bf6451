package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"sideboard/tasks/lock"
	"sideboard/tasks/log"
)

var errFault = errors.New("injected fault")

// faultDisk makes the n-th operation fail, and calls a test before each. An operation that writes data fails in the middle; every other
// one fails before it does anything. It is for one goroutine: a test that uses it calls the monitor itself.
type faultDisk struct {
	at     int // 0: never
	done   int
	before func(op string) error // may write what another process writes in that instant; an error is that of the operation
	after  bool                  // the operation is carried out, and then reported as failed
	dies   bool                  // nothing is carried out from then on, as if the process had been killed
	dead   bool
	what   string
	log    []string
}

// hit counts an operation, and returns its error if it is to fail.
func (f *faultDisk) hit(op string) error {
	fault := fmt.Errorf("%s: %w", op, errFault)
	if f.dead {
		return fault
	}
	f.done++
	f.log = append(f.log, op)
	if f.before != nil {
		if err := f.before(op); err != nil {
			return err
		}
	}
	if f.done != f.at {
		return nil
	}
	f.what, f.dead = op, f.dies
	return fault
}

func (f *faultDisk) fail(op string, do func() error) error {
	dead := f.dead
	err := f.hit(op)
	if err == nil {
		return do()
	}
	if f.after && !dead {
		do()
	}
	return err
}

// write writes all of p, or a part of it.
func (f *faultDisk) write(op string, to io.Writer, p []byte, part int) (n int, err error) {
	dead := f.dead
	if err = f.hit(op); err == nil {
		return to.Write(p)
	}
	if !dead {
		n, _ = to.Write(p[:part])
	}
	return n, err
}

// lock takes a lock. The system releases a flock of a process that was killed.
func (f *faultDisk) lock(op string, isFlock bool, take func() (func() error, error)) (func() error, error) {
	if err := f.hit(op); err != nil {
		return nil, err
	}
	release, err := take()
	return func() error {
		err := f.hit("release: " + op)
		if err == nil {
			return release()
		}
		if f.dead && isFlock {
			_ = release()
		}
		return err
	}, err
}

// count returns how many operations began with a word.
func (f *faultDisk) count(op string) (n int) {
	for _, o := range f.log {
		if strings.HasPrefix(o, op) {
			n++
		}
	}
	return n
}

// atChange calls a function just before the n-th change of a name: between the last check of the file and its change.
func (f *faultDisk) atChange(n int, act func()) {
	f.before = func(op string) error {
		if verb, _, _ := strings.Cut(op, " "); verb == "replace" || verb == "take" || verb == "place" {
			if n--; n == 0 {
				act()
			}
		}
		return nil
	}
}

func (f *faultDisk) Open(path string) (Dir, error) {
	d, err := osDisk{}.Open(path)
	return faultDir{d, f}, err
}

type faultDir struct {
	Dir
	f *faultDisk
}

func (d faultDir) Same() (same bool, err error) {
	err = d.f.fail("same", func() (err error) { same, err = d.Dir.Same(); return err })
	return same, err
}

func (d faultDir) Each(visit func([]byte, Kind)) error {
	return d.f.fail("list", func() error { return d.Dir.Each(visit) })
}

func (d faultDir) Stat(name string) (info Info, err error) {
	err = d.f.fail("stat "+name, func() (err error) { info, err = d.Dir.Stat(name); return err })
	return info, err
}

func (d faultDir) Read(name string, kind Kind, buf []byte) (raw []byte, info Info, err error) {
	err = d.f.fail("read "+name, func() (err error) { raw, info, err = d.Dir.Read(name, kind, buf); return err })
	return raw, info, err
}

func (d faultDir) Make(name string, mode fs.FileMode) (file File, err error) {
	if err := d.f.hit("make"); err != nil {
		return nil, err
	}
	file, err = d.Dir.Make(name, mode)
	return faultFile{file, d.f}, err
}

func (d faultDir) Replace(temp, name string) error {
	return d.f.fail("replace "+name, func() error { return d.Dir.Replace(temp, name) })
}

func (d faultDir) Place(temp, name string) error {
	return d.f.fail("place "+name, func() error { return d.Dir.Place(temp, name) })
}

func (d faultDir) Take(name, temp string) error {
	return d.f.fail("take "+name, func() error { return d.Dir.Take(name, temp) })
}

func (d faultDir) Hold(name string) (h OpenFile, err error) {
	err = d.f.fail("hold", func() (err error) { h, err = d.Dir.Hold(name); return err })
	if err != nil && h != nil {
		h.Close()
	}
	return faultOpenFile{h, d.f}, err
}

type faultOpenFile struct {
	OpenFile
	f *faultDisk
}

func (h faultOpenFile) Read() (raw []byte, info Info, err error) {
	err = h.f.fail("read what was held", func() (err error) { raw, info, err = h.OpenFile.Read(); return err })
	return raw, info, err
}

func (d faultDir) Remove(name string) error {
	return d.f.fail("remove "+name, func() error { return d.Dir.Remove(name) })
}

// Sync is only counted: it is slow, and what it is for no test in this process can see.
func (d faultDir) Sync() error { return d.f.fail("sync directory", nothing) }

func nothing() error { return nil }

func (d faultDir) Flock(ctx context.Context, name string) (func() error, error) {
	return d.f.lock("flock "+name, true, func() (func() error, error) { return d.Dir.Flock(ctx, name) })
}

// Mkdir does not wait for a lock that is not stale: a process that was killed will not release it.
func (d faultDir) Mkdir(ctx context.Context, name string) (func() error, error) {
	return d.f.lock("mkdir "+name, false, func() (func() error, error) {
		if held, err := d.Dir.Stat(name + ".lock"); err == nil && time.Since(held.Stamp.Time()) < lock.Stale {
			return nil, &lock.HeldError{Path: name + ".lock", Since: held.Stamp.Time()}
		}
		return d.Dir.Mkdir(ctx, name)
	})
}

type faultFile struct {
	File
	f *faultDisk
}

func (w faultFile) Write(p []byte) (int, error) { return w.f.write("write", w.File, p, len(p)/2) }

func (w faultFile) Own(like Info) (kept bool, err error) {
	err = w.f.fail("own", func() (err error) { kept, err = w.File.Own(like); return err })
	return kept, err
}

func (w faultFile) Stat() (info Info, err error) {
	err = w.f.fail("stat the new file", func() (err error) { info, err = w.File.Stat(); return err })
	return info, err
}

func (w faultFile) Sync() error { return w.f.fail("sync", nothing) }

func (w faultFile) Close() error {
	return errors.Join(w.File.Close(), w.f.hit("close"))
}

// faultJournalDisk is the disk of the journal, whose operations count among those of a faultDisk.
type faultJournalDisk struct {
	log.Disk
	f *faultDisk
}

func (r faultJournalDisk) MakeDir(path string) error {
	return r.f.fail("journal: make a directory", func() error { return r.Disk.MakeDir(path) })
}

func (r faultJournalDisk) Make(path string) (file log.File, err error) {
	err = r.f.fail("journal: make a file", func() (err error) { file, err = r.Disk.Make(path); return err })
	if err != nil {
		if file != nil {
			file.Close()
		}
		return nil, err
	}
	return faultJournalFile{file, r.f}, nil
}

func (r faultJournalDisk) Open(path string) (file log.File, err error) {
	if err := r.f.hit("journal: open a file"); err != nil {
		return nil, err
	}
	if file, err = r.Disk.Open(path); err != nil {
		return nil, err
	}
	return faultJournalFile{file, r.f}, nil
}

func (r faultJournalDisk) List(dir string) (all []os.DirEntry, err error) {
	err = r.f.fail("journal: list", func() (err error) { all, err = r.Disk.List(dir); return err })
	return all, err
}

func (r faultJournalDisk) Stat(path string) (fi fs.FileInfo, err error) {
	err = r.f.fail("journal: stat", func() (err error) { fi, err = r.Disk.Stat(path); return err })
	return fi, err
}

func (r faultJournalDisk) Rename(from, to string) error {
	return r.f.fail("journal: rename", func() error { return r.Disk.Rename(from, to) })
}

func (r faultJournalDisk) Remove(path string) error {
	return r.f.fail("journal: remove", func() error { return r.Disk.Remove(path) })
}

func (r faultJournalDisk) SyncDir(string) error {
	return r.f.fail("journal: sync the directory", nothing)
}

func (r faultJournalDisk) Lock(ctx context.Context, path string) (func() error, error) {
	return r.f.lock("journal: lock", true, func() (func() error, error) { return r.Disk.Lock(ctx, path) })
}

type faultJournalFile struct {
	log.File
	f *faultDisk
}

func (w faultJournalFile) Write(p []byte) (int, error) {
	part := len(p) / 2
	if w.f.after {
		part = len(p)
	}
	return w.f.write("journal: write", w.File, p, part)
}

func (w faultJournalFile) Read(p []byte) (n int, err error) {
	err = w.f.fail("journal: read", func() (err error) { n, err = w.File.Read(p); return err })
	return n, err
}

func (w faultJournalFile) ReadAt(p []byte, at int64) (n int, err error) {
	err = w.f.fail("journal: read", func() (err error) { n, err = w.File.ReadAt(p, at); return err })
	return n, err
}

func (w faultJournalFile) Stat() (fi fs.FileInfo, err error) {
	err = w.f.fail("journal: stat a file", func() (err error) { fi, err = w.File.Stat(); return err })
	return fi, err
}

func (w faultJournalFile) Sync() error    { return w.f.fail("journal: sync", nothing) }
func (w faultJournalFile) TryLock() error { return w.f.fail("journal: lock a file", w.File.TryLock) }

func (w faultJournalFile) Close() error {
	return errors.Join(w.File.Close(), w.f.hit("journal: close"))
}
