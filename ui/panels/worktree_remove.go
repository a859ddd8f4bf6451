package panels

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// askRemoval asks whether a worktree of the project of a task may be removed, where its agents would.
func (m *Model) askRemoval(of tasks.Key, name string) {
	if _, err := board.UnbindAll(m.Board(), of, name, m.Me(), m.Now()); err != nil {
		m.notRemoved(err)
		return
	}
	m.SetMode(&worktreeRemoval{m: m, of: of, name: name})
}

// worktreeRemoval asks whether a worktree may be removed, and a second time where work would be lost with it.
type worktreeRemoval struct {
	m    *Model
	of   tasks.Key
	name string
	lost *workspace.UnsavedError // nil in the first question
}

func (*worktreeRemoval) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.QuestionScope} }

func (v *worktreeRemoval) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	m.ToBoard()
	t := m.Board().Task(v.of)
	if a != keymap.Yes || t == nil {
		return nil
	}
	if _, err := board.UnbindAll(m.Board(), v.of, v.name, m.Me(), m.Now()); err != nil {
		m.notRemoved(err) // it was reopened while the person read
		return nil
	}
	m.worktrees.doing = "Removing " + v.name
	return m.OfDirectory(effects.RemoveTree(m.Workspace(), t, v.name, v.lost, m.treed(treeRemoved, t.Key, v.name)))
}

// notRemoved tells why a worktree stays.
func (m *Model) notRemoved(err error) {
	var no board.Refusal
	if errors.As(err, &no) {
		err = errors.New(no.Why)
	}
	m.Warn("Not removed: " + err.Error())
}

func (v *worktreeRemoval) Overlay() view.Overlay {
	m := v.m
	t := m.Board().Task(v.of)
	out := &view.Confirm{Question: safetext.Short("Remove worktree " + v.name + "?"), Keys: m.FooterKeys()}
	if v.lost != nil {
		out.Question, out.Danger = safetext.Short("Discard what is in "+v.name+"?"), true
		out.Detail = append(out.Detail, phrase.Line(phrase.Sentence(v.lost.Error())+".", style.Danger), phrase.Line("All that would be lost, for good.", style.Plain))
		return out
	}
	if t == nil {
		return out
	}
	branch, after := "Its directory and its branch are deleted.", "The task goes on naming it, and keeps its status."
	if m.Workspace().KeepsBranch(t.Traits) {
		branch = "Its directory is deleted. Its branch stays."
	}
	if t.Worktree != v.name {
		after = ""
	}
	if edits, err := board.UnbindAll(m.Board(), v.of, v.name, m.Me(), m.Now()); err == nil && len(edits) > 0 {
		after = "The task names it no longer, and keeps its status."
		if len(edits) > 1 || t.Worktree != v.name {
			after = "Its tasks name it no longer, and keep their status."
		}
	}
	out.Detail = append(out.Detail, phrase.Line(branch, style.Plain))
	if after != "" {
		out.Detail = append(out.Detail, phrase.Line(after, style.Dim))
	}
	if others := m.Board().BoundTo(v.name, v.of); len(others) > 0 {
		out.Detail = append(out.Detail, phrase.Line(m.Board().ShortID(others[0])+" is bound to it too, and not completed.", style.Warning))
	}
	if t.Worktree == v.name && t.Status == tasks.InProgress && t.Owner != "" && !m.OwnerState(t.List, t.Owner).State.Over() {
		who, hue := m.Owner(t.Owner)
		out.Detail = append(out.Detail, view.Line{{Text: who, Style: hue}, {Text: safetext.Const(" may be at work in it."), Style: style.Warning}})
	}
	return out
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
