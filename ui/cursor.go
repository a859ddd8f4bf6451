package ui

import (
	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// selected gives the selected task's key; false when nothing is selected, or an id that no file has.
func (m *Model) selected() (tasks.Key, bool) {
	if _, ok := m.deps.Ghost(); ok {
		return tasks.Key{}, false
	}
	return m.cursor.key, m.cursor.key.Name != ""
}

// expect selects a task as soon as its card is there.
func (m *Model) expect(k tasks.Key) {
	m.cursor.expected = k
	m.placeCursor()
}

// reveal selects a task even where a filter hides it: the filter gives way.
func (m *Model) reveal(k tasks.Key) {
	if !m.selectKey(k) {
		m.filter("")
		m.selectKey(k)
	}
}

// placeCursor finds the cursor's place again after the board changed: on its task where that is shown, on the first match
// where a filter hides it, else on the nearest survivor.
func (m *Model) placeCursor() {
	c := &m.cursor
	if c.expected.Name != "" && m.selectKey(c.expected) {
		c.expected = tasks.Key{}
		return
	}
	if col, row, ok := m.board.Rank(c.key); ok {
		c.col, c.row = col, row
		return
	}
	if m.deps.Showing() && m.board.Has(c.key) {
		return // the pictures show what a filter hides
	}
	if c.key.Name == "" || (m.board.Has(c.key) && !m.board.Filter().Empty()) {
		m.selectFirst()
		return
	}
	if n := m.board.Len(c.col); n > 0 {
		m.selectAt(c.col, min(c.row, n-1))
		return
	}
	m.selectFirst()
}

// selectNext leaves the selected card, which an edit takes to another column, for the one below it, else the one above: who
// works down a column goes on in it. It does so when the edit is made, so that what is pressed next means the same
// however long the writing takes. In the pictures the task stays in sight, and in its detail one is at work on it.
func (m *Model) selectNext(e tasks.Edit) {
	c := &m.cursor
	to, moves := map[tasks.Verb]board.Column{
		tasks.VerbClaim: board.InProgressColumn, tasks.VerbComplete: board.CompletedColumn,
		tasks.VerbRelease: board.PendingColumn, tasks.VerbReopen: board.PendingColumn,
	}[e.Verb]
	col, row, shown := m.board.Rank(e.Of)
	if !moves || !shown || e.Of != c.key || col == to || m.deps.Showing() || m.layout.Full {
		return
	}
	c.left, c.stepped = e.Of, tasks.Key{}
	switch n := m.board.Len(col); {
	case row+1 < n:
		m.selectAt(col, row+1)
	case row > 0:
		m.selectAt(col, row-1)
	default:
		return // it was the only one: the selection goes with it
	}
	c.stepped = c.key
}

// reselect selects a card again whose edit has come to nothing, unless the selection has moved on since.
func (m *Model) reselect(k tasks.Key) {
	c := &m.cursor
	if c.left != k {
		return
	}
	if c.stepped.Name != "" && c.key == c.stepped {
		m.selectKey(k)
	}
	c.left, c.stepped = tasks.Key{}, tasks.Key{}
}

// canFollow reports whether there is a card to go after.
func (m *Model) canFollow() bool {
	_, _, shown := m.board.Rank(m.cursor.left)
	return shown && m.cursor.left != m.cursor.key
}

// followCard goes to the card that an edit of ours took away, and from there back to where one worked.
func (m *Model) followCard() {
	from := m.cursor.key
	if !m.canFollow() {
		m.say("No card to follow: none that you moved is elsewhere")
		return
	}
	m.selectKey(m.cursor.left)
	m.cursor.left = from
}

// firstCard returns the card at the top of the list, or the first one pending before running before completed; false when there
// is none.
func (m *Model) firstCard() (col board.Column, row int, ok bool) {
	if m.layout.Stacked {
		s := m.stack()
		k, row, ok := s.Card(0)
		return board.Column(k), row, ok
	}
	for col := range board.Column(board.Columns) {
		if m.board.Len(col) > 0 {
			return col, 0, true
		}
	}
	return 0, 0, false
}

// selectFirst selects the first card there is.
func (m *Model) selectFirst() {
	if col, row, ok := m.firstCard(); ok {
		m.selectAt(col, row)
		return
	}
	m.cursor.key = tasks.Key{}
	m.cursor.row = 0
}

// onFirstCard reports whether the selected card is the one selectFirst selects, or there is none.
func (m *Model) onFirstCard() bool {
	if col, row, ok := m.firstCard(); ok {
		return m.cursor.key == m.board.At(col, row)
	}
	return m.cursor.key.Name == ""
}

func (m *Model) selectAt(col board.Column, row int) {
	m.cursor.key, m.cursor.col, m.cursor.row = m.board.At(col, row), col, row
	m.cursor.loose = false
	m.deps.ForgetGhost()
}

func (m *Model) selectKey(k tasks.Key) bool {
	col, row, ok := m.board.Rank(k)
	if ok {
		m.selectAt(col, row)
	}
	return ok
}

// moveBy moves the cursor within its column, or the list.
func (m *Model) moveBy(n int) {
	if m.layout.Stacked {
		s := m.stack()
		m.selectPlace(&s, min(max(s.Selected+n, 0), s.Len()-1))
		return
	}
	if last := m.board.Len(m.cursor.col) - 1; last >= 0 {
		m.selectAt(m.cursor.col, min(max(m.cursor.row+n, 0), last))
	}
}

// moveAcross moves the cursor to the next column in a direction that has cards, to the card nearest in height; in the list,
// to the next section.
func (m *Model) moveAcross(by int) {
	if m.layout.Stacked {
		s := m.stack()
		m.selectPlace(&s, s.Neighbour(s.Selected, by))
		return
	}
	from := m.screenRow()
	for col := int(m.cursor.col) + by; col >= 0 && col < board.Columns; col += by {
		c := board.Column(col)
		if n := m.board.Len(c); n > 0 {
			m.selectAt(c, m.rowNear(c, from))
			return
		}
	}
}

// screenRow is the row on the screen the selected card begins in, 0 when it is not visible.
func (m *Model) screenRow() int {
	col := m.column(m.cursor.col)
	for _, h := range m.layout.Hits(view.ColumnKind(m.cursor.col), &col) {
		if h.Index == m.cursor.row {
			return h.Row
		}
	}
	return 0
}

// rowNear is the card of a column that is nearest to a row on the screen.
func (m *Model) rowNear(c board.Column, screen int) int {
	col := m.column(c)
	best := min(m.cursor.first[c], m.board.Len(c)-1)
	for _, h := range m.layout.Hits(view.ColumnKind(c), &col) {
		if h.Row <= screen {
			best = h.Index
		}
	}
	return best
}

// foldParts hides the parts of the selected container, or shows them again.
func (m *Model) foldParts() {
	k, _ := m.selected()
	if !m.board.Fold(k, !m.board.Folded(k)) {
		m.warn("Not folded: only a task that stands for its parts can be")
		return
	}
	m.boardChanged()
}

// page is how many cards a page moves by.
func (m *Model) page() int {
	if m.layout.Stacked {
		b := m.cardsView()
		return max(1, m.layout.StackPage(&b)-1)
	}
	col := m.column(m.cursor.col)
	return max(1, len(m.layout.Hits(view.ColumnKind(m.cursor.col), &col))-1)
}

// scrollToCursor scrolls the columns, or the list, so that the selected card is visible, and none past its end.
func (m *Model) scrollToCursor() {
	if m.layout.Stacked {
		b := m.cardsView()
		if m.cursor.loose {
			b.Stack.Selected = -1
		}
		m.cursor.top = m.layout.ScrollStack(&b)
		return
	}
	for c := range board.Column(board.Columns) {
		col := m.column(c)
		if m.cursor.loose && c == m.cursor.col {
			col.Selected = -1
		}
		m.cursor.first[c] = m.layout.Scroll(view.ColumnKind(c), &col)
	}
}

// counted is a number of one generation of the board.
type counted struct{ gen, n int }

// stuckCount is how many tasks are in a loop or behind one.
func (m *Model) stuckCount() int {
	if m.stuck.gen != m.gen {
		m.stuck = counted{m.gen, m.board.CountStuck()}
	}
	return m.stuck.n
}

// column is a column as the view wants it.
func (m *Model) column(c board.Column) view.Column {
	sel := -1
	if c == m.cursor.col && m.cursor.key.Name != "" {
		sel = m.cursor.row
	}
	ready, stuck := 0, 0
	if c == board.PendingColumn {
		ready, stuck = m.board.Counts().Ready, m.stuckCount()
	}
	return view.Column{
		Ready: ready, Stuck: stuck,
		Len: m.board.Len(c), Total: m.board.Total(c), Parents: m.board.Len(c) - m.board.Shown(c), First: m.cursor.first[c], Selected: sel, At: m.cardsOf[c], Lanes: m.lanesOf(c),
	}
}
