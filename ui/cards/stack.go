package cards

import (
	"sideboard/board"
	"sideboard/ui/view"
)

// sections are the parts of the columns that make up the sections of the list, from the top. A screen too narrow for columns has that
// list instead of them.
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
	if m.cursor.key.Name != "" {
		s.Selected = s.Place(view.ColumnKind(m.cursor.col), m.cursor.row)
	}
	return s
}

// makeRuns computes which cards are in which section.
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
		r.sections[k].Shown -= m.Board.Len(board.Column(c)) - m.Board.Shown(board.Column(c)) // containers do not count as tasks
	}
}

// selectPlace selects the card at a place of the list, if there is one.
func (m *Model) selectPlace(s *view.Stack, place int) {
	if k, row, ok := s.Card(place); ok {
		m.selectAt(board.Column(k), row)
	}
}
