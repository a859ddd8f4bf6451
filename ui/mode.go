package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// A mode whose Type had another form would silently take no text.
var _ host.TextMode = filtering{}

// toBoard leaves the mode.
func (m *Model) toBoard() { m.mode = browse{m} }

// browsing reports whether nothing is on top of the board.
func (m *Model) browsing() bool {
	_, ok := m.mode.(browse)
	return ok
}

type (
	browse    struct{ m *Model } // the board itself, or the detail in full
	filtering struct {           // typing a filter
		m    *Model
		line prompt
	}
	provoking struct{ m *Model }
)

func (v browse) Scopes() []keymap.ScopeName {
	m := v.m
	if m.workspace == nil {
		return []keymap.ScopeName{keymap.StartScope}
	}
	in := make([]keymap.ScopeName, 0, 6)
	if m.deps.Supposing() {
		in = append(in, keymap.WhatIfScope)
	}
	switch {
	case m.layout.Full:
		in = append(in, keymap.DetailScope, keymap.ViewsScope, keymap.TaskScope, keymap.ShowScope)
	case m.deps.Showing():
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
		if done := m.detail.Handle(a); done {
			return nil
		}
	}
	return m.do(a)
}

func (browse) Overlay() view.Overlay    { return nil }
func (filtering) Overlay() view.Overlay { return nil } // it is drawn in the board

func (filtering) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.TextScope} }
func (provoking) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ProvokeScope} }
