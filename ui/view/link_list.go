package view

import (
	"sideboard/ui/style"
)

// wordsWaitsFor and wordsUnblocks say what the links below them are, in as many cells; relationCells is those with the arrow before.
const (
	wordsWaitsFor = "waits for "
	wordsUnblocks = "unblocks  "
	relationCells = 2 + len(wordsUnblocks)
)

// seen returns the first candidate that is seen in n rows, how many are, and the rows that takes: where not all are seen, one more says so.
func (k *Link) seen(n int) (first, fits, rows int) {
	fits = min(n, len(k.Items))
	if rows = fits; k.Above+len(k.Items)+k.Below > n && n > 2 {
		fits, rows = min(n-1, len(k.Items)), min(n, len(k.Items)+1)
	}
	return firstVisible(0, k.Selected, fits, len(k.Items)), fits, rows
}

// drawCandidate draws a task the link may end at, and at the right who is on it or how it stands, or why it cannot be. An
// arrow says in which direction each link leads; where there is room, the first of those in one that are seen says it in words.
func (k *Link) drawCandidate(pt *Painter, p *pen, i int, first bool) {
	c, chosen := &k.Items[i], i == k.Selected
	n := &c.Node
	was, start, verdict := p.on, p.at, 0
	switch {
	case p.end >= verdictWidth:
		verdict = k.verdictCells(p.remaining())
	case c.Verdict != LinkAllowed:
		verdict = 1
	}
	if chosen {
		p.setGround(chosenGround(pt.sh))
		p.drawChosen(true)
	}
	p.padTo(start + 2)
	all := p.end
	p.end-- // of its ground
	if k.listsLinks() {
		arrow, st, word := pt.sh.Glyphs.Right, style.Downstream, wordsUnblocks
		if c.Before {
			arrow, st, word = pt.sh.Glyphs.Left, style.Upstream, wordsWaitsFor
		}
		p.glyph(st, arrow)
		p.space(1)
		switch {
		case all < verdictWidth: // titles come before words
		case first || c.Before != k.Items[i-1].Before:
			p.ascii(style.Label, word)
		default:
			p.space(len(word))
		}
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
		p.padTo(p.end - verdict)
		c.drawVerdict(pt, p)
	}
	p.end = all
	p.padTo(all)
	p.setGround(was)
}

// idCells returns the cells of the ids.
func (k *Link) idCells() int {
	return min(max(widest(k.Items, func(c *Candidate) Text { return c.Node.ID }), 2), 10)
}

// verdictCells returns the cells at the right end of rows of w for what is said of each candidate.
func (k *Link) verdictCells(w int) (cells int) {
	left := w - 5 - relationCells*b2i(k.listsLinks()) - k.idCells() - 2
	for i := range k.Items {
		_, words, _ := k.Items[i].verdict(style.Glyphs{})
		cells = max(cells, 2+words.Width())
	}
	return max(min(cells, verdictMost), left-titlesMost)
}

// verdictMost is the cells of what is said of a candidate at most, titlesMost those of the titles before that.
const verdictMost, titlesMost = 30, 48

// verdict returns what is said of a candidate: why it cannot be with a sign, else who is on it or how it stands.
func (c *Candidate) verdict(g style.Glyphs) (sign string, words Text, st style.Style) {
	switch n := &c.Node; {
	case c.Verdict == LinkClosesLoop:
		return g.Loop, wordLooped, style.Dim
	case c.Verdict == LinkExists:
		return g.Dot, wordLinked, style.Dim
	case c.Verdict == LinkForbidden:
		return g.Failed, c.Says, style.Dim
	case n.State == Running && !n.Owner.Empty():
		return " ", n.Owner, n.Hue
	}
	return " ", c.Says, style.Dim
}

// drawVerdict draws what is said of a candidate.
func (c *Candidate) drawVerdict(pt *Painter, p *pen) {
	sign, words, st := c.verdict(*pt.sh.Glyphs)
	p.padTo(p.end - min(2+words.Width(), p.remaining()))
	p.glyph(st, sign)
	p.space(1)
	p.textUpTo(st, words, p.remaining())
}

// candidateAt returns which candidate stands in row i of a panel of w by n cells.
func (k *Link) candidateAt(i, w, n int) (int, bool) {
	s := k.shape(w, n)
	first, fits, _ := k.seen(s.list)
	at := i - len(s.head)
	return first + at, at >= 0 && at < fits
}
