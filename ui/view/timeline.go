package view

import (
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
	linked          []Text // the links of each for which there is no lane, by the names of their other ends
	gutter, idWidth int    // cells
	subjectWidth    int    // cells
	statusWidth     int    // cells
	whoWidth        int    // cells of who has the tasks and the gap before it, 0 where that is said with how they stand
	hasChain        bool
	parts           []linePart      // what stands in each row of the screen
	heights         []int           // how many rows each line has
	waitRows        []int           // and how many it takes to say in full what its task waits for
	classes         map[int32]uint8 // of the links seen so far in this frame: a lane is many cells of one
}

// prepare asks for the lines of a timeline that are visible.
func (s *timelineRows) prepare(l *Layout, dv *DepView, sh *style.Sheet) {
	s.parts = s.parts[:0]
	s.rows, s.nodes, s.linked = s.rows[:0], s.nodes[:0], s.linked[:0]
	s.gutter, s.idWidth, s.hasChain, s.subjectWidth, s.statusWidth, s.whoWidth = columnStep, 2, false, 0, statusLeast, 0
	if s.classes == nil {
		s.classes = map[int32]uint8{}
	}
	clear(s.classes)
	g := dv.Timeline
	if g == nil {
		return
	}
	step := columnStep
	if g.Len <= l.DepView.Canvas.H { // it does not scroll
		step = 1
	}
	for i := max(g.First, 0); i < g.Len && len(s.rows) < l.DepView.Canvas.H; i++ {
		row := g.Row(i)
		n := dv.Node(row.Node)
		s.rows, s.nodes = append(s.rows, row), append(s.nodes, n)
		used := len(row.Cells)
		for used > s.gutter && !row.Cells[used-1].Text && row.Cells[used-1].Rune(false) == ' ' {
			used--
		}
		for s.gutter < used {
			s.gutter += step
		}
		s.idWidth = max(s.idWidth, min(n.ID.Width(), 10))
		s.hasChain = s.hasChain || (n.Chain || n.Loop) && l.Breadth != Narrow
	}
	most, tells := min(max(l.DepView.Canvas.W/24, 1), mostLinked), l.timelineEnd()-s.titleAt() >= statusFrom
	apart := l.timelineEnd()-s.titleAt() >= whoFrom
	for i := range s.nodes {
		n := &s.nodes[i]
		if w := n.whoWidth(); apart && w > 0 {
			s.whoWidth = max(s.whoWidth, 2+max(w, len("WHO")))
		}
		s.linked = append(s.linked, dv.linkedWords(&s.rows[i], sh, most, tells && n.tellsWaits()))
		for need := n.Subject.Width() + n.besideTitle(s.linked[i]); s.subjectWidth < subjectMost && s.subjectWidth < need; {
			s.subjectWidth += step
		}
		for need := n.standingWidth(apart); s.statusWidth < need; {
			s.statusWidth += step
		}
	}
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
	selected := max(dv.Timeline.First, 0)+part.line == dv.Timeline.At && !part.blank
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
	p.markTitle(selected && !part.blank && part.row == 0)
	c := s.columns(s.titleAt(), p.end-1)
	switch {
	case part.blank:
	case part.row > 0:
		p.padTo(s.titleAt())
		p.textUpTo(n.subject(selected), part.title, p.remaining())
		pt.drawStandingRow(p, n, c, part)
	default:
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
		pt.drawTimelineColumns(p, n, c, part.title, s.linked[part.line], selected)
		pt.drawStandingRow(p, n, c, part)
	}
	p.end = all
	if selected {
		p.padTo(all)
		p.setGround(style.Flat)
	}
}

// linkedWords returns the names of the other ends of links that have no lane: "#3▸" of what it waits for, unless that is told already,
// "▸#9" of what waits for it.
func (dv *DepView) linkedWords(row *graph.TimelineRow, sh *style.Sheet, most int, told bool) (t Text) {
	waits := len(row.Linked[0])
	if told {
		waits = 0
	}
	all := waits + len(row.Linked[1])
	if all == 0 {
		return t
	}
	head := safetext.Line(sh.Glyphs.Head)
	for k := range all {
		if k > 0 {
			t = t.Append(safetext.Const(" "))
		}
		if k == most && all > most {
			return t.Append(safetext.Const("+"), safetext.Number(all-most))
		}
		if k < waits {
			n := dv.Node(row.Linked[0][k])
			t = t.Append(n.label(), head)
		} else {
			n := dv.Node(row.Linked[1][k-waits])
			t = t.Append(head, n.label())
		}
	}
	return t
}

// mostLinked is how many links of a task are named at most where they have no lane.
const mostLinked = 3

