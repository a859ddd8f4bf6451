package board

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

func binds(d *tasks.Traits, how tasks.Binding) *tasks.Traits {
	c := *d
	c.Binding, c.Title = how, d.Dialect
	return &c
}

func boundTo(tree string) opt { return func(t *tasks.Task) { t.Worktree = tree } }

func TestATaskIsBoundWhereItsDesignHasWorktreesAndAQuestionSaysTheEffects(t *testing.T) {
	s18, six, old := binds(s12, tasks.BoundByName), binds(s12, tasks.BoundLater), binds(s12wt, tasks.BoundStarts)
	to := func(name string, binds bool) func(*Board, tasks.Key, string, time.Time) (tasks.Edit, error) {
		return func(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
			return Bind(b, k, name, binds, who, at)
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
		{"six keys next to seven", of(task(six, "x"), task(s18, "y")), "yes"},
		{"six keys next to another design's", of(task(six, "x"), task(old, "1")),
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
		{"unbinding where nobody has seven keys", of(task(six, "x", boundTo("w"))), "yes"},
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
		{"one that runs, of agents that bind at any time", of(task(s18, "x", is(tasks.InProgress), owned("ann"))), "yes"},
		{"one that runs, of agents that bind at rest", of(task(binds(s12, tasks.BoundUnclaimed), "x", is(tasks.InProgress), owned("ann"))),
			"Not bound: its agents make a worktree only for a task that is pending and nobody's"},
		{"ann's, of such agents", of(task(binds(s12, tasks.BoundUnclaimed), "x", owned("ann"))),
			"Not bound: its agents make a worktree only for a task that is pending and nobody's"},
		{"at rest, of such agents", of(task(binds(s12, tasks.BoundUnclaimed), "x")), "yes"},
	})
	bound := task(s18, "x", boundTo("v"))
	same(t, "before its name is known", verdict(tasks.Edit{}, CheckMakeWorktree(showing(bound), bound.Key, "", false, "me", noon)), "yes")
}

func TestBindingLeavesTheStatusExceptWhereItsAgentsStartWhatIsBound(t *testing.T) {
	for how, want := range map[tasks.Binding]int{tasks.BoundByName: 1, tasks.BoundStarts: 2, tasks.BoundLater: 1} {
		b := showing(task(binds(s12wt, how), "1"))
		e, err := Bind(b, keyFor(s12wt, "1"), "w", true, "me", noon)
		if err != nil || len(e.Changes) != want || e.Changes[0].Field != tasks.FieldWorktree {
			t.Errorf("%d: %+v %v", how, e.Changes, err)
		}
		if adds := e.Changes[0].Member == "worktree"; adds != (how == tasks.BoundLater) {
			t.Errorf("%d: the key is added: %v", how, adds)
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

// A task that agents claim only in its worktree is blocked while git does not know that.
func TestATaskIsBlockedByAMissingWorktreeWhereAgentsClaimItOnlyThere(t *testing.T) {
	only, later, byName := binds(s13, tasks.BoundUnclaimed), binds(s10, tasks.BoundLater), binds(s12, tasks.BoundByName)
	for _, c := range []struct {
		what    string
		tasks   []*tasks.Task
		known   map[string]bool // nil if git was not asked
		state   State
		missing bool
	}{
		{"git was not asked", of(task(only, "x", boundTo("w"))), nil, Ready, false},
		{"git knows it", of(task(only, "x", boundTo("w"))), map[string]bool{"w": true}, Ready, false},
		{"git does not", of(task(only, "x", boundTo("w"))), map[string]bool{"v": true}, Missing, true},
		{"it names none", of(task(only, "x")), map[string]bool{}, Ready, false},
		{"it runs", of(task(only, "x", boundTo("w"), is(tasks.InProgress))), map[string]bool{}, Running, false},
		{"its agents claim it anywhere", of(task(byName, "x", boundTo("w"))), map[string]bool{}, Ready, false},
		{"a design without the key", of(task(later, "x", boundTo("w"))), map[string]bool{}, Ready, false},
		{"next to one with it", of(task(later, "x", boundTo("w")), task(only, "y")), map[string]bool{}, Missing, true},
		{"two of one list", of(task(only, "x", boundTo("w")), task(only, "y", boundTo("w"))), map[string]bool{"v": true}, Missing, true},
		{"it waits, too", of(task(only, "x", boundTo("w"), waitsFor("y")), task(only, "y")), map[string]bool{}, Waiting, true},
	} {
		t.Run(c.what, func(t *testing.T) {
			b, x := showing(c.tasks...), c.tasks[0]
			asks := x.Status == tasks.Pending && x.Worktree != "" && (x.Traits == only || len(c.tasks) > 1)
			if b.NeedsWorktrees(x) != asks || len(b.TasksNeedingWorktrees()) != map[bool]int{true: 1}[asks] {
				t.Errorf("its state depends on worktrees: %v", !asks)
			}
			b.SetWorktrees("", c.known)
			same(t, "state", b.State(x.Key), c.state)
			if c.state == Missing {
				same(t, "needs", needs(b, Circumstances{Now: noon})[0], "x its worktree is not there: make its worktree")
			}
			if b.WorktreeMissing(x.Key) != c.missing {
				t.Errorf("its worktree is missing: %v", !c.missing)
			}
			if b.NeedsWorktrees(x) != (asks && c.missing) {
				t.Error("git is asked again exactly for a worktree that it did not know")
			}
			if c.state == Missing {
				same(t, "a claim", verdict(Claim(b, x.Key, "me", noon)), "Not claimed: git knows no worktree w on a branch of its name, and its agents claim it only there; make it again or unbind it")
			}
			b.SetWorktrees("", map[string]bool{"w": true})
			if b.WorktreeMissing(x.Key) {
				t.Error("it is missing although git knows it now")
			}
		})
	}
}

func TestAWorktreeIsRemovedAfterAQuestion(t *testing.T) {
	only, byName := binds(s13, tasks.BoundUnclaimed), binds(s12, tasks.BoundByName)
	const gone = "Remove worktree w? Its directory and its branch are deleted. "
	for _, c := range []struct {
		what  string
		tasks []*tasks.Task
		keeps bool
		want  string
		edits int
	}{
		{"no task names it", of(task(byName, "x")), false, "Remove worktree w? Its directory and its branch are deleted.", 0},
		{"its branch stays", of(task(byName, "x")), true, "Remove worktree w? Its directory is deleted. Its branch stays.", 0},
		{"agents leave the name", of(task(byName, "x", boundTo("w"))), false, gone + "The task goes on naming it, and keeps its status.", 0},
		{"agents remove it", of(task(only, "x", boundTo("w"), is(tasks.Completed))), false, gone + "The task names it no longer, and keeps its status.", 1},
		{"from two", of(task(only, "x", boundTo("w"), is(tasks.Completed)), task(only, "y", boundTo("w"), is(tasks.Completed))), false, gone + "Its tasks name it no longer, and keep their status.", 2},
		{"from another", of(task(only, "x"), task(only, "y", boundTo("w"), is(tasks.Completed))), false, gone + "Its tasks name it no longer, and keep their status.", 1},
		{"a task that is not completed", of(task(only, "x", boundTo("w"))), false, "Not bound: Task x is bound to it and not completed", 0},
		{"others name it", of(task(byName, "x"), task(byName, "y", boundTo("w"))), false, gone + "Task y is bound to it too, and not completed.", 0},
		{"its owner may be in it", of(task(byName, "x", boundTo("w"), is(tasks.InProgress), owned("ann"))), false, gone + "The task goes on naming it, and keeps its status. ann may be at work in it.", 0},
		{"it runs and is nobody's", of(task(byName, "x", boundTo("w"), is(tasks.InProgress))), false, gone + "The task goes on naming it, and keeps its status.", 0},
		{"it does not run yet", of(task(byName, "x", boundTo("w"), owned("ann"))), false, gone + "The task goes on naming it, and keeps its status.", 0},
		{"another runs", of(task(byName, "x", is(tasks.InProgress), owned("ann"))), false, "Remove worktree w? Its directory and its branch are deleted.", 0},
		{"its owner is gone", of(task(byName, "x", boundTo("w"), is(tasks.InProgress), owned("cy"))), false, gone + "The task goes on naming it, and keeps its status.", 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			b, k := showing(c.tasks...), c.tasks[0].Key
			b.SetOwnerState(func(_, owner string) tasks.Agent {
				return tasks.Agent{State: map[string]tasks.AgentState{"cy": tasks.AgentGone}[owner]}
			})
			ask, err := AskRemoval(b, k, "w", c.keeps, "me", noon)
			if got := verdict(tasks.Edit{}, err); err != nil {
				same(t, "verdict", got, c.want)
			} else {
				same(t, "question", strings.Join(append([]string{ask.Question}, ask.Detail...), " "), c.want)
			}
			edits, _ := UnbindAll(b, k, "w", "me", noon)
			for _, e := range edits {
				if e.Verb != tasks.VerbBind || e.Changes[0].From.Text != "w" || e.Changes[0].To.Text != "" {
					t.Errorf("%+v", e)
				}
			}
			same(t, "edits", len(edits), c.edits)
		})
	}
}

func TestOnlyTasksOfTheListAreUnboundFromARemovedWorktree(t *testing.T) {
	only := binds(s13, tasks.BoundUnclaimed)
	here, elsewhere := task(only, "x", boundTo("w"), is(tasks.Completed)), task(only, "y", boundTo("w"))
	elsewhere.List = "other"
	edits, err := UnbindAll(showing(here, elsewhere), here.Key, "w", "me", noon)
	if err != nil || len(edits) != 1 || edits[0].Of != here.Key {
		t.Errorf("%+v, %v", edits, err)
	}
}

func TestUnbindingARunningTaskOfAgentsThatBindUnclaimedOnesIsAQuestion(t *testing.T) {
	only := binds(s13, tasks.BoundUnclaimed)
	const fails = "Every file tool of %s fails from then on (\"Assignment cwd changed\"), until it is bound as it was. Its agents bind a task only while it is pending and nobody's."
	runRule(t, func(b *Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
		return Bind(b, k, "", false, who, at)
	}, []ruleCase{
		{"nobody's", of(task(only, "x", boundTo("w"))), "yes"},
		{"completed", of(task(only, "x", boundTo("w"), is(tasks.Completed))), "yes"},
		{"ann's", of(task(only, "x", boundTo("w"), owned("ann"))), "ask: Unbind Task x from w? " + fmt.Sprintf(fails, "ann")},
		{"in progress", of(task(only, "x", boundTo("w"), is(tasks.InProgress))), "ask: Unbind Task x from w? " + fmt.Sprintf(fails, "the agent that runs it")},
	})
}
