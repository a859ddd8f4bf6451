package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// About is what a focus says of its task: in its box where that has room, else below the picture, where rows are free.
type About struct {
	Last  Text       // what happened to it last, and when
	Lines []Line     // its description, laid out for Layout.AboutWidth
	Far   [2][]int32 // those two steps and more away: what it waits for through others, what waits for it
}

// The cells of a description at most, and how many of the tasks further away have a row.
const (
	aboutMost = 96
	farWidth  = 32 // on a terminal with room for both
	farRows   = 8
)

// AboutWidth returns the cells of a description in a focus.
func (l Layout) AboutWidth() int {
	if l.tellsInBox() {
		return max(l.focusMiddle()-boxSides, 1)
	}
	return min(l.DepView.Canvas.W-2, aboutMost)
}

// SaidInBox returns how many rows below its title the box of the task in focus needs for what is said about it, of a description of
// so many lines; 0 where that stands elsewhere.
func (l Layout) SaidInBox(lines int) int {
	switch {
	case !l.tellsInBox():
		return 0
	case lines == 0:
		return 2
	}
	return 3 + lines
}

// said returns the rows that the head and the description need.
func (a *About) said() int {
	if len(a.Lines) == 0 {
		return 2
	}
	return 3 + len(a.Lines)
}

// rows returns how many rows all that is to be said needs.
func (a *About) rows() int {
	rows := a.said()
	for _, nodes := range a.Far {
		if len(nodes) > 0 {
			rows += 1 + min(len(nodes), farRows)
		}
	}
	return rows + min(len(a.Far[0])+len(a.Far[1]), 1)
}

// spareBelow returns the rows below a focus that are left since fewer tasks can be started with than there is room for.
func (l *Layout) spareBelow(dv *DepView) int {
	if dv.Focus == nil || dv.Link != nil || l.H < startHeight {
		return 0
	}
	used := len(dv.Focus.Start)
	if l.chainBeside() {
		used = max(used, len(dv.Focus.Chain))
	} else if l.Breadth == Narrow {
		var start startList
		start.prepare(l, dv)
		used = len(start.parts)
	}
	return max(l.DepView.Below.H-l.startAt()-1-max(used, 1), 0)
}

// aboutPlace returns the rows in which a focus says more of its task below the picture: those that nothing else needs.
func (l *Layout) aboutPlace(dv *DepView) Rect {
	f, r := dv.Focus, l.DepView.Canvas
	if f == nil || f.About == nil || dv.Link != nil || l.H < startHeight || l.tellsInBox() {
		return Rect{}
	}
	bottom, rows := r.Y+r.H+l.spareBelow(dv)-1, f.About.rows() // a free row below
	if c, ok := l.viewport(dv); ok {
		if rows = min(rows, bottom-r.Y-c.layout.H-1); rows > 1 {
			return Rect{0, bottom - rows, r.W + 2*margin, rows}
		}
	} else if l.Breadth == Narrow {
		top := r.Y + len(l.neighbourRows(dv)) + 1
		if rows = min(rows, bottom-top); rows > 1 {
			return Rect{0, top, r.W + 2*margin, rows}
		}
	}
	return Rect{}
}

// farRow is a row of the tasks further away: the head of a list, or one of its tasks.
type farRow struct {
	side int
	node int32 // -1 for the head
	more int   // how many have no row
}

// farRow returns what of the tasks further away stands in a row, and whether anything does.
func (a *About) farRow(row, rows int) (farRow, bool) {
	if row < 0 || rows < 2 {
		return farRow{}, false
	}
	for side, nodes := range a.Far {
		if len(nodes) == 0 {
			continue
		}
		n := min(len(nodes), farRows)
		if side == 0 && len(a.Far[1]) > 0 { // both are seen
			n = min(n, max(rows/2-1, 1))
		} else {
			n = min(n, rows-1)
		}
		switch {
		case row == 0:
			return farRow{side, -1, len(nodes) - n}, true
		case row <= n:
			return farRow{side: side, node: nodes[row-1]}, true
		}
		row -= 1 + n
		rows -= 1 + n
		if rows < 2 {
			break
		}
	}
	return farRow{}, false
}

// prepareFocus works out once a frame what all rows of a focus go by.
func (pt *Painter) prepareFocus(l *Layout, dv *DepView) {
	pt.neighbours, pt.about = nil, l.aboutPlace(dv)
	pt.start.prepare(l, dv)
	if l.Breadth == Narrow && dv.Focus != nil {
		pt.neighbours = l.neighbourRows(dv)
	}
}

