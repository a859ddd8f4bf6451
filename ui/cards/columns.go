package cards

import (
	"slices"
	"strings"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// View returns the cards as values, and the line in which a filter is typed.
func (m *Model) View() view.Board {
	b := view.Board{Focus: view.ColumnKind(m.cursor.col)}
	for c := range board.Column(board.Columns) {
		b.Columns[c] = m.column(c)
	}
	if m.Layout.Stacked {
		b.Stack = m.stack()
	}
	if f, ok := m.Mode().(filtering); ok {
		b.Prompt = f.promptView()
	}
	return b
}

// ScrollToCursor scrolls the columns, or the list, to make the selected card visible, and none past its end. It also opens the
// card to its whole subject, except while a mouse button is down, so that nothing moves under the pointer.
func (m *Model) ScrollToCursor() {
	if m.drag.down.Name == "" {
		m.cursor.open = m.cursor.key
	}
	if m.Layout.Stacked {
		b := m.View()
		if b.Stack.Each = false; m.cursor.scrolled || m.cursor.resting {
			b.Stack.Selected = -1
		}
		if m.cursor.resting {
			b.Stack.First = 0
		}
		b.Stack.First = m.Layout.ScrollStack(&b)
		b.Stack.Each = b.Stack.First == 0
		m.cursor.top = b.Stack.First
		m.holdRows(&b)
		m.cursor.everySection = b.Stack.Each && (b.Stack.Selected < 0 || m.Layout.ShowsStacked(&b, b.Stack.Selected))
		return
	}
	m.heldRows = heldRows{}
	for c := range board.Column(board.Columns) {
		col := m.column(c)
		if m.cursor.scrolled && c == m.cursor.col || m.cursor.resting {
			col.Selected = -1
		}
		if m.cursor.resting {
			col.First = 0
		}
		m.cursor.first[c] = m.Layout.Scroll(view.ColumnKind(c), &col)
	}
}

// counted is a count, and the generation of the board it is valid for.
type counted struct{ gen, n int }

// stuckCount returns the number of tasks that are in a loop or behind one.
func (m *Model) stuckCount() int {
	if m.stuck.gen != m.Generation {
		m.stuck = counted{m.Generation, m.Board.CountStuck()}
	}
	return m.stuck.n
}

// Counts returns the number of tasks of each kind, whether or not the filter shows them.
func (m *Model) Counts() view.Counts {
	n := m.Board.Counts()
	return view.Counts{
		view.NowSection: n.Running, view.ReadySection: n.Ready, view.BlockedSection: n.Blocked, view.UnclearSection: n.Unknown + n.Broken, view.DoneSection: n.Done,
		// The board does not count failed tasks: they are what is left of their column.
		view.FailedSection: m.Board.Total(board.PendingColumn) - n.Ready - n.Blocked - n.Unknown - n.Broken,
	}
}

// column returns the values of a column.
func (m *Model) column(c board.Column) view.Column {
	sel := -1
	if c == m.cursor.col && m.cursor.key.Name != "" {
		sel = m.placeOf(c, m.cursor.row)
	}
	ready, stuck := 0, 0
	if c == board.PendingColumn {
		ready, stuck = m.Board.Counts().Ready, m.stuckCount()
	}
	return view.Column{
		Ready: ready, Stuck: stuck,
		Len: m.Board.Len(c), Total: m.Board.Total(c), Parents: m.Board.Len(c) - m.Board.Shown(c), First: m.cursor.first[c], Selected: sel, At: m.at[c], Lanes: m.lanesOf(c),
	}
}

// WiderColumn returns the wider one of the two columns of open tasks: 1 for the pending one, -1 for the one in progress, 0 for
// neither. A column is wider if it alone has more tasks than half the rows of the screen, counted without the filter. It stays wider
// until it has clearly fewer, so that widths rarely change.
func (m *Model) WiderColumn() int {
	for c := range m.long {
		most := m.Height / 2
		if m.long[c] {
			most -= most / 4
		}
		m.long[c] = m.Board.Total(board.Column(c)) > most
	}
	return b2i(m.long[board.PendingColumn]) - b2i(m.long[board.InProgressColumn])
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// raised holds the rows of the cards that need a person, which a column shows above the others, for one generation of the board and
// one minute. A list has a section for them, and lanes keep their order.
type raised struct {
	gen    int
	minute int64
	rows   [board.Columns][]int
}

func (m *Model) raisedIn(c board.Column) []int {
	if m.Layout.Stacked {
		return nil
	}
	if r, minute := &m.raised, m.Now.Unix()/60; r.gen != m.Generation || r.minute != minute {
		*r = raised{gen: m.Generation, minute: minute}
		for _, at := range m.NeedPlaces(nil) {
			if len(m.lanesOf(board.Column(at.Column))) == 0 {
				r.rows[at.Column] = append(r.rows[at.Column], at.Index)
			}
		}
		for _, rows := range r.rows {
			slices.Sort(rows)
		}
	}
	return m.raised.rows[c]
}

// rowAt returns the row, in the board's column, of the card at a place of the column on the screen. placeOf is its inverse.
func (m *Model) rowAt(c board.Column, place int) int {
	up := m.raisedIn(c)
	if place < len(up) {
		return up[max(place, 0)]
	}
	row := place - len(up)
	for _, above := range up {
		if above <= row {
			row++
		}
	}
	return row
}

func (m *Model) placeOf(c board.Column, row int) int {
	up := m.raisedIn(c)
	i, ok := slices.BinarySearch(up, row)
	if ok {
		return i
	}
	return row + len(up) - i
}

// keyAt returns the task at a place of a column.
func (m *Model) keyAt(c board.Column, place int) tasks.Key {
	return m.Board.At(c, m.rowAt(c, place))
}

// lanes holds the lanes of each column for one generation of the board.
type lanes struct {
	gen int
	of  [board.Columns][]view.Lane
}

// lanesOf returns the lanes of a column as values of the view.
func (m *Model) lanesOf(c board.Column) []view.Lane {
	if m.lanes.gen == m.Generation {
		return m.lanes.of[c]
	}
	m.lanes = lanes{gen: m.Generation}
	for c := range board.Column(board.Columns) {
		for _, l := range m.Board.Lanes(c) {
			lane := view.Lane{Name: safetext.Line(l.List), First: l.First, Shown: l.Shown, Total: l.Total}
			if m.grouped {
				if lane.Name, lane.Hue = m.Owner(l.Owner); l.Owner == "" {
					lane.Name, lane.Hue = safetext.Const("nobody"), style.Dim
				}
			} else {
				if off := m.Offline(l.List); off != "" {
					_, since, _ := strings.Cut(off, " is ")
					lane.Gone = safetext.Short(since)
				} else if m.WhyNotIn(l.List) != "" {
					lane.Gone = safetext.Const("gone")
				}
			}
			m.lanes.of[c] = append(m.lanes.of[c], lane)
		}
	}
	return m.lanes.of[c]
}

// groupByOwner turns the grouping of cards by owner on or off.
func (m *Model) groupByOwner() {
	m.grouped = !m.grouped
	m.Board.GroupByOwner(m.grouped, m.Me)
	m.rearranged()
	if m.grouped {
		m.Info("By owner: " + m.KeyOf(keymap.GroupByOwner) + " again ends it")
	} else {
		m.Info("No longer by owner")
	}
}