// drawGutter draws the lanes of a line; below its first row those that go on.
func (pt *Painter) drawGutter(p *pen, dv *DepView, row *graph.TimelineRow, n *Node, first bool) {
	end := p.at + pt.timeline.gutter
	cells := row.Cells
	if !first {
		cells = row.Below
	}
	for k := range cells[:min(pt.timeline.gutter, len(cells))] {
		if cells[k].Text {
			glyph, st := stateGlyph(pt.sh, n.State)
			p.glyph(st, glyph)
		} else {
			p.rune(pt.gutterStyle(dv, row, &cells[k], k), cells[k].Rune(pt.sh.Glyphs.ASCII))
		}
	}
	p.padTo(end)
}

// The cells of the subjects of a timeline at most, and of how its tasks stand at least: as the widest that is visible needs.
const subjectMost, statusLeast = 64, 12

// columnStep is the cells by which lanes, subjects and how tasks stand take more or less of the width of lines that scroll, so that they
// seldom change.
const columnStep = 4

// statusFrom is the cells behind the lanes from which on there is room to say how tasks stand, whoFrom to say apart who has them.
const statusFrom, whoFrom = 40, 100

// drawTimelineTitles draws the heads of the columns.
func (pt *Painter) drawTimelineTitles(l *Layout) {
	p, s := &pt.p, &pt.timeline
	c := s.columns(s.titleAt(), l.timelineEnd())
	p.padTo(s.titleAt() - s.idWidth - 2)
	p.ascii(style.Label, "TASK")
	if c.who > c.count {
		p.padTo(c.who - len("BEHIND"))
		p.ascii(style.Label, "BEHIND")
	}
	if c.status > c.who {
		p.padTo(c.who + 2)
		p.ascii(style.Label, "WHO")
	}
	if c.end > c.status {
		words := "WAITS FOR"
		if both := "WHO, OR " + words; c.status == c.who && len(both) <= c.end-c.status-2 {
			words = both
		}
		p.padTo(c.status + 2)
		p.ascii(style.Label, words)
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
	if room := p.remaining() - margin - 1 - 3; room > chainLeast {
		p.space(3)
		p.drawLongestChain(dv, dv.Chain, room)
	}
}

// drawTimelineColumns draws the columns of a line behind the id, up to how its task stands.
func (pt *Painter) drawTimelineColumns(p *pen, n *Node, c timelineColumns, title, linked Text, selected bool) {
	if n.Ghost && n.Subject.Empty() {
		p.textUpTo(style.Dim, n.ID, c.count-p.at-1) // whole: its column is for short ones
	} else {
		room := n.titleRoom(c.count-p.at, linked)
		p.textUpTo(n.subject(selected), title, room)
		if n.Marked && room > 0 {
			p.space(1)
			p.glyph(style.AccentStrong, pt.sh.Glyphs.Marked)
		}
		p.padTo(c.count - 1 - linked.Width())
		p.text(style.Dim, linked)
	}
	if c.who > c.count && n.Behind > 0 {
		p.padTo(c.who - BehindWidth(n.Behind))
		p.behind(n.Behind)
	}
}

// drawStandingRow draws how the task of a line stands, in one of its rows.
func (pt *Painter) drawStandingRow(p *pen, n *Node, c timelineColumns, part *linePart) {
	if c.status > c.who && part.row == 0 {
		p.padTo(c.who + 2)
		n.drawWho(p)
	}
	if all := p.end; c.end > c.status && p.at <= c.status+2 {
		p.padTo(c.status + 2)
		p.end = min(c.end, all)
		n.drawStanding(p, part.row, pt.timeline.heights[part.line], c.status > c.who)
		p.end = all
	}
}

// gutterStyle returns the colour of a cell of a lane: where branches share their way, of that which stands out most.
func (pt *Painter) gutterStyle(dv *DepView, row *graph.TimelineRow, c *graph.Cell, k int) style.Style {
	if c.Edge < 0 {
		return style.Link
	}
	class := pt.laneClass(dv, c.Edge)
	if level := c.Up == graph.None && c.Down == graph.None; level {
		for _, way := range row.Branches {
			if k > row.Mark && way.From >= k || k < row.Mark && way.From <= k {
				class = max(class, pt.laneClass(dv, way.Edge))
			}
		}
	}
	return classStyles[class]
}

// laneClass returns the class of what is drawn of a link.
func (pt *Painter) laneClass(dv *DepView, edge int32) uint8 {
	class, seen := pt.timeline.classes[edge]
	if !seen {
		class = dv.Edge(edge).stroke().Class
		pt.timeline.classes[edge] = class
	}
	return class
}
