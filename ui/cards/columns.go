package cards

import (
	"slices"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// View returns the cards as values, without what stands around them but the line a filter is typed in.
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

// ScrollToCursor scrolls the columns, or the list, so that the selected card is visible, and none past its end. The card shows
// its whole subject, unless a button is down: what is under the hand stays there.
func (m *Model) ScrollToCursor() {
	if m.drag.down.Name == "" {
		m.cursor.open = m.cursor.key
	}
	if m.Layout.Stacked {
		b := m.View()
		if b.Stack.Each = false; m.cursor.loose || m.cursor.rests {
			b.Stack.Selected = -1
		}
		if m.cursor.rests {
			b.Stack.First = 0
		}
		b.Stack.First = m.Layout.ScrollStack(&b)
		b.Stack.Each = b.Stack.First == 0
		m.cursor.top = b.Stack.First
		m.cursor.each = b.Stack.Each && (b.Stack.Selected < 0 || m.Layout.ShowsStacked(&b, b.Stack.Selected))
		return
	}
	for c := range board.Column(board.Columns) {
		col := m.column(c)
		if m.cursor.loose && c == m.cursor.col || m.cursor.rests {
			col.Selected = -1
		}
		if m.cursor.rests {
			col.First = 0
		}
		m.cursor.first[c] = m.Layout.Scroll(view.ColumnKind(c), &col)
	}
}

// counted is a number of one generation of the board.
type counted struct{ gen, n int }

// stuckCount is how many tasks are in a loop or behind one.
func (m *Model) stuckCount() int {
	if m.stuck.gen != m.Generation {
		m.stuck = counted{m.Generation, m.Board.CountStuck()}
	}
	return m.stuck.n
}

// Counts returns how many tasks there are of each kind, without the filter.
func (m *Model) Counts() view.Counts {
	n := m.Board.Counts()
	return view.Counts{
		Failed: m.Board.Total(board.PendingColumn) - n.Ready - n.Blocked - n.Unknown - n.Broken, Unclear: n.Unknown + n.Broken,
		Ready: n.Ready, Running: n.Running, Blocked: n.Blocked, Done: n.Done,
	}
}

// column is a column as the view wants it.
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

// Lean returns which of the two columns of open tasks gets cells of the other: 1 for the pending one, -1 for the one in progress, 0 for
// neither. A column gets some while it has more tasks than every other row of the screen, whatever the filter, and the other has not. It
// keeps them until it has clearly fewer, so that widths change seldom.
func (m *Model) Lean() int {
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

// raised are the rows of the cards that need a person, for one generation of the board and one minute: in a column they stand above the
// others. A list has a section for them, and lanes stay as they are.
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

// rowAt returns which row of the board's column stands at a place of the column on the screen, and placeOf at which place a row stands.
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
	i, is := slices.BinarySearch(up, row)
	if is {
		return i
	}
	return row + len(up) - i
}

// keyAt returns the task at a place of a column.
func (m *Model) keyAt(c board.Column, place int) tasks.Key {
	return m.Board.At(c, m.rowAt(c, place))
}

// lanes are those of each column for one generation of the board.
type lanes struct {
	gen int
	of  [board.Columns][]view.Lane
}

// lanesOf are the lanes of a column as the view wants them.
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
				lane.Gone = m.WhyNotIn(l.List) != ""
			}
			m.lanes.of[c] = append(m.lanes.of[c], lane)
		}
	}
	return m.lanes.of[c]
}

// groupByOwner lets the cards of each owner stand together, or no longer.
func (m *Model) groupByOwner() {
	m.grouped = !m.grouped
	m.Board.GroupByOwner(m.grouped, m.Me)
	m.BoardChanged()
	if m.grouped {
		m.Info("By owner: " + m.KeyOf(keymap.GroupByOwner) + " again ends it")
	} else {
		m.Info("No longer by owner")
	}
}

// Where columns have no room the board is one list: what runs, what is ready, what is blocked and what is done, one below the
// other.

// sections are the stretches of the columns that stand in each section, from the top.
var sections = [...]struct {
	section view.SectionKind
	column  board.Column
	kind    board.State
}{
	{view.NowSection, board.InProgressColumn, board.Running},
	{view.FailedSection, board.PendingColumn, board.Failed},
	{view.ReadySection, board.PendingColumn, board.Ready},
	{view.BlockedSection, board.PendingColumn, board.Waiting},
	{view.UnclearSection, board.PendingColumn, board.Unknown},
	{view.UnclearSection, board.PendingColumn, board.Broken},
	{view.DoneSection, board.CompletedColumn, board.Done},
}

// runs is room for what a list is made of, used again for every frame.
type runs struct {
	gen       int // of the board they were made for
	sections  [view.Sections]view.SectionCount
	stretches []board.Stretch
	runs      []view.Run
	needs     []view.StackCard
	raised    []view.Run // with those on top
}

// stack returns the cards as one list. It stands until the next call.
func (m *Model) stack() view.Stack {
	r := &m.runs
	if r.gen != m.Generation {
		r.gen = m.Generation
		m.makeRuns()
	}
	s := view.Stack{First: m.cursor.top, Each: m.cursor.each, Selected: -1, Runs: r.runs, Sections: r.sections}
	if r.needs = m.NeedPlaces(r.needs[:0]); len(r.needs) > 0 {
		r.raised = s.Raise(r.needs, r.raised)
	}
	if m.cursor.key.Name != "" {
		s.Selected = s.Place(view.ColumnKind(m.cursor.col), m.cursor.row)
	}
	return s
}

// makeRuns works out which cards stand in which section.
func (m *Model) makeRuns() {
	r := &m.runs
	r.stretches, r.runs = r.stretches[:0], r.runs[:0]
	for c := range board.Column(board.Columns) {
		r.stretches = m.Board.AppendStretches(r.stretches, c)
	}
	n := m.Counts()
	r.sections = [view.Sections]view.SectionCount{
		view.NowSection:     {Total: n.Running},
		view.FailedSection:  {Total: n.Failed},
		view.ReadySection:   {Total: n.Ready},
		view.BlockedSection: {Total: n.Blocked},
		view.UnclearSection: {Total: n.Unclear},
		view.DoneSection:    {Total: n.Done},
	}
	for _, in := range sections {
		for _, t := range r.stretches {
			if t.Column == in.column && t.Kind == in.kind {
				r.runs = append(r.runs, view.Run{Section: in.section, Column: view.ColumnKind(t.Column), First: t.First, Len: t.Len})
				r.sections[in.section].Shown += t.Len
			}
		}
	}
	for c, k := range [...]view.SectionKind{board.PendingColumn: view.ReadySection, board.InProgressColumn: view.NowSection, board.CompletedColumn: view.DoneSection} {
		r.sections[k].Shown -= m.Board.Len(board.Column(c)) - m.Board.Shown(board.Column(c)) // containers are no tasks
	}
}

// selectPlace selects the card at a place of the list, if there is one.
func (m *Model) selectPlace(s *view.Stack, place int) {
	if k, row, ok := s.Card(place); ok {
		m.selectAt(board.Column(k), row)
	}
}
