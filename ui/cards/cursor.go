package cards

import (
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// cursor is the selected task. It is a key, not a place, so that it stays on its task while agents reorder the board.
// The place is kept only to find the nearest card when the task is gone.
type cursor struct {
	key      tasks.Key
	col      board.Column
	row      int
	first    [board.Columns]int // the first visible card of each column; of the list of all cards, the first of these
	scrolled bool               // the wheel scrolled away from the cursor
	resting  bool               // nobody is at the board: its top is visible, wherever the cursor is
	gone     bool               // its task was completed or deleted while it was selected
	goneAt   time.Time          // when

	chosen bool // everything is read, or the person did something: the cursor no longer moves by itself

	expected tasks.Key // a task created here, selected as soon as its card exists

	left    tasks.Key // the card that the person's last edit moved to another column
	stepped tasks.Key // the card selected in its place
}

// UnderCursor returns the task the cursor is on, the zero key for none.
func (m *Model) UnderCursor() tasks.Key { return m.cursor.key }

// PutCursor puts the cursor on a task that may have no visible card.
func (m *Model) PutCursor(k tasks.Key) { m.cursor.key, m.cursor.chosen = k, true }

// StopAutoSelect notes that the person did something: the cursor no longer moves to the first card while the files are
// being read.
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

// ShowTop shows the top of the board while nobody is there, whatever is selected. If the selected task is not open any
// more it selects the first one that needs a person, else the first that is ready, in progress or blocked, else the one
// completed last.
func (m *Model) ShowTop(on bool) {
	c := &m.cursor
	c.resting = on
	if !on {
		return
	}
	c.scrolled = false
	m.leaveGone()
}

// goneFor is how long the selection stays on a task that was completed or deleted, so that the person sees what became
// of it.
const goneFor = time.Second

// LeaveGone selects the next task that needs a person or is ready if the selected one has been completed or deleted for
// a moment, and the person has pressed no key since a time.
func (m *Model) LeaveGone(active time.Time) {
	if at := m.LeavesGone(active); !at.IsZero() && !m.Now.Before(at) {
		m.leaveGone()
	}
}

// LeavesGone returns when LeaveGone does so, the zero time for never.
func (m *Model) LeavesGone(active time.Time) time.Time {
	c := &m.cursor
	switch {
	case !c.gone:
		return time.Time{}
	case active.After(c.goneAt):
		return active.Add(goneFor)
	}
	return c.goneAt.Add(goneFor)
}

// leaveGone selects the first task that needs a person, else the first that is ready, in progress or blocked, else the
// one completed last, if the selected one is not open any more.
func (m *Model) leaveGone() {
	c := &m.cursor
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
	return !c.resting && (c.gone || c.first != [board.Columns]int{})
}

// PlaceCursor updates the cursor's place after the board changed, and notes whether its task is not open any more.
func (m *Model) PlaceCursor() {
	c := &m.cursor
	was, wasGone, wasOpen := c.key, c.gone, c.key.Name != "" && c.col != board.CompletedColumn
	m.placeCursor()
	col, _, shown := m.Board.Rank(was)
	ended := wasOpen && (!m.Board.Has(was) || shown && col == board.CompletedColumn)
	// on a completed task that the person did not select
	c.gone = ended || c.col == board.CompletedColumn && (wasGone || c.key != was)
	if c.gone && !wasGone {
		c.goneAt = m.Now
	}
}

// placeCursor updates the cursor's place after the board changed. While the files are read it is on the first card;
// later on its task, on the first match if a filter hides that, else, also if the person's own edit hid it, on the
// nearest card that is left.
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
	if row, ok := (columnCards{m.Board, m.Layout.Stacked}).near(c.col, c.row); ok {
		m.selectAt(c.col, row)
		return
	}
	m.SelectFirst()
}

// SelectNext selects the card below the selected one, else the one above, when an edit moves that to another column, so
// that the person can go on down the column. It does so before the edit is written, so that the next key means the same
// however long writing takes. A claimed task stays selected, because the person works on it next, and so does any task
// in Dependencies, or in a detail that fills the screen.
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
	if e.Verb == tasks.VerbClaim {
		return
	}
	s := m.stack(col)
	at := s.Place(view.ColumnKind(col), row)
	next := s.Near(at+1, 1)
	if to, _, ok := s.Card(next); !ok || board.Column(to) != col {
		next = s.Near(at-1, -1)
	}
	// else it was the only one: the selection moves with it
	if to, row, ok := s.Card(next); ok && board.Column(to) == col {
		m.selectAt(col, row)
		c.stepped = c.key
	}
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

// firstCard returns the card to select at the start: the first that needs a person, else the first one of In Progress,
// else of Pending, else of Completed; false if there is none.
func (m *Model) firstCard() (col board.Column, row int, ok bool) {
	if m.runs.needs = m.NeedPlaces(m.runs.needs[:0]); len(m.runs.needs) > 0 {
		c := m.runs.needs[0]
		return board.Column(c.Column), c.Index, true
	}
	for _, col := range [...]board.Column{board.InProgressColumn, board.PendingColumn, board.CompletedColumn} {
		if row, ok := (columnCards{m.Board, m.Layout.Stacked}).first(col); ok {
			return col, row, true
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

// moveBy moves the cursor within its column, or the list; from a head to the first card under it.
func (m *Model) moveBy(n int) {
	s := m.stack(m.cursor.col)
	if col, row, ok := m.runs.under(s.OnHead, m.cursor.col); ok {
		m.selectAt(col, row)
		return
	}
	to := min(max(s.Selected+n, 0), s.Len()-1)
	by := 1
	if n < 0 {
		by = -1
	}
	at := s.Near(to, by)
	if at < 0 {
		at = s.Near(to, -by)
	}
	m.selectPlace(&s, at)
}

// moveAcross moves the cursor to the next column with cards in a direction, to the card nearest in height; in the list,
// to the next section.
func (m *Model) moveAcross(by int) {
	from := m.stack(m.cursor.col)
	if m.Layout.Stacked {
		m.selectPlace(&from, from.Neighbour(from.Selected, by))
		return
	}
	row := max(m.laid.Row(view.ColumnKind(m.cursor.col), from.Selected), 0)
	for col := int(m.cursor.col) + by; col >= 0 && col < board.Columns; col += by {
		c := board.Column(col)
		if s := m.stack(c); s.Near(0, 1) >= 0 {
			place := m.laid.Near(view.ColumnKind(c), row)
			if m.Layout.Columns[c].All.Empty() || place < 0 { // it is behind the detail
				place = s.Near(0, 1)
			}
			m.selectPlace(&s, place)
			return
		}
	}
}

// page returns the number of cards by which PageUp and PageDown move.
func (m *Model) page() int { return max(1, m.laid.Page(view.ColumnKind(m.cursor.col))-1) }
