package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// brief draws a row of what is said about the selected task: state, what it waits for and unblocks at the left; how
// much lies before and behind it, and where to start, at the right.
func (pt *Painter) brief(p *pen, pic *DepView, i int) {
	b := pic.Summary
	if pic.Selected < 0 {
		return
	}
	n := pic.Node(pic.Selected)
	if i == 0 {
		pt.rule(p, func() {
			p.text(style.Dim, n.ID)
			if !n.ID.Empty() {
				p.space(1)
			}
			p.upTo(style.SubjectStrong, n.Subject, p.left()-8)
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
		pt.stated(p, b, &n)
	case 2:
		pt.named(p, pic, wordWaits, b.WaitsFor, 0, true)
	case 3:
		pt.named(p, pic, wordFrees, b.Unblocks, b.After-len(b.Unblocks), true)
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
		p.sym(style.Upstream, g.Left)
		p.space(1)
		pt.ranged(p, pic, "upstream   ", b.Before, b.Upstream)
	case 2:
		p.sym(style.Downstream, g.Right)
		p.space(1)
		pt.ranged(p, pic, "downstream ", b.After, b.Downstream)
	case 3:
		if b.Start >= 0 {
			pt.startWith(p, pic, b.Start)
		}
	}
}

// stated draws the state of the selected task in words.
func (pt *Painter) stated(p *pen, b *Summary, n *Node) {
	glyph, st := sign(pt.sh, n.State)
	p.sym(st, glyph)
	p.space(1)
	p.text(st, b.Word)
	sep := func() {
		p.space(1)
		p.sym(style.Dim, pt.sh.Glyphs.Dot)
		p.space(1)
	}
	if !n.Owner.Empty() {
		sep()
		p.text(n.Hue, n.Owner)
	}
	if !b.Note.Empty() {
		sep()
		p.text(style.Warning, b.Note)
	}
	if n.Chain && p.left() > len("on the longest chain")+6 {
		sep()
		p.word(style.Chain, "on the longest chain ")
		p.bar(style.Chain, pt.sh.Glyphs.BarFull, 2)
	}
}

// labelled is the cells of a label in a brief.
const labelled = 12

// named draws a list of tasks with their ids, subjects and states, as many as fit, and how many follow.
func (pt *Painter) named(p *pen, pic *DepView, label Text, nodes []int32, later int, subjects bool) {
	p.text(style.Label, label)
	p.to(margin + 1 + labelled)
	if len(nodes) == 0 {
		p.word(style.Dim, "nothing")
		return
	}
	for k, i := range nodes {
		n := pic.Node(i)
		rest := len(nodes) - k
		need := 2 + n.called().Width() + 3
		if subjects {
			need += min(n.Subject.Width(), 14) + 1
		}
		if k > 0 && p.left() < need+8 {
			p.word(style.Dim, "+")
			p.num(style.Dim, rest)
			p.word(style.Dim, " more")
			return
		}
		glyph, st := sign(pt.sh, n.State)
		p.sym(st, glyph)
		p.space(1)
		p.text(style.Dim, n.called())
		if subjects && !n.ID.Empty() {
			p.space(1)
			room := p.left()
			if rest > 1 {
				room = min(room-10, 24)
			}
			p.upTo(style.Subject, n.Subject, room)
		}
		p.space(3)
	}
	if later > 0 && p.left() > 10 {
		p.word(style.Dim, "+")
		p.num(style.Dim, later)
		p.word(style.Dim, " later")
	}
}

// ranged draws how many tasks lie before or behind the selected one, and the first of them in the order of their waves.
func (pt *Painter) ranged(p *pen, pic *DepView, word string, count int, nodes []int32) {
	p.word(style.Label, word)
	p.num(style.Title, count)
	p.space(2)
	var room [8]Node
	named := room[:0]
	for _, i := range nodes {
		named = append(named, pic.Node(i))
	}
	slices.SortStableFunc(named, func(a, b Node) int { return a.Wave - b.Wave })
	for k := range named {
		n := &named[k]
		need := n.called().Width() + 1
		if count > k+1 {
			need += 2 + 1 + digits(count-k-1)
		}
		if p.left() < need {
			p.word(style.Dim, "+")
			p.num(style.Dim, count-k)
			return
		}
		glyph, st := sign(pt.sh, n.State)
		p.text(style.Dim, n.called())
		p.sym(st, glyph)
		p.space(2)
	}
	if more := count - len(named); more > 0 && len(named) > 0 {
		p.word(style.Dim, "+")
		p.num(style.Dim, more)
	}
}

// startWith draws the task to start with, or to finish where it is in progress already.
func (pt *Painter) startWith(p *pen, pic *DepView, i int32) {
	n := pic.Node(i)
	glyph, st := sign(pt.sh, n.State)
	p.sym(st, glyph)
	if n.State == Running {
		p.word(style.Label, " finish first ")
	} else {
		p.word(style.Label, " start here ")
	}
	p.text(style.Dim, n.ID)
	p.space(1)
	tail := 0
	if n.Behind > 0 {
		tail = 3 + digits(n.Behind) + len(" wait behind it")
	}
	if p.left() < tail+10 {
		tail = 0
	}
	p.upTo(style.Subject, n.Subject, p.left()-tail)
	if tail > 0 {
		p.space(1)
		p.sym(style.Dim, pt.sh.Glyphs.Dot)
		p.space(1)
		p.num(style.Dim, n.Behind)
		p.word(style.Dim, " wait behind it")
	}
}

var (
	wordWaits = safetext.Const("waits for")
	wordFrees = safetext.Const("unblocks")
)
