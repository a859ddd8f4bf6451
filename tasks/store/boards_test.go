//go:build unix

package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// Two boards on one directory, and a person's own undo: the latest change is never fought.

// TestTheLastIntentOfTwoBoardsWins lets two boards edit, take back and do again the same fields of the same tasks in
// any order, with any time in between. The last intent wins, nothing is applied again, and nothing is reported
// as lost: it was not.
func TestTheLastIntentOfTwoBoardsWins(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, state := newDir(t), t.TempDir()
		c := &handClock{time.Now()}
		var boards [2]*harness
		for i := 1; i <= 2; i++ {
			testdir.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("task_%d.json", i)), []byte(s12File(fmt.Sprintf("task_%d", i), "0", "pending", "null")), 0o644))
		}
		for i := range boards {
			boards[i] = opened(t, dir, Options{State: state, Now: c.Now})
			boards[i].s.monitor.manual = true
			defer boards[i].s.Close()
		}
		meant := map[string]string{"task_1.json": "0", "task_2.json": "0"}
		apply := func(b *harness, e tasks.Edit, name string, becomes string) {
			c.now = c.now.Add(time.Microsecond)
			if _, err := b.s.Apply(t.Context(), e); err != nil {
				rt.Fatalf("%v", err)
			}
			meant[name] = becomes
		}
		for range rapid.IntRange(2, 12).Draw(rt, "acts") {
			b := boards[rapid.IntRange(0, 1).Draw(rt, "board")]
			name := fmt.Sprintf("task_%d.json", rapid.IntRange(1, 2).Draw(rt, "task"))
			switch rapid.SampledFrom([]string{"edit", "edit", "undo", "redo"}).Draw(rt, "act") {
			case "edit":
				to := fmt.Sprint(rapid.IntRange(0, 3).Draw(rt, "to"))
				apply(b, b.subject(name, meant[name], to), name, to)
			case "undo", "redo":
				all := b.mustHistory()
				i := rapid.IntRange(0, 2).Draw(rt, "which")
				if i >= len(all) || all[i].Undone {
					continue
				}
				d := all[i]
				e, err := b.s.Batch().Undo(d.ID)
				var clash *tasks.ConflictError
				if errors.As(err, &clash) { // another intent came after it and wins
					continue
				}
				testdir.Must(t, err)
				becomes := meant[d.Key.Name]
				for _, st := range e.Steps {
					becomes = st.Changes[0].To.Text
				}
				apply(b, e, d.Key.Name, becomes)
			}
			c.advance(time.Duration(rapid.SampledFrom([]int{0, 0, 9, 40, 260, 2100}).Draw(rt, "ms"))*time.Millisecond, boards[:]...)
		}
		c.advance(3*time.Second, boards[:]...)
		for name, want := range meant {
			if got := boards[0].read(name); !strings.Contains(got, fmt.Sprintf("%q: %q", "subject", want)) {
				rt.Errorf("%s was last meant to be %s and is %s", name, want, got)
			}
		}
		for i, b := range boards {
			if all := b.outcomes(); len(all) > 0 {
				rt.Errorf("board %d was reported %v of %v", i, all[0].What, all[0].Edit.Steps)
			}
		}
	})
}

// A later version of this program may mean what this one has no word for: nothing is fought, the loss is reported, and what
// it left half done is left for it.
func TestALaterVersionsIntentIsNotFoughtAndItsCrashIsItsOwn(t *testing.T) {
	for what, change := range map[string][2]string{
		"a new word": {`"verb":"claim"`, `"verb":"entrust"`}, "another type": {`"verb":"claim"`, `"verb":{"name":"claim"}`},
	} {
		t.Run(what, func(t *testing.T) {
			dir, state := newDir(t), t.TempDir()
			b, c := timed(t, dir, state)
			b.claim()
			own, err := filepath.Glob(filepath.Join(b.s.journal.Dir(), "*.open.jsonl"))
			testdir.Must(t, err)
			raw, err := os.ReadFile(own[0])
			testdir.Must(t, err)
			later := strings.Replace(string(raw), change[0], change[1], 1)
			later = regexp.MustCompile(`"edit":"\d+"`).ReplaceAllString(later, `"edit":"77"`)
			name := filepath.Join(b.s.journal.Dir(), "29990301T120000.000000000-1.open.jsonl")
			testdir.Must(t, os.WriteFile(name, []byte(later), 0o600))
			b.write(task1, pending())
			b.advance(c, time.Second)
			if all := b.outcomes(); b.read(task1) != pending() || len(all) != 1 || all[0].What != PutBack {
				t.Errorf("reported %+v, wrote %s", all, b.read(task1))
			}
			if all := b.mustHistory(); len(all) != 1 {
				t.Errorf("history %+v", all)
			}
			testdir.Must(t, b.s.Close())
			journalled(t, dir, state)
			if _, err := os.Lstat(name); err != nil {
				t.Errorf("its journal was settled by who cannot read it: %v", err)
			}
		})
	}
}

// outcomeLog reads the outcomes as a board would.
type outcomeLog struct {
	mu   sync.Mutex
	lost map[tasks.EditID]bool
	end  chan struct{}
}

func newOutcomeLog(s *Store) *outcomeLog {
	w := &outcomeLog{lost: map[tasks.EditID]bool{}, end: make(chan struct{})}
	go func() {
		defer close(w.end)
		for o := range s.Outcomes() {
			w.mu.Lock()
			if o.What == PutBack || o.What == Lost || o.What == Unseen {
				w.lost[o.Edit.ID] = true
			}
			w.mu.Unlock()
		}
	}()
	return w
}

func (w *outcomeLog) of(id tasks.EditID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lost[id]
}

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
