package view

import "sideboard/ui/style"

// About is what a focus says of its task: in its box where that has room, else below the picture.
type About struct {
	News  []FeedItem // what happened to it, the newest first
	Lines []Line     // its description, laid out for Layout.AboutWidth
	Far   [2][]int32 // of the tasks that it waits for or that wait for it and are not drawn, those that are near
	More  [2]int     // how many there are

	Elsewhere []int32 // what is ready and has nothing to do with it, the one with the most work waiting behind it first
}

// aboutMost is the cells of a description at most.
const aboutMost = 96

// AboutWidth returns the cells of a description in a focus.
func (l Layout) AboutWidth(s Shape) int {
	switch {
	case l.View == TimelineView && l.Breadth == Wide:
		return min((l.DepView.Canvas.W-3)/2-2, aboutMost)
	case l.View == FocusView && l.tellsInBox():
		return max(s.Middle-boxSides, 1)
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

// rows returns how many rows a list needs for what is said about the task.
func (a *About) rows(l *Layout) int {
	switch {
	case a == nil || l.View == FocusView && l.tellsInBox() || !l.Detail.Empty(): // it is told there
		return 0
	case l.Breadth == Narrow || l.View == TimelineView: // how it stands is said elsewhere
		return b2i(len(a.Lines) > 0) + len(a.Lines)
	case len(a.Lines) == 0:
		return 2
	}
	return 2 + len(a.Lines) + b2i(len(a.Lines) >= spacedAbout)
}

// spacedAbout is how many lines a description has at least that a free row parts from how its task stands.
const spacedAbout = 3

// drawAboutRow draws a row of what is said about the task in focus: how it stands and what happened last, then its description.
func (pt *Painter) drawAboutRow(p *pen, dv *DepView, row, rows int, brief bool) {
	a := dv.Focus.About
	first := 3 // below a free row, where there is one to spare
	if brief {
		first = 1
	} else if rows < 3+spacedAbout {
		first = 2
	}
	switch {
	case row == 1 && !brief && dv.Summary != nil:
		n := dv.Node(dv.Selected)
		dv.Summary.drawState(p, &n)
	case row >= first && row-first < len(a.Lines):
		a.drawLine(p, row-first, row == rows-1)
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
		stands := *s
		stands.Note = Text{} // it stands in the row below
		stands.drawState(p, n)
	case i == 2:
		p.space(1)
		p.end--
		p.text(style.Dim, n.ID)
		switch {
		case !s.Note.Empty():
			p.dot()
			p.textUpTo(n.noteStyle(style.Warning), s.Note, p.remaining()-1-BehindWidth(n.Behind))
		case n.State == Running && !n.Age.Empty():
			p.dot()
			p.text(style.Dim, n.Age)
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
