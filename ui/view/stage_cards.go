package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawStageColumn draws a title and the cards that h rows have room for: those that the caption is about before all
// others and with their whole subject, in the order of the column. The first of the w cells is only for the ground of what stands
// out, so that its words stand where they stood.
func (pt *Painter) drawStageColumn(l *Layout, s *Screen, k ColumnKind, w, h int) []string {
	c, spots, quiet, air := &s.Board.Columns[k], s.Stage.Spots[k], s.Stage.quiet(), l.stageAir(s, k)
	g := pt.newPage(w, style.Flat)
	g.row(func(p *pen) {
		c.drawStageHead(p, k, quiet && len(spots) == 0)
		if l.H < stageHeight { // a line where there is no row to spare
			p.space(1)
			p.bar(style.BarRest, p.sh.Glyphs.BarRest, p.remaining())
		}
	})
	if l.H >= stageHeight {
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
		card := s.Stage.card(c, i)
		take(i, spotHeight(&card, w, air))
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
		card := s.Stage.card(c, i)
		if !take(i, quietHeight(&card, air)) {
			break
		}
		last = max(last, i)
	}
	for i := 0; i <= last; i++ {
		if card := s.Stage.card(c, i); shown[i] && card.Spot {
			pt.drawSpot(g, &card, air, s.Stage.Mood)
		} else if shown[i] {
			pt.drawQuiet(g, &card, quiet, air)
		}
	}
	switch more := c.Len - len(shown); {
	case more == 0 && c.Len > 0 && (air >= apart || c.At(last).Spot):
		g.rows = g.rows[:len(g.rows)-1] // what is between cards is not below the last one
	case more > 0 && len(g.rows) < h:
		g.row(func(p *pen) {
			p.space(3)
			p.number(style.Dim, more)
			p.ascii(style.Dim, " more")
		})
	}
	return g.rows[:min(len(g.rows), h)]
}

// card returns a card of a column, with what is said of it now.
func (s *Stage) card(c *Column, i int) Card {
	card := c.At(i)
	if card.Spot && !s.Said.Empty() && !card.Warn.Empty() {
		card.Warn = s.Said
	}
	return card
}

// drawStageHead draws the title of a column: of what is pending how much is ready and how much waits, each with the sign its cards have.
func (c *Column) drawStageHead(p *pen, k ColumnKind, quiet bool) {
	name := style.TitleStrong
	if quiet {
		name = style.Dim
	}
	p.space(1)
	if k != PendingColumn {
		glyph, st := c.sign(p.sh, k)
		p.glyph(st, glyph)
		p.space(1)
		p.textUpTo(name, columnNames[k], p.remaining()-4)
		p.space(2)
		p.number(style.Dim, c.Total)
		return
	}
	for _, part := range []struct {
		State
		n    int
		word string
	}{{Ready, c.Ready, " ready"}, {Waiting, c.Total - c.Ready - c.Stuck, " blocked"}, {Stuck, c.Stuck, " stuck"}} {
		if part.n == 0 && (part.State != Ready || c.Total > 0) {
			continue
		}
		if p.at > 1 {
			p.space(2)
		}
		p.state(part.State)
		p.number(name, part.n)
		p.ascii(name, part.word)
	}
}

// spotLines returns the subject of a card the caption is about as it is wrapped in w cells, and what is said below it: in as many
// rows as the card has where the caption is not about it, wherever that can be.
func spotLines(c *Card, w int, air stageAir) (subject, remark []Text) {
	said := c.Doing
	if !c.Warn.Empty() {
		said = c.Warn
	}
	switch {
	case c.State == Ready && c.Warn.Empty():
		said = wordReady
	case !c.Names.Empty() && c.Warn.Empty():
		said = c.WaitsFor()
	case said.Empty():
		said = c.Owner
	case !c.Owner.Empty():
		joined := c.Owner.Append(safetext.Spaces(2)).Append(said)
		if air == roomy && c.State == Running || joined.Width() > w-4 {
			return wrapUpTo(c.Subject, w-4, 2), c.withFile(append([]Text{c.Owner}, wrapUpTo(said, w-4, 2)...), w, air)
		}
		said = joined
	}
	if !said.Empty() {
		remark = wrapUpTo(said, w-4, 4)
	}
	return wrapUpTo(c.Subject, w-4, 2), c.withFile(remark, w, air)
}

// withFile adds to what is said of a card the line of its file that shows it, where cards have room.
func (c *Card) withFile(said []Text, w int, air stageAir) []Text {
	if air != roomy || c.File.Empty() {
		return said
	}
	return append(said, wrapUpTo(c.File, w-4, 2)...)
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
func spotHeight(c *Card, w int, air stageAir) int {
	subject, remark := spotLines(c, w, air)
	return len(subject) + len(remark) + 1
}

// drawSpot draws a card the caption is about as a block in one colour, as nothing else on the screen is.
func (pt *Painter) drawSpot(g *page, c *Card, air stageAir, mood Mood) {
	subject, remark := spotLines(c, g.w, air)
	glyph, _ := stateGlyph(pt.sh, c.State)
	name, said := toldLooks(c.State, c.Alarm)
	name, said = mood.style(name), mood.style(said)
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
func quietHeight(c *Card, air stageAir) int {
	rows := 1
	if c.State == Running {
		rows++
	}
	if air >= apart {
		rows++
	}
	if air == roomy && c.State == Running && (!c.Warn.Empty() || !c.Doing.Empty()) {
		rows++
	}
	return rows
}

// stageAir is how much room the cards of a column have on the stage.
type stageAir uint8

const (
	packed stageAir = iota
	apart           // an empty row between cards
	roomy           // and what is done at a task in a row of its own
)

// stageAir returns how much room the cards of a column have: air where all of the stage would have it in one column, so that
// none is hidden for it, and none moves for another's sake when it goes from one column to the next; and those in progress where
// these have room. Where rows are fewer those in progress stand apart as the one that is lit does, so that none moves when it is.
func (l *Layout) stageAir(s *Screen, k ColumnKind) stageAir {
	cards := 0
	for i := range s.Board.Columns {
		cards += s.Board.Columns[i].Len
	}
	running := s.Board.Columns[InProgressColumn].Len
	switch {
	case l.W < MediumWidth:
		return packed
	case l.H >= stageHeight && (2*cards <= l.Body.H || k == InProgressColumn && airyCard*running <= l.Body.H):
		return roomy
	case k == InProgressColumn && gappedCard*running+gappedCard <= l.Body.H:
		return apart
	}
	return packed
}

// The rows of a card in progress with a gap, and with air.
const gappedCard, airyCard = 3, 5

// drawQuiet draws a card the caption is not about: its subject, and who is at what where it is worked on.
func (pt *Painter) drawQuiet(g *page, c *Card, quiet bool, air stageAir) {
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
	if quiet { // italic as elsewhere, and as dim as the rest
		doing, warning = style.Hint, style.Dim
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
			if air < roomy && p.remaining() >= min(c.Doing.Width(), 16)+2 {
				p.space(2)
				at(p)
			}
		})
		if air == roomy && (!c.Warn.Empty() || !c.Doing.Empty()) {
			g.row(func(p *pen) {
				p.space(3)
				at(p)
			})
		}
	}
	if air >= apart {
		g.blank()
	}
}

var wordReady = safetext.Const("ready")
