package view

import "sideboard/ui/style"

// Verdict says whether a link can be made.
type Verdict uint8

// The verdicts.
const (
	LinkAllowed    Verdict = iota // it can be made, or removed
	LinkClosesLoop                // it would close a loop
	LinkExists                    // it is there
	LinkForbidden                 // the file may not be changed
)

// Candidate is a task a link may end at, or a link to be removed.
type Candidate struct {
	Node    Node
	Verdict Verdict
	Loop    []Text // Closes: the ids of the tasks from Source to it, or the other way round, each waiting for the one before
	Shift   Text   // what would move: "#08 moves now > wave 2, 7 more shift"
	Before  bool   // Unlinking: Source waits for it, otherwise it waits for Source
}

// drawCandidate draws a task the link may end at: whether it can be, and what would move; a loop it would close is spelled
// out.
func (k *Link) drawCandidate(pt *Painter, p *pen, c *Candidate, chosen bool) {
	g, n := pt.sh.Glyphs, &c.Node
	was := p.on
	if chosen {
		p.setGround(selectedGround(was))
		p.glyph(style.AccentStrong, g.Cursor)
		p.space(1)
	} else {
		p.space(2)
	}
	all := p.end
	if k.Action == RemoveLink {
		word := "unblocks  "
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
	ids := 2
	for i := range k.Items {
		ids = max(ids, min(k.Items[i].Node.ID.Width(), 10))
	}
	id := p.at
	p.textUpTo(style.Dim, n.ID, ids)
	p.padTo(id + ids + 2)
	verdict := 0
	if p.remaining() > 44 {
		verdict = max(p.remaining()*3/5, p.remaining()-48)
	} else if c.Verdict != LinkAllowed {
		verdict = 3
	}
	p.textUpTo(subject, n.Subject, p.remaining()-verdict-2)
	if verdict > 0 {
		p.padTo(all - verdict)
		k.drawVerdict(pt, p, c)
	}
	p.padTo(all)
	p.setGround(was)
}

// drawVerdict says whether a link can be made, and what would come of it.
func (k *Link) drawVerdict(pt *Painter, p *pen, c *Candidate) {
	g := pt.sh.Glyphs
	switch c.Verdict {
	case LinkAllowed:
		p.ascii(style.Ready, "ok")
		p.space(2)
		p.text(style.Dim, c.Shift)
	case LinkClosesLoop:
		p.glyph(style.Danger, g.Loop)
		p.space(3)
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
		p.space(3)
		p.textUpTo(style.Dim, wordLinked, p.remaining())
	case LinkForbidden:
		p.glyph(style.Dim, g.Failed)
		p.space(3)
		p.text(style.Dim, c.Shift)
	}
}

// CandidateAt returns which candidate of a link action that floats over a screen of w by h cells lies at a cell.
func CandidateAt(k *Link, w, h, x, y int) (i int, ok bool) {
	b := k.box(&Painter{sh: countingSheet()}, w, h)
	top, left := (h-min(len(b.rows), h))/2, (w-min(b.w, w))/2
	if x < left || x >= left+b.w {
		return 0, false
	}
	return k.candidateAt(y-top-1, contentWidth(92, w), k.rowCount(contentWidth(92, w), h)) // a border above, an empty row in place of the title
}

// candidateAt returns which candidate stands in row i of a panel of w by n cells.
func (k *Link) candidateAt(i, w, n int) (int, bool) {
	head := len(k.head(w, n))
	j := firstVisible(k.First, k.Selected, n-head, len(k.Items)) + i - head
	return j, i >= head && i < n && j < len(k.Items)
}
