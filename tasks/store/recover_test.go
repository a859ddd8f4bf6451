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

// panicAt lets the next operation of a name panic, or the one after it.
func (f *faultDisk) panicAt(name string, after bool) {
	f.before = func(op string) error {
		switch {
		case op == name && after:
			name, after = "", false
		case op == name || name == "":
			f.before = nil
			panic("a mistake of ours")
		}
		return nil
	}
}

func TestAPanicWhileAnEditIsCarriedOutIsReportedAndHarmsNoOther(t *testing.T) {
	for at, c := range map[string]struct {
		op             string
		after, written bool
	}{
		"before": {"replace " + task1, false, false}, "after": {"replace " + task1, true, true}, "sync": {"sync directory", false, true},
	} {
		t.Run(at, func(t *testing.T) {
			dir, state, f := newDir(t), t.TempDir(), &faultDisk{}
			b := opened(t, dir, Options{Disk: f, State: state})
			b.write(task1, pending())
			b.write("task_2.json", s12File("task_2", "b", "pending", "null"))
			b.refresh()
			f.panicAt(c.op, c.after)
			_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, task1, "me"))
			if err == nil || !strings.Contains(err.Error(), "a mistake of ours") || !strings.Contains(err.Error(), "recover_test.go:") {
				t.Fatalf("reported %v", err)
			}
			if _, late := errors.AsType[*UnfinishedError](err); at == "sync" && !late || at == "before" && late {
				t.Errorf("reported whether something was written: %v: %v", late, err)
			}
			if got := b.read(task1); got != map[bool]string{true: claimed(), false: pending()}[c.written] {
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
			if got := len(all) == 2; got != c.written {
				t.Fatalf("written %v, and the history is %+v", c.written, all)
			}
			if c.written {
				b.mustUndo(7)
				if b.read(task1) != pending() {
					t.Errorf("taken back: %s", b.read(task1))
				}
			}
		})
	}
}

func TestAPanicInARecheckIsReportedAndTheOthersGoOn(t *testing.T) {
	f, c := &faultDisk{}, &handClock{time.Now()}
	b := openedWith(t, Options{Disk: f, State: t.TempDir(), Now: c.Now}, pending(), s12File("task_2", "b", "pending", "null"))
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
	f.panicAt("read "+task1, false)
	b.advance(c, 20*time.Millisecond)
	all := b.outcomes()
	if len(all) != 1 || all[0].What != Unseen || all[0].Edit.ID != 7 || all[0].Err == nil || !strings.Contains(all[0].Err.Error(), "a mistake of ours") {
		t.Fatalf("reported %+v", all)
	}
	testdir.Must(t, b.s.WaitReapplied(t.Context())) // nobody waits for what will not come
	second := b.edit(tasks.VerbDelete, "task_2.json", "me")
	second.ID = 8
	b.mustApply(second)
	b.write("task_2.json", s12File("task_2", "b", "pending", "null"))
	b.advance(c, reportWindow)
	if all := b.outcomes(); len(all) != 1 || all[0].What != PutBack || all[0].Edit.ID != 8 {
		t.Fatalf("reported %+v", all)
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
	dir, state, f := newDir(t), t.TempDir(), &faultDisk{}
	b := opened(t, dir, Options{Disk: f, State: state})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	f.before = func(op string) error {
		if op == "place task_2.json" {
			b.write("task_2.json", "") // as a file system without second names does it
			panic("a mistake of ours")
		}
		return nil
	}
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
