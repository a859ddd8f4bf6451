//go:build unix

package store

import (
	"context"
	"errors"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/testdir"
)

// TestABoardKeepsOtherBoardsOutFromItsLastLookToItsChange tries our own lock at every operation of every edit: it is
// held around the last look and the change in every dialect, and not while anything is prepared or waited for.
func TestABoardKeepsOtherBoardsOutFromItsLastLookToItsChange(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel() // one attempt, no waiting
	for _, text := range []string{pending(), s13File("task_1", "a", "pending", "null")} {
		b, h := hooked(t, text)
		other, err := Open(b.dir, Options{State: b.s.opts.State})
		testdir.Must(t, err)
		t.Cleanup(func() { other.Close() })
		tried := map[string]bool{}
		h.before = func(op, name string) {
			tried[op] = true
			release, err := other.journal.Lock(gone)
			switch {
			case op == "sync" && err != nil:
				t.Errorf("held while the directory is synced: %v", err)
			case op != "sync" && !errors.Is(err, context.Canceled):
				t.Errorf("not held at %s of %s", op, name)
			}
			if err == nil {
				testdir.Must(t, release())
			}
		}
		b.s.opts.BeforeWrite = func() {
			release, err := other.journal.Lock(gone)
			testdir.Must(t, err)
			testdir.Must(t, release())
		}
		b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
		b.refresh()
		b.mustApply(b.edit(tasks.VerbDelete, task1, "me"))
		if len(tried) != 3 {
			t.Errorf("tried only at %v", tried)
		}
	}
}

func TestAnotherBoardThatKeepsTheLockIsReportedAndNothingIsWritten(t *testing.T) {
	b, _ := hooked(t, pending())
	other, err := Open(b.dir, Options{State: b.s.opts.State})
	testdir.Must(t, err)
	defer other.Close()
	release, err := other.journal.Lock(t.Context())
	testdir.Must(t, err)
	_, err = b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, task1, "me"))
	var h *lock.HeldError
	if !errors.As(err, &h) || b.read(task1) != pending() {
		t.Errorf("%v, wrote %s", err, b.read(task1))
	}
	b.expectNoLeftovers()
	testdir.Must(t, release())
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
}
