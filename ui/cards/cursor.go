package cards

import (
	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// cursor is the selected task. It is a key, not a place, so that it stays on its task while agents reorder the board.
// The place is kept only to find the nearest card when the task is gone.
type cursor struct {
	key          tasks.Key
	col          board.Column
	row          int
	first        [board.Columns]int // the first visible card of each column
	top          int                // the first visible card of the list, on screens without columns
	everySection bool               // every section of the list shows some of its cards
	scrolled     bool               // the wheel scrolled away from the cursor
	resting      bool               // nobody is at the board: its top is visible, wherever the cursor is
	gone         bool               // its task was completed or deleted while it was selected
	open         tasks.Key          // the task whose card shows the whole subject

	chosen bool // everything is read, or the person did something: the cursor no longer moves by itself

	expected tasks.Key // a task created here, selected as soon as its card exists

	left    tasks.Key // the card that the person's last edit moved to another column
	stepped tasks.Key // the card selected in its place
}

// UnderCursor returns the task the cursor is on, the zero key for none.
func (m *Model) UnderCursor() tasks.Key { return m.cursor.key }

// PutCursor puts the cursor on a task that may have no visible card.
func (m *Model) PutCursor(k tasks.Key) { m.cursor.key, m.cursor.chosen = k, true }

// StopAutoSelect notes that the person did something: the cursor no longer moves to the first card while the files are being read.
func (m *Model) StopAutoSelect() { m.cursor.chosen = true }

// Expect selects a task as soon as its card exists.
func (m *Model) Expect(k tasks.Key) {
	m.cursor.expected = k
	m.PlaceCursor()
}

// StopExpecting forgets the expected task: all writes have been read back, so its card will not come.
func (m *Model) StopExpecting() {
	if !m.Board.Has(m.cursor.expected) {
		m.cursor.expected = tasks.Key{}
	}
}

// Reveal selects a task, and removes the filter if that hides it.
func (m *Model) Reveal(k tasks.Key) {
	if !m.Select(k) {
		m.SetFilter("")
		m.Select(k)
	}
}

// ShowTop shows the top of the board while nobody is there, whatever is selected. If the selected task is not open any more it selects the
// first one that needs a person, else the first that is ready, in progress or blocked, else the one completed last.
func (m *Model) ShowTop(on bool) {
	c := &m.cursor
	if c.resting = on; !on {
		return
	}
	c.scrolled = false
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

// firstReady returns the row of the first pending task that can be started, false if none can.
func (m *Model) firstReady() (row int, ok bool) {
	for n := m.Board.Len(board.PendingColumn); row < n && m.Board.Counts().Ready > 0; row++ {
		if m.Board.State(m.Board.At(board.PendingColumn, row)) == board.Ready {
			return row, true
		}
	}
	return 0, false
}

// NeedsShowTop reports whether ShowTop would change anything.
func (m *Model) NeedsShowTop() bool {
	c := &m.cursor
	return !c.resting && (c.gone || c.top > 0 || c.first != [board.Columns]int{})
}

// PlaceCursor updates the cursor's place after the board changed, and notes whether its task is not open any more.
func (m *Model) PlaceCursor() {
	c := &m.cursor
	was, gone, open := c.key, c.gone, c.key.Name != "" && c.col != board.CompletedColumn
	m.placeCursor()
	col, _, shown := m.Board.Rank(was)
	c.gone = open && (!m.Board.Has(was) || shown && col == board.CompletedColumn) || c.col == board.CompletedColumn && (gone || c.key != was)
}

// placeCursor updates the cursor's place after the board changed. While the files are read it is on the first card; later on its
// task, on the first match if a filter hides that, else, also if the person's own edit hid it, on the nearest card that is left.
func (m *Model) placeCursor() {
	c := &m.cursor
	if !c.chosen {
		col, row, ok := m.firstCard()
		if ok {
			m.selectAt(col, row)
		}
		c.chosen = m.Board.Loaded() // later it could move just before the person presses a key
		return
	}
	if m.Select(c.expected) {
		c.expected = tasks.Key{}
		return
	}
	if col, row, ok := m.Board.Rank(c.key); ok {
		c.col, c.row = col, row
		return
	}
	if m.ShownView() != view.BoardView && m.Board.Has(c.key) {
		return // Dependencies shows what a filter hides
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

// SelectNext selects the card below the selected one, else the one above, when an edit moves that to another column, so that the
// person can go on down the column. It does so before the edit is written, so that the next key means the same however long
// writing takes. A claimed task stays selected, because the person works on it next, and so does any task in
// Dependencies, or in a detail that fills the screen.
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
		return // it was the only one: the selection moves with it
	}
	c.stepped = c.key
}

// Reselect selects the card of a failed edit again, unless the selection has moved since.
func (m *Model) Reselect(k tasks.Key) {
	c := &m.cursor
	if c.left != k {
		return
	}
	if c.key == c.stepped {
		m.Select(k)
	}
	c.left, c.stepped = tasks.Key{}, tasks.Key{}
}

// firstCard returns the card to select at the start: the first that needs a person, else the one in progress for longest, else the
// first that is ready; false if there is none.
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

// SelectFirst selects the card that firstCard returns, or none.
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
	m.cursor.scrolled, m.cursor.gone = false, false
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

// moveAcross moves the cursor to the next column with cards in a direction, to the card nearest in height; in the list,
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

// screenRow returns the row of the screen in which the selected card begins, 0 if it is not visible.
func (m *Model) screenRow() int {
	col := m.column(m.cursor.col)
	for _, h := range m.Layout.Hits(view.ColumnKind(m.cursor.col), &col) {
		if h.Index == col.Selected {
			return h.Row
		}
	}
	return 0
}

// placeNear returns the place of the card of a column that begins nearest to a row of the screen.
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

// page returns the number of cards by which PageUp and PageDown move.
func (m *Model) page() int {
	if m.Layout.Stacked {
		b := m.View()
		return max(1, m.Layout.StackPage(&b)-1)
	}
	col := m.column(m.cursor.col)
	return max(1, len(m.Layout.Hits(view.ColumnKind(m.cursor.col), &col))-1)
}
