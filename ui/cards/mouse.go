package cards

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// drag is a card that is being dragged, and the last click.
type drag struct {
	down tasks.Key // the card the button went down on, zero for none
	over board.Column
	on   bool // the pointer has left the card with the button down

	clicked tasks.Key // the card of the last click, its column, and the cell and time of the click
	from    board.Column
	cell    [2]int
	at      time.Time
}

// cardAt returns the task of the card at a cell.
func (m *Model) cardAt(p tea.Mouse) (tasks.Key, bool) {
	s, ok := m.Painter.SpotAt(p.X, p.Y, view.CardSpot)
	if !ok {
		return tasks.Key{}, false
	}
	return m.keyAt(board.Column(s.In), s.Item), true
}

// Click selects the card or the container under the pointer; a second click opens its detail.
func (m *Model) Click(p tea.Mouse) tea.Cmd {
	m.StopAutoSelect()
	k, ok := m.cardAt(p)
	if s, on := m.Painter.SpotAt(p.X, p.Y, view.PartsSpot); on && s.Item < len(m.runs.headKeys) {
		k, ok = m.runs.headKeys[s.Item], true
	}
	cell := [2]int{p.X, p.Y}
	if d := &m.drag; d.clicked.Name != "" && d.cell == cell && m.Now.Sub(d.at) < host.DoubleClick {
		if col, _, shown := m.Board.Rank(d.clicked); shown && col == d.from {
			k, ok = d.clicked, true // the first click may have moved the card, by opening its subject
		}
	}
	from, _, _ := m.Board.Rank(k)
	m.drag = drag{down: k, clicked: k, from: from, cell: cell, at: m.Now}
	if s, ok := m.Painter.SpotAt(p.X, p.Y, view.HappenedSpot); ok {
		if k, ok := m.NewsOf(s.Item); ok {
			m.Reveal(k)
		}
		return nil
	}
	if !ok {
		m.clickSection(p)
		return nil
	}
	m.ClearNotice()
	again := m.Clicks.Again(k, m.Now)
	if !m.Select(k) { // a head that does not match the filter itself
		if col, row, ok := m.runs.under(m.runs.headOf(k), m.cursor.col); ok {
			m.selectAt(col, row)
		}
	}
	if again {
		m.drag = drag{}
		if !m.Detail.IsDocked() {
			m.Detail.Toggle()
		}
	}
	return nil
}

// ForgetClicked makes the next click select the card under the pointer, even as the second of a double click.
func (m *Model) ForgetClicked() { m.drag.clicked = tasks.Key{} }

// clickSection goes to the section of the list whose head or whose count was clicked.
func (m *Model) clickSection(p tea.Mouse) {
	if s, ok := m.Painter.SpotAt(p.X, p.Y, view.HeadSpot); ok {
		m.GoToSection(view.SectionKind(s.Item))
	}
}

// GoToSection selects the first card of a section.
func (m *Model) GoToSection(k view.SectionKind) {
	for c := range board.Column(board.Columns) {
		s := m.stack(c)
		if at := s.SectionStart(k); at >= 0 {
			m.selectPlace(&s, at)
			return
		}
	}
}

// columnAt returns the column at a cell.
func (m *Model) columnAt(p tea.Mouse) (board.Column, bool) {
	s, ok := m.Painter.SpotAt(p.X, p.Y, view.ColumnSpot, view.SectionSpot)
	return board.Column(view.ColumnOf(s)), ok
}

// Drag moves the card on which the button was pressed, and shows what dropping it would do.
func (m *Model) Drag(p tea.Mouse) {
	if m.drag.down.Name == "" {
		return
	}
	col, _, ok := m.Board.Rank(m.drag.down)
	over, inside := m.columnAt(p)
	m.drag.over = over
	m.drag.on = ok
	m.drag.clicked = tasks.Key{}
	m.Clicks.Forget() // neither a drag nor the next click may count for a double click
	if !inside || m.drag.over == col {
		m.ClearNotice()
		if on, over := m.cardAt(p); inside && over && on != m.drag.down {
			m.Post("Drop to link: "+m.Board.ShortID(on)+" would wait for "+m.Board.ShortID(m.drag.down), view.Info)
		}
		return
	}
	if a := dropMeans(col, m.drag.over); a != keymap.Nothing {
		m.Post("Drop to "+actionWord(a), view.Info)
	}
}

// Drop ends a drag. On another column it runs the action that moves the task there.
func (m *Model) Drop(p tea.Mouse) tea.Cmd {
	down, dragged := m.drag.down, m.drag.on
	m.drag.down, m.drag.on = tasks.Key{}, false
	if !dragged {
		return nil
	}
	m.ClearNotice()
	col, _, ok := m.Board.Rank(down)
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
		m.Warn("Not claimed: it is completed. Reopen it first")
		return nil
	}
	if why := m.WhyNotNow(); why != "" {
		m.Warn("Not written: " + why)
		return nil
	}
	m.Select(down)
	cmd := m.Act(a)
	m.Reselect(down) // the pointer is on the card: the selection moves with it
	return cmd
}

// dropOnCard starts a link between two cards of a column: the one it was dropped on would wait for the other. Nothing
// is written before the person has seen a preview.
func (m *Model) dropOnCard(down tasks.Key, p tea.Mouse) {
	on, over := m.cardAt(p)
	if !over || on == down {
		return
	}
	if why := m.WhyNotNow(); why != "" {
		m.Warn("Not written: " + why)
		return
	}
	m.Select(down)
	m.StartLinkTo(on)
}

// dropMeans returns the action that moves a task from one column to another one.
func dropMeans(from, to board.Column) keymap.Action {
	switch {
	case to == board.CompletedColumn:
		return keymap.Complete
	case from == board.PendingColumn:
		return keymap.Claim
	case from == board.InProgressColumn:
		return keymap.Release
	case to == board.PendingColumn:
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

// Wheel scrolls what is under the pointer and leaves the selection.
func (m *Model) Wheel(p tea.Mouse) {
	m.StopAutoSelect()
	m.drag.clicked = tasks.Key{} // another card is under the pointer now
	by := host.WheelStep
	switch p.Button {
	case tea.MouseWheelUp:
		by = -host.WheelStep
	case tea.MouseWheelDown:
	default:
		return
	}
	if m.Layout.Detail.Contains(p.X, p.Y) {
		m.Detail.ScrollBy(by)
		return
	}
	c, ok := m.columnAt(p)
	if !ok {
		return
	}
	if m.Layout.Stacked {
		c = 0
	}
	if c == m.cursor.col || m.Layout.Stacked {
		m.cursor.scrolled = true
	}
	m.cursor.first[c] = max(m.cursor.first[c]+by, 0)
}
