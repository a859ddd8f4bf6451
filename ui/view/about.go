package view

import (
	"math"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// About is what a focus says of its task: in its box where that has room, else below the picture.
type About struct {
	Said
	Far  [2][]int32 // of the tasks that it waits for or that wait for it and are not drawn, those that are near
	More [2]int     // how many there are

	Start []int32           // what to start with or to finish, the one with the most work waiting behind it first
	Frees map[int32][]int32 // what would be ready with each of these done
}

// Said is what a task's own box can say of it in a focus.
type Said struct {
	Doing Text       // what is done right now
	Lines []Line     // its description, laid out for Layout.AboutWidth
	News  []FeedItem // what happened to it, the newest first
	File  Text       // where it lies
}

// parts returns how many rows of a box are for what is done right now, the description, what happened and the file, and how many that
// is with the row of how it stands and the free ones between: what has no room is left out from the end.
func (s *Said) parts(rows int) (doing, lines, news, file, all int) {
	all = 1
	if doing = b2i(!s.Doing.Empty() && rows > 1); doing > 0 {
		all++
	}
	part := func(n, head int) int {
		n = min(n, rows-all-1-head)
		if n <= 0 {
			return 0
		}
		all += 1 + head + n
		return n
	}
	lines = part(len(s.Lines), 0)
	news = part(len(s.News), 1)
	file = part(b2i(!s.File.Empty()), 0)
	return doing, lines, news, file, all
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

// SaidInBox returns how many rows below its title the box of the task in focus needs for what is said about it; 0 where that stands
// elsewhere.
func (l Layout) SaidInBox(s Said) int {
	if !l.tellsInBox() {
		return 0
	}
	_, _, _, _, all := s.parts(math.MaxInt32)
	return all
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
	first := 2
	switch {
	case brief:
		first = 1
	case len(a.Lines) >= spacedAbout && rows-3 >= len(a.Lines): // below a free row, where there is one to spare
		first = 3
	}
	switch {
	case row == 1 && !brief && dv.Summary != nil:
		n := dv.Node(dv.Selected)
		dv.Summary.drawState(p, &n)
	case row >= first && row-first < len(a.Lines):
		a.drawLine(p, row-first, rows-1-first)
	}
}

// drawLine draws a line of the description, of which so many have room besides the first. The last one with words says that there are more.
func (a *About) drawLine(p *pen, i, last int) {
	if last < len(a.Lines)-1 {
		for last > 0 && a.Lines[last].Width() == 0 {
			last--
		}
	}
	switch {
	case i < last || i == len(a.Lines)-1:
		p.line(a.Lines[i])
		return
	case i > last:
		return
	}
	whole := a.Lines[i].Width() <= p.remaining()-2
	p.end -= 2
	p.line(a.Lines[i])
	if p.end += 2; whole { // one that is cut says so itself
		p.space(1)
		p.glyph(style.Dim, p.sh.Glyphs.Ellipsis)
	}
}

// drawCardRow draws a row of the box of the task in focus that says more about it: below its title how it stands, its description, what
// happened to it, and where it lies.
func (f *Focus) drawCardRow(p *pen, n Node, s *Summary, i, rows int) {
	title := min(max(len(n.Subject.Wrap(max(p.remaining()-2-n.marks(), 1))), 1), rows-1)
	if i <= title {
		n.Alarm = false // it is said in words
		n.drawBoxRow(p, i, title+1, true)
		return
	}
	p.space(1)
	p.end--
	f.drawSaidRow(p, &n, s, i-title-1, rows-title)
	p.end++
	p.fill()
}

// drawSaidRow draws one of the rows below the title of such a box.
func (f *Focus) drawSaidRow(p *pen, n *Node, s *Summary, i, rows int) {
	said := &f.About.Said
	doing, lines, news, file, _ := said.parts(rows)
	if i == 0 {
		end := p.end
		p.end -= n.ID.Width() + 2
		s.drawState(p, n)
		p.end = end
		p.padTo(p.end - n.ID.Width())
		p.text(style.Dim, n.ID)
		return
	}
	if i -= 1; i < doing {
		p.text(style.Doing, said.Doing)
		return
	}
	i -= doing
	if lines > 0 {
		if i > 0 && i <= lines {
			f.About.drawLine(p, i-1, lines-1)
		}
		i -= 1 + lines
	}
	if news > 0 {
		switch {
		case i == 1:
			p.text(style.Label, wordHappenedTo)
			p.ruleOff(false)
		case i > 1 && i <= 1+news:
			it, from := &said.News[i-2], p.at
			p.text(style.Dim, it.Age)
			p.padTo(from + feedAge)
			p.line(it.Line)
		}
		i -= 2 + news
	}
	if file > 0 && i == 1 {
		p.text(style.Label, wordFile)
		p.space(2)
		p.path(style.Dim, said.File)
	}
}

var wordHappenedTo = safetext.Const("What happened to it")
