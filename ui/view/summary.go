package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Summary is what is to be said about the selected task in three lines.
type Summary struct {
	Word       Text // the state in words
	Note       Text // "waits for a missing task", "no write for 31m"
	WaitsFor   []int32
	Unblocks   []int32
	Past       bool    // it is done itself: what it waited for and unblocked
	Done       [2]int  // how many it waited for, or that waited for it, are done
	Upstream   []int32 // the first few, for their names
	Downstream []int32
	Before     int // how many there are in all
	After      int
	Start      []int32 // the tasks to start with
}

// drawSummary draws a row of what is said about the selected task, of so many below its title: state, what it waits for and unblocks at the left;
// what lies further before and behind it, and where to start, at the right, or where there is no room beside them further below.
func (pt *Painter) drawSummary(p *pen, dv *DepView, held *Held, i, rows int) {
	b := dv.Summary
	if dv.Selected < 0 {
		return
	}
	n := dv.Node(dv.Selected)
	if i == 0 {
		pt.drawRule(p, func() {
			p.text(style.Dim, n.ID)
			if !n.ID.Empty() {
				p.space(1)
			}
			p.textUpTo(style.SubjectStrong, n.Subject, p.remaining()-2)
		})
		return
	}
	p.space(1)
	end := p.end
	all := end - 1
	half := all
	if p.end >= WideWidth && b.isAmid(held) {
		half = p.end / 2
	}
	p.end = half
	switch {
	case i == 1:
		b.drawState(p, &n)
	case rows > summaryRows:
		p.end = all
		pt.drawLinkedRow(p, dv, i-2, rows-1)
	case i == 2:
		pt.drawTaskNames(p, dv, b.label(wordWaitsForLabel, wordWaitedForLabel), b.WaitsFor, b.Done[0], true)
	case i == 3:
		pt.drawTaskNames(p, dv, b.label(wordUnblocksLabel, wordUnblockedLabel), b.Unblocks, b.Done[1], true)
	}
	if half < all {
		p.fill()
		p.end = all
		p.space(2)
		pt.drawAround(p, dv, held, i)
	}
	p.end = end
}

// isAmid reports whether there is anything around the selected task and its links to tell of.
func (b *Summary) isAmid(held *Held) bool {
	return held != nil && !held.Empty() || len(b.Start) > 0 || b.Before > len(b.WaitsFor) || b.After > len(b.Unblocks)
}

// label returns the label of what a task waits for or unblocks, or of what it did.
func (b *Summary) label(now, past Text) Text {
	if b.Past {
		return past
	}
	return now
}

// summaryRows is how many rows tell of the selected task alone; what is around it stands beside them, or below.
const summaryRows = 3

// summarizes reports whether a summary says what is stuck.
func (l *Layout) summarizes(dv *DepView) bool {
	h := l.DepView.Below.H
	return dv.Summary != nil && (h > 1+summaryRows || h > 1 && l.DepView.Below.W-2*margin >= WideWidth)
}

// drawAround draws a row of what is around the selected task: what of all is stuck or else what to start with, and beside what it is linked with
// what lies before and behind that; where there is room for several of a row, before and behind in one, and more to start with.
func (pt *Painter) drawAround(p *pen, dv *DepView, held *Held, i int) {
	b := dv.Summary
	if p.end < PanelWidth {
		switch {
		case i > 1:
			pt.drawBeyond(p, dv, i == 3)
		case held != nil && !held.Empty():
			p.drawHeld(dv, held)
		case len(b.Start) > 0:
			pt.drawStart(p, dv, b.Start[0], false)
		}
		return
	}
	if i == 1 {
		end := p.end
		if b.Before > len(b.WaitsFor) && b.After > len(b.Unblocks) {
			p.end -= p.remaining() / 2
		}
		if pt.drawBeyond(p, dv, false); b.After > len(b.Unblocks) && p.end < end {
			p.padTo(p.end)
		}
		p.end = end
		pt.drawBeyond(p, dv, true)
		return
	}
	if i -= 2; held != nil && !held.Empty() {
		if i == 0 {
			p.drawHeld(dv, held)
			return
		}
		i--
	}
	if i < len(b.Start) {
		pt.drawStart(p, dv, b.Start[i], i > 0)
	}
}

