package view

import (
	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// logSheet is what the visible lines of a log share: their lanes, and columns that all of them keep.
type logSheet struct {
	rows       []graph.TimelineRow
	nodes      []Node
	lanes, ids int // cells
	subjects   int // cells
	chained    bool
	hues       map[int32]style.Style // of the links seen so far in this frame: a lane is many cells of one
}

// lanes asks for the lines of a log that are visible.
func (pt *Painter) lanes(l *Layout, pic *DepView) {
	s := &pt.log
	s.rows, s.nodes, s.lanes, s.ids, s.chained, s.subjects = s.rows[:0], s.nodes[:0], 2, 2, false, subjectLeast
	if s.hues == nil {
		s.hues = map[int32]style.Style{}
	}
	clear(s.hues)
	g := pic.Timeline
	if g == nil {
		return
	}
	for i := max(g.First, 0); i < g.Len && len(s.rows) < l.DepView.Canvas.H; i++ {
		row := g.Row(i)
		n := pic.Node(row.Node)
		s.rows, s.nodes = append(s.rows, row), append(s.nodes, n)
		w := len(row.Cells)
		if row.Hidden > 0 {
			w += 1 + digits(row.Hidden) + 1
		}
		s.lanes = max(s.lanes, w)
		s.ids = max(s.ids, min(n.ID.Width(), 10))
		s.chained = s.chained || n.Chain || n.Loop
		for s.subjects < subjectMost && s.subjects < n.Subject.Width()+2 {
			s.subjects += subjectStep
		}
	}
	s.lanes = min(s.lanes, max(l.DepView.Canvas.W/3, 2))
}

// logRow draws one line of a log: lanes with the task's glyph in them, then columns of id, subject, owner, what it waits
// for in words, and how many wait behind it.
func (pt *Painter) logRow(l *Layout, pic *DepView, i int) {
	s := &pt.log
	if i >= len(s.rows) {
		return
	}
	p, g := &pt.p, pt.sh.Glyphs
	row, n := &s.rows[i], &s.nodes[i]
	selected := max(pic.Timeline.First, 0)+i == pic.Timeline.At
	all := p.end
	if selected {
		p.stand(style.Raised)
		p.sym(style.Accent, g.RuleSelected)
	} else {
		p.space(1)
	}
	from := p.at
	p.end = from + s.lanes
	for k := range row.Cells {
		cell := &row.Cells[k]
		if row.Hidden > 0 && p.left() <= 1+digits(row.Hidden)+1 {
			break
		}
		if cell.Text {
			glyph, st := sign(pt.sh, n.State)
			p.sym(st, glyph)
			continue
		}
		p.rune(pt.laneStyle(pic, cell), cell.Rune(g.ASCII))
	}
	if row.Hidden > 0 {
		p.sym(style.Dim, "+")
		p.num(style.Dim, row.Hidden)
	}
	p.to(p.end)
	p.end = all - margin
	p.space(1)
	if s.chained {
		switch {
		case n.Loop:
			p.sym(style.Danger, g.Loop)
		case n.Chain:
			p.sym(style.Chain, g.Chained)
		default:
			p.space(1)
		}
		p.space(1)
	}
	id := p.at
	p.upTo(style.Dim, n.ID, s.ids)
	p.to(id + s.ids + 2)
	pt.logged(p, n, selected)
	p.end = all
	if selected {
		p.to(all)
		p.stand(style.Flat)
	}
}

// The cells of the subjects of a log: as the widest that is visible needs, in steps, so that they seldom change while it
// scrolls.
const subjectLeast, subjectStep, subjectMost = 32, 16, 64

// logged draws the columns of a line behind the id.
func (pt *Painter) logged(p *pen, n *Node, selected bool) {
	end := p.end - 1
	count, status, owner := 4, 0, 0
	if room := end - p.at; room >= 44 {
		status = 16
		if room >= 58 {
			owner = 12
		}
	} else if room < 20 {
		count = 0
	}
	stop := end - count - status - owner
	if over := stop - p.at - pt.log.subjects; over > 0 { // what belongs together stays together
		stop -= over
		end -= over
	}
	if n.Ghost && n.Subject.Empty() {
		p.upTo(style.Dim, n.ID, stop-p.at-1) // whole: its column is for short ones
	} else {
		p.upTo(n.subject(selected), n.Subject, stop-p.at-1)
	}
	if owner > 0 {
		p.to(stop)
		p.upTo(n.Hue, n.Owner, owner-2)
	}
	if status > 0 {
		p.to(stop + owner)
		n.status(p, status-1)
	}
	if count > 0 && n.Behind > 0 {
		p.to(end - 1 - digits(min(n.Behind, 99)))
		n.behind(p)
	}
}

// status says in words what a task does or waits for.
func (n *Node) status(p *pen, w int) {
	switch {
	case n.Ghost:
		p.upTo(style.Missing, wordNoFile, w)
	case n.Loop:
		p.upTo(style.Danger, wordLoop, w)
	case n.State == Broken:
		p.upTo(style.Danger, wordBroken, w)
	case n.State == Unknown:
		p.upTo(style.Warning, wordUnknown, w)
	case n.State == Failed:
		p.upTo(style.Danger, wordFailed, w)
	case n.State == Stuck:
		p.upTo(style.Danger, wordStuck, w)
	case n.State == Missing:
		p.upTo(style.Missing, wordWaitsMissing, w)
	case n.AssumedDone:
		p.upTo(style.Accent, wordSupposed, w)
	case n.State == Ready:
		p.upTo(style.Ready, wordReady, w)
	case n.State == Running && n.Alarm:
		p.upTo(style.Danger, wordStalled, w)
	case n.State == Running:
		p.upTo(style.Running, wordRunning, w)
	case n.State == Done:
		p.upTo(style.Dim, wordDone, w)
	case n.Waits > 0:
		if w < wordAlso.Width()+digits(n.Waits) {
			p.upTo(style.Dim, wordAlso.Append(safetext.Number(n.Waits)), w)
			return
		}
		p.text(style.Dim, wordAlso)
		p.num(style.Dim, n.Waits)
	}
}

// laneStyle is the colour of a cell of a lane.
func (pt *Painter) laneStyle(pic *DepView, c *graph.Cell) style.Style {
	if c.Edge < 0 {
		return style.Link
	}
	st, seen := pt.log.hues[c.Edge]
	if !seen {
		st = classStyles[pic.Edge(c.Edge).stroke().Class]
		pt.log.hues[c.Edge] = st
	}
	return st
}

var (
	wordNoFile       = safetext.Const("no such task")
	wordBroken       = safetext.Const("cannot be read")
	wordUnknown      = safetext.Const("unknown status")
	wordFailed       = safetext.Const("failed")
	wordStuck        = safetext.Const("stuck")
	wordWaitsMissing = safetext.Const("waits: missing")
	wordReady        = safetext.Const("ready")
	wordRunning      = safetext.Const("in progress")
	wordStalled      = safetext.Const("stalled")
	wordDone         = safetext.Const("completed")
)
