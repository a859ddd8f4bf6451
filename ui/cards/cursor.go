package cards

import (
	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// cursor is the selected task. It is an identity, not a place: agents reorder the board and the cursor stays with
// its task. The place is remembered only to find the nearest survivor when the task is gone.
type cursor struct {
	key   tasks.Key
	col   board.Column
	row   int
	first [board.Columns]int // the first visible card of each column
	top   int                // and of the list that stands for the columns where they have no room
	each  bool               // whether every section of it shows some of its cards
	loose bool               // the wheel moved what is visible away from the cursor
	rests bool               // nobody is at the board: its top is visible, wherever the cursor is
	gone  bool               // its task was completed, or is no more, while the cursor stood on it
	open  tasks.Key          // whose subject is shown whole

	chosen bool // all there is has been read, or the person did something: the cursor moves by itself no more

	expected tasks.Key // a task we made, selected as soon as its card is there

	left    tasks.Key // the card that an edit of ours took to another column
	stepped tasks.Key // the one that was selected in its place
}

// UnderCursor returns the task the cursor is on, the zero key where there is none.
func (m *Model) UnderCursor() tasks.Key { return m.cursor.key }

// PutCursor puts the cursor on a task that no card is shown of.
func (m *Model) PutCursor(k tasks.Key) { m.cursor.key, m.cursor.chosen = k, true }

// Choose leaves the cursor to the person, who did something: while the files are read it stands on the first card.
func (m *Model) Choose() { m.cursor.chosen = true }

// Expect selects a task as soon as its card is there.
func (m *Model) Expect(k tasks.Key) {
	m.cursor.expected = k
	m.PlaceCursor()
}

// StopExpecting forgets a task whose card will not come: everything written has been heard of.
func (m *Model) StopExpecting() {
	if !m.Board.Has(m.cursor.expected) {
		m.cursor.expected = tasks.Key{}
	}
}

// Reveal selects a task even where a filter hides it: the filter gives way.
func (m *Model) Reveal(k tasks.Key) {
	if !m.Select(k) {
		m.SetFilter("")
		m.Select(k)
	}
}

// Rest shows the top of the board while nobody is there, whatever is selected. A task that is not open any more is left for the one that
// needs a person first, else for the first that is ready, in progress or blocked, else for the newest of what is done.
func (m *Model) Rest(on bool) {
	c := &m.cursor
	if c.rests = on; !on {
		return
	}
	c.loose = false
	if !c.gone {
		return
	}
	col, row, ok := m.firstCard()
	if !ok {
		return
	}
	if ready, is := m.firstReady(); is && len(m.runs.needs) == 0 {
		col, row = board.PendingColumn, ready
	}
	m.selectAt(col, row)
	c.gone = col == board.CompletedColumn
}

// firstReady returns the row of the first card of the pending ones that can be started, false where none can.
func (m *Model) firstReady() (row int, is bool) {
	for n := m.Board.Len(board.PendingColumn); row < n && m.Board.Counts().Ready > 0; row++ {
		if m.Board.State(m.Board.At(board.PendingColumn, row)) == board.Ready {
			return row, true
		}
	}
	return 0, false
}

// Strayed reports whether the board is not as it is once nobody is there.
func (m *Model) Strayed() bool {
	c := &m.cursor
	return !c.rests && (c.gone || c.top > 0 || c.first != [board.Columns]int{})
}

// PlaceCursor finds the cursor's place again after the board changed, and notes whether its task is not open any more.
func (m *Model) PlaceCursor() {
	c := &m.cursor
	was, gone, open := c.key, c.gone, c.key.Name != "" && c.col != board.CompletedColumn
	m.placeCursor()
	col, _, shown := m.Board.Rank(was)
	c.gone = open && (!m.Board.Has(was) || shown && col == board.CompletedColumn) || c.col == board.CompletedColumn && (gone || c.key != was)
}

// placeCursor finds the cursor's place again after the board changed: on the first card while the files are read, on its
// task where that is shown, on the first match where a filter hides it, else on the nearest survivor: also where an edit of ours has it hidden.
func (m *Model) placeCursor() {
	c := &m.cursor
	if !c.chosen {
		col, row, ok := m.firstCard()
		if ok {
			m.selectAt(col, row)
		}
		c.chosen = ok && m.Board.Loaded() // later it would move under a hand that is about to press a key
		return
	}
	if c.expected.Name != "" && m.Select(c.expected) {
		c.expected = tasks.Key{}
		return
	}
	if col, row, ok := m.Board.Rank(c.key); ok {
		c.col, c.row = col, row
		return
	}
	if m.ShownView() != view.BoardView && m.Board.Has(c.key) {
		return // the pictures show what a filter hides
	}
	if c.key.Name == "" || (m.Board.Has(c.key) && !m.Board.Filter().Empty() && c.key != c.left) {
		m.SelectFirst()
		return
	}
	if n := m.Board.Len(c.col); n > 0 {
		m.selectAt(c.col, min(c.row, n-1))
		return
	}
	m.SelectFirst()
}

// SelectNext leaves the selected card, which an edit takes to another column, for the one below it, else the one above: who
// works down a column goes on in it. It does so when the edit is made, so that what is pressed next means the same
// however long the writing takes. A claimed card stays selected: who takes a task works on that one next. In the pictures the
// task stays in sight, and in its detail one is at work on it.
func (m *Model) SelectNext(e tasks.Edit) {
	c := &m.cursor
	to, moves := map[tasks.Verb]board.Column{
		tasks.VerbClaim: board.InProgressColumn, tasks.VerbComplete: board.CompletedColumn,
		tasks.VerbRelease: board.PendingColumn, tasks.VerbReopen: board.PendingColumn,
	}[e.Verb]
	col, row, shown := m.Board.Rank(e.Of)
	if !moves || !shown || e.Of != c.key || col == to || m.ShownView() != view.BoardView || m.Layout.Full {
		return
	}
	c.left, c.stepped = e.Of, tasks.Key{}
	switch at := m.placeOf(col, row); {
	case e.Verb == tasks.VerbClaim:
		return
	case at+1 < m.Board.Len(col):
		m.selectAt(col, m.rowAt(col, at+1))
	case at > 0:
		m.selectAt(col, m.rowAt(col, at-1))
	default:
		return // it was the only one: the selection goes with it
	}
	c.stepped = c.key
}

// Reselect selects a card again whose edit has come to nothing, unless the selection has moved on since.
func (m *Model) Reselect(k tasks.Key) {
	c := &m.cursor
	if c.left != k {
		return
	}
	if c.stepped.Name != "" && c.key == c.stepped {
		m.Select(k)
	}
	c.left, c.stepped = tasks.Key{}, tasks.Key{}
}

// firstCard returns the card to begin with: the first that needs a person, else what has been in progress for longest, else what is
// ready first; false when there is none.
func (m *Model) firstCard() (col board.Column, row int, ok bool) {
	if m.runs.needs = m.NeedPlaces(m.runs.needs[:0]); len(m.runs.needs) > 0 {
		c := m.runs.needs[0]
		return board.Column(c.Column), c.Index, true
	}
	for _, col := range [...]board.Column{board.InProgressColumn, board.PendingColumn, board.CompletedColumn} {
		if m.Board.Len(col) > 0 {
			return col, 0, true
		}
	}
	return 0, 0, false
}

// SelectFirst selects the first card there is.
func (m *Model) SelectFirst() {
	if col, row, ok := m.firstCard(); ok {
		m.selectAt(col, row)
		return
	}
	m.cursor.key = tasks.Key{}
	m.cursor.row = 0
}

func (m *Model) selectAt(col board.Column, row int) {
	m.cursor.key, m.cursor.col, m.cursor.row = m.Board.At(col, row), col, row
	m.cursor.loose, m.cursor.gone = false, false
}

// Select selects a task and reports whether its card is shown.
func (m *Model) Select(k tasks.Key) bool {
	col, row, ok := m.Board.Rank(k)
	if ok {
		m.selectAt(col, row)
		m.cursor.chosen = true
	}
	return ok
}

// moveBy moves the cursor within its column, or the list.
func (m *Model) moveBy(n int) {
	if m.Layout.Stacked {
		s := m.stack()
		m.selectPlace(&s, min(max(s.Selected+n, 0), s.Len()-1))
		return
	}
	if last := m.Board.Len(m.cursor.col) - 1; last >= 0 {
		c := m.cursor.col
		m.selectAt(c, m.rowAt(c, min(max(m.placeOf(c, m.cursor.row)+n, 0), last)))
	}
}

// moveAcross moves the cursor to the next column in a direction that has cards, to the card nearest in height; in the list,
// to the next section.
func (m *Model) moveAcross(by int) {
	if m.Layout.Stacked {
		s := m.stack()
		m.selectPlace(&s, s.Neighbour(s.Selected, by))
		return
	}
	from := m.screenRow()
	for col := int(m.cursor.col) + by; col >= 0 && col < board.Columns; col += by {
		c := board.Column(col)
		if n := m.Board.Len(c); n > 0 {
			m.selectAt(c, m.rowAt(c, m.placeNear(c, from)))
			return
		}
	}
}

// screenRow is the row on the screen the selected card begins in, 0 when it is not visible.
func (m *Model) screenRow() int {
	col := m.column(m.cursor.col)
	for _, h := range m.Layout.Hits(view.ColumnKind(m.cursor.col), &col) {
		if h.Index == col.Selected {
			return h.Row
		}
	}
	return 0
}

// placeNear is the place of the card of a column that begins nearest to a row on the screen.
func (m *Model) placeNear(c board.Column, screen int) int {
	col := m.column(c)
	best, least := min(m.cursor.first[c], m.Board.Len(c)-1), -1
	for _, h := range m.Layout.Hits(view.ColumnKind(c), &col) {
		if away := max(h.Row-screen, screen-h.Row); least < 0 || away < least {
			best, least = h.Index, away
		}
	}
	return best
}

// page is how many cards a page moves by.
func (m *Model) page() int {
	if m.Layout.Stacked {
		b := m.View()
		return max(1, m.Layout.StackPage(&b)-1)
	}
	col := m.column(m.cursor.col)
	return max(1, len(m.Layout.Hits(view.ColumnKind(m.cursor.col), &col))-1)
}
