package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawPanes draws the row of the screen in which lists stand.
func (pt *Painter) drawPanes(dv *DepView, y int) {
	p, s := &pt.p, &pt.panes
	if c, ok := s.plan(); ok && c.rect.Contains(c.rect.X, y) {
		p.padTo(c.rect.X)
		p.drawn(pt.plan.rows[y-c.rect.Y], c.rect.W)
	}
	told := func() {
		if i := y - s.free.Y; i >= 0 && i < len(pt.lately.rows) {
			p.padTo(s.free.X + 2*margin)
			p.drawn(pt.lately.rows[i], s.free.W-3*margin)
		}
	}
	first := slices.ContainsFunc(s.panes, func(of pane) bool { return of.Y == s.free.Y && of.X > s.free.X })
	if first { // a row is drawn from left to right
		told()
	}
	for k := range s.rows {
		if row := &s.rows[k]; row.y == y && !s.panes[row.pane].aside {
			of, all := &s.panes[row.pane], p.end
			p.padTo(of.X)
			p.end = min(of.X+of.W, all)
			pt.drawPaneRow(p, dv, of, row)
			p.end = all
		}
	}
	if !first {
		told()
	}
}

// addAsides puts the lists that stand in a picture into the rows of the window.
func (c *canvas) addAsides(pt *Painter, on viewport, dv *DepView, win Rect) {
	for k := range pt.panes.rows {
		row := &pt.panes.rows[k]
		if of := &pt.panes.panes[row.pane]; of.aside {
			x, y := on.toLayout(of.X, row.y)
			c.put(win, y, x, of.W, func(p *pen) { pt.drawPaneRow(p, dv, of, row) })
		}
	}
}

// lately is what happened on the board, drawn into the rows that all else leaves free, and of what.
type lately struct {
	rows  []string
	feed  *Feed
	at    Rect
	sheet *style.Sheet
}

// drawLately draws what happened on the board, unless that is the same as the last time.
func (pt *Painter) drawLately(f *Feed) {
	r, was := pt.panes.free, &pt.lately
	if f == nil || r.H < 3 || len(f.Items) == 0 {
		was.rows, was.feed = was.rows[:0], nil
		return
	}
	if was.feed == f && was.at == r && was.sheet == pt.sh {
		return
	}
	g := pt.panelPage(r.W-3*margin, style.Flat)
	pt.drawFeedRows(g, f, wordLately, r.H)
	*was = lately{append(was.rows[:0], g.rows...), f, r, pt.sh}
}

var wordLately = safetext.Const("WHAT HAPPENED ON THE BOARD")

// drawPaneRow draws a row of a list.
func (pt *Painter) drawPaneRow(p *pen, dv *DepView, of *pane, row *paneRow) {
	f := dv.Focus
	p.space(margin)
	p.end -= margin
	defer func() { p.end += margin }()
	if row.i == 0 {
		p.space(1)
		left := p.at
		pt.drawPaneHead(p, dv, of)
		p.space(1)
		if counts := left + of.counts(of.end(p)-left); of.kind == startPane && counts-wordBehind.Width() > p.at {
			p.bar(style.Faint, pt.sh.Glyphs.Horizontal, counts-wordBehind.Width()-1-p.at)
			p.space(1)
			p.text(style.Dim, wordBehind)
			if p.remaining() <= 2 { // no rule is that short
				return
			}
			p.space(1)
		}
		p.bar(style.Faint, pt.sh.Glyphs.Horizontal, p.remaining())
		return
	}
	if beside := of.narrow && row.node >= 0 && dv.Timeline == nil; beside && of.kind == chainPane {
		of.drawBracket(p, row)
	} else if beside {
		p.space(1)
	}
	p.space(1)
	switch {
	case of.kind == aboutPane:
		pt.drawAboutRow(p, dv, row.i, of.H, of.W < MediumWidth-margin || dv.Timeline != nil)
	case of.kind == newsPane:
		it := &f.About.News[row.i-1]
		from := p.at
		p.text(style.Dim, it.Age)
		p.padTo(from + feedAge)
		p.line(it.Line)
	case of.kind == chainPane && of.all < 2:
		p.text(style.Dim, wordNoChain)
	default:
		pt.drawPaneTask(p, dv, of, row)
	}
}

// drawPaneHead draws the words in the head of a list, and how many of its entries are seen where not all are.
func (pt *Painter) drawPaneHead(p *pen, dv *DepView, of *pane) {
	f := dv.Focus
	switch of.kind {
	case aboutPane:
		if dv.Timeline != nil { // which task is said at the foot of an order
			p.ascii(style.Head, "DESCRIPTION")
			return
		}
		n := dv.Node(dv.Selected)
		p.ascii(style.Head, "ABOUT ")
		p.textUpTo(style.TitleStrong, n.label(), p.remaining()-2)
		return
	case newsPane:
		p.ascii(style.Head, "WHAT HAPPENED TO IT")
	case planPane:
		pt.drawPlanHead(p, dv)
		return
	case chainPane:
		p.ascii(style.Head, "LONGEST CHAIN")
		if of.all > 1 {
			p.space(2)
			p.text(style.Title, taskCount(of.all))
		}
	case startPane:
		first := dv.Node(f.About.Start[0])
		p.ascii(style.Head, [...]string{"START HERE", "FINISH FIRST"}[b2i(first.State == Running)])
	default:
		p.text(style.Head, farWords[of.kind-beforePane])
		if of.to == of.all {
			p.space(2)
			p.number(style.Title, of.all)
		}
	}
	need := 2 + digits(of.to) + len(" of ") + digits(of.all)
	if of.from > 0 {
		need += digits(of.from+1) + len(" to ")
	}
	if of.to-of.from < of.all && of.to > 0 && of.ids > 0 && p.remaining() > need {
		p.space(2)
		if of.from > 0 {
			p.number(style.Title, of.from+1)
			p.ascii(style.Dim, " to ")
		}
		p.number(style.Title, of.to)
		p.ascii(style.Dim, " of ")
		p.number(style.Dim, of.all)
	}
}

