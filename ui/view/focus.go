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
	for i := range c.layout.Columns {
		col := &c.layout.Columns[i]
		x := c.rect.X + col.X - c.x
		if col.Wave == 0 && i == 0 { // nothing stands before it
			from := max(x-columnGap-col.W, c.rect.X)
			title(from, min(col.W, x-2-from), -1, 0)
		}
		title(x, col.W, col.Wave, col.Count-boxCount(c.layout, i))
		if col.Wave == 0 && i == len(c.layout.Columns)-1 {
			from := x + col.W + columnGap
			title(from, min(col.W, c.rect.X+c.rect.W-from), 1, 0)
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

// doneWave returns which of the waves of finished work a column is, and how many there are.
func doneWave(of *graph.Layout, i int) (n, all int) {
	for k := range of.Columns {
		if of.Columns[k].Wave == 0 {
			all++
			if k <= i {
				n++
			}
		}
	}
	return n, all
}

// drawFocusTitle draws the title of one part of a focus: how many tasks there are in it and, behind a plus, further on.
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
		if far > 0 {
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
func (pt *Painter) drawBelowFocus(p *pen, dv *DepView, i int) {
	f := dv.Focus
	if i < 0 {
		return
	}
	switch i {
	case 0:
		pt.drawRule(p, func() {
			p.ascii(style.Label, "longest chain")
			if len(f.Chain) > 1 {
				p.ascii(style.Dim, "  ")
				p.text(style.Title, taskCount(len(f.Chain)))
			}
		})
	case 1:
		p.space(1)
		if len(f.Chain) > 1 {
			pt.drawChain(p, dv, f.Chain)
		} else {
			p.ascii(style.Dim, "No open task waits for another.")
		}
	case 2:
		words := "start here, most work waiting behind it"
		if len(f.Start) > 0 && !slices.ContainsFunc(f.Start, func(i int32) bool { return dv.Node(i).State != Running }) {
			words = "nothing is ready: finish first, most work waiting behind it"
		}
		if short, _, is := strings.Cut(words, ","); is && p.remaining() < len(words)+4 {
			words = short
		}
		pt.drawRule(p, func() { p.ascii(style.Label, words) })
	default:
		if k := i - 3; k < len(f.Start) {
			pt.drawStartRow(p, dv, f.Start[k])
		} else if k == 0 {
			p.space(1)
			p.ascii(style.Dim, "Nothing can be started now.")
		}
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
func (pt *Painter) drawStartRow(p *pen, dv *DepView, i int32) {
	n := dv.Node(i)
	g := pt.sh.Glyphs
	end := p.end - 1
	p.space(1)
	p.state(n.State)
	ids := 2
	for _, k := range dv.Focus.Start {
		m := dv.Node(k)
		ids = max(ids, min(m.ID.Width(), 10))
	}
	id := p.at
	p.textUpTo(style.Dim, n.ID, ids)
	p.padTo(id + ids + 2)
	bar, who := 0, 0
	if end-p.at > 60 {
		bar, who = min((end-p.at)/6, 24), 29
	}
	subject := style.Subject
	if i == dv.Selected {
		subject = style.SubjectStrong
	}
	stop := end - 5
	if bar > 0 {
		stop = min(end-5-2-bar-2-who, p.at+40)
	}
	p.textUpTo(subject, n.Subject, stop-p.at-1)
	count := 1 + digits(min(n.Behind, 99))
	p.padTo(stop + 4 - count)
	if n.Behind > 0 {
		p.behind(n.Behind)
	}
	if bar == 0 {
		return
	}
	p.padTo(stop + 6)
	st := style.Link
	if n.Chain {
		st = style.Chain
	}
	p.bar(st, g.BarFull, proportion(n.Behind, max(dv.Focus.Most, 1), bar))
	p.padTo(stop + 6 + bar + 2)
	from := p.at
	if n.Owner.Empty() {
		p.text(style.Dim, wordNobody)
	} else {
		p.textUpTo(n.Hue, n.Owner, 13)
	}
	p.padTo(from + 14)
	if n.Chain {
		p.ascii(style.Chain, "on the chain")
	}
}

var wordNobody = safetext.Const("nobody on it")
