//go:build unix

package store

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// trap panics at one operation on a file, once it is set.
type trap struct {
	Disk
	at atomic.Value // the name of the operation
}

func (d *trap) Open(path string) (Dir, error) {
	dir, err := d.Disk.Open(path)
	return trapDir{dir, path, d}, err
}

func (d *trap) spring(op string) {
	if at, _ := d.at.Load().(string); at == op {
		d.at.Store("")
		panic("a mistake of ours")
	}
}

type trapDir struct {
	Dir
	path string
	d    *trap
}

func (d trapDir) Replace(temp, name string) error {
	d.d.spring("before")
	err := d.Dir.Replace(temp, name)
	d.d.spring("after")
	return err
}

func (d trapDir) Read(name string, kind Kind, buf []byte) ([]byte, Info, error) {
	d.d.spring("read")
	return d.Dir.Read(name, kind, buf)
}

func (d trapDir) Place(temp, name string) error {
	if at, _ := d.d.at.Load().(string); at == "reserved" {
		if err := os.WriteFile(d.path+"/"+name, nil, 0o644); err != nil {
			return err
		} // as a file system without second names does it
		d.d.spring("reserved")
	}
	return d.Dir.Place(temp, name)
}

func (d trapDir) Sync() error {
	d.d.spring("sync")
	return d.Dir.Sync()
}

func TestAPanicWhileAnEditIsCarriedOutIsReportedAndHarmsNoOther(t *testing.T) {
	for at, written := range map[string]bool{"before": false, "after": true, "sync": true} {
		t.Run(at, func(t *testing.T) {
			dir, state := newDir(t), t.TempDir()
			d := &trap{Disk: osDisk{}}
			b := opened(t, dir, Options{Disk: d, State: state})
			b.s.monitor.manual = true
			b.write(task1, pending())
			b.write("task_2.json", s12File("task_2", "b", "pending", "null"))
			b.refresh()
			d.at.Store(at)
			_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, task1, "me"))
			if err == nil || !strings.Contains(err.Error(), "a mistake of ours") || !strings.Contains(err.Error(), "recover_test.go:") {
				t.Fatalf("reported %v", err)
			}
			var late *UnfinishedError
			if at == "sync" && !errors.As(err, &late) {
				t.Errorf("reported as if nothing had been written: %v", err)
			}
			if got := b.read(task1); got != map[bool]string{true: claimed(), false: pending()}[written] {
				t.Errorf("wrote %s", got)
			}
			b.expectNoLeftovers()
			e := b.edit(tasks.VerbClaim, "task_2.json", "me")
			e.ID = 8
			b.mustApply(e) // no lock is left
			testdir.Must(t, b.s.Close())
			// The next start finds out what came of it.
			b = journalled(t, dir, state)
			defer b.s.Close()
			all := b.mustHistory()
			if got := len(all) == 2; got != written {
				t.Fatalf("written %v, and the history is %+v", written, all)
			}
			if written {
				b.mustUndo(7)
				if b.read(task1) != pending() {
					t.Errorf("taken back: %s", b.read(task1))
				}
			}
		})
	}
}

func TestAPanicInARecheckIsReportedAndTheOthersGoOn(t *testing.T) {
	d := &trap{Disk: osDisk{}}
	b := opened(t, newDir(t), Options{Disk: d, State: t.TempDir()}) // with its goroutine
	b.write(task1, pending())
	b.write("task_2.json", s12File("task_2", "b", "pending", "null"))
	b.refresh()
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
	d.at.Store("read")
	o := <-b.s.Outcomes()
	if o.What != Unseen || o.Edit.ID != 7 || o.Err == nil || !strings.Contains(o.Err.Error(), "a mistake of ours") {
		t.Fatalf("reported %+v", o)
	}
	testdir.Must(t, b.s.WaitReapplied(t.Context())) // nobody waits for what will not come
	second := b.edit(tasks.VerbDelete, "task_2.json", "me")
	second.ID = 8
	b.mustApply(second)
	b.write("task_2.json", s12File("task_2", "b", "pending", "null"))
	if o := <-b.s.Outcomes(); o.What != PutBack || o.Edit.ID != 8 {
		t.Fatalf("reported %+v", o)
	}
}

func TestAPanicOfAReaderEndsTheLoadingAsAnError(t *testing.T) {
	dir := newDir(t)
	testdir.Must(t, os.WriteFile(dir+"/"+task1, []byte(pending()), 0o644))
	var on atomic.Bool
	s, err := Open(dir, Options{Now: func() time.Time {
		if on.Swap(false) {
			panic("a mistake of ours")
		}
		return time.Now()
	}})
	testdir.Must(t, err)
	on.Store(true)
	if err := s.Load(context.Background(), func(tasks.Delta) {}); err == nil || !strings.Contains(err.Error(), "a mistake of ours") {
		t.Fatalf("reported %v", err)
	}
	testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
	if s.Task(tasks.Key{Name: task1}) == nil {
		t.Error("not read the second time")
	}
	testdir.Must(t, s.Close())
}

func TestANameThatWasReservedByAProcessThatCrashedIsFreeAgain(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	d := &trap{Disk: osDisk{}}
	b := opened(t, dir, Options{Disk: d, State: state})
	b.s.monitor.manual = true
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	d.at.Store("reserved")
	if _, err := b.s.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}}); err == nil {
		t.Fatal("it did not stumble")
	}
	old := time.Now().Add(-time.Minute)
	testdir.Must(t, b.s.Close(), os.Chtimes(b.path("task_2.json"), old, old))
	b = journalled(t, dir, state)
	b.expectNoLeftovers()
	if _, err := os.Lstat(b.path("task_2.json")); err == nil {
		t.Error("an empty task is left, at which its agents fail")
	}
	if all := b.mustHistory(); len(all) != 0 {
		t.Errorf("history %+v", all)
	}
}
