package ui

import (
	"fmt"
	"slices"

	"sideboard/keymap"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/lay"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// press handles a key: as its action in the current mode, else as text that it types. Held keys come one right after
// the other, so which keys are on may have changed since the last frame.
func (m *Model) press(k fmt.Stringer, text string) tea.Cmd {
	m.enableKeys()
	m.Clicks.Forget() // a key between two clicks: they are no double click
	m.cards.ForgetClicked()
	if _, ok := m.Mode().(host.Transient); ok {
		m.ToBoard()
		switch m.Keys.Resolve(k, m.Mode().Scopes()...) {
		case keymap.OpenDetail, keymap.Mark, keymap.Back, keymap.Quit, keymap.Nothing: // the key was meant to close it
			return nil
		}
	}
	in := m.Mode().Scopes()
	a := m.Keys.Resolve(k, in...)
	m.ClearNotice()
	if a != keymap.ReadPlan {
		m.workflow.ForgetTodo()
	}
	if a == keymap.Nothing {
		if mode, ok := m.Mode().(host.TextMode); ok && text != "" {
			return mode.Type(field.Insert, text)
		}
		if _, why := m.Keys.Refused(k, in...); why != "" {
			m.Warn(why)
		} else if m.Browsing() {
			m.Warn(k.String() + " is no key here: " + m.Keys.KeyOf(keymap.Help) + " lists all")
		}
		return nil
	}
	if a == keymap.Help && !m.Browsing() {
		m.help.Show()
		return nil
	}
	m.stage.Press(k.String(), m.Keys.Entry(a, in...))
	return m.Mode().Handle(a)
}

// paste inserts text from the clipboard, if the mode has a line of text.
func (m *Model) paste(text string) tea.Cmd {
	if mode, ok := m.Mode().(host.TextMode); ok {
		return mode.Type(field.Paste, text)
	}
	return nil
}

// point handles the mouse. Clicks lead to the same actions as keys.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	spot, _ := m.Painter.SpotAt(p.X, p.Y)
	_, click := msg.(tea.MouseClickMsg)
	if click {
		if _, ok := m.Mode().(host.Transient); ok {
			m.ToBoard()
			if spot.Floats {
				return nil
			}
		}
		above := spot.Floats || m.Mode().Overlay() == nil // not beneath a dialog
		if p.Button == tea.MouseLeft && (above && (spot.Kind == lay.KeySpot || spot.Kind == lay.LineSpot) ||
			spot.Kind == view.SectionSpot && m.Browsing()) {
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
		return pointAt(m.deps, msg)
	case !ok || m.Workspace == nil || m.nowView.Showing() && !m.Layout.Full:
		return m.pointList(msg)
	}
	if spot.Kind == view.DeletedSpot {
		if click {
			return m.past.ShowTab(keymap.ShowDeleted)
		}
		return nil
	}
	return pointAt(m.cards, msg)
}

// pointed is a view that handles the mouse: the cards, and the dependencies.
type pointed interface {
	Wheel(tea.Mouse)
	Click(tea.Mouse) tea.Cmd // with the left button
	Drag(tea.Mouse)
	Drop(tea.Mouse) tea.Cmd
}

func pointAt(on pointed, msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		on.Wheel(p)
	case tea.MouseClickMsg:
		if p.Button == tea.MouseLeft {
			return on.Click(p)
		}
	case tea.MouseMotionMsg:
		on.Drag(p)
	case tea.MouseReleaseMsg:
		return on.Drop(p)
	}
	return nil
}

// named is a key press by the name of the key.
type named string

func (n named) String() string { return string(n) }

// clickOn presses the clicked key, selects the clicked line, or goes to the clicked section.
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
	m.nowView.Show(view.BoardView)
	m.cards.GoToSection(section)
	return nil
}

// clickLine moves to the clicked line step by step. A click on the selected line chooses it, or leaves it out in a list
// where that is possible.
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
	if list, ok := m.Mode().(interface{ ScrollTo(first int) }); ok {
		list.ScrollTo(s.First)
	}
	return tea.Batch(cmds...)
}

// pointList moves by the wheel in lists over the board and on the first screen.
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

// browse is the mode without anything on top: the board, a view in its place, a detail that fills the screen, or the
// first screen.
type browse struct{ m *Model }

func (v browse) Scopes() []keymap.ScopeName {
	m := v.m
	if m.Workspace == nil {
		return []keymap.ScopeName{keymap.StartScope}
	}
	in := make([]keymap.ScopeName, 0, 8)
	if m.ofReplay != nil {
		in = append(in, keymap.ReplayScope)
	}
	if m.stage.Staged() {
		if m.stage.InStory() {
			in = append(in, keymap.StoryScope)
		}
		in = append(in, keymap.StageScope)
	}
	switch {
	case m.Layout.Full:
		in = append(in, keymap.DetailScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope,
			keymap.ProgramScope)
	case m.nowView.Showing():
		in = append(in, keymap.NowScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope,
			keymap.ProgramScope)
	case m.deps.Showing():
		in = append(in, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.DepViewScope, keymap.ShowScope,
			keymap.ProgramScope)
	default:
		in = append(in, keymap.BoardScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope,
			keymap.ProgramScope)
	}
	if m.stage.InDemo() {
		in = append(in, keymap.DemoScope) // before the marks: where both have a key, the marks have another one as well
	}
	if m.marking() {
		in = append(in, keymap.MarkScope)
	}
	if len(m.o.Config.Commands) > 0 {
		in = append(in, keymap.CommandScope)
	}
	return in
}

// marking reports whether the cards are in sight: only then tasks are marked, and keys act on marked tasks.
func (m *Model) marking() bool {
	return !m.Layout.Full && !m.deps.Showing() && !m.nowView.Showing()
}

// Handle carries out an action.
func (v browse) Handle(a keymap.Action) tea.Cmd { return v.m.run(a) }

func (browse) Overlay() view.Overlay { return nil }
