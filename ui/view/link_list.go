package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

const wordsUnblocks = "unblocks  " // as wide as what stands in its place in other rows

var wordMoves = safetext.Const(" moves ")

// headedLeast is the candidates that are seen below a heading at least.
const headedLeast = 4

// mover returns who would come into another wave whichever of several candidates is chosen, empty where it depends on the candidate: then
// each says it.
func (k *Link) mover() (of Text) {
	several := false
	for i := range k.Items {
		switch m := k.Items[i].Mover; {
		case m.Empty():
		case of.Empty():
			of = m
		case m.String() != of.String():
			return Text{}
		default:
			several = true
		}
	}
	if !several {
		return Text{}
	}
	return of
}

// seen returns the first candidate that is seen in n rows, and how many are; below them it is said how many are not.
func (k *Link) seen(n int) (first, fits int) {
	if fits = n; k.Above+len(k.Items)+k.Below > n && n > 2 {
		fits--
	}
	return firstVisible(0, k.Selected, fits, len(k.Items)), fits
}

// drawCandidate draws a task the link may end at: whether it can be, and what would move, who moves being told by the heading or by the
// row; a loop it would close is spelled out.
func (k *Link) drawCandidate(pt *Painter, p *pen, c *Candidate, chosen, headed bool) {
	g, n := pt.sh.Glyphs, &c.Node
	was, verdict := p.on, 0
	switch {
	case p.end >= verdictWidth:
		verdict = k.verdictCells(p.remaining(), headed)
	case c.Verdict != LinkAllowed:
		verdict = 1
	}
	if chosen {
		p.setGround(selectedGround(was))
		p.glyph(style.AccentStrong, g.Cursor)
		p.space(1)
	} else {
		p.space(2)
	}
	all := p.end
	if k.listsLinks() {
		word := wordsUnblocks
		if c.Before {
			word = "waits for "
		}
		p.ascii(style.Label, word)
	}
	glyph, st := stateGlyph(pt.sh, n.State)
	subject := style.Subject
	if c.Verdict != LinkAllowed {
		st, subject = style.Dim, style.Dim
	}
	p.glyph(st, glyph)
	p.space(1)
	id := p.at
	p.textUpTo(style.Dim, n.ID, k.idCells())
	p.padTo(id + k.idCells() + 2)
	p.textUpTo(subject, n.Subject, p.remaining()-verdict-2*b2i(verdict > 0))
	if verdict > 0 {
		p.padTo(all - verdict)
		k.drawVerdict(pt, p, c, headed)
	}
	p.padTo(all)
	p.setGround(was)
}

// idCells returns the cells of the ids.
func (k *Link) idCells() int {
	return min(max(widest(k.Items, func(c *Candidate) Text { return c.Node.ID }), 2), 10)
}

// verdictCells returns the cells at the right end of rows of w for what would come of each candidate.
func (k *Link) verdictCells(w int, headed bool) (cells int) {
	left := w - 4 - len(wordsUnblocks)*b2i(k.listsLinks()) - k.idCells() - 2
	for i := range k.Items {
		cells = max(cells, k.Items[i].verdictWidth(headed))
	}
	return max(min(cells, left*3/5), left-titlesMost)
}

// said returns where who would come, and who that is unless a heading says it.
func (c *Candidate) said(headed bool) Text {
	if headed || c.Mover.Empty() {
		return c.Shift
	}
	return c.Mover.Append(wordMoves, c.Shift)
}

// verdictWidth returns the cells in which all is said of whether a link can be made.
func (c *Candidate) verdictWidth(headed bool) int {
	w := 2 + max(c.said(headed).Width(), wordLinked.Width())
	if len(c.Loop) == 0 {
		return w
	}
	loop := 2 + 6
	for _, id := range c.Loop {
		loop += id.Width() + 3
	}
	return max(w, loop)
}

// drawVerdict draws whether a link can be made, and what would come of it.
func (k *Link) drawVerdict(pt *Painter, p *pen, c *Candidate, headed bool) {
	g := pt.sh.Glyphs
	switch c.Verdict {
	case LinkAllowed:
		p.space(2) // only what stands in the way has a sign
		p.text(style.Dim, c.said(headed))
	case LinkClosesLoop:
		p.glyph(style.Danger, g.Loop)
		p.space(1)
		for i, id := range c.Loop {
			if rest := len(c.Loop) - 1 - i; rest > 0 && i > 0 && p.remaining() < id.Width()+c.Loop[len(c.Loop)-1].Width()+10 {
				p.glyph(style.Dim, g.Ellipsis)
				p.space(1)
				p.glyph(style.Danger, g.Head)
				p.space(1)
				p.text(style.Dim, c.Loop[len(c.Loop)-1])
				return
			}
			if i > 0 {
				p.space(1)
				p.glyph(style.Danger, g.Head)
				p.space(1)
			}
			p.text(style.Dim, id)
		}
	case LinkExists:
		p.glyph(style.Dim, g.Dot)
		p.space(1)
		p.textUpTo(style.Dim, wordLinked, p.remaining())
	case LinkForbidden:
		p.glyph(style.Dim, g.Failed)
		p.space(1)
		p.text(style.Dim, c.Shift)
	}
}

// candidateAt returns which candidate stands in row i of a panel of w by n cells.
func (k *Link) candidateAt(i, w, n int) (int, bool) {
	head := len(k.head(w, n))
	first, fits := k.seen(n - head)
	j := first + i - head
	return j, i >= head && i < head+fits && j < len(k.Items)
}
