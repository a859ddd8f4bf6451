package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

var errFault = errors.New("injected fault")

// faultDisk makes the n-th operation fail. An operation that writes data fails in the middle; every other one fails
// before it does anything.
type faultDisk struct {
	at    int // 0: never
	done  int
	after bool // the operation is carried out, and then reported as failed
	what  string
	kill  func() // instead of failing
	log   []string
	mu    sync.Mutex // loading uses two goroutines
}

func (f *faultDisk) hit(what string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done++
	f.log = append(f.log, what)
	if f.done == f.at {
		f.what = what
		if f.kill != nil {
			f.kill()
		}
		return true
	}
	return false
}

func (f *faultDisk) fail(what string, do func() error) error {
	if !f.hit(what) {
		return do()
	}
	if f.after {
		do()
	}
	return fmt.Errorf("%s: %w", what, errFault)
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
	if d.f.hit("make") {
		return nil, errFault
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

func (d faultDir) Hold(name string) (h Held, err error) {
	err = d.f.fail("hold", func() (err error) { h, err = d.Dir.Hold(name); return err })
	if err != nil && h != nil {
		h.Close()
	}
	return faultHeld{h, d.f}, err
}

type faultHeld struct {
	Held
	f *faultDisk
}

func (h faultHeld) Read() (raw []byte, info Info, err error) {
	err = h.f.fail("read what was held", func() (err error) { raw, info, err = h.Held.Read(); return err })
	return raw, info, err
}

func (d faultDir) Remove(name string) error {
	return d.f.fail("remove "+name, func() error { return d.Dir.Remove(name) })
}

// Sync is only counted: it is slow, and what it is for no test in this process can see.
func (d faultDir) Sync() error { return d.f.fail("sync directory", nothing) }

func nothing() error { return nil }

func (d faultDir) Flock(ctx context.Context, name string) (func() error, error) {
	return d.locked("flock", name, func() (func() error, error) { return d.Dir.Flock(ctx, name) })
}

func (d faultDir) Mkdir(ctx context.Context, name string) (func() error, error) {
	return d.locked("mkdir", name, func() (func() error, error) { return d.Dir.Mkdir(ctx, name) })
}

func (d faultDir) locked(how, name string, take func() (func() error, error)) (func() error, error) {
	if d.f.hit(how + " " + name) {
		return nil, errFault
	}
	release, err := take()
	return func() error {
		if d.f.hit("un" + how + " " + name) {
			return errFault
		}
		return release()
	}, err
}

type faultFile struct {
	File
	f *faultDisk
}

func (w faultFile) Write(p []byte) (n int, err error) {
	if w.f.hit("write") {
		n, _ = w.File.Write(p[:len(p)/2])
		return n, errFault
	}
	return w.File.Write(p)
}

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
	err := w.File.Close()
	if w.f.hit("close") {
		return errFault
	}
	return err
}

// TestAnyOperationMayFail fails each operation of each edit in turn.
func TestAnyOperationMayFail(t *testing.T) {
	for _, after := range []bool{false, true} {
		for _, sc := range scenes() {
			t.Run(fmt.Sprintf("%s,after=%v", sc.name, after), func(t *testing.T) {
				whole, res, err := sc.play(t, &faultDisk{}, 0)
				testdir.Must(t, err)
				if len(res.Applied) == 0 {
					t.Fatal("the edit does nothing")
				}
				whole.expectNoLeftovers()
				for n := 1; ; n++ {
					f := &faultDisk{after: after}
					b, res, err := sc.play(t, f, n)
					if f.what == "" { // there was no n-th operation
						testdir.Must(t, err)
						if n < 8 {
							t.Fatalf("only %d operations were counted", n)
						}
						return
					}
					sc.judge(t, fmt.Sprintf("operation %d (%s)", n, f.what), whole, b, res, err, f)
				}
			})
		}
	}
}

func (sc scene) judge(t *testing.T, when string, whole, b *harness, res tasks.Result, err error, f *faultDisk) {
	t.Helper()
	b.expectNoLeftovers()
	written := 0
	for _, name := range b.names() {
		now := b.read(name)
		old, had := sc.files[name]
		switch {
		case had && now == old:
		case strings.HasPrefix(name, "task_17") && !had: // s12's names are drawn
			written++
		default:
			next, nextErr := os.ReadFile(whole.path(name))
			if nextErr != nil || now != string(next) {
				t.Errorf("%s: %s is neither old nor new: %q", when, name, now)
			}
			if name != markName {
				written++
			}
		}
		if had && name != markName {
			if fi, err := os.Stat(b.path(name)); err != nil || fi.Mode().Perm() != 0o640 {
				t.Errorf("%s: %s has mode %v", when, name, fi.Mode())
			}
		}
	}
	for name := range sc.files {
		if _, err := os.Lstat(b.path(name)); err != nil {
			written++
		}
	}
	var late *Unfinished
	switch {
	case err == nil && len(res.Applied) == 0:
		t.Errorf("%s: neither done nor reported", when)
	case err != nil && !errors.As(err, &late) && written > 0 && !f.after:
		t.Errorf("%s: %d files were written, reported as %v", when, written, err)
	case err != nil && !mentions(err):
		t.Errorf("%s: reported as %q, which names no file", when, err)
	}
}

func mentions(err error) bool {
	for _, word := range []string{".json", ".tasks", ".lock", ".highwatermark", "tasks/list", "/lock: "} {
		if strings.Contains(err.Error(), word) {
			return true
		}
	}
	return false
}
