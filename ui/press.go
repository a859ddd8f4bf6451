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

// press finds out what a key means now, or the text it types, and does it.
func (m *Model) press(k fmt.Stringer, text string) tea.Cmd {
	m.clicks.Forget() // a click after a key is the first of two
	m.cards.ForgetClicked()
	if _, ok := m.mode.(host.Glance); ok {
		m.toBoard()
		switch m.keys.Resolve(k, m.mode.Scopes()...) {
		case keymap.OpenDetail, keymap.Mark, keymap.Back, keymap.Quit, keymap.Nothing: // pressed to close it
			return m.detail.Refresh()
		}
	}
	in := m.mode.Scopes()
	a := m.keys.Resolve(k, in...)
	m.notice.ClearNotice()
	if a != keymap.ReadPlan {
		m.panels.ForgetTodo()
	}
	if a == keymap.Nothing {
		if mode, ok := m.mode.(host.TextMode); ok && text != "" {
			return mode.Type(field.Insert, text)
		}
		if _, why := m.keys.Refused(k, in...); why != "" {
			m.notice.Warn(why)
		} else if m.browsing() {
			m.notice.Warn(cmp.Or(m.keys.Removed(k, in...), k.String()+" is no key here: "+m.keys.KeyOf(keymap.Help)+" lists all"))
		}
		return nil
	}
	if a == keymap.Help && !m.browsing() {
		m.panels.ShowHelp()
		return nil
	}
	m.stage.Press(k.String(), m.keys.Entry(a, in...))
	return m.mode.Handle(a)
}

// do carries out an action on the board, or on the picture in its place.
func (m *Model) do(a keymap.Action) tea.Cmd {
	m.cards.Choose()
	if m.lanes.Showing() && m.lanes.Handle(a) {
		return m.detail.Refresh()
	}
	if m.marking() {
		if cmd, done := m.batch.Handle(a); done {
			m.enableKeys()
			return cmd
		}
	}
	inPicture := m.deps.Showing() && m.deps.Handle(a)
	if !inPicture {
		if cmd, done := m.handOn(a); done {
			return cmd
		}
		if !m.changeView(a) && !m.openBeside(a) && !m.changeSight(a) && !m.cards.Handle(a) {
			return m.act(a)
		}
	}
	m.enableKeys()
	return m.detail.Refresh()
}

// handOn hands an action to who answers it with something for the program to do.
func (m *Model) handOn(a keymap.Action) (cmd tea.Cmd, done bool) {
	switch a {
	case keymap.ShowProblems:
		return m.panels.ShowProblems(), true
	case keymap.ShowPast:
		return m.past.Show(), true
	case keymap.OpenDetail:
		if m.opensDeleted() {
			return m.past.ShowTab(keymap.ShowDeleted), true
		}
	case keymap.Undo, keymap.Redo:
		return m.queue.enqueueOpening(m.editing.Recall(a)), true
	case keymap.ApplyAgain:
		return m.editing.ApplyAgain(), true
	case keymap.SwitchList:
		return m.switchList(), true
	case keymap.Pause, keymap.Faster, keymap.Slower, keymap.Provoke, keymap.Restart:
		return m.stage.Steer(a), true
	case keymap.Redraw:
		m.open.workspace.Nudge()
		return tea.ClearScreen, true
	case keymap.Quit:
		return m.quit(), true
	case keymap.Suspend:
		return m.suspend(), true
	}
	if i, own := a.Command(); own {
		return m.commands.Run(i), true
	}
	return nil, false
}

// changeView shows another view, and reports whether an action means that.
func (m *Model) changeView(a keymap.Action) bool {
	switch a {
	case keymap.NextView:
		m.lanes.Show(m.lanes.Next(1))
	case keymap.PreviousView:
		m.lanes.Show(m.lanes.Next(-1))
	default:
		v := slices.Index(keymap.Views, a)
		if v < 0 {
			return false
		}
		m.lanes.Show(m.deps.Tabs()[v].View)
	}
	return true
}

// openBeside opens what stands on the board or beside it, and scrolls that. It reports whether an action means that.
func (m *Model) openBeside(a keymap.Action) bool {
	switch a {
	case keymap.OpenDetail:
		m.detail.Toggle()
	case keymap.ScrollDown:
		m.detail.ScrollBy(m.screen.layout.DetailPage() / 2)
	case keymap.ScrollUp:
		m.detail.ScrollBy(-m.screen.layout.DetailPage() / 2)
	case keymap.Palette:
		m.palette.Open()
	case keymap.Help:
		m.panels.ShowHelp()
	case keymap.ShowStage:
		m.stage.Toggle()
	case keymap.Talk:
		m.stage.ToggleTalk()
	default:
		return false
	}
	return true
}

// changeSight changes which cards are in sight and which one is selected, where that is not only a step on the board. It
// reports whether an action means that.
func (m *Model) changeSight(a keymap.Action) bool {
	switch a {
	case keymap.GoToAttention:
		m.needs.GoToNext()
	case keymap.GoToBlocker:
		if m.deps.ToBlocker() {
			m.detail.ToTop()
		}
	case keymap.ShowInternal:
		m.toggleInternal()
	case keymap.OnlyCards:
		m.toggleBare()
	case keymap.Back:
		m.back()
	default:
		return false
	}
	return true
}

// paste takes text from the terminal's clipboard; it counts only where text is written.
func (m *Model) paste(text string) tea.Cmd {
	if mode, ok := m.mode.(host.TextMode); ok {
		return mode.Type(field.Paste, text)
	}
	return nil
}

// point takes what the mouse does. It ends in the same actions as the keys.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	spot, _ := m.screen.painter.SpotAt(p.X, p.Y)
	_, click := msg.(tea.MouseClickMsg)
	if click {
		if _, glance := m.mode.(host.Glance); glance {
			m.toBoard()
			if spot.Floats {
				return m.detail.Refresh()
			}
		}
		if p.Button == tea.MouseLeft && (spot.Kind == lay.KeySpot || spot.Kind == lay.LineSpot || spot.Kind == view.SectionSpot && m.browsing()) {
			return m.clickOn(spot)
		}
	}
	ok := m.browsing()
	if ok && m.open.workspace != nil && spot.Kind == view.TabSpot {
		if click {
			return m.do(keymap.Views[spot.Item])
		}
		return nil
	}
	switch {
	case m.deps.Showing() && ok && !m.screen.layout.Full:
		return host.Point(m.deps, msg)
	case !ok || m.open.workspace == nil || m.lanes.Showing() && !m.screen.layout.Full:
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
		return m.press(named(m.keys.Called(s.Key.String(), m.mode.Scopes()...)), "")
	case lay.LineSpot:
		return m.clickLine(s)
	}
	m.notice.ClearNotice()
	section := view.SectionKind(s.Item)
	if section == view.NeedsSection {
		return m.do(keymap.ShowProblems)
	}
	m.lanes.Show(view.BoardView)
	m.cards.GoToSection(section)
	return m.detail.Refresh()
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
	i := slices.IndexFunc(means, func(a keymap.Action) bool { return m.keys.Has(a, m.mode.Scopes()...) })
	if i < 0 {
		return nil
	}
	var cmds []tea.Cmd
	for range max(s.By, -s.By, 1) {
		cmds = append(cmds, m.mode.Handle(means[i]))
	}
	if list, is := m.mode.(interface{ ScrollTo(first int) }); is {
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
	if m.keys.Has(a, m.mode.Scopes()...) {
		return m.mode.Handle(a)
	}
	return nil
}

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
	switch {
	case m.screen.layout.Full:
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
