package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Timeline is the dependencies as a line per task, virtual: Row is asked for visible lines only.
type Timeline struct {
	Len   int
	First int // the first visible line
	At    int // the line of the selected task, -1 for none
	Row   func(i int) graph.TimelineRow
}

// timelineRows is what the visible lines of a timeline share: their lanes, and columns that all of them keep.
type timelineRows struct {
	rows            []graph.TimelineRow
	nodes           []Node
	gutter, idWidth int // cells
	subjectWidth    int // cells
	hasChain        bool
	parts           []titlePart           // what stands in each row of the screen
	heights         []int                 // how many rows each line has
	edgeStyles      map[int32]style.Style // of the links seen so far in this frame: a lane is many cells of one
}

// prepare asks for the lines of a timeline that are visible.
func (s *timelineRows) prepare(l *Layout, dv *DepView) {
	s.parts = s.parts[:0]
	s.rows, s.nodes, s.gutter, s.idWidth, s.hasChain, s.subjectWidth = s.rows[:0], s.nodes[:0], 2, 2, false, subjectLeast
	if s.edgeStyles == nil {
		s.edgeStyles = map[int32]style.Style{}
	}
	clear(s.edgeStyles)
	g := dv.Timeline
	if g == nil {
		return
	}
	for i := max(g.First, 0); i < g.Len && len(s.rows) < l.DepView.Canvas.H; i++ {
		row := g.Row(i)
		n := dv.Node(row.Node)
		s.rows, s.nodes = append(s.rows, row), append(s.nodes, n)
		w := len(row.Cells)
		if row.Hidden > 0 {
			w += 1 + digits(row.Hidden) + 1
		}
		s.gutter = max(s.gutter, w)
		s.idWidth = max(s.idWidth, min(n.ID.Width(), 10))
		s.hasChain = s.hasChain || n.Chain || n.Loop
		for s.subjectWidth < subjectMost && s.subjectWidth < n.Subject.Width()+2 {
			s.subjectWidth += subjectStep
		}
	}
	s.gutter = min(s.gutter, max(l.DepView.Canvas.W/3, 2))
	s.wrap(l, g)
}

// drawTimelineRow draws one row of a timeline: lanes with the task's glyph in them, then columns of id, subject, owner, what it waits
// for in words, and how many wait behind it. In the rows below the first of a line the lanes go on, and the subject.
func (pt *Painter) drawTimelineRow(dv *DepView, i int) {
	s := &pt.timeline
	if i >= len(s.parts) {
		return
	}
	p, g := &pt.p, pt.sh.Glyphs
	part := &s.parts[i]
	row, n := &s.rows[part.line], &s.nodes[part.line]
	selected := max(dv.Timeline.First, 0)+part.line == dv.Timeline.At
	all := p.end
	if selected {
		p.setGround(style.Raised)
		p.glyph(style.Accent, g.RuleSelected)
	} else {
		p.space(1)
	}
	pt.drawGutter(p, dv, row, n, part.row == 0)
	p.end = all - margin
	p.space(1)
	if part.row > 0 {
		p.padTo(s.titleAt())
		p.textUpTo(n.subject(selected), part.title, p.remaining())
	} else {
		if s.hasChain {
			switch {
			case n.Loop:
				p.glyph(style.Danger, g.Loop)
			case n.Chain:
				p.glyph(style.Chain, g.Chained)
			default:
				p.space(1)
			}
			p.space(1)
		}
		p.textUpTo(style.Dim, n.ID, s.idWidth)
		p.padTo(s.titleAt())
		pt.drawTimelineColumns(p, n, part.title, selected)
	}
	p.end = all
	if selected {
		p.padTo(all)
		p.setGround(style.Flat)
	}
}

// drawGutter draws the lanes of a line; below its first row those that go on.
func (pt *Painter) drawGutter(p *pen, dv *DepView, row *graph.TimelineRow, n *Node, first bool) {
	s, g := &pt.timeline, pt.sh.Glyphs
	p.end = p.at + s.gutter
	room := s.gutter
	if row.Hidden > 0 {
		room -= 1 + digits(row.Hidden) + 1
	}
	mark := min(slices.IndexFunc(row.Cells, func(c graph.Cell) bool { return c.Text }), room-1) // it is seen, whatever else is not
	for k := range row.Cells[:max(min(len(row.Cells), room), 0)] {
		cell := row.Cells[k]
		if !first {
			cell = graph.Cell{Up: cell.Down, Down: cell.Down, Edge: cell.Edge}
		} else if k == mark {
			glyph, st := stateGlyph(pt.sh, n.State)
			p.glyph(st, glyph)
			continue
		}
		p.rune(pt.gutterStyle(dv, &cell), cell.Rune(g.ASCII))
	}
	if first && row.Hidden > 0 {
		p.plus(row.Hidden)
	}
	p.padTo(p.end)
}

