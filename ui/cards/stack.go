package cards

import (
	"time"

	"sideboard/board"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// runs is what the list consists of. Its memory is reused for every frame.
type runs struct {
	gen       int // of the board they were computed for
	sections  [view.Sections]view.SectionCount
	stretches []board.Stretch
	runs      []view.Run
	needs     []view.StackCard
	raised    []view.Run // with the cards that need a person first
}

// stack returns the cards as one list, which is valid until the next call.
func (m *Model) stack() view.Stack {
	r := &m.runs
	if r.gen != m.Generation {
		r.gen = m.Generation
		m.makeRuns()
	}
	s := view.Stack{First: m.cursor.top, Each: m.cursor.everySection, Selected: -1, Runs: r.runs, Sections: r.sections}
	if r.needs = m.NeedPlaces(r.needs[:0]); len(r.needs) > 0 {
		r.raised = s.Raise(r.needs, r.raised)
	}
	if h := &m.heldRows; h.width == m.Layout.Body.W && (h.until.IsZero() || m.Now.Before(h.until)) {
		s.Keep = h.rows
	}
	if m.cursor.key.Name != "" {
		s.Selected = s.Place(view.ColumnKind(m.cursor.col), m.cursor.row)
	}
	return s
}

// holdFor is how long a section that shrinks keeps its rows, so that tasks stay in place while others above them are claimed and
// completed. The rows that are free at the end of the list pay for it.
const holdFor = 10 * time.Second

// heldRows is the row at which each section of a list of one width begins, and the number of blank rows above it because of that.
type heldRows struct {
	rows, blank [view.Sections]int
	until       time.Time // when the blank rows end, zero for none
	width       int
}

// holdRows notes where the sections are on the screen: they stay there until holdFor after one shrank.
func (m *Model) holdRows(b *view.Board) {
	was := m.heldRows
	m.heldRows = heldRows{width: m.Layout.Body.W}
	if b.Stack.First > 0 {
		return
	}
	h := &m.heldRows
	h.rows, h.blank = m.Layout.SectionRows(b)
	for k, n := range h.blank {
		if n > was.blank[k] {
			h.until = m.Now.Add(holdFor)
		} else if n > 0 && h.until.IsZero() {
			h.until = was.until
		}
	}
}

// makeRuns computes which cards are in which section.
func (m *Model) makeRuns() {
	r := &m.runs
	r.stretches, r.runs = r.stretches[:0], r.runs[:0]
	for c := range board.Column(board.Columns) {
		r.stretches = m.Board.AppendStretches(r.stretches, c)
	}
	for k, n := range m.Counts() {
		section := view.SectionKind(k)
		r.sections[k] = view.SectionCount{Total: n}
		for _, t := range r.stretches {
			if view.SectionOf(phrase.State(t.Kind)) == section {
				r.runs = append(r.runs, view.Run{Section: section, Column: view.ColumnKind(t.Column), First: t.First, Len: t.Len})
				r.sections[k].Shown += t.Len
			}
		}
	}
	for c, k := range [...]view.SectionKind{board.PendingColumn: view.ReadySection, board.InProgressColumn: view.NowSection, board.CompletedColumn: view.DoneSection} {
		r.sections[k].Shown -= m.Board.Len(board.Column(c)) - m.Board.Shown(board.Column(c)) // containers do not count as tasks
	}
}

// selectPlace selects the card at a place of the list, if there is one.
func (m *Model) selectPlace(s *view.Stack, place int) {
	if k, row, ok := s.Card(place); ok {
		m.selectAt(board.Column(k), row)
	}
}
