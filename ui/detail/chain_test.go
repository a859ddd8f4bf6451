package detail

import (
	"fmt"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
)

// The detail says where a task is in the longest chain, also after that has changed, and not of very many tasks.
func TestTheDetailSaysWhereATaskIsInTheLongestChain(t *testing.T) {
	h := hosttest.OnTasks(t, task("1", tasks.InProgress, "bob"), task("2", tasks.Pending, "", "1"), task("3", tasks.Pending, "", "2"), task("4", tasks.Pending, "", "1"))
	m := detailOf(h)
	steps := func() (all []string) {
		for n := 1; n <= 4; n++ {
			h.On = tasks.Key{Name: fmt.Sprint(n, ".json")}
			all = append(all, m.View().Chain.String())
		}
		return all
	}
	if got, want := fmt.Sprintf("%q", steps()), `["step 1 of 3" "step 2 of 3" "step 3 of 3" ""]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	h.Put(task("1", tasks.Completed, "bob"))
	h.Generation++
	if got, want := fmt.Sprintf("%q", steps()), `["" "step 1 of 2" "step 2 of 2" ""]`; got != want {
		t.Errorf("after the first is done %s, want %s", got, want)
	}
	for i := range maxChained {
		h.Put(task(fmt.Sprint(i+10), tasks.Pending, ""))
	}
	h.Generation++
	if got, want := fmt.Sprintf("%q", steps()), `["" "" "" ""]`; got != want {
		t.Errorf("of many %s, want %s", got, want)
	}
}

// A task that is pending since it was created has the age of that; if nobody saw it begin, the age is at least that.
func TestTheDetailSaysWhenATaskWasCreated(t *testing.T) {
	open, running := log.State{There: true, Status: tasks.Pending}, log.State{There: true, Status: tasks.InProgress}
	created := log.Event{Kind: tasks.EventCreated, To: open}
	for _, c := range []struct {
		what             string
		events           []log.Event
		seen             bool
		created, atLeast bool
	}{
		{"created while a board was open", []log.Event{created, {Kind: tasks.EventEdited, From: open, To: open}}, true, true, false},
		{"found", []log.Event{{Kind: tasks.EventCreated, To: open, Found: true}}, true, false, false},
		{"released", []log.Event{created, {Kind: tasks.EventClaimed, From: open, To: running}, {Kind: tasks.EventReleased, From: running, To: open}}, true, false, false},
		{"not known", nil, false, false, true},
	} {
		h := hosttest.OnTasks(t, task("1", tasks.Pending, ""))
		m := detailOf(h)
		for i := range c.events {
			c.events[i].Key = h.On
		}
		h.Happened = func() []log.Event { return c.events }
		if h.Generation++; c.seen {
			h.Board.RecallSince(map[tasks.Key]time.Time{h.On: h.Now.Add(-time.Hour)})
		}
		h.Selection = &carded{Harness: h}
		if d := m.View(); d.Created != c.created || d.AtLeast != c.atLeast {
			t.Errorf("%s: created %v, at least %v", c.what, d.Created, d.AtLeast)
		}
	}
}

func TestAPathBeginsAtTheFirstHiddenDirectory(t *testing.T) {
	for path, want := range map[string]string{
		"/home/ann/shop/.tasks/task_1.json":           ".tasks/task_1.json",
		"/home/ann/.claude/tasks/4f2a/1.json":         ".claude/tasks/4f2a/1.json",
		"/p/.workflow/active/WFS-a/.task/IMPL-1.json": ".workflow/active/WFS-a/.task/IMPL-1.json",
		"/home/ann/shop/backlog/tasks/task-1.md":      "/home/ann/shop/backlog/tasks/task-1.md",
		"/home/ann/shop/tasks/.hidden.json":           "/home/ann/shop/tasks/.hidden.json",
		"far:shop/.tasks/task_1.json":                 "far:shop/.tasks/task_1.json",
	} {
		if got := shortPath(path); got != want {
			t.Errorf("%s is shown as %s, want %s", path, got, want)
		}
	}
}
