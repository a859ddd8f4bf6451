package worktrees

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

// askRemoval asks whether to remove a worktree, if its agents would.
func (m *Model) askRemoval(of tasks.Key, name string) {
	if _, err := board.UnbindAll(m.Board, of, name, m.Me, m.Now); err != nil {
		m.notRemoved(err)
		return
	}
	m.SetMode(host.Question{Screen: &m.Screen, Yes: "remove", No: "keep it", Words: func() view.Confirm {
		return m.removalWords(of, name)
	}, Decided: m.removeIf(of, name, nil)})
}

// askDiscard asks again if work would be lost with a worktree.
func (m *Model) askDiscard(of tasks.Key, name string, lost *worktree.UnsavedError) {
	words := view.Confirm{Question: safetext.Short("Discard what is in " + name + "?"), Danger: true,
		Detail: []view.Line{
			phrase.Line(phrase.Sentence(lost.Error())+".", style.Danger),
			phrase.Line("All that would be lost, for good.", style.Plain),
		}}
	m.SetMode(host.Question{Screen: &m.Screen, Yes: "discard", No: "keep it", Words: func() view.Confirm {
		return words
	}, Decided: m.removeIf(of, name, lost)})
}

// removeIf returns a callback that removes a worktree if the answer is yes. It discards only the work in discard.
func (m *Model) removeIf(of tasks.Key, name string, discard *worktree.UnsavedError) func(yes bool) tea.Cmd {
	return func(yes bool) tea.Cmd {
		t := m.Board.Task(of)
		if !yes || t == nil {
			return nil
		}
		if _, err := board.UnbindAll(m.Board, of, name, m.Me, m.Now); err != nil {
			m.notRemoved(err) // the task was reopened meanwhile
			return nil
		}
		m.busy = "Removing " + name
		return m.OfDirectory(effects.RemoveWorktree(m.Workspace, t, name, discard, m.onDone(wasRemoved, t.Key, name)))
	}
}

// notRemoved says why a worktree was not removed.
func (m *Model) notRemoved(err error) {
	if no, ok := errors.AsType[board.Refusal](err); ok {
		err = errors.New(no.Why)
	}
	m.Warn("Not removed: " + err.Error())
}

// removalWords returns the question whether to remove a worktree.
func (m *Model) removalWords(of tasks.Key, name string) view.Confirm {
	t := m.Board.Task(of)
	ask, _ := board.AskRemoval(m.Board, of, name, t != nil && worktree.FormOf(t.Traits.Dialect).KeepsBranch(), m.Me,
		m.Now)
	return host.ConfirmOf(ask)
}

// unbindAfter removes the name of a removed worktree from the tasks, if its agents would.
func (m *Model) unbindAfter(of tasks.Key, name string) tea.Cmd {
	edits, err := board.UnbindAll(m.Board, of, name, m.Me, m.Now)
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
