package board

import (
	"errors"
	"slices"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func binds(d *tasks.Traits, how tasks.Binding) *tasks.Traits {
	c := *d
	c.Binding, c.Title = how, d.Dialect
	return &c
}

func boundTo(tree string) opt { return func(t *tasks.Task) { t.Worktree = tree } }

func TestBind(t *testing.T) {
	s18, six, old := binds(s12, tasks.BoundByName), binds(s12, tasks.BoundLater), binds(s12wt, tasks.BoundStarts)
	to := func(name string, told bool) func(*Board, tasks.Key, string, time.Time) (tasks.Edit, error) {
		return func(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
			return Bind(b, k, name, told, who, at)
		}
	}
	runRule(t, to("w", false), []ruleCase{
		{"a task of a design with worktrees", of(task(s18, "x")), "yes"},
		{"one that runs", of(task(s18, "x", is(tasks.InProgress), owned("ann"))), "yes"},
		{"one that is bound so", of(task(s18, "x", boundTo("w"))), "Not bound: it is bound to w already"},
		{"one that is bound elsewhere", of(task(s18, "x", boundTo("v"))), "ask: Bind Task x to w? It is bound to v now."},
		{"a worktree that is in use", of(task(s18, "x"), task(s18, "y", boundTo("w"))), "ask: Bind Task x to w? Task y is bound to it too, and not completed."},
		{"a worktree that was in use", of(task(s18, "x"), task(s18, "y", boundTo("w"), is(tasks.Completed))), "yes"},
		{"six keys, and nobody with seven", of(task(six, "x")),
			"Not bound: no file here has the key \"worktree\", and agents of s12 fail on a key they do not know"},
		{"six keys beside seven", of(task(six, "x"), task(s18, "y")), "yes"},
		{"six keys beside another design's", of(task(six, "x"), task(old, "1")),
			"Not bound: no file here has the key \"worktree\", and agents of s12 fail on a key they do not know"},
		{"a design without worktrees", of(task(binds(s07, tasks.NotBound), "1")), "Not bound: tasks of s07 have no place for a worktree"},
		{"binding that starts a blocked task", of(task(old, "1", waitsFor("2")), task(old, "2", called("Schema"))),
			"ask: Bind Task 1 to w? In this design binding starts it, and it waits for Schema."},
		{"binding that starts what waits for itself", of(task(old, "1", waitsFor("1"))),
			"ask: Bind Task 1 to w? In this design binding starts it, and it waits for itself."},
		{"a link", of(task(s18, "x", func(t *tasks.Task) { t.Limits, t.Why = tasks.NoEdit, "it is a link" })), "Not bound: it is a link"},
	})
	runRule(t, to("w", true), []ruleCase{{"six keys, and events that tell of worktrees", of(task(six, "x")), "yes"}})
	runRule(t, to("", false), []ruleCase{
		{"unbinding", of(task(s18, "x", boundTo("w"))), "yes"},
		{"unbinding what is not bound", of(task(s18, "x")), "Not bound: it has no worktree"},
	})
}

func TestWhatBindingWouldAskIsAskedBeforeAWorktreeIsMade(t *testing.T) {
	s18, later := binds(s12, tasks.BoundByName), binds(s12, tasks.BoundLater)
	runRule(t, func(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
		return tasks.Edit{Of: k}, CheckMakeWorktree(b, k, "w", false, who, at)
	}, []ruleCase{
		{"a task without one", of(task(s18, "x")), "yes"},
		{"one that is bound elsewhere", of(task(s18, "x", boundTo("v"))), "ask: Bind Task x to w? It is bound to v now."},
		{"one that is bound to that name, whose worktree is gone", of(task(s18, "x", boundTo("w"))), "yes"},
		{"six keys, and nobody with seven", of(task(later, "x")),
			"Not bound: no file here has the key \"worktree\", and agents of s12 fail on a key they do not know"},
		{"one that runs, of agents that bind at rest", of(task(binds(s12, tasks.BoundUnclaimed), "x", is(tasks.InProgress), owned("ann"))),
			"Not bound: its agents make a worktree only for a task that is pending and nobody's"},
	})
}

func TestBindingLeavesTheStatusExceptWhereItsAgentsStartWhatIsBound(t *testing.T) {
	for how, want := range map[tasks.Binding]int{tasks.BoundByName: 1, tasks.BoundStarts: 2} {
		b := showing(task(binds(s12wt, how), "1"))
		e, err := Bind(b, keyFor(s12wt, "1"), "w", false, "me", noon)
		if err != nil || len(e.Changes) != want || e.Changes[0].Field != tasks.FieldWorktree {
			t.Errorf("%d: %+v %v", how, e.Changes, err)
		}
		if want == 2 && e.Changes[1].To != tasks.StatusValue(tasks.InProgress) {
			t.Errorf("it becomes %v", e.Changes[1].To)
		}
	}
	b := showing(task(binds(s12wt, tasks.BoundStarts), "1", is(tasks.Completed)))
	if e, err := Bind(b, keyFor(s12wt, "1"), "w", false, "me", noon); err != nil || len(e.Changes) != 1 {
		t.Errorf("a completed task: %+v %v", e.Changes, err)
	}
}

// A change from nothing does not say what it is made from: what another process has written there meanwhile would be written over.
func TestWhatIsWrittenWhereNothingWasNeedsNothingStillToBeThere(t *testing.T) {
	b := showing(task(binds(s12, tasks.BoundByName), "x"))
	for f, by := range map[tasks.Field]func() (tasks.Edit, error){
		tasks.FieldWorktree: func() (tasks.Edit, error) { return Bind(b, tasks.Key{Name: "x.json"}, "w", false, "me", noon) },
		tasks.FieldOwner:    func() (tasks.Edit, error) { return Assign(b, tasks.Key{Name: "x.json"}, "bob", "me", noon) },
	} {
		e, err := by()
		if ask, is := errors.AsType[Ask](err); is {
			e, err = ask.Edit, nil
		}
		if testdir.Must(t, err); !slices.Contains(e.Needs, tasks.Need{Key: e.Of, Field: f}) {
			t.Errorf("%v needs %+v", f, e.Needs)
		}
	}
}
