package view

import (
	"slices"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Focus is one task and its neighbours.
type Focus struct {
	Layout     *graph.Layout // from graph.Graph.Focus
	X, Y       int           // as in Graph; Layout.ScrollFocus keeps the task in the middle
	Before     []int32       // the tasks it waits for, where there is no room for boxes
	After      []int32       // those that wait for it
	WaitsFor   int           // tasks it waits for
	Unblocks   int           // tasks that wait for it
	Upstream   int           // with those further away, itself not counted
	Downstream int
	Chain      []int32 // the longest chain of unfinished work
	Start      []int32 // tasks to start with, the one with the most work waiting behind it first
	Most       int     // Behind of the first of them, for the length of the bars
	About      *About  // nil for nothing
	Width      int     // the cells that its lines are laid out for
	Preview    *LinkPreview
	Drag       *LinkDrag
}

// drawFocusTitles draws the titles of the three parts of a focus above their boxes.
func (pt *Painter) drawFocusTitles(l *Layout, dv *DepView) {
	c, ok := l.viewport(dv)
	if !ok {
		return
	}
	p, f := &pt.p, dv.Focus
	all := p.end
	title := func(x, w int, wave int, hidden int) {
		if x < p.at || w < 10 || x+10 > all {
			return
		}
		p.padTo(x)
		p.end = min(x+w, all)
		pt.drawFocusTitle(p, f, wave, hidden)
		if p.remaining() > 2 {
			p.space(1)
			p.bar(style.Faint, pt.sh.Glyphs.Horizontal, p.remaining())
		}
		p.end = all
	}
	beside, gap := l.besideMiddle(2*l.FocusDepth(), columnGap*2*l.FocusDepth()+besideColumns, l.focusMiddle()), columnGap
	if of := c.layout.Columns; len(of) > 1 {
		gap = of[1].X - of[0].X - of[0].W
	}
	for i := range c.layout.Columns {
		col := &c.layout.Columns[i]
		x := c.rect.X + col.X - c.x
		if col.Wave == 0 && i == 0 { // nothing stands before it
			from := max(x-gap-beside, c.rect.X+1)
			title(from, x-gap-from, -1, 0)
		}
		title(x, col.W, col.Wave, col.Count-boxCount(c.layout, i))
		if col.Wave == 0 && i == len(c.layout.Columns)-1 {
			from := x + col.W + gap
			title(from, min(beside, c.rect.X+c.rect.W-from), 1, 0)
		}
	}
}

// columnGap is the cells that links usually take between two columns.
const columnGap = 6

// boxCount returns how many boxes of a column there are.
func boxCount(of *graph.Layout, column int) int {
	n := 0
	for i := range of.Boxes {
		if of.Boxes[i].Column == column {
			n++
		}
	}
	return n
}

// drawFocusTitle draws the title of one part of a focus: how many tasks there are in it, and with those further on.
func (pt *Painter) drawFocusTitle(p *pen, f *Focus, wave, hidden int) {
	n, far := 0, 0
	st := style.Label
	switch {
	case wave == -1:
		p.ascii(st, "WAITS FOR")
		n, far = f.WaitsFor, f.Upstream-f.WaitsFor
	case wave == 0:
		p.ascii(style.TitleStrong, "FOCUS")
		return
	case wave == 1:
		p.ascii(st, "UNBLOCKS")
		n, far = f.Unblocks, f.Downstream-f.Unblocks
	case wave < -1:
		p.ascii(st, "STEP ")
		p.number(st, -wave)
		p.ascii(st, " BEFORE")
	default:
		p.ascii(st, "STEP ")
		p.number(st, wave)
		p.ascii(st, " AFTER")
	}
	if wave == 1 || wave == -1 {
		p.space(min(2, max(p.remaining()-len("nothing"), 1)))
		if n == 0 && p.remaining() < len("nothing") {
			p.glyph(style.Dim, "0")
		} else if n == 0 {
			p.ascii(style.Dim, "nothing")
		} else {
			p.number(style.Title, n)
		}
		switch {
		case far > 0 && p.remaining() > 2+digits(n+far)+len(" in all"):
			p.ascii(style.Dim, ", ")
			p.number(style.Dim, n+far)
			p.ascii(style.Dim, " in all")
		case far > 0:
			p.ascii(style.Dim, " +")
			p.number(style.Dim, far)
		}
	}
	const word = " hidden"
	switch w := 1 + digits(hidden); {
	case hidden <= 0 || p.remaining() < w+1:
	case p.remaining() < w+1+len(word):
		p.space(1)
		p.glyph(style.Accent, p.sh.Glyphs.Ellipsis)
		p.number(style.Accent, hidden)
	default:
		p.space(2)
		p.number(style.Accent, hidden)
		p.ascii(style.Accent, word)
	}
}

// drawBelowFocus draws a row of what stands below a focus: the longest chain, and what to start with.
func (pt *Painter) drawBelowFocus(l *Layout, dv *DepView, i int) {
	p, f := &pt.p, dv.Focus
	start := i - l.startAt()
	switch {
	case i < 0:
	case l.chainBeside():
		all := p.end
		p.end = p.at + (p.end-p.at)/2 - 1
		pt.drawStartList(p, l, dv, start)
		p.fill()
		p.end = all
		p.space(2)
		pt.drawChainList(p, dv, start, l.DepView.Below.H-1)
	case i == 0:
		pt.drawRule(p, func() {
			p.ascii(style.Label, "longest chain")
			if len(f.Chain) > 1 && start == -2 {
				p.space(2)
				pt.drawChain(p, dv, f.Chain)
			} else if len(f.Chain) > 1 {
				p.space(2)
				p.text(style.Title, taskCount(len(f.Chain)))
			}
		})
	case start == -2:
		p.space(1)
		if len(f.Chain) > 1 {
			pt.drawChain(p, dv, f.Chain)
		} else {
			p.text(style.Dim, wordNoChain)
		}
	default:
		pt.drawStartList(p, l, dv, start)
	}
}

// drawStartList draws a row of what to start with: its head, then the tasks.
func (pt *Painter) drawStartList(p *pen, l *Layout, dv *DepView, i int) {
	f := dv.Focus
	switch {
	case i == 0:
		words := "start here, most work waiting behind it"
		if len(f.Start) > 0 && !slices.ContainsFunc(f.Start, func(i int32) bool { return dv.Node(i).State != Running }) {
			words = "nothing is ready: finish first, most work waiting behind it"
		}
		if short, _, is := strings.Cut(words, ","); is && p.remaining() < len(words)+4 {
			words = short
		}
		pt.drawRule(p, func() { p.ascii(style.Label, words) })
	case i < 0:
	case len(f.Start) == 0 && i == 1:
		p.space(1)
		p.ascii(style.Dim, "Nothing can be started now.")
	default:
		if i <= len(pt.start.parts) {
			pt.drawStartRow(p, dv, pt.start.parts[i-1])
		}
	}
}

// startPart is a row of the title of a task to start with.
type startPart struct {
	task  int // of those to start with
	title Text
	rest  bool // it is not the first one
}

// startList is what to start with, and the cells that the columns of the list need.
type startList struct {
	nodes               []Node
	parts               []startPart
	ids, titles, owners int
}

// startCount is the cells in which it is said how many tasks wait behind one, with a free one before them.
const startCount = 5

// prepare works out what stands in the rows of what to start with: on a narrow terminal whole titles, in as many rows as they need.
func (s *startList) prepare(l *Layout, dv *DepView) {
	s.nodes, s.parts, s.ids, s.titles, s.owners = s.nodes[:0], s.parts[:0], 2, 0, 0
	if dv.Focus == nil {
		return
	}
	for _, i := range dv.Focus.Start {
		n := dv.Node(i)
		s.nodes = append(s.nodes, n)
		s.ids, s.titles, s.owners = max(s.ids, min(n.ID.Width(), 10)), max(s.titles, n.Subject.Width()), max(s.owners, min(n.Owner.Width(), 13))
	}
	most := l.DepView.Below.H - l.startAt() - 1
	for k := range s.nodes {
		title := s.nodes[k].Subject
		if l.Breadth != Narrow {
			if len(s.parts) < most {
				s.parts = append(s.parts, startPart{k, title, false})
			}
			continue
		}
		titles := title.Wrap(max(l.DepView.Below.W-2*margin-2-2-s.ids-2-startCount, 1))
		if len(s.parts)+len(titles) > most {
			return
		}
		for row, title := range titles {
			s.parts = append(s.parts, startPart{k, title, row > 0})
		}
	}
}

// drawChainList draws a row of the longest chain as a list of so many tasks: its head, then those from the one before the task in
// focus on.
func (pt *Painter) drawChainList(p *pen, dv *DepView, i, most int) {
	chain := dv.Focus.Chain
	from := max(min(slices.Index(chain, dv.Selected)-1, len(chain)-most), 0)
	to := min(from+most, len(chain))
	switch {
	case i == 0:
		pt.drawRule(p, func() {
			p.ascii(style.Label, "longest chain  ")
			if len(chain) > 1 {
				p.text(style.Title, taskCount(len(chain)))
			}
			if to-from < len(chain) {
				p.ascii(style.Dim, ", from ")
				p.number(style.Dim, from+1)
				p.ascii(style.Dim, " to ")
				p.number(style.Dim, to)
			}
		})
	case len(chain) < 2 && i == 1:
		p.space(1)
		p.text(style.Dim, wordNoChain)
	case len(chain) > 1 && from+i <= to:
		p.space(1)
		p.glyph(style.Chain, pt.sh.Glyphs.Chained)
		p.space(1)
		pt.drawNamed(p, dv, chain[from+i-1])
	}
}

// drawNamed draws a task in a list: its state, its id, and its subject, and who has it where there is room.
func (pt *Painter) drawNamed(p *pen, dv *DepView, i int32) {
	n := dv.Node(i)
	p.state(n.State)
	id := p.at
	p.textUpTo(style.Dim, n.ID, lineID)
	p.padTo(id + min(n.ID.Width(), lineID) + 2)
	owner := 0
	if !n.Owner.Empty() && p.remaining() > farWidth {
		owner = min(n.Owner.Width(), 13) + 2
	}
	subject := style.Subject
	if i == dv.Selected {
		subject = style.SubjectStrong
	}
	p.textUpTo(subject, n.Subject, p.remaining()-owner)
	if owner > 0 {
		p.space(2)
		p.text(n.Hue, n.Owner)
	}
}

// drawChain draws a chain of tasks with the links between them. Where it is too long, what is far from the task in focus
// is counted; the last one carries its subject where room is.
func (pt *Painter) drawChain(p *pen, dv *DepView, chain []int32) {
	g := pt.sh.Glyphs
	end := p.end - 1
	link := 4
	width := func(i int32) int {
		n := dv.Node(i)
		return 2 + n.label().Width()
	}
	at := max(slices.Index(chain, dv.Selected), 0)
	const counted = 5 // "+12 " at an end
	from, to, need := at, at+1, width(chain[at])
	for grown := true; grown; {
		grown = false
		try := func(i int) bool {
			if i < 0 || i >= len(chain) {
				return false
			}
			w := width(chain[i]) + link
			keep := 0 // for how many are left out
			if min(from, i) > 0 {
				keep += counted
			}
			if max(to-1, i) < len(chain)-1 {
				keep += counted
			}
			if need+w+keep > end-p.at {
				return false
			}
			need += w
			return true
		}
		if try(to) {
			to++
			grown = true
		}
		if try(from - 1) {
			from--
			grown = true
		}
	}
	if from > 0 {
		p.plus(from)
		p.space(1)
	}
	for k := from; k < to; k++ {
		n := dv.Node(chain[k])
		if k > from {
			p.space(1)
			p.bar(style.Chain, g.BarFull, 1)
			p.glyph(style.Chain, g.Head)
			p.space(1)
		}
		p.state(n.State)
		name := style.Dim
		if chain[k] == dv.Selected {
			name = style.SubjectStrong
		}
		p.text(name, n.label())
		if k == len(chain)-1 && !n.ID.Empty() && end-p.at > 6 {
			p.space(1)
			p.textUpTo(style.Subject, n.Subject, end-p.at)
		}
	}
	if to < len(chain) {
		p.space(1)
		p.plus(len(chain) - to)
	}
}

// drawStartRow draws a task to start with, how many wait behind it as a number and as a bar, and who is on it.
func (pt *Painter) drawStartRow(p *pen, dv *DepView, part startPart) {
	list, n := &pt.start, &pt.start.nodes[part.task]
	end := p.end - 1
	p.space(1)
	subject := style.Subject
	if dv.Focus.Start[part.task] == dv.Selected {
		subject = style.SubjectStrong
	}
	if part.rest {
		p.space(2 + list.ids + 2)
		p.text(subject, part.title)
		return
	}
	p.state(n.State)
	id := p.at
	p.textUpTo(style.Dim, n.ID, list.ids)
	p.padTo(id + list.ids + 2)
	stop := min(p.at+list.titles, end-startCount)
	p.textUpTo(subject, part.title, stop-p.at)
	p.padTo(stop + startCount - BehindWidth(n.Behind))
	if n.Behind > 0 {
		p.behind(n.Behind)
	}
	p.padTo(stop + startCount + 2)
	who := 0
	if list.owners > 0 {
		who = list.owners + 2
	}
	if bar := min(end-p.at-who, 24); bar >= 6 {
		st := style.Link
		if n.Chain {
			st = style.Chain
		}
		from := p.at
		p.bar(st, pt.sh.Glyphs.BarFull, proportion(n.Behind, max(dv.Focus.Most, 1), bar))
		p.padTo(from + bar + 2)
	}
	if list.owners <= end-p.at {
		p.textUpTo(n.Hue, n.Owner, list.owners)
	}
}

var wordNoChain = safetext.Const("No task that can be done waits for another.")
