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

	Finished Chip // what has no lines
}

// timelineRows is what the visible lines of a timeline share: their lanes, and columns that all of them keep.
type timelineRows struct {
	rows            []graph.TimelineRow
	nodes           []Node
	gutter, idWidth int // cells
	subjectWidth    int // cells
	statusWidth     int // cells
	hasChain        bool
	parts           []titlePart           // what stands in each row of the screen
	heights         []int                 // how many rows each line has
	edgeStyles      map[int32]style.Style // of the links seen so far in this frame: a lane is many cells of one
}

// prepare asks for the lines of a timeline that are visible.
func (s *timelineRows) prepare(l *Layout, dv *DepView) {
	s.parts = s.parts[:0]
	s.rows, s.nodes, s.gutter, s.idWidth, s.hasChain, s.subjectWidth, s.statusWidth = s.rows[:0], s.nodes[:0], 2, 2, false, subjectLeast, statusLeast
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
		s.hasChain = s.hasChain || (n.Chain || n.Loop) && l.Breadth != Narrow
		for s.subjectWidth < subjectMost && s.subjectWidth < n.Subject.Width()+2 {
			s.subjectWidth += widthStep
		}
		for need := n.standingWidth(); s.statusWidth < need; {
			s.statusWidth += widthStep
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
	}
	if selected && (part.row == 0 || pt.sh.Grounded()) { // one rectangle, or one sign
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

// The cells of the subjects of a timeline, and of how its tasks stand: as the widest that is visible needs, in steps, so that they
// seldom change while it scrolls.
const subjectLeast, subjectMost, statusLeast, widthStep = 32, 64, 17, 16

// drawTimelineTitles draws the heads of the columns.
func (pt *Painter) drawTimelineTitles(l *Layout) {
	p, s := &pt.p, &pt.timeline
	c := s.columns(s.titleAt(), l.timelineEnd())
	p.padTo(s.titleAt() - s.idWidth - 2)
	p.ascii(style.Label, "TASK")
	if c.status > c.count {
		p.padTo(c.status - len("BEHIND"))
		p.ascii(style.Label, "BEHIND")
	}
	if c.end > c.status {
		p.padTo(c.status + 2)
		p.ascii(style.Label, "STATUS")
	}
}

// drawTimelineFoot draws what has no line on the screen: what is finished, and the lines above and below.
func (pt *Painter) drawTimelineFoot(dv *DepView) {
	p, g := &pt.p, dv.Timeline
	above, below := max(g.First, 0), 0
	if s := &pt.timeline; len(s.parts) > 0 {
		below = g.Len - above - s.parts[len(s.parts)-1].line - 1
	}
	if room := p.remaining() - margin - 1 - hiddenWidth(above, below); g.Finished.Count > 0 && room > 2+digits(g.Finished.Count)+len(chipWords[0][1]) {
		p.space(margin + 1)
		pt.drawChip(p, &g.Finished, 0, room)
	}
	pt.drawHidden(above, below, 0)
}

// drawTimelineColumns draws the columns of a line behind the id.
func (pt *Painter) drawTimelineColumns(p *pen, n *Node, title Text, selected bool) {
	c := pt.timeline.columns(p.at, p.end-1)
	if n.Ghost && n.Subject.Empty() {
		p.textUpTo(style.Dim, n.ID, c.count-p.at-1) // whole: its column is for short ones
	} else {
		room := n.titleRoom(c.count - p.at)
		p.textUpTo(n.subject(selected), title, room)
		if n.Marked && room > 0 {
			p.space(1)
			p.glyph(style.AccentStrong, pt.sh.Glyphs.Marked)
		}
	}
	if c.status > c.count && n.Behind > 0 {
		p.padTo(c.status - BehindWidth(n.Behind))
		p.behind(n.Behind)
	}
	if c.end > c.status {
		p.padTo(c.status + 2)
		all := p.end
		p.end = min(c.end, all)
		n.drawStanding(p)
		p.end = all
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

// drawStanding draws in words how a task stands, and who has had it for how long. Where not all has room, who is at work says that
// somebody is.
func (n *Node) drawStanding(p *pen) {
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
	case say.word.Empty() && n.Waits > 0:
		p.text(style.Dim, wordAlso)
		n.drawBlockers(p)
	}
	owned := !n.Owner.Empty() && n.State != Done
	if owned && n.State == Running && !n.Alarm && say.word.Width()+2+n.Owner.Width() > p.remaining() {
		say.word = Text{}
	}
	from := p.at
	p.text(say.st, say.word)
	if owned && p.remaining() > n.Owner.Width()+2 || p.at == from {
		p.space(2 * min(p.at-from, 1))
		p.text(n.Hue, n.Owner)
	}
	if n.State == Running && p.remaining() > n.Age.Width()+1 {
		p.space(1)
		p.text(style.Dim, n.Age)
	}
}

// standingWidth returns the cells of how a task stands, with all that may be said of it.
func (n *Node) standingWidth() int {
	w := statusWords[n.State].word.Width()
	if n.WaitsFor != nil && w == 0 {
		w = wordAlso.Width()
		for i := range *n.WaitsFor {
			b := &(*n.WaitsFor)[i]
			w += b.ID.Width() + 1 + b.Subject.Width() + 2
		}
	}
	if !n.Owner.Empty() {
		w += 2 + n.Owner.Width() + 1 + n.Age.Width()
	}
	return w
}

// leastName is the cells of a name of what a task waits for at least.
const leastName = 14

// drawBlockers draws what holds a task back: names where all have room for a part of theirs, else ids, else how many there are.
func (n *Node) drawBlockers(p *pen) {
	var first Blockers
	if n.WaitsFor != nil {
		first = *n.WaitsFor
	}
	more := n.Waits - len(first)
	need, names := 0, 0
	for i := range first {
		b := &first[i]
		need += b.ID.Width() + 1
		names += 1 + min(b.Subject.Width()+1, leastName)
	}
	if more > 0 {
		need += 2 + digits(more)
	}
	if len(first) == 0 || need-1 > p.remaining() {
		p.number(style.Dim, n.Waits)
		return
	}
	named := need+names-1 <= p.remaining()
	for i := range first {
		b := &first[i]
		if i > 0 {
			p.space(1)
		}
		left := len(first) - i
		p.text(style.Dim, b.ID)
		need -= b.ID.Width() + 1
		if named && !b.Subject.Empty() {
			p.space(1)
			p.textUpTo(style.Dim, b.Subject, (p.remaining()-need-2*(left-1))/left)
			p.space(min(left-1, 1))
		}
	}
	if more > 0 {
		p.space(1)
		p.plus(more)
	}
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