// drawBrief draws what is said about the selected task where there is one row for it: its whole title above all, then what is special.
func (pt *Painter) drawBrief(p *pen, dv *DepView) {
	if dv.Selected < 0 {
		return
	}
	n := dv.Node(dv.Selected)
	p.space(1)
	p.end--
	p.stateOf(&n)
	p.text(style.Dim, n.ID)
	if !n.ID.Empty() {
		p.space(1)
	}
	p.text(style.SubjectStrong, n.Subject)
	if !n.Owner.Empty() && p.remaining() > 3+n.Owner.Width() {
		p.dot()
		p.text(n.Hue, n.Owner)
	}
	if note := dv.Summary.Note; !note.Empty() && p.remaining() > 3+note.Width() {
		p.dot()
		p.text(n.noteStyle(style.Dim), note)
	}
	p.end++
}

// noteStyle returns how it is said what there is to know of the task: what needs a person looks alike everywhere.
func (n *Node) noteStyle(usual style.Style) style.Style {
	if n.Alarm {
		return style.Danger
	}
	return usual
}

// drawState draws the state of the selected task in words. Where what is special has no room behind them its sign says the state.
func (b *Summary) drawState(p *pen, n *Node) {
	st := p.stateOf(n)
	const dot = len(" . ")
	all := b.Word.Width() + dot + b.Note.Width()
	if !n.Owner.Empty() {
		all += dot + n.Owner.Width()
	}
	worded := b.Note.Empty() || all <= p.remaining() || all-b.Word.Width()-dot > p.remaining()
	if worded {
		p.text(st, b.Word)
	}
	if !n.Owner.Empty() {
		if worded {
			p.dot()
		}
		p.text(n.Hue, n.Owner)
	}
	if !b.Note.Empty() {
		if worded || !n.Owner.Empty() {
			p.dot()
		}
		p.text(n.noteStyle(style.Warning), b.Note)
	}
	if n.Chain && p.remaining() > len("on the longest chain")+6 {
		p.dot()
		p.ascii(style.Chain, "on the longest chain ")
		p.bar(style.Chain, p.sh.Glyphs.BarFull, 2)
	}
}

// summaryLabel is the cells of a label in a brief.
const summaryLabel = 14

// nothing writes that there is nothing, or nothing any more: so many are done.
func (p *pen) nothing(done int) {
	if done == 0 {
		p.ascii(style.Dim, "nothing")
		return
	}
	p.ascii(style.Dim, "nothing now")
	p.dot()
	p.number(style.Dim, done)
	p.ascii(style.Dim, " done")
}

// drawTaskNames draws a list of tasks with their states and ids, as many as fit, and how many follow. With subjects each has its
// own as long as there is room for it: a task that is only counted is one that nobody can find.
func (pt *Painter) drawTaskNames(p *pen, dv *DepView, label Text, nodes []int32, done int, subjects bool) {
	p.text(style.Label, label)
	p.padTo(margin + 1 + summaryLabel)
	if len(nodes) == 0 {
		p.nothing(done)
		return
	}
	const more = len("+99 more")
	share := max(p.remaining()/3, 24) // of a title before others
	ids := 0                          // the cells of those to come without their subjects
	for _, i := range nodes {
		n := dv.Node(i)
		ids += 2 + 2 + n.label().Width()
	}
	for k, i := range nodes {
		n, from := dv.Node(i), p.at
		rest := len(nodes) - k - 1
		need := 2 + n.label().Width()
		ids -= 2 + need
		if subjects && k > 0 && p.remaining() < need+min(n.Subject.Width(), 14)+4+more {
			subjects = false
		}
		if k > 0 && p.remaining() < need+2+more && !dv.idsFit(nodes[k:], p.remaining()) {
			p.plus(rest + 1)
			p.ascii(style.Dim, " more")
			return
		}
		p.stateOf(&n)
		p.text(style.Dim, n.label())
		if subjects && !n.ID.Empty() {
			p.space(1)
			room := p.remaining()
			if rest > 0 {
				room = min(room-max(2+more, min(ids, room-n.Subject.Width())), share)
			}
			p.textUpTo(style.Subject, n.Subject, room)
		}
		p.named(i, from)
		if subjects {
			p.space(1)
		}
		p.space(2)
	}
}

