package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawStageColumn draws a title and the cards that h rows have room for: those that the caption is about before all
// others and with their whole subject, in the order of the column. The first of the w cells is only for the ground of what stands
// out, so that its words stand where they stood.
func (pt *Painter) drawStageColumn(l *Layout, s *Screen, k ColumnKind, w, h int) []string {
	c, spots, quiet, air := &s.Board.Columns[k], s.Stage.Spots[k], s.Stage.quiet(), l.hasAir(s, k)
	g := pt.newPage(w, style.Flat)
	g.row(func(p *pen) {
		p.space(1)
		glyph, st := c.sign(pt.sh, k)
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
	if l.Body.H >= tightHeight && h > 3 {
		g.blank()
	}
	room := h - len(g.rows)
	shown := map[int]bool{}
	take := func(i int, rows int) bool {
		if rows > room {
			return false
		}
		room -= rows
		shown[i] = true
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
		if shown[i] {
			continue
		}
		if len(shown) == c.Len-1 {
			room++
		}
		card := c.At(i)
		if !take(i, quietHeight(&card, air)) {
			break
		}
		last = max(last, i)
	}
	for i := 0; i <= last; i++ {
		if card := c.At(i); shown[i] && card.Spot {
			pt.drawSpot(g, &card)
		} else if shown[i] {
			pt.drawQuiet(g, &card, quiet, air)
		}
	}
	if more := c.Len - len(shown); more > 0 && len(g.rows) < h {
		g.row(func(p *pen) {
			p.space(3)
			p.number(style.Dim, more)
			p.ascii(style.Dim, " more")
		})
	}
	return g.rows[:min(len(g.rows), h)]
}

// spotLines returns the subject of a card the caption is about as it is wrapped in w cells, and what is said below it.
func spotLines(c *Card, w int) (subject, remark []Text) {
	var said Text
	switch {
	case !c.Warn.Empty() && !c.Owner.Empty():
		said = c.Owner.Append(safetext.Const(": ")).Append(c.Warn)
	case !c.Warn.Empty():
		said = c.Warn
	case c.State == Ready:
		said = wordReady
	case !c.Names.Empty():
		said = c.WaitsFor()
	case !c.Owner.Empty() && !c.Doing.Empty():
		if said = c.Owner.Append(safetext.Const(": ")).Append(c.Doing); said.Width() > w-4 {
			return wrapUpTo(c.Subject, w-4, 2), append([]Text{c.Owner}, wrapUpTo(c.Doing, w-4, 2)...)
		}
	default:
		said = c.Owner
	}
	if !said.Empty() {
		remark = wrapUpTo(said, w-4, 4)
	}
	return wrapUpTo(c.Subject, w-4, 2), remark
}

// wrapUpTo returns a text wrapped in w cells, in as many rows as there are; the last one holds what is left.
func wrapUpTo(t Text, w, rows int) []Text {
	lines := t.Wrap(max(w, 1))
	for len(lines) > rows {
		n := len(lines)
		lines = append(lines[:n-2], lines[n-2].Append(safetext.Spaces(1)).Append(lines[n-1]))
	}
	return lines
}

// spotHeight returns the rows of a card the caption is about, with the empty one below it.
func (pt *Painter) spotHeight(c *Card, w int) int {
	subject, remark := spotLines(c, w)
	return len(subject) + len(remark) + 1
}

// drawSpot draws a card the caption is about as a block in one colour, as nothing else on the screen is.
func (pt *Painter) drawSpot(g *page, c *Card) {
	subject, remark := spotLines(c, g.w)
	glyph, _ := stateGlyph(pt.sh, c.State)
	name, said := toldLooks(c.State, c.Alarm)
	for i, line := range subject {
		g.row(func(p *pen) {
			p.bar(name, " ", 1)
			if i == 0 {
				p.glyph(name, glyph)
			}
			p.bar(name, " ", 3-p.at)
			p.textUpTo(name, line, p.remaining()-1)
			p.bar(name, " ", p.remaining())
		})
	}
	for _, line := range remark {
		g.row(func(p *pen) {
			p.bar(said, " ", 3)
			p.textUpTo(said, line, p.remaining()-1)
			p.bar(said, " ", p.remaining())
		})
	}
	g.blank()
}

// quietHeight returns the rows of a card the caption is not about.
func quietHeight(c *Card, air bool) int {
	rows := 1
	if c.State == Running {
		rows++
	}
	if air {
		rows++
		if c.State == Running && (!c.Warn.Empty() || !c.Doing.Empty()) {
			rows++
		}
	}
	return rows
}

// hasAir reports whether there are empty rows between the cards of a column: where all of the stage would have room in one column, so that
// none is hidden for it, and none moves for another's sake when it goes from one column to the next; and between those in progress where
// these have room.
func (l *Layout) hasAir(s *Screen, k ColumnKind) bool {
	cards := 0
	for i := range s.Board.Columns {
		cards += s.Board.Columns[i].Len
	}
	roomy := 2*cards <= l.Body.H || k == InProgressColumn && airyCard*s.Board.Columns[k].Len <= l.Body.H
	return l.H >= stageHeight && l.W >= MediumWidth && roomy
}

// airyCard is the rows of a card in progress with air.
const airyCard = 5

// drawQuiet draws a card the caption is not about: its subject, and who is at what where it is worked on.
func (pt *Painter) drawQuiet(g *page, c *Card, quiet, air bool) {
	name := style.Dim
	glyph, st := stateGlyph(pt.sh, c.State) // a state keeps its colour: it is told by little else
	if !quiet {
		name = subjectStyle(c.State)
	}
	g.row(func(p *pen) {
		p.space(1)
		p.glyph(st, glyph)
		p.space(3 - p.at)
		p.textUpTo(name, c.Subject, p.remaining())
	})
	doing, warning := style.Doing, style.Warning
	if quiet {
		doing, warning = style.Dim, style.Dim
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
			p.space(3)
			p.text(c.Hue, c.Owner)
			if !air && p.remaining() >= min(c.Doing.Width(), 16)+2 {
				p.space(2)
				at(p)
			}
		})
		if air && (!c.Warn.Empty() || !c.Doing.Empty()) {
			g.row(func(p *pen) {
				p.space(3)
				at(p)
			})
		}
	}
	if air {
		g.blank()
	}
}

var wordReady = safetext.Const("ready")
