package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/view"
)

// browse is the board itself, or the detail in full.
type browse struct{ m *Model }

// toBoard leaves the mode.
func (m *Model) toBoard() { m.mode = browse{m} }

// browsing reports whether nothing is on top of the board.
func (m *Model) browsing() bool {
	_, ok := m.mode.(browse)
	return ok
}

func (v browse) Scopes() []keymap.ScopeName {
	m := v.m
	if m.open.workspace == nil {
		return []keymap.ScopeName{keymap.StartScope}
	}
	in := make([]keymap.ScopeName, 0, 8)
	if m.stage.Staged() {
		if m.stage.InStory() {
			in = append(in, keymap.StoryScope)
		}
		in = append(in, keymap.StageScope)
	}
	if m.deps.Supposing() {
		in = append(in, keymap.WhatIfScope)
	}
	switch {
	case m.screen.layout.Full:
		in = append(in, keymap.DetailScope, keymap.ViewsScope, keymap.TaskScope, keymap.ShowScope)
	case m.lanes.Showing():
		in = append(in, keymap.NowScope, keymap.ViewsScope, keymap.TaskScope, keymap.ShowScope)
	case m.deps.Showing():
		in = append(in, keymap.ViewsScope, keymap.TaskScope, keymap.DepViewScope, keymap.ShowScope)
	default:
		in = append(in, keymap.BoardScope, keymap.ViewsScope, keymap.TaskScope, keymap.ShowScope)
	}
	if m.stage.InDemo() {
		in = append(in, keymap.DemoScope) // before the marks: where the demo has a key of theirs, they have another
	}
	if m.marking() {
		in = append(in, keymap.MarkScope)
	}
	if len(m.o.Wishes.Commands) > 0 {
		in = append(in, keymap.CommandScope)
	}
	return in
}

// marking reports whether the cards are in sight, where marks are made and meant.
func (m *Model) marking() bool {
	return !m.screen.layout.Full && !m.deps.Showing() && !m.lanes.Showing()
}

// Handle does what an action means on the board, on the first screen, or in a detail that fills the screen.
func (v browse) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	if m.open.workspace == nil {
		return m.inStart(a)
	}
	if m.stage.Staged() {
		if done := m.stage.Play(a); done {
			return nil
		}
	}
	if m.screen.layout.Full {
		if done := m.detail.Handle(a); done {
			return nil
		}
	}
	return m.do(a)
}

func (browse) Overlay() view.Overlay { return nil }