// idsFit reports whether states and ids of some tasks have room in so many cells.
func (dv *DepView) idsFit(nodes []int32, room int) bool {
	for k, i := range nodes {
		if k > 0 {
			room -= 2
		}
		n := dv.Node(i)
		if room -= 2 + n.label().Width(); room < 0 {
			return false
		}
	}
	return true
}

// drawFar draws the first of so many tasks that lie further before or behind the selected one than those it is linked with, in the order of
// their waves.
func (pt *Painter) drawFar(p *pen, dv *DepView, word string, count int, nodes, linked []int32) {
	from := p.at - 1
	p.ascii(style.Label, word)
	if p.end-from < 2*summaryLabel { // it shares few cells with the other side
		p.space(2)
	} else {
		p.padTo(from + summaryLabel)
	}
	nodes = dv.beyond(nodes, linked)
	rest := count
	for k, i := range nodes {
		n := dv.Node(i)
		more := b2i(rest > 1) * (2 + len("+ more") + digits(count))
		room := p.remaining() - 2 - n.label().Width() - 1 - more
		if room < 0 || k > 0 && room < n.Subject.Width() {
			break
		}
		from := p.at
		p.stateOf(&n)
		p.text(style.Dim, n.label())
		if !n.ID.Empty() && room > lineSubject {
			p.space(1)
			p.textUpTo(style.Subject, n.Subject, room)
		}
		p.named(i, from)
		if rest--; rest > 0 {
			p.space(2)
		}
	}
	switch {
	case rest == count: // none of them is named
		p.text(style.Dim, taskCount(rest))
	case rest > 0:
		p.plus(rest)
		p.ascii(style.Dim, " more")
	}
}

// drawStart draws a task to start with, or to finish where it is in progress already; the first, or one that comes after it.
func (pt *Painter) drawStart(p *pen, dv *DepView, i int32, after bool) {
	n, from := dv.Node(i), p.at
	defer func() { p.named(i, from) }()
	switch {
	case after:
		p.ascii(style.Label, "then")
	case n.State == Running:
		p.ascii(style.Label, "finish first")
	default:
		p.ascii(style.Label, "start here")
	}
	p.padTo(from + summaryLabel)
	p.stateOf(&n)
	p.text(style.Dim, n.ID)
	p.space(1)
	words := b2i(n.Behind > 0) * (3 + digits(n.Behind) + len(" wait"))
	sign := b2i(n.Behind > 0) * (1 + BehindWidth(n.Behind))
	switch worded := p.remaining() >= n.Subject.Width()+words; {
	case n.Behind == 0 || worded:
		p.textUpTo(style.Subject, n.Subject, p.remaining())
		if n.Behind > 0 {
			p.dot()
			p.countBehind(n.Behind)
			p.ascii(style.Dim, " wait")
		}
	default:
		p.textUpTo(style.Subject, n.Subject, p.remaining()-sign)
		p.space(1)
		p.behind(n.Behind)
	}
}

var (
	wordWaitsForLabel = safetext.Const("waits for")
	wordUnblocksLabel = safetext.Const("unblocks")

	wordEarlierLabel, wordLaterLabel = safetext.Const("earlier"), safetext.Const("later")

	wordWaitedForLabel, wordUnblockedLabel = safetext.Const("waited for"), safetext.Const("unblocked")
)
