package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawStageColumn draws a title and the cards that h rows have room for: those that the caption is about before all
// others, in the order of the column.
func (pt *Painter) drawStageColumn(l *Layout, s *Screen, k ColumnKind, w, h int) []string {
	c, spots, quiet := &s.Board.Columns[k], s.Stage.Spots[k], s.Stage.quiet()
	g := pt.newPage(w, style.Flat)
	g.row(func(p *pen) {
		glyph, st := columnSign(pt.sh, k)
		name := style.TitleStrong
		if quiet && len(spots) == 0 {
			st, name = style.Dim, style.Dim
		}
		p.glyph(st, glyph)
		p.space(1)
		p.textUpTo(name, columnNames[k], p.remaining()-4)
		p.space(2)
		p.number(style.Dim, c.Total)
	})
	if h >= 10 {
		g.blank()
	}
	room := h - len(g.rows)
	chosen := map[int]bool{}
	used := 0
	take := func(i int, rows int) bool {
		if used+rows > room {
			return false
		}
		used += rows
		chosen[i] = true
		return true
	}
	for _, i := range spots {
		card := c.At(i)
		take(i, pt.spotHeight(&card, w))
	}
	room-- // how many more there are
	last := -1
	for _, i := range spots {
		last = max(last, i)
	}
	for i := 0; i < c.Len; i++ {
		if chosen[i] {
			continue
		}
		card := c.At(i)
		if !take(i, l.quietHeight(&card)) {
			break
		}
		last = max(last, i)
	}
	for i := 0; i <= last; i++ {
		if !chosen[i] {
			continue
		}
		card := c.At(i)
		if card.Spot {
			pt.drawSpot(g, &card)
		} else {
			pt.drawQuiet(l, g, &card, quiet)
		}
	}
	if more := c.Len - len(chosen); more > 0 && len(g.rows) < h {
		g.row(func(p *pen) {
			p.space(2)
			p.number(style.Dim, more)
			p.ascii(style.Dim, " more")
		})
	}
	return g.rows[:min(len(g.rows), h)]
}

// spotLines returns the subject of a card the caption is about as it is wrapped in w cells, and what is said below it.
func spotLines(c *Card, w int) (subject []Text, remark Text) {
	subject = c.Subject.Wrap(max(w-4, 1))
	if len(subject) > 2 {
		rest := subject[1]
		for _, more := range subject[2:] {
			rest = rest.Append(safetext.Spaces(1)).Append(more)
		}
		subject = []Text{subject[0], rest}
	}
	switch {
	case !c.Warn.Empty():
		remark = c.Warn
	case c.State == Ready:
		remark = wordReady
	case !c.Names.Empty():
		remark = c.WaitsFor()
	case !c.Owner.Empty() && !c.Doing.Empty():
		remark = c.Owner.Append(safetext.Const(": ")).Append(c.Doing)
	default:
		remark = c.Owner
	}
	return subject, remark
}

// spotHeight returns the rows of a card the caption is about, with the empty one below it.
func (pt *Painter) spotHeight(c *Card, w int) int {
	subject, remark := spotLines(c, w)
	if remark.Empty() {
		return len(subject) + 1
	}
	return len(subject) + 2
}

// drawSpot draws a card the caption is about as a block in the caption's own colour: nothing else on the screen has it.
func (pt *Painter) drawSpot(g *page, c *Card) {
	subject, remark := spotLines(c, g.w)
	glyph, _ := stateGlyph(pt.sh, c.State)
	for i, line := range subject {
		g.row(func(p *pen) {
			p.bar(style.Caption, " ", 1)
			if i == 0 {
				p.glyph(style.Caption, glyph)
			}
			p.bar(style.Caption, " ", 3-p.at)
			p.textUpTo(style.Caption, line, p.remaining()-1)
			p.bar(style.Caption, " ", p.remaining())
		})
	}
	if !remark.Empty() {
		g.row(func(p *pen) {
			p.bar(style.CaptionDim, " ", 3)
			p.textUpTo(style.CaptionDim, remark, p.remaining()-1)
			p.bar(style.CaptionDim, " ", p.remaining())
		})
	}
	g.blank()
}

// quietHeight returns the rows of a card the caption is not about.
func (l *Layout) quietHeight(c *Card) int {
	rows := 1
	if c.State == Running {
		rows = 2
	}
	if l.hasAir() {
		rows++
		if c.State == Running && (!c.Warn.Empty() || !c.Doing.Empty()) {
			rows++
		}
	}
	return rows
}

// hasAir reports whether there are empty rows between the cards of a stage.
func (l *Layout) hasAir() bool { return l.H >= stageHeight && l.W >= MediumWidth }

// drawQuiet draws a card the caption is not about: its subject, and who is at what where it is worked on.
func (pt *Painter) drawQuiet(l *Layout, g *page, c *Card, quiet bool) {
	st, name := style.Dim, style.Dim
	glyph, state := stateGlyph(pt.sh, c.State)
	if !quiet {
		st, name = state, subjectStyle(c.State)
	}
	g.row(func(p *pen) {
		p.glyph(st, glyph)
		p.space(1)
		p.textUpTo(name, c.Subject, p.remaining())
	})
	hue, doing, warning := c.Hue, style.Doing, style.Warning
	if quiet {
		hue, doing, warning = style.Dim, style.Dim, style.Dim
	}
	at := func(p *pen) {
		if c.Warn.Empty() {
			p.text(doing, c.Doing)
		} else {
			p.text(warning, c.Warn)
		}
	}
	if c.State == Running {
		g.row(func(p *pen) {
			p.space(2)
			p.text(hue, c.Owner)
			if !l.hasAir() && p.remaining() >= min(c.Doing.Width(), 16)+2 {
				p.space(2)
				at(p)
			}
		})
		if l.hasAir() && (!c.Warn.Empty() || !c.Doing.Empty()) {
			g.row(func(p *pen) {
				p.space(2)
				at(p)
			})
		}
	}
	if l.hasAir() {
		g.blank()
	}
}

var wordReady = safetext.Const("ready")
