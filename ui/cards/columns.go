package cards

import (
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
	b := view.Board{Focus: view.ColumnKind(m.cursor.col), Laid: &m.laid}
	for c := range board.Column(board.Columns) {
		b.Columns[c] = m.column(c)
	}
	if m.Layout.Stacked {
		b.Stack = m.stack(0)
	}
	if f, ok := m.Mode().(filtering); ok {
		b.Prompt = f.promptView()
	}
	return b
}

// laidFrom is what the cards were laid out from: they are laid out again when something of it changed.
type laidFrom struct {
	generation        int
	minute            int64
	layout            view.Layout
	key               tasks.Key
	first             [board.Columns]int
	scrolled, resting bool
}

// fittedFor is what the widths of the columns and the rows around the news depend on: both stay as they are while
// agents change tasks.
type fittedFor struct {
	w, h             int
	view             view.ViewKind
	filter           string
	loaded, bare     bool
	caption, deleted bool
}

// Long reports whether the pending column is wider than the others need, and Air returns the free rows around the news.
func (m *Model) Long() bool { return m.long }
func (m *Model) Air() int   { return m.air }

// Lay lays the cards out, in such a way that the selected one is visible. After a change of the size, the filter or the
// view it works their heights out anew.
func (m *Model) Lay() {
	l := &m.Layout
	of := fittedFor{m.Width, m.Height, l.View, m.filterText, m.Board.Loaded(), l.Header.Empty(), !l.Caption.Empty(),
		!l.Deleted.Empty()}
	if of != m.fitted && l.View == view.BoardView {
		m.fitted = of
		m.letGo()
		m.runs.gen = -1
		m.fit()
		return
	}
	for i := range m.held {
		crowded := m.laid.Scrolls(view.ColumnKind(i))
		if at := m.held[i].until(crowded); !at.IsZero() && !m.Now.Before(at) {
			m.closeGaps(board.Column(i))
		}
	}
	from := laidFrom{m.Generation, m.Now.Unix() / 60, m.Layout, m.cursor.key, m.cursor.first, m.cursor.scrolled,
		m.cursor.resting}
	if from != m.from {
		m.lay(false)
	}
}

// fit chooses the widths of the columns and the number of free rows around the news: as many as no card loses anything
// by. In columns at least one of them stays.
func (m *Model) fit() {
	try := func(long bool, air int) int {
		m.long, m.air = long, air
		m.Arrange()
		m.lay(true)
		return m.laid.Worth()
	}
	whole, least := try(false, 0), 0
	if !m.Layout.Stacked {
		least = 1
		if m.laid.Brief(view.PendingColumn) {
			whole = try(true, 0)
		}
	}
	if m.Layout.News == m.Layout.Footer {
		return
	}
	for air := 2; try(m.long, air) != whole && air > least; {
		air--
	}
}

// Layouts returns how often the cards were laid out.
func (m *Model) Layouts() int { return m.layouts }

// lay lays the cards out.
func (m *Model) lay(anew bool) {
	m.layouts++
	b := m.View()
	m.laid.Lay(&m.Layout, &b.Columns, &b.Stack, anew)
	for c := range board.Columns {
		m.cursor.first[c] = m.laid.First(view.ColumnKind(c))
	}
	m.from = laidFrom{m.Generation, m.Now.Unix() / 60, m.Layout, m.cursor.key, m.cursor.first, m.cursor.scrolled,
		m.cursor.resting}
}

// column returns the values of a column.
func (m *Model) column(c board.Column) view.Column {
	col := view.Column{
		Ready: m.Board.Counts().Ready, Len: m.Board.Len(c), Total: m.Board.Total(c),
		Parents: m.Board.Len(c) - m.Board.Shown(c),
		At:      m.at[c], Lanes: m.lanesOf(c),
	}
	if c == board.CompletedColumn {
		col.New = m.CountNew()
	}
	if !m.Layout.Stacked {
		col.Stack = m.stack(c)
	}
	return col
}

// Counts returns the number of tasks of each kind, whether or not the filter shows them.
func (m *Model) Counts() view.Counts {
	n := m.Board.Counts()
	return view.Counts{
		view.NowSection: n.Running, view.ReadySection: n.Ready, view.BlockedSection: n.Blocked,
		view.UnclearSection: n.Unknown + n.Broken, view.DoneSection: n.Done,
		// The board does not count failed tasks: they are what is left of their column.
		view.FailedSection: m.Board.Total(board.PendingColumn) - n.Ready - n.Blocked - n.Unknown - n.Broken,
	}
}

// CountsShown returns the same of those that the filter shows.
func (m *Model) CountsShown() (n view.Counts) {
	m.makeRuns()
	for k := range n {
		n[k] = m.runs.sections[k].Shown
	}
	return n
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
				lane.Name, lane.Hue = m.Owner(l.Owner)
				if l.Owner == "" {
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
