//go:build unix

package store

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

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
	if r.f.hit("journal: open a file") {
		return nil, errFault
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
	if r.f.hit("journal: lock") {
		return nil, fmt.Errorf("%s: %w", path, errFault)
	}
	release, err := r.Disk.Lock(ctx, path)
	return func() error {
		if r.f.hit("journal: unlock") {
			return errFault
		}
		return release()
	}, err
}

type faultJournalFile struct {
	log.File
	f *faultDisk
}

func (w faultJournalFile) Write(p []byte) (n int, err error) {
	if w.f.hit("journal: write") {
		if !w.f.after {
			p = p[:len(p)/2]
		}
		n, _ = w.File.Write(p)
		return n, errFault
	}
	return w.File.Write(p)
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
	err := w.File.Close()
	if w.f.hit("journal: close") {
		return errFault
	}
	return err
}

// FuzzAnyJournalIsSurvived lays any bytes where the journal of a process that crashed would be: the program starts,
// answers a history, takes back what it can, and touches nothing that the journal does not speak of.
func FuzzAnyJournalIsSurvived(f *testing.F) {
	dir, state := filepath.Join(f.TempDir(), ".tasks"), f.TempDir()
	testdir.Must(f, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, task1), []byte(pending()), 0o644))
	s, err := Open(dir, Options{State: state})
	testdir.Must(f, err, s.Load(f.Context(), func(tasks.Delta) {}))
	_, err = s.Apply(f.Context(), tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: task1}, Who: "me"})
	testdir.Must(f, err, s.Close())
	at := s.journal.Dir()
	names, err := filepath.Glob(filepath.Join(at, "*.jsonl"))
	testdir.Must(f, err)
	raw, err := os.ReadFile(names[0])
	testdir.Must(f, err, os.Remove(names[0]))
	f.Add(raw)
	f.Add(raw[:len(raw)*2/3])
	f.Fuzz(func(t *testing.T, raw []byte) {
		left, err := filepath.Glob(filepath.Join(at, "*.jsonl"))
		testdir.Must(t, err)
		for _, name := range left {
			testdir.Must(t, os.Remove(name))
		}
		other := s12File("task_2", "not spoken of", "pending", "null")
		testdir.Must(t, os.WriteFile(filepath.Join(dir, task1), []byte(claimed()), 0o644), os.WriteFile(filepath.Join(dir, "other.json"), []byte(other), 0o644))
		testdir.Must(t, os.WriteFile(filepath.Join(at, "20260301T120000.000000000-1.open.jsonl"), raw, 0o600))
		s, err := Open(dir, Options{State: state, JournalDisk: log.System})
		testdir.Must(t, err)
		s.monitor.manual = true
		testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
		all, err := s.PastEdits()
		testdir.Must(t, err)
		for _, d := range all {
			if e, err := s.Batch().Undo(d.ID); err == nil && e.Of.Name != "other.json" {
				s.Apply(t.Context(), e) // whether it can be is not the question
			}
		}
		testdir.Must(t, s.Close())
		if now, err := os.ReadFile(filepath.Join(dir, "other.json")); err != nil {
			t.Fatal(err)
		} else if string(now) != other && !spoken(raw) {
			t.Fatalf("other.json became %s", now)
		}
	})
}

// spoken reports whether a journal names the file.
func spoken(raw []byte) bool {
	for _, word := range []string{"other", `\u`} {
		for i := 0; i+len(word) <= len(raw); i++ {
			if string(raw[i:i+len(word)]) == word {
				return true
			}
		}
	}
	return false
}
