package cards

import (
	"sideboard/board"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// View returns the cards as values, without what stands around them but the line a filter is typed in.
func (m *Model) View() view.Board {
	b := view.Board{Focus: view.ColumnKind(m.cursor.col)}
	for c := range board.Column(board.Columns) {
		b.Columns[c] = m.column(c)
	}
	if m.Layout().Stacked {
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
	if m.Layout().Stacked {
		b := m.View()
		if m.cursor.loose {
			b.Stack.Selected = -1
		}
		m.cursor.top = m.Layout().ScrollStack(&b)
		return
	}
	for c := range board.Column(board.Columns) {
		col := m.column(c)
		if m.cursor.loose && c == m.cursor.col {
			col.Selected = -1
		}
		m.cursor.first[c] = m.Layout().Scroll(view.ColumnKind(c), &col)
	}
}

// counted is a number of one generation of the board.
type counted struct{ gen, n int }

// stuckCount is how many tasks are in a loop or behind one.
func (m *Model) stuckCount() int {
	if m.stuck.gen != m.Generation() {
		m.stuck = counted{m.Generation(), m.Board().CountStuck()}
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
		ready, stuck = m.Board().Counts().Ready, m.stuckCount()
	}
	return view.Column{
		Ready: ready, Stuck: stuck,
		Len: m.Board().Len(c), Total: m.Board().Total(c), Parents: m.Board().Len(c) - m.Board().Shown(c), First: m.cursor.first[c], Selected: sel, At: m.at[c], Lanes: m.lanesOf(c),
	}
}

// lanesOf are the lanes of a column as the view wants them.
func (m *Model) lanesOf(c board.Column) []view.Lane {
	var out []view.Lane
	for _, l := range m.Board().Lanes(c) {
		out = append(out, view.Lane{
			Name: safetext.Line(l.List), First: l.First, Shown: l.Shown, Total: l.Total, Gone: m.WhyNotIn(l.List) != "",
		})
	}
	return out
}
