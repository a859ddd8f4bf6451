package ui

import (
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/workspace"
)

func TestGitIsAskedAboutOneWorktreeAtATimeAndOnlyWhenItMayBeOtherwise(t *testing.T) {
	m := measure(t, 1_000, 160, 45)
	bound := func(i int, tree string, version uint32) {
		c := *m.ts[i]
		c.Traits, c.Worktree, c.Version = dialect.S18, tree, version
		m.Update(newsMsg{delta: tasks.Delta{Put: []*tasks.Task{&c}, At: m.at}})
	}
	bound(0, "a", 2)
	bound(1, "b", 2)
	answer := func(tree string) {
		m.Update(workMsg{m: m.Model, at: treeAt{name: tree}, work: workspace.Work{Known: true}})
	}
	m.selectKey(m.ts[0].Key)
	if m.refreshTree() != nil {
		t.Error("git is asked about a worktree that is not on the screen")
	}
	m.toggleReader()
	if m.refreshTree() == nil || m.refreshTree() != nil {
		t.Fatal("git is not asked once about a worktree that is new on the screen")
	}
	m.selectKey(m.ts[1].Key)
	if m.refreshTree() != nil {
		t.Error("git is asked about two worktrees at a time")
	}
	m.Update(workMsg{m: m.Model, at: treeAt{name: "a"}}) // asks about the other one at once
	if !m.worktrees.asking || m.worktrees.key != m.ts[1].Key {
		t.Error("the worktree that is on the screen now is not asked about")
	}
	answer("b")
	if m.at = m.at.Add(time.Hour); m.refreshTree() != nil {
		t.Error("git is asked although nothing happened")
	}
	bound(1, "b", 3)
	if !m.worktrees.asking {
		t.Error("git is not asked although the task changed")
	}
	answer("b")
	m.Update(membersMsg{m: m.Model})
	if !m.worktrees.asking {
		t.Error("git is not asked although something happened to the worktrees")
	}
	m.Update(answerMsg{epoch: m.epoch - 1, msg: workMsg{m: m.Model, at: treeAt{name: "b"}}})
	if !m.worktrees.asking {
		t.Error("an answer about another directory counts")
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
		if got := treeName(&tasks.Task{Subject: subject, ID: tasks.ID{Text: "task_1"}}); got != want {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
	if got := treeName(&tasks.Task{ID: tasks.ID{Text: "7", Num: true}}); got != "task-7" {
		t.Errorf("a number: %q", got)
	}
}
