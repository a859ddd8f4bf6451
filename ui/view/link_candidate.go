package view

import "sideboard/ui/style"

// candidate draws a task the link may end at: whether it can be, and what would move; a loop it would close is spelled
// out.
func (k *Link) candidate(pt *Painter, p *pen, c *Candidate, chosen bool) {
	g, n := pt.sh.Glyphs, &c.Node
	was := p.on
	if chosen {
		p.stand(raisedFrom(was))
		p.sym(style.AccentStrong, g.Cursor)
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
		p.word(style.Label, word)
	}
	glyph, st := sign(pt.sh, n.State)
	subject := style.Subject
	if c.Verdict != LinkAllowed {
		st, subject = style.Dim, style.Dim
	}
	p.sym(st, glyph)
	p.space(1)
	ids := 2
	for i := range k.Items {
		ids = max(ids, min(k.Items[i].Node.ID.Width(), 10))
	}
	id := p.at
	p.upTo(style.Dim, n.ID, ids)
	p.to(id + ids + 2)
	verdict := 0
	if p.left() > 44 {
		verdict = max(p.left()*3/5, p.left()-48)
	} else if c.Verdict != LinkAllowed {
		verdict = 3
	}
	p.upTo(subject, n.Subject, p.left()-verdict-2)
	if verdict > 0 {
		p.to(all - verdict)
		k.verdict(pt, p, c)
	}
	p.to(all)
	p.stand(was)
}

// verdict says whether a link can be, and what would come of it.
func (k *Link) verdict(pt *Painter, p *pen, c *Candidate) {
	g := pt.sh.Glyphs
	switch c.Verdict {
	case LinkAllowed:
		p.word(style.Ready, "ok")
		p.space(2)
		p.text(style.Dim, c.Shift)
	case LinkClosesLoop:
		p.sym(style.Danger, g.Loop)
		p.space(3)
		for i, id := range c.Loop {
			if rest := len(c.Loop) - 1 - i; rest > 0 && i > 0 && p.left() < id.Width()+c.Loop[len(c.Loop)-1].Width()+10 {
				p.sym(style.Dim, g.Ellipsis)
				p.space(1)
				p.sym(style.Danger, g.Head)
				p.space(1)
				p.text(style.Dim, c.Loop[len(c.Loop)-1])
				return
			}
			if i > 0 {
				p.space(1)
				p.sym(style.Danger, g.Head)
				p.space(1)
			}
			p.text(style.Dim, id)
		}
	case LinkExists:
		p.sym(style.Dim, g.Dot)
		p.space(3)
		p.upTo(style.Dim, wordLinked, p.left())
	case LinkForbidden:
		p.sym(style.Dim, g.Failed)
		p.space(3)
		p.text(style.Dim, c.Shift)
	}
}

// raisedFrom is the ground of a chosen line on another ground.
func raisedFrom(on style.Ground) style.Ground {
	if on == style.Float {
		return style.Field
	}
	return style.Raised
}
