package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Summary is what is to be said about the selected task in three lines.
type Summary struct {
	Word       Text // the state in words
	Note       Text // "waits for a missing task", "no write for 31m"
	WaitsFor   []int32
	Unblocks   []int32
	Upstream   []int32 // the first few, for their names
	Downstream []int32
	Before     int // how many there are in all
	After      int
	Start      int32 // the task to start with, -1 for none
}

// drawSummary draws a row of what is said about the selected task: state, what it waits for and unblocks at the left; how
// much lies before and behind it, and where to start, at the right.
func (pt *Painter) drawSummary(p *pen, dv *DepView, i int) {
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
	if p.end >= WideWidth {
		half = p.end * 11 / 20
	}
	p.end = half
	switch i {
	case 1:
		pt.drawState(p, b, &n)
	case 2:
		pt.drawTaskNames(p, dv, wordWaitsForLabel, b.WaitsFor, 0, true)
	case 3:
		pt.drawTaskNames(p, dv, wordUnblocksLabel, b.Unblocks, b.After-len(b.Unblocks), true)
	}
	p.fill()
	p.end = all
	defer func() { p.end = end }()
	if half == all {
		return
	}
	p.space(2)
	g := pt.sh.Glyphs
	switch i {
	case 1:
		p.glyph(style.Upstream, g.Left)
		p.space(1)
		pt.drawReach(p, dv, "before it  ", b.Before, b.Upstream)
	case 2:
		p.glyph(style.Downstream, g.Right)
		p.space(1)
		pt.drawReach(p, dv, "behind it  ", b.After, b.Downstream)
	case 3:
		if b.Start >= 0 {
			pt.drawStart(p, dv, b.Start)
		}
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
	p.state(n.State)
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

// drawState draws the state of the selected task in words.
func (pt *Painter) drawState(p *pen, b *Summary, n *Node) {
	st := p.state(n.State)
	p.text(st, b.Word)
	if !n.Owner.Empty() {
		p.dot()
		p.text(n.Hue, n.Owner)
	}
	if !b.Note.Empty() {
		p.dot()
		p.text(n.noteStyle(style.Warning), b.Note)
	}
	if n.Chain && p.remaining() > len("on the longest chain")+6 {
		p.dot()
		p.ascii(style.Chain, "on the longest chain ")
		p.bar(style.Chain, pt.sh.Glyphs.BarFull, 2)
	}
}

// summaryLabel is the cells of a label in a brief.
const summaryLabel = 12

// drawTaskNames draws a list of tasks with their states and ids, as many as fit, and how many follow. With subjects each has its
// own as long as there is room for it: a task that is only counted is one that nobody can find.
func (pt *Painter) drawTaskNames(p *pen, dv *DepView, label Text, nodes []int32, later int, subjects bool) {
	p.text(style.Label, label)
	p.padTo(margin + 1 + summaryLabel)
	if len(nodes) == 0 {
		p.ascii(style.Dim, "nothing")
		return
	}
	const more = len("+99 more")
	for k, i := range nodes {
		n := dv.Node(i)
		rest := len(nodes) - k - 1
		need := 2 + n.label().Width()
		if subjects && k > 0 && p.remaining() < need+min(n.Subject.Width(), 14)+4+more {
			subjects = false
		}
		if k > 0 && p.remaining() < need+2+more && !dv.idsFit(nodes[k:], p.remaining()) {
			p.plus(rest + 1)
			p.ascii(style.Dim, " more")
			return
		}
		p.state(n.State)
		p.text(style.Dim, n.label())
		if subjects && !n.ID.Empty() {
			p.space(1)
			room := p.remaining()
			if rest > 0 {
				room = min(room-max(10, min(7*rest, 24)), 24)
			}
			p.textUpTo(style.Subject, n.Subject, room)
		}
		if subjects {
			p.space(1)
		}
		p.space(2)
	}
	if later > 0 && p.remaining() > 10 {
		p.plus(later)
		p.ascii(style.Dim, " later")
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

// drawReach draws how many tasks lie before or behind the selected one, and the first of them in the order of their waves.
func (pt *Painter) drawReach(p *pen, dv *DepView, word string, count int, nodes []int32) {
	p.ascii(style.Label, word)
	p.number(style.Title, count)
	p.space(2)
	var room [8]Node
	named := room[:0]
	for _, i := range nodes {
		named = append(named, dv.Node(i))
	}
	slices.SortStableFunc(named, func(a, b Node) int { return a.Wave - b.Wave })
	for k := range named {
		n := &named[k]
		need := n.label().Width() + 1
		if count > k+1 {
			need += 2 + 1 + digits(count-k-1)
		}
		if p.remaining() < need {
			p.plus(count - k)
			return
		}
		glyph, st := stateGlyph(pt.sh, n.State)
		p.text(style.Dim, n.label())
		p.glyph(st, glyph)
		p.space(2)
	}
	if more := count - len(named); more > 0 && len(named) > 0 {
		p.plus(more)
	}
}

// drawStart draws the task to start with, or to finish where it is in progress already.
func (pt *Painter) drawStart(p *pen, dv *DepView, i int32) {
	n := dv.Node(i)
	glyph, st := stateGlyph(pt.sh, n.State)
	p.glyph(st, glyph)
	if n.State == Running {
		p.ascii(style.Label, " finish first ")
	} else {
		p.ascii(style.Label, " start here ")
	}
	p.text(style.Dim, n.ID)
	p.space(1)
	tail := 0
	if n.Behind > 0 {
		tail = 3 + digits(n.Behind) + len(" wait behind it")
	}
	if p.remaining() < tail+10 {
		tail = 0
	}
	p.textUpTo(style.Subject, n.Subject, p.remaining()-tail)
	if tail > 0 {
		p.dot()
		p.number(style.Dim, n.Behind)
		p.ascii(style.Dim, " wait behind it")
	}
}

var (
	wordWaitsForLabel = safetext.Const("waits for")
	wordUnblocksLabel = safetext.Const("unblocks")
)
