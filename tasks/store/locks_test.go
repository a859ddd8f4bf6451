//go:build unix

package store

import (
	"context"
	"errors"
	"strings"
	"testing"

	"sideboard/tasks"
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
		h.before = func(op string) error {
			verb, _, _ := strings.Cut(op, " ")
			if verb != "sync" && verb != "replace" && verb != "take" {
				return nil
			}
			tried[op] = true
			release, err := other.journal.Lock(gone)
			switch {
			case verb == "sync" && err != nil:
				t.Errorf("held at %s: %v", op, err)
			case verb != "sync" && !errors.Is(err, context.Canceled):
				t.Errorf("not held at %s", op)
			}
			if err == nil {
				testdir.Must(t, release())
			}
			return nil
		}
		b.s.opts.BeforeWrite = func() {
			release, err := other.journal.Lock(gone)
			testdir.Must(t, err)
			testdir.Must(t, release())
		}
		b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
		b.refresh()
		b.mustApply(b.edit(tasks.VerbDelete, task1, "me"))
		if len(tried) != 4 {
			t.Errorf("tried only at %v", tried)
		}
	}
}
