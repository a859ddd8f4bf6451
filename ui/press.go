package ui

import (
	"cmp"
	"fmt"
	"slices"

	"sideboard/keymap"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/lay"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// press finds out what a key means now, or the text it types, and does it. Which keys are on may have changed since the last frame: keys
// that were pressed ahead come one after the other.
func (m *Model) press(k fmt.Stringer, text string) tea.Cmd {
	m.enableKeys()
	m.Clicks.Forget() // a click after a key is the first of two
	m.cards.ForgetClicked()
	if _, ok := m.Mode().(host.Transient); ok {
		m.ToBoard()
		switch m.Keys.Resolve(k, m.Mode().Scopes()...) {
		case keymap.OpenDetail, keymap.Mark, keymap.Back, keymap.Quit, keymap.Nothing: // pressed to close it
			return nil
		}
	}
	in := m.Mode().Scopes()
	a := m.Keys.Resolve(k, in...)
	m.ClearNotice()
	if a != keymap.ReadPlan {
		m.panels.ForgetTodo()
	}
	if a == keymap.Nothing {
		if mode, ok := m.Mode().(host.TextMode); ok && text != "" {
			return mode.Type(field.Insert, text)
		}
		if _, why := m.Keys.Refused(k, in...); why != "" {
			m.Warn(why)
		} else if m.Browsing() {
			m.Warn(cmp.Or(m.Keys.Removed(k, in...), k.String()+" is no key here: "+m.Keys.KeyOf(keymap.Help)+" lists all"))
		}
		return nil
	}
	if a == keymap.Help && !m.Browsing() {
		m.panels.ShowHelp()
		return nil
	}
	m.stage.Press(k.String(), m.Keys.Entry(a, in...))
	return m.Mode().Handle(a)
}

// paste takes text from the terminal's clipboard; it counts only where text is written.
func (m *Model) paste(text string) tea.Cmd {
	if mode, ok := m.Mode().(host.TextMode); ok {
		return mode.Type(field.Paste, text)
	}
	return nil
}

// point takes what the mouse does. It ends in the same actions as the keys.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	spot, _ := m.Painter.SpotAt(p.X, p.Y)
	_, click := msg.(tea.MouseClickMsg)
	if click {
		if _, glance := m.Mode().(host.Transient); glance {
			m.ToBoard()
			if spot.Floats {
				return nil
			}
		}
		if p.Button == tea.MouseLeft && (spot.Kind == lay.KeySpot || spot.Kind == lay.LineSpot || spot.Kind == view.SectionSpot && m.Browsing()) {
			return m.clickOn(spot)
		}
	}
	ok := m.Browsing()
	if ok && m.Workspace != nil && spot.Kind == view.TabSpot {
		if click {
			return m.run(keymap.Views[spot.Item])
		}
		return nil
	}
	switch {
	case m.deps.Showing() && ok && !m.Layout.Full:
		return host.Point(m.deps, msg)
	case !ok || m.Workspace == nil || m.lanes.Showing() && !m.Layout.Full:
		return m.pointList(msg)
	}
	if spot.Kind == view.FoldedSpot {
		if click {
			return m.past.ShowTab(keymap.ShowDeleted)
		}
		return nil
	}
	return host.Point(m.cards, msg)
}

// named is a key by its name.
type named string

func (n named) String() string { return string(n) }

// clickOn presses the key that was clicked, goes to the line, or opens what was counted there.
func (m *Model) clickOn(s view.Spot) tea.Cmd {
	switch s.Kind {
	case lay.KeySpot:
		return m.press(named(m.Keys.Called(s.Key.String(), m.Mode().Scopes()...)), "")
	case lay.LineSpot:
		return m.clickLine(s)
	}
	m.ClearNotice()
	section := view.SectionKind(s.Item)
	if section == view.NeedsSection {
		return m.run(keymap.ShowProblems)
	}
	m.lanes.Show(view.BoardView)
	m.cards.GoToSection(section)
	return nil
}

// clickLine selects the line that was clicked by the steps that lead to it, and chooses the one that is selected: where lines can be
// left out, it does that.
func (m *Model) clickLine(s view.Spot) tea.Cmd {
	means := []keymap.Action{keymap.LeaveOut, keymap.Choose, keymap.NextField}
	switch {
	case s.By > 0:
		means = []keymap.Action{keymap.Down, keymap.CursorDown}
	case s.By < 0:
		means = []keymap.Action{keymap.Up, keymap.CursorUp}
	}
	i := slices.IndexFunc(means, func(a keymap.Action) bool { return m.Keys.Has(a, m.Mode().Scopes()...) })
	if i < 0 {
		return nil
	}
	var cmds []tea.Cmd
	for range max(s.By, -s.By, 1) {
		cmds = append(cmds, m.Mode().Handle(means[i]))
	}
	if list, is := m.Mode().(interface{ ScrollTo(first int) }); is {
		list.ScrollTo(s.First)
	}
	return tea.Batch(cmds...)
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
	if m.Keys.Has(a, m.Mode().Scopes()...) {
		return m.Mode().Handle(a)
	}
	return nil
}

// browse is the board itself, or the detail in full.
type browse struct{ m *Model }

func (v browse) Scopes() []keymap.ScopeName {
	m := v.m
	if m.Workspace == nil {
		return []keymap.ScopeName{keymap.StartScope}
	}
	in := make([]keymap.ScopeName, 0, 8)
	if m.stage.Staged() {
		if m.stage.InStory() {
			in = append(in, keymap.StoryScope)
		}
		in = append(in, keymap.StageScope)
	}
	switch {
	case m.Layout.Full:
		in = append(in, keymap.DetailScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope)
	case m.lanes.Showing():
		in = append(in, keymap.NowScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope)
	case m.deps.Showing():
		in = append(in, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.DepViewScope, keymap.ShowScope, keymap.ProgramScope)
	default:
		in = append(in, keymap.BoardScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope)
	}
	if m.stage.InDemo() {
		in = append(in, keymap.DemoScope) // before the marks: where the demo has a key of theirs, they have another
	}
	if m.marking() {
		in = append(in, keymap.MarkScope)
	}
	if len(m.o.Config.Commands) > 0 {
		in = append(in, keymap.CommandScope)
	}
	return in
}

// marking reports whether the cards are in sight, where marks are made and meant.
func (m *Model) marking() bool {
	return !m.Layout.Full && !m.deps.Showing() && !m.lanes.Showing()
}

// Handle does what an action means on the board, on the first screen, or in a detail that fills the screen.
func (v browse) Handle(a keymap.Action) tea.Cmd { return v.m.run(a) }

func (browse) Overlay() view.Overlay { return nil }