// The cells of the subjects of a timeline: as the widest that is visible needs, in steps, so that they seldom change while it
// scrolls.
const subjectLeast, subjectStep, subjectMost = 32, 16, 64

// nameRoom is the cells that the name of what a task waits for has at most.
const nameRoom = 28

// drawTimelineColumns draws the columns of a line behind the id.
func (pt *Painter) drawTimelineColumns(p *pen, n *Node, title Text, selected bool) {
	c := pt.timeline.columns(p.at, p.end-1)
	if n.Ghost && n.Subject.Empty() {
		p.textUpTo(style.Dim, n.ID, c.owner-p.at-1) // whole: its column is for short ones
	} else {
		room := n.titleRoom(c.owner - p.at)
		p.textUpTo(n.subject(selected), title, room)
		if n.Marked && room > 0 {
			p.space(1)
			p.glyph(style.AccentStrong, pt.sh.Glyphs.Marked)
		}
	}
	if c.status > c.owner {
		p.padTo(c.owner)
		p.textUpTo(n.Hue, n.Owner, c.status-c.owner-2)
	}
	if c.count > c.status {
		p.padTo(c.status)
		n.drawStatus(p, c.count-c.status-1)
	}
	if c.end > c.count && n.Behind > 0 {
		p.padTo(c.end - 1 - digits(min(n.Behind, 99)))
		p.behind(n.Behind)
	}
}

// statusWords say in words how a task stands. What waits says how much it waits for.
var statusWords = [...]struct {
	st   style.Style
	word Text
}{
	Broken: {style.Danger, safetext.Const("cannot be read")}, Unknown: {style.Warning, safetext.Const("unknown status")},
	Failed: {style.Danger, safetext.Const("failed")}, Stuck: {style.Danger, safetext.Const("stuck")},
	Missing: {style.Missing, safetext.Const("waits: missing")}, Ready: {style.Ready, safetext.Const("ready")},
	Running: {style.Running, safetext.Const("in progress")}, Done: {style.Dim, safetext.Const("completed")},
	Waiting: {}, Skipped: {}, Container: {},
}

// drawStatus draws in words what a task does or waits for.
func (n *Node) drawStatus(p *pen, w int) {
	say := statusWords[n.State]
	switch {
	case n.Ghost:
		say.st, say.word = style.Missing, wordNoFile
	case n.Loop:
		say.st, say.word = style.Danger, wordLoop
	case n.AssumedDone && (say.word.Empty() || n.State == Ready || n.State == Running || n.State == Done):
		say.st, say.word = style.Accent, wordSupposed
	case n.State == Running && n.Alarm:
		say.st, say.word = style.Danger, wordStalled
	case say.word.Empty() && n.Waits > 0 && !n.WaitsFor.Empty() && w >= wordAlso.Width()+n.WaitsFor.Width():
		p.text(style.Dim, wordAlso)
		p.text(style.Dim, n.WaitsFor)
		if room := w - wordAlso.Width() - n.WaitsFor.Width() - 1; n.Waits == 1 && room >= nameRoom/2 && !n.WaitsName.Empty() {
			p.space(1)
			p.textUpTo(style.Dim, n.WaitsName, room)
		}
		return
	case say.word.Empty() && n.Waits > 0 && w >= wordAlso.Width()+digits(n.Waits): // without making a text
		p.text(style.Dim, wordAlso)
		p.number(style.Dim, n.Waits)
		return
	case say.word.Empty() && n.Waits > 0:
		say.st, say.word = style.Dim, wordAlso.Append(safetext.Number(n.Waits))
	}
	p.textUpTo(say.st, say.word, w)
}

// gutterStyle returns the colour of a cell of a lane.
func (pt *Painter) gutterStyle(dv *DepView, c *graph.Cell) style.Style {
	if c.Edge < 0 {
		return style.Link
	}
	st, seen := pt.timeline.edgeStyles[c.Edge]
	if !seen {
		st = classStyles[dv.Edge(c.Edge).stroke().Class]
		pt.timeline.edgeStyles[c.Edge] = st
	}
	return st
}

var (
	wordNoFile  = safetext.Const("no such task")
	wordStalled = safetext.Const("stalled")
)
