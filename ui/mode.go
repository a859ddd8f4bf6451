package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// mode is what is on top of the board, exactly one at a time. Leaving one goes back to the board.
type mode interface {
	// Scopes returns the scopes whose keys apply, the first before the others.
	Scopes() []keymap.ScopeName
	// Handle does what an action of those scopes means.
	Handle(a keymap.Action) tea.Cmd
	// Overlay returns what floats over the board, nil where nothing does.
	Overlay() view.Overlay
}

// textMode is a mode that has a line to type in.
type textMode interface {
	mode
	Type(op field.Op, text string) tea.Cmd
}

// A mode whose Type had another form would silently take no text.
var _ = []textMode{filtering{}, filling{}, linking{}, (*worktreeName)(nil), (*choosing)(nil)}

// linkMode is a mode that makes or removes links. The picture stays in sight and stands still, and what others change
// meanwhile is counted.
type linkMode interface {
	mode
	candidates() int
	linkView() *view.Link
	step(a keymap.Action) tea.Cmd // to the next one of the list
	click(spot view.Hit, n *board.DepGraph) tea.Cmd
	hold() map[tasks.Key]bool // looks again at what changed, and returns where changes are counted
}

type (
	browse    struct{ m *Model } // the board itself, or the detail in full
	filtering struct {           // typing a filter
		m    *Model
		line prompt
	}
	asking struct {
		m    *Model
		ask  board.Ask
		form *form       // it came from: no goes back to it
		copy *editorCopy // the text in $EDITOR it came from
	}
	undoing struct { // asks before an edit of an earlier session is taken back
		m    *Model
		done workspace.Done
	}
	filling struct {
		m    *Model
		form *form
	}
	leaving struct { // asks whether a half-filled form may be thrown away
		m    *Model
		form *form
	}
	helping struct {
		m      *Model
		scroll int
	}
	deciding struct { // a conflict, field by field
		m       *Model
		dispute *dispute
	}
	recalling struct { // our edits, to take any of them back
		m               *Model
		done            []workspace.Done
		first, selected int
	}
	provoking struct{ m *Model }
	mending   struct { // what came back from $EDITOR is not JSON
		m    *Model
		file editorCopy
	}
)

func (v browse) Scopes() []keymap.ScopeName {
	m := v.m
	if m.workspace == nil {
		return []keymap.ScopeName{keymap.StartScope}
	}
	in := make([]keymap.ScopeName, 0, 6)
	if m.deps.what.on {
		in = append(in, keymap.WhatIfScope)
	}
	switch {
	case m.layout.Full:
		in = append(in, keymap.DetailScope, keymap.ViewsScope, keymap.TaskScope, keymap.ShowScope)
	case m.picturing():
		in = append(in, keymap.ViewsScope, keymap.TaskScope, keymap.DepViewScope, keymap.ShowScope)
	default:
		in = append(in, keymap.BoardScope, keymap.ViewsScope, keymap.TaskScope, keymap.ShowScope)
	}
	if m.crew != nil {
		in = append(in, keymap.DemoScope)
	}
	return in
}

// Handle does what an action means on the board, on the first screen, or in a detail that fills the screen.
func (v browse) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	if m.workspace == nil {
		return m.inStart(a)
	}
	if m.layout.Full {
		if done := m.inReader(a); done {
			return nil
		}
	}
	return m.do(a)
}

func (browse) Overlay() view.Overlay    { return nil }
func (filtering) Overlay() view.Overlay { return nil } // it is drawn in the board

func (filtering) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.TextScope} }
func (asking) Scopes() []keymap.ScopeName    { return []keymap.ScopeName{keymap.QuestionScope} }
func (undoing) Scopes() []keymap.ScopeName   { return []keymap.ScopeName{keymap.QuestionScope} }
func (leaving) Scopes() []keymap.ScopeName   { return []keymap.ScopeName{keymap.QuestionScope} }
func (mending) Scopes() []keymap.ScopeName   { return []keymap.ScopeName{keymap.QuestionScope} }
func (filling) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.FormScope, keymap.TextScope}
}
func (helping) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.HelpScope, keymap.ListScope}
}
func (deciding) Scopes() []keymap.ScopeName  { return []keymap.ScopeName{keymap.ConflictScope} }
func (recalling) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ListScope} }
func (provoking) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ProvokeScope} }
