package worktrees

import (
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

func TestGitIsAskedAboutOneWorktreeAtATimeAndOnlyAfterChanges(t *testing.T) {
	var ts []*tasks.Task
	for _, name := range []string{"1", "2"} {
		ts = append(ts, &tasks.Task{ID: tasks.ID{Text: name}, Key: tasks.Key{Name: "task_" + name + ".json"}, Status: tasks.Pending, Traits: dialect.S18, Version: 1})
	}
	p := hosttest.New(ts...)
	m := New(&p.Program)
	bound := func(i int, tree string, version uint32) {
		c := *ts[i]
		c.Worktree, c.Version = tree, version
		ts[i] = &c
		p.Put(ts...)
	}
	bound(0, "a", 2)
	bound(1, "b", 2)
	answer := func(tree string) {
		m.setInfo(ref{name: tree}, false, workspace.Work{Known: true}, nil)
	}
	p.On = ts[0].Key
	if m.Refresh() != nil {
		t.Error("git is asked about a worktree that is not on the screen")
	}
	p.Arrange = func() view.LayoutOptions { return view.LayoutOptions{Detail: true} }
	p.Relayout()
	if m.Refresh() == nil || m.Refresh() != nil {
		t.Fatal("git is not asked once about a worktree that is new on the screen")
	}
	p.On = ts[1].Key
	if m.Refresh() != nil {
		t.Error("git is asked about two worktrees at a time")
	}
	m.setInfo(ref{name: "a"}, false, workspace.Work{}, nil)
	m.Refresh() // asks about the other one
	if !m.asking || m.key != ts[1].Key {
		t.Error("the worktree that is on the screen now is not asked about")
	}
	answer("b")
	if p.Now = p.Now.Add(time.Hour); m.Refresh() != nil {
		t.Error("git is asked although nothing happened")
	}
	bound(1, "b", 3)
	m.Refresh()
	if !m.asking {
		t.Error("git is not asked although the task changed")
	}
	answer("b")
	m.MarkStale()
	m.Refresh()
	if !m.asking {
		t.Error("git is not asked although something happened to the worktrees")
	}
}

func TestAWorktreeIsNamedAfterItsTask(t *testing.T) {
	for subject, want := range map[string]string{
		"Write the parser":                           "write-the-parser",
		"Fix: /api/v2 (crash!)":                      "fix-api-v2-crash",
		"A subject that is much too long for a name": "a-subject-that-is-much-too",
		"翻訳":                     "task_1",
		"":                       "task_1",
		"Übersetzung der README": "der-readme",
		"..":                     "task_1",
		"--":                     "task_1",
	} {
		if got := proposedName(&tasks.Task{Subject: subject, ID: tasks.ID{Text: "task_1"}}); got != want {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
	if got := proposedName(&tasks.Task{ID: tasks.ID{Text: "7", Num: true}}); got != "task-7" {
		t.Errorf("a number: %q", got)
	}
}

func TestAtMostTwoHundredWorktreesAreKept(t *testing.T) {
	m := New(&hosttest.New().Program)
	for i := range 3 * maxWorktrees {
		m.infoOf(ref{name: strings.Repeat("x", i)})
	}
	if n := len(m.infos); n > maxWorktrees+1 {
		t.Errorf("%d are kept", n)
	}
}