// drawPlanHead says what the list of the whole plan is, and what its marks mean.
func (pt *Painter) drawPlanHead(p *pen, dv *DepView) {
	g := pt.sh.Glyphs
	p.ascii(style.Head, "THE WHOLE PLAN")
	for side, words := range [2]string{"earlier", "later"} {
		if dv.Focus.Reach[side] > 0 {
			p.space(3)
			p.glyph(sideStyles[side], [2]string{g.Left, g.Right}[side])
			p.ascii(style.Dim, " "+words)
		}
	}
	if len(dv.Chain) > 1 {
		p.space(3)
		p.nameChain(wordLongest, len(dv.Chain))
	}
}

// startCount is the cells in which it is said how many tasks wait behind one, with a free one before them.
const startCount = 5

// counts returns the cells from the left of a row of so many to the end of the numbers of how many wait behind each.
func (of *pane) counts(room int) int {
	if of.narrow {
		return room
	}
	return min(2+of.ids+2+of.titles+startCount, room)
}

// end returns the cell at which the rows of a list end.
func (of *pane) end(p *pen) int { return p.end - b2i(!of.narrow) }

// drawBracket draws beside a task of the longest chain its part of the bracket around it.
func (of *pane) drawBracket(p *pen, row *paneRow) {
	p.chainBracket(row.i == 1 && of.from == 0, row.last)
}

// drawPaneTask draws a task in a list: its state, its id and its title, and who has it; of one to start with how many wait behind it, as
// a number and as a bar.
func (pt *Painter) drawPaneTask(p *pen, dv *DepView, of *pane, row *paneRow) {
	n, left, end := dv.Node(row.node), p.at, of.end(p)
	subject := style.Subject
	if row.node == dv.Selected {
		subject = style.SubjectStrong
	}
	gap := 2 - b2i(of.narrow) // behind the id
	if of.kind == chainPane && !of.narrow {
		of.drawBracket(p, row)
		p.space(1)
	}
	if row.rest {
		p.space(2 + of.ids + gap)
		p.text(subject, row.title)
		return
	}
	p.state(n.State)
	id := p.at
	p.textUpTo(style.Dim, n.ID, of.ids)
	p.padTo(id + of.ids + gap)
	if of.kind != startPane {
		owner := 2 + min(n.Owner.Width(), 13)
		if n.Owner.Empty() || end-p.at <= max(farWidth, row.title.Width()+owner) {
			owner = 0
		}
		p.textUpTo(subject, row.title, end-p.at-owner)
		if owner > 0 {
			p.space(2)
			p.textUpTo(n.Hue, n.Owner, owner-2)
		}
		return
	}
	stop := left + of.counts(end-left) - startCount
	p.textUpTo(subject, row.title, stop-p.at)
	p.padTo(stop + startCount - BehindWidth(n.Behind))
	if n.Behind > 0 {
		p.behind(n.Behind)
	}
	p.padTo(stop + startCount + 2)
	who := 0
	if of.owners > 0 {
		who = of.owners + 2
	}
	frees := dv.Focus.About.Frees[row.node]
	bar := min(end-p.at-who, 24)
	if of.W >= freesFrom {
		bar = min(bar, 12)
	}
	if bar >= 6 {
		st := style.Link
		if n.Chain {
			st = style.Chain
		}
		from, first := p.at, dv.Node(dv.Focus.About.Start[0])
		p.bar(st, pt.sh.Glyphs.BarFull, proportion(n.Behind, max(first.Behind, 1), bar))
		p.padTo(from + bar + 2)
	}
	from := p.at
	if of.owners <= end-p.at {
		p.textUpTo(n.Hue, n.Owner, of.owners)
	}
	if of.W >= freesFrom && len(frees) > 0 {
		p.padTo(from + who)
		pt.drawFrees(p, dv, frees)
	}
}

// drawFrees draws what would be ready with a task done, as much of it as is whole.
func (pt *Painter) drawFrees(p *pen, dv *DepView, nodes []int32) {
	p.ascii(style.Label, "unblocks")
	for k, i := range nodes {
		n, rest := dv.Node(i), len(nodes)-k-1
		need := 2 + 2 + n.ID.Width() + 1 + n.Subject.Width()
		if p.remaining() < need+b2i(rest > 0)*(2+len("99 more")) {
			p.space(2)
			p.number(style.Dim, rest+1)
			p.ascii(style.Dim, " more")
			return
		}
		p.space(2)
		p.stateOf(&n)
		p.text(style.Dim, n.ID)
		p.space(b2i(!n.ID.Empty()))
		p.text(subjectStyle(n.State), n.Subject)
	}
}

// freesFrom is the cells of a list from which on it says what its tasks unblock.
const freesFrom = 120

// farWidth is the cells of a title from which on it is said beside it who has the task.
const farWidth = 32

// farWords head the tasks further away.
var farWords = [...]Text{safetext.Const("EARLIER"), safetext.Const("LATER")}

var wordNoChain = safetext.Const("No task that can be done waits for another.")
