package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// point takes what the mouse does. It ends in the same actions as the keys.
func (m *Model) point(msg tea.MouseMsg) tea.Cmd {
	ok := m.browsing()
	switch {
	case m.deps.Showing() && (ok || m.deps.Gesturing()) && !m.layout.Full:
		return m.deps.Point(msg)
	case !ok || m.workspace == nil:
		return m.pointList(msg)
	}
	p := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		m.wheel(p)
	case tea.MouseClickMsg:
		if p.Button == tea.MouseLeft {
			return m.click(p)
		}
	case tea.MouseMotionMsg:
		m.dragTo(p)
	case tea.MouseReleaseMsg:
		return m.drop(p)
	}
	return nil
}

// cardAt is the card at a cell.
func (m *Model) cardAt(p tea.Mouse) (tasks.Key, bool) {
	b := m.cardsView()
	kind, i, ok := m.layout.CardAt(&b, p.X, p.Y)
	if !ok {
		return tasks.Key{}, false
	}
	return m.board.At(board.Column(kind), i), true
}

func (m *Model) click(p tea.Mouse) tea.Cmd {
	k, ok := m.cardAt(p)
	m.mouse.down, m.mouse.drag = k, false
	if !ok {
		m.mouse.down = tasks.Key{}
		m.clickSection(p)
		return m.detail.Refresh()
	}
	m.notice = notice{}
	again := m.clickedAgain(k)
	m.selectKey(k)
	if again {
		m.mouse.down = tasks.Key{}
		if !m.detail.Beside() {
			m.detail.Toggle()
		}
	}
	return m.detail.Refresh()
}

// clickedAgain reports whether a task is clicked a second time, soon after the first.
func (m *Model) clickedAgain(k tasks.Key) bool {
	again := k.Name != "" && k == m.mouse.clicked && m.now.Sub(m.mouse.at) < host.DoubleClick
	m.mouse.clicked, m.mouse.at = k, m.now
	if again {
		m.forgetClick()
	}
	return again
}

// forgetClick makes the next click the first one.
func (m *Model) forgetClick() { m.mouse.clicked = tasks.Key{} }

// clickSection goes to the section of the list whose head or whose count was clicked.
func (m *Model) clickSection(p tea.Mouse) {
	b := m.cardsView()
	if k, ok := m.layout.SectionAt(&b, p.X, p.Y); ok {
		m.selectPlace(&b.Stack, b.Stack.SectionStart(k))
	}
}

// columnAt is the column at a cell.
func (m *Model) columnAt(p tea.Mouse) (board.Column, bool) {
	b := m.cardsView()
	k, ok := m.layout.ColumnAt(&b, p.X, p.Y)
	return board.Column(k), ok
}

func (m *Model) dragTo(p tea.Mouse) {
	if m.mouse.down.Name == "" {
		return
	}
	col, _, ok := m.board.Rank(m.mouse.down)
	over, inside := m.columnAt(p)
	m.mouse.over = over
	m.mouse.drag = ok
	m.forgetClick() // a drag is no click, and the next click is no second one
	if !inside || m.mouse.over == col {
		m.notice = notice{}
		if on, over := m.cardAt(p); inside && over && on != m.mouse.down {
			m.post("Drop to link: "+m.board.ShortID(on)+" would wait for "+m.board.ShortID(m.mouse.down), view.Info)
		}
		return
	}
	if a := dropMeans(col, m.mouse.over); a != keymap.Nothing {
		m.post("Drop to "+actionWord(a), view.Info)
	}
}

// drop ends a drag: on another column it is the action that leads there.
func (m *Model) drop(p tea.Mouse) tea.Cmd {
	down, dragged := m.mouse.down, m.mouse.drag
	m.mouse.down, m.mouse.drag = tasks.Key{}, false
	if !dragged {
		return nil
	}
	m.notice = notice{}
	col, _, ok := m.board.Rank(down)
	over, inside := m.columnAt(p)
	if !ok || !inside {
		return nil
	}
	if over == col {
		m.dropOnCard(down, p)
		return nil
	}
	a := dropMeans(col, over)
	if a == keymap.Nothing {
		m.warn("Not claimed: it is completed. Reopen it first")
		return nil
	}
	if why := m.whyNoWriting(); why != "" {
		m.warn("Not written: " + why)
		return nil
	}
	m.selectKey(down)
	cmd := m.act(a)
	m.reselect(down) // the hand is on the card: the selection goes with it
	return cmd
}

// dropOnCard begins a link between two cards of a column: the one it was dropped on would wait for the other. Nothing is
// written before the person has seen what would come of it.
func (m *Model) dropOnCard(down tasks.Key, p tea.Mouse) {
	on, over := m.cardAt(p)
	if !over || on == down {
		return
	}
	if why := m.whyNotNow(); why != "" {
		m.warn("Not written: " + why)
		return
	}
	m.selectKey(down)
	if k, ok := m.deps.Linkable(); ok {
		m.deps.StartLinkTo(k, on)
	}
}

// dropMeans is what leads from one column to another.
func dropMeans(from, to board.Column) keymap.Action {
	switch {
	case from == board.PendingColumn && to == board.InProgressColumn:
		return keymap.Claim
	case from != board.CompletedColumn && to == board.CompletedColumn:
		return keymap.Complete
	case from == board.InProgressColumn && to == board.PendingColumn:
		return keymap.Release
	case from == board.CompletedColumn && to == board.PendingColumn:
		return keymap.Reopen
	}
	return keymap.Nothing
}

func actionWord(a keymap.Action) string {
	switch a {
	case keymap.Claim:
		return "claim it"
	case keymap.Complete:
		return "complete it"
	case keymap.Release:
		return "release it"
	}
	return "reopen it"
}

// wheel scrolls what is under the pointer; the selection stays where it is.
func (m *Model) wheel(p tea.Mouse) {
	by := host.WheelStep
	switch p.Button {
	case tea.MouseWheelUp:
		by = -host.WheelStep
	case tea.MouseWheelDown:
	default:
		return
	}
	if m.layout.Detail.Contains(p.X, p.Y) {
		m.detail.ScrollBy(by)
		return
	}
	if m.layout.Stacked {
		m.cursor.loose, m.cursor.top = true, max(m.cursor.top+by, 0)
		return
	}
	c, ok := m.columnAt(p)
	if !ok {
		return
	}
	if c == m.cursor.col {
		m.cursor.loose = true
	}
	m.cursor.first[c] = min(max(m.cursor.first[c]+by, 0), max(0, m.board.Len(c)-1))
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