// drawAbout draws a row of what is said about the task in focus: how it stands and what happened last, its description, and the tasks
// further away.
func (pt *Painter) drawAbout(l *Layout, dv *DepView, row, rows int) {
	p, a := &pt.p, dv.Focus.About
	if row == 0 {
		p.space(margin)
		p.end -= margin
		pt.drawRule(p, func() {
			n := dv.Node(dv.Selected)
			p.ascii(style.Label, "about ")
			p.textUpTo(style.TitleStrong, n.label(), p.remaining()-2)
		})
		p.end += margin
		return
	}
	all := p.end
	p.space(margin + 1)
	p.end = min(p.at+l.AboutWidth(), all-margin)
	switch {
	case row == 1 && dv.Summary != nil:
		n := dv.Node(dv.Selected)
		dv.Summary.drawState(p, &n)
		if !a.Last.Empty() && p.remaining() > a.Last.Width()+3 {
			p.dot()
			p.text(style.Dim, a.Last)
		}
	case row >= 3 && row-3 < len(a.Lines):
		a.drawLine(p, row-3, row == rows-1)
	}
	p.end = all
	top := a.said() + 1
	if far, is := a.farRow(row-top, rows-top); is {
		p.end -= margin
		pt.drawFar(p, dv, far)
		p.end = all
	}
}

// drawLine draws a line of the description. The last one that has room says that there are more.
func (a *About) drawLine(p *pen, i int, last bool) {
	if !last || i == len(a.Lines)-1 {
		p.line(a.Lines[i])
		return
	}
	p.end -= 2
	p.line(a.Lines[i])
	p.end += 2
	p.space(1)
	p.glyph(style.Dim, p.sh.Glyphs.Ellipsis)
}

// drawCardRow draws a row of the box of the task in focus that says more about it: below its title how it stands, its id and what
// happened to it last, and its description.
func (f *Focus) drawCardRow(p *pen, n *Node, s *Summary, i, rows int) {
	title := min(len(n.Subject.Wrap(max(p.remaining()-1-n.marks(), 1))), rows-2)
	switch i -= title; {
	case i < 1:
		n.drawBoxRow(p, i+title, title+1, true)
		return
	case i == 1:
		p.space(1)
		p.end--
		s.drawState(p, n)
	case i == 2:
		p.space(1)
		p.end--
		p.text(style.Dim, n.ID)
		if !f.About.Last.Empty() {
			p.dot()
			p.text(style.Dim, f.About.Last)
		}
		if right := BehindWidth(n.Behind); n.Behind > 0 && p.remaining() > right {
			p.padTo(p.end - right)
			p.behind(n.Behind)
		}
	default:
		p.space(1)
		p.end--
		if k := i - 4; k >= 0 && k < len(f.About.Lines) {
			f.About.drawLine(p, k, i+title == rows)
		}
	}
	p.end++
	p.fill()
}

// drawFar draws a row of the tasks further away.
func (pt *Painter) drawFar(p *pen, dv *DepView, far farRow) {
	if far.node < 0 {
		p.text(style.Label, farWords[far.side])
		if far.more > 0 {
			p.space(2)
			p.plus(far.more)
		}
		return
	}
	n := dv.Node(far.node)
	p.state(n.State)
	p.textUpTo(style.Dim, n.ID, lineID)
	p.space(1)
	owner := 0
	if !n.Owner.Empty() && p.remaining() > farWidth {
		owner = min(n.Owner.Width(), 13) + 1
	}
	p.textUpTo(style.Dim, n.Subject, p.remaining()-owner)
	if owner > 0 {
		p.space(1)
		p.textUpTo(n.Hue, n.Owner, owner-1)
	}
}

// farWords head the tasks further away.
var farWords = [...]Text{safetext.Const("waits for these through others"), safetext.Const("unblocks these through others")}

// farNodeAt returns the task further away at a cell of the screen, and whether there is one.
func (l *Layout) farNodeAt(dv *DepView, x, y int) (int32, bool) {
	r := l.aboutPlace(dv)
	if !r.Contains(x, y) {
		return 0, false
	}
	top := dv.Focus.About.said() + 1
	far, is := dv.Focus.About.farRow(y-r.Y-top, r.H-top)
	return far.node, is && far.node >= 0
}
