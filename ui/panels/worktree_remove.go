package panels

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/worktree"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// askRemoval asks whether a worktree of the project of a task may be removed, where its agents would.
func (m *Model) askRemoval(of tasks.Key, name string) {
	if _, err := board.UnbindAll(m.Board(), of, name, m.Me(), m.Now()); err != nil {
		m.notRemoved(err)
		return
	}
	m.SetMode(host.Question{Host: m, Yes: "remove", No: "keep it", Words: func() view.Confirm { return m.removalWords(of, name) }, Decided: m.removes(of, name, nil)})
}

// askDiscard asks a second time, where work would be lost with a worktree.
func (m *Model) askDiscard(of tasks.Key, name string, lost *worktree.UnsavedError) {
	words := view.Confirm{Question: safetext.Short("Discard what is in " + name + "?"), Danger: true, Detail: []view.Line{
		phrase.Line(phrase.Sentence(lost.Error())+".", style.Danger), phrase.Line("All that would be lost, for good.", style.Plain),
	}}
	m.SetMode(host.Question{Host: m, Yes: "discard", No: "keep it", Words: func() view.Confirm { return words }, Decided: m.removes(of, name, lost)})
}

// removes returns what removes a worktree if that is the answer, and of the work in it no more than may be discarded.
func (m *Model) removes(of tasks.Key, name string, discard *worktree.UnsavedError) func(yes bool) tea.Cmd {
	return func(yes bool) tea.Cmd {
		t := m.Board().Task(of)
		if !yes || t == nil {
			return nil
		}
		if _, err := board.UnbindAll(m.Board(), of, name, m.Me(), m.Now()); err != nil {
			m.notRemoved(err) // it was reopened while the person read
			return nil
		}
		m.worktrees.doing = "Removing " + name
		return m.OfDirectory(effects.RemoveTree(m.Workspace(), t, name, discard, m.treed(treeRemoved, t.Key, name)))
	}
}

// notRemoved tells why a worktree stays.
func (m *Model) notRemoved(err error) {
	if no, is := errors.AsType[board.Refusal](err); is {
		err = errors.New(no.Why)
	}
	m.Warn("Not removed: " + err.Error())
}

// removalWords asks whether a worktree may be removed.
func (m *Model) removalWords(of tasks.Key, name string) view.Confirm {
	t := m.Board().Task(of)
	ask, _ := board.AskRemoval(m.Board(), of, name, t != nil && worktree.FormOf(t.Traits.Dialect).KeepsBranch(), m.Me(), m.Now())
	return host.ConfirmOf(ask)
}

// unbindAfter takes the name of a worktree that was removed out of the tasks, where their agents do.
func (m *Model) unbindAfter(of tasks.Key, name string) tea.Cmd {
	edits, err := board.UnbindAll(m.Board(), of, name, m.Me(), m.Now())
	if err != nil {
		m.Warn("Removed worktree " + name + ", which tasks go on naming: " + err.Error())
		return nil
	}
	var cmds []tea.Cmd
	for _, e := range edits {
		cmds = append(cmds, m.Submit(e))
	}
	return tea.Batch(cmds...)
}
