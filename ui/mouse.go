package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
)

// point takes what the mouse does. It ends in the same actions as the keys.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	ok := m.browsing()
	switch {
	case m.deps.Showing() && (ok || m.deps.Gesturing()) && !m.screen.layout.Full:
		return host.Point(m.deps, msg)
	case !ok || m.open.workspace == nil:
		return m.pointList(msg)
	}
	return host.Point(m.cards, msg)
}

// pointList lets the wheel move in lists that float and on the first screen.
func (m *Model) pointList(msg tea.MouseMsg) tea.Cmd {
	wheel, ok := msg.(tea.MouseWheelMsg)
	if !ok {
		return nil
	}
	a := keymap.Down
	if wheel.Button == tea.MouseWheelUp {
		a = keymap.Up
	}
	switch {
	case m.deps.Gesturing():
		return m.deps.StepGesture(a)
	case m.keys.Has(a, m.mode.Scopes()...):
		return m.mode.Handle(a)
	}
	return nil
}

// clicks tells a double click from two.
type clicks struct {
	on tasks.Key // what was clicked last, zero for none
	at time.Time
}

// again reports whether a task is clicked a second time, soon after the first.
func (c *clicks) again(k tasks.Key, now time.Time) bool {
	again := k.Name != "" && k == c.on && now.Sub(c.at) < host.DoubleClick
	*c = clicks{k, now}
	if again {
		c.forget()
	}
	return again
}

// forget makes the next click the first one.
func (c *clicks) forget() { c.on = tasks.Key{} }
