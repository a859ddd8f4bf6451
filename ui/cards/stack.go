package cards

import (
	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// runs is what the columns, or the list of all cards, consist of, for one generation of the board, one minute and one
// shape of the board. Its memory is used again.
type runs struct {
	gen       int
	minute    int64
	stacked   bool
	sections  [view.Sections]view.SectionCount
	stretches []board.Stretch
	needs     []view.StackCard
	heads     []view.Head              // the containers whose parts stand under their names
	headKeys  []tasks.Key              // their tasks
	of        [board.Columns]stackRuns // the first one is the list
}

// stackRuns is the runs of one list of cards, with those that need a person first.
type stackRuns struct{ all, raised, shown []view.Run }

// stack returns the cards of a column, or of the list of all of them, which is valid until the next call.
func (m *Model) stack(c board.Column) view.Stack {
	if m.Layout.Stacked {
		c = 0
	}
	m.makeRuns()
	r := &m.runs.of[c]
	s := view.Stack{Runs: r.shown, Sections: m.runs.sections, First: m.cursor.first[c], Selected: -1,
		Heads: m.runs.heads, OnHead: m.runs.headOf(m.cursor.key)}
	if here := m.Layout.Stacked || c == m.cursor.col; here {
		s.Free = m.cursor.scrolled
		if m.cursor.key.Name != "" {
			s.Selected = s.Place(view.ColumnKind(m.cursor.col), m.cursor.row)
		}
	}
	if m.cursor.resting {
		s.First, s.Free = 0, true
	}
	return s
}

// makeRuns works out which cards are in which section, unless that is known.
func (m *Model) makeRuns() {
	r, minute := &m.runs, m.Now.Unix()/60
	if r.gen == m.Generation && r.minute == minute && r.stacked == m.Layout.Stacked {
		return
	}
	r.gen, r.minute, r.stacked, r.stretches = m.Generation, minute, m.Layout.Stacked, r.stretches[:0]
	for c := range board.Column(board.Columns) {
		r.of[c].all, r.of[c].raised = r.of[c].all[:0], r.of[c].raised[:0]
		r.stretches = m.Board.AppendStretches(r.stretches, c)
	}
	for k, n := range m.Counts() {
		section := view.SectionKind(k)
		r.sections[k] = view.SectionCount{Total: n}
		for _, t := range r.stretches {
			if view.SectionOf(phrase.State(t.Kind)) != section {
				continue
			}
			r.sections[k].Shown += t.Len
			if r.stacked {
				r.add(0, section, t)
			}
		}
	}
	for c, k := range [...]view.SectionKind{board.PendingColumn: view.ReadySection,
		board.InProgressColumn: view.NowSection, board.CompletedColumn: view.DoneSection} {
		// containers do not count as tasks
		r.sections[k].Shown -= m.Board.Len(board.Column(c)) - m.Board.Shown(board.Column(c))
	}
	r.heads, r.headKeys = nil, r.headKeys[:0]
	if !r.stacked {
		for _, t := range m.Board.UnderHeads(r.stretches) {
			r.addHead(m.Board, t.Head)
			r.add(t.Column, view.SectionOf(phrase.State(t.Kind)), t)
		}
	}
	r.sections[view.DoneSection].New = m.CountNew()
	m.raise()
	for c := range board.Column(board.Columns) {
		of := &r.of[c]
		of.shown = of.all
		if len(of.raised) > 0 {
			of.shown = of.raised
		}
		of.shown = m.hold(c, of.shown)
	}
}

// add adds a stretch of cards to a list.
func (r *runs) add(to board.Column, section view.SectionKind, t board.Stretch) {
	r.of[to].all = append(r.of[to].all, view.Run{Section: section, Column: view.ColumnKind(t.Column), First: t.First,
		Len: t.Len, Head: r.headOf(t.Head)})
}

// raise puts the cards that need a person above the others. The lanes of columns keep their order.
func (m *Model) raise() {
	r := &m.runs
	r.needs = m.NeedPlaces(r.needs[:0])
	s := view.Stack{Sections: r.sections}
	if r.stacked {
		s.Runs = r.of[0].all
		if len(r.needs) > 0 {
			r.of[0].raised = s.Raise(r.needs, r.of[0].raised)
		}
		r.sections = s.Sections
		return
	}
	for c := range board.Column(board.Columns) {
		var of []view.StackCard
		for _, n := range r.needs {
			if n.Column == view.ColumnKind(c) && len(m.lanesOf(c)) == 0 {
				of = append(of, n)
			}
		}
		s.Runs = r.of[c].all
		if len(of) > 0 {
			r.of[c].raised = s.Raise(of, r.of[c].raised)
		}
	}
}

// selectPlace selects the card at a place of a list, if there is one.
func (m *Model) selectPlace(s *view.Stack, place int) {
	if k, row, ok := s.Card(place); ok {
		m.selectAt(board.Column(k), row)
	}
}

// keyAt returns the task of a card of a column.
func (m *Model) keyAt(c board.Column, row int) tasks.Key { return m.Board.At(c, row) }
