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
	held   map[OpenFile]bool // and not closed
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

// attempt carries out an operation, unless it is to fail.
func attempt[T any](f *faultDisk, op string, do func() (T, error)) (result T, err error) {
	dead := f.dead
	if err = f.hit(op); err == nil {
		return do()
	}
	if f.after && !dead {
		result, _ = do()
	}
	return result, err
}

func (f *faultDisk) fail(op string, do func() error) error {
	_, err := attempt(f, op, func() (any, error) { return nil, do() })
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

func (d faultDir) Above() (Dir, error) {
	above, err := d.Dir.Above()
	return faultDir{above, d.f}, err
}

type faultDir struct {
	Dir
	f *faultDisk
}

func (d faultDir) Same() (bool, error) { return attempt(d.f, "same", d.Dir.Same) }

func (d faultDir) Each(visit func([]byte, Kind)) error {
	return d.f.fail("list", func() error { return d.Dir.Each(visit) })
}

func (d faultDir) Stat(name string) (Info, error) {
	return attempt(d.f, "stat "+name, func() (Info, error) { return d.Dir.Stat(name) })
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
	h, err = attempt(d.f, "hold", func() (OpenFile, error) { return d.Dir.Hold(name) })
	if err != nil {
		closeFile(h)
		return nil, err
	}
	if d.f.held == nil {
		d.f.held = map[OpenFile]bool{}
	}
	d.f.held[h] = true
	return faultOpenFile{h, d.f}, nil
}

type faultOpenFile struct {
	OpenFile
	f *faultDisk
}

func (h faultOpenFile) Close() error {
	delete(h.f.held, h.OpenFile)
	return h.OpenFile.Close()
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
	return attempt(w.f, "own", func() (bool, error) { return w.File.Own(like) })
}

func (w faultFile) Stat() (Info, error) { return attempt(w.f, "stat the new file", w.File.Stat) }

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
	file, err = attempt(r.f, "journal: make a file", func() (log.File, error) { return r.Disk.Make(path) })
	if err != nil {
		if file != nil {
			file.Close()
		}
		return nil, err
	}
	return faultJournalFile{file, r.f}, nil
}

func (r faultJournalDisk) Open(path string) (file log.File, err error) {
	if file, err = attempt(r.f, "journal: open a file", func() (log.File, error) { return r.Disk.Open(path) }); err != nil {
		return nil, err
	}
	return faultJournalFile{file, r.f}, nil
}

func (r faultJournalDisk) List(dir string) ([]os.DirEntry, error) {
	return attempt(r.f, "journal: list", func() ([]os.DirEntry, error) { return r.Disk.List(dir) })
}

func (r faultJournalDisk) Stat(path string) (fs.FileInfo, error) {
	return attempt(r.f, "journal: stat", func() (fs.FileInfo, error) { return r.Disk.Stat(path) })
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

func (w faultJournalFile) Read(p []byte) (int, error) {
	return attempt(w.f, "journal: read", func() (int, error) { return w.File.Read(p) })
}

func (w faultJournalFile) ReadAt(p []byte, at int64) (int, error) {
	return attempt(w.f, "journal: read", func() (int, error) { return w.File.ReadAt(p, at) })
}

func (w faultJournalFile) Stat() (fs.FileInfo, error) {
	return attempt(w.f, "journal: stat a file", w.File.Stat)
}

func (w faultJournalFile) Sync() error    { return w.f.fail("journal: sync", nothing) }
func (w faultJournalFile) TryLock() error { return w.f.fail("journal: lock a file", w.File.TryLock) }

func (w faultJournalFile) Close() error {
	return errors.Join(w.File.Close(), w.f.hit("journal: close"))
}
