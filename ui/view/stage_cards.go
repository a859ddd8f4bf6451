package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawStageColumn draws a title and the cards that h rows have room for: those that the caption is about before all
// others and with their whole subject, in the order of the column. What stands out has its words where they stood.
func (pt *Painter) drawStageColumn(l *Layout, s *Screen, k ColumnKind, w, h int) []string {
	c, spots, quiet, air := &s.Board.Columns[k], s.Stage.Spots[k], s.Stage.quiet(), l.stageAir(s, k)
	g := pt.newPage(w, style.Flat)
	g.row(func(p *pen) {
		c.drawStageHead(p, k, quiet && len(spots) == 0)
		p.space(1)
		p.bar(style.BarRest, p.sh.Glyphs.BarRest, p.remaining())
	})
	if l.Breadth == Wide && l.H >= stageHeight {
		g.blank()
	}
	shown, more := s.Stage.shownCards(c, spots, w, h-len(g.rows), air)
	for n, i := range shown {
		for range b2i(n > 0) * air.gap() {
			g.blank()
		}
		card := s.Stage.card(c, i)
		pt.drawStageCard(g, &card, quiet, air, s.Stage.Mood)
	}
	if more > 0 && len(shown) > 0 {
		g.row(func(p *pen) {
			p.space(stageLead + 2)
			p.number(style.Dim, more)
			p.ascii(style.Dim, " more")
		})
	}
	return g.rows[:min(len(g.rows), h)]
}

// shownCards returns which cards of a column h rows have room for, and how many more there are, which is said in a row of its own.
// Where there is no room for one and that row the column is its title.
func (s *Stage) shownCards(c *Column, spots []int, w, h int, air stageAir) (shown []int, more int) {
	height := func(i int) int {
		card := s.card(c, i)
		return card.stageHeight(w, air) + air.gap()
	}
	room := h + air.gap()
	for _, i := range spots {
		if rows := height(i); rows <= room {
			room -= rows
			shown = append(shown, i)
		}
	}
	first := len(shown)
	for i := 0; i < c.Len && room > 0; i++ {
		if slices.Contains(spots, i) {
			continue
		}
		rows := height(i)
		if rest := c.Len - len(shown); rows > room || rest > 1 && rows+1+air.gap() > room {
			break
		}
		room -= rows
		shown = append(shown, i)
	}
	if more = c.Len - len(shown); more > 0 && len(shown) == first && room < 1 {
		more = 0
	}
	slices.Sort(shown)
	return shown, more
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
		name = style.Head
	}
	p.space(stageLead)
	if k != PendingColumn {
		glyph, st := c.sign(p.sh, k)
		p.glyph(st, glyph)
		p.space(1)
		p.textUpTo(name, columnNames[k], p.remaining()-4)
		p.space(2)
		p.number(style.Dim, c.Total)
		return
	}
	parts := []struct {
		State
		n    int
		word string
	}{{Ready, c.Ready, " ready"}, {Waiting, c.Total - c.Ready - c.Stuck, " blocked"}, {Stuck, c.Stuck, " stuck"}}
	need := 0
	for _, part := range parts {
		need += b2i(part.n > 0) * (2 + digits(part.n) + len(part.word) + 2)
	}
	for _, part := range parts {
		if part.n == 0 && (part.State != Ready || c.Total > 0) {
			continue
		}
		if p.at > stageLead {
			p.space(2)
		}
		p.state(part.State)
		p.number(name, part.n)
		if part.State != Waiting || need <= p.end-stageLead { // where the words have no room the most usual goes
			p.ascii(name, part.word)
		}
	}
}

// stageWords is what stands on a card of the stage: its subject, beside its owner what is said of it, and below them the rest.
type stageWords struct {
	subject []Text
	owned   bool
	beside  Text
	below   []Text
}

// stageWords returns what a card of w cells says: who is at what where it is worked on. A card that the caption is about has its whole
// subject, and what its file says in place of what is done at it. It has the rows it has otherwise, wherever that can be: what is lit
// moves nothing.
func (c *Card) stageWords(w int, air stageAir) (words stageWords) {
	w -= stageLead + 3
	if words.subject = []Text{c.Subject}; c.Spot {
		words.subject = wrapUpTo(c.Subject, w, 2)
	}
	said := c.Doing
	if !c.Warn.Empty() {
		said = c.Warn
	}
	room := w - c.Owner.Width() - 2
	switch words.owned = c.State == Running; {
	case !c.Spot:
		if room >= min(said.Width(), 16) {
			words.beside = said
		}
	case words.owned && !c.File.Empty() && c.File.Width() <= room:
		words.beside = c.File
	case words.owned && said.Width() <= room:
		words.beside = said
	case words.owned || !c.Warn.Empty():
		words.below = wrapUpTo(said, w, 3)
	case c.State == Stuck:
		words.below = wrapUpTo(c.WaitsFor(), w, 3)
	case air.wide && !c.File.Empty():
		words.below = wrapUpTo(c.File, w, 2)
	}
	if air.then && words.owned && !c.Then.Empty() && len(words.below) == 0 {
		words.below = []Text{c.Then}
	}
	return words
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

// stageHeight returns the rows of a card on the stage, without those between it and the next.
func (c *Card) stageHeight(w int, air stageAir) int {
	words := c.stageWords(w, air)
	return len(words.subject) + b2i(words.owned) + len(words.below) + 2*air.padding()
}

// stageAir is how much room the cards of a column have on the stage.
type stageAir struct {
	apart bool // an empty row between cards
	slabs bool // and each is a block, with an empty row above and below its words
	wide  bool // there is room for the line of a file
	then  bool // and for what the completion of one in progress helps on
}

func (a stageAir) gap() int     { return b2i(a.apart) }
func (a stageAir) padding() int { return b2i(a.slabs) }

// stageAir returns how much room the cards of a column have: those in progress are blocks where the columns stand side by side and
// there is room for all of them, and apart where there is room for that; others are apart where all of the stage would be in one
// column, so that none is hidden for it, and none moves for another's sake when it goes from one column to the next.
func (l *Layout) stageAir(s *Screen, k ColumnKind) stageAir {
	cards := 0
	for i := range s.Board.Columns {
		cards += s.Board.Columns[i].Len
	}
	running := s.Board.Columns[InProgressColumn].Len
	air := stageAir{wide: l.Breadth == Wide && l.H >= stageHeight}
	switch {
	case k != InProgressColumn:
		air.apart = air.wide && 2*cards <= l.Body.H
	case air.wide:
		air.slabs = slabCard*running <= l.Body.H
		air.then = (slabCard+1)*running <= l.Body.H
		air.apart = air.slabs || gappedCard*running+1 <= l.Body.H
	case l.Breadth == Narrow:
		air.apart = cards+2*running+2*Columns-2 <= l.Body.H
	default:
		air.apart = gappedCard*running+gappedCard <= l.Body.H
	}
	return air
}

// The rows of a card in progress with a gap, and of one that is a block, with one above the first.
const gappedCard, slabCard = 3, 5

// spotLook returns how a card is drawn that the caption is about: a block in one colour, as nothing else on the screen is.
func (c *Card) spotLook(mood Mood) toldLook {
	look := lookOf(c.State, c.Alarm)
	if look.name == style.ToldQuiet { // as beside what became ready for it
		look = toldRunning
	}
	return mood.look(look)
}

// stageLooks returns how the name of a card on the stage is drawn, what is said of it, its sign and the name of who is at it.
func (c *Card) stageLooks(sh *style.Sheet, quiet bool, mood Mood) (name, said, sign, owner style.Style) {
	if c.Spot {
		look := c.spotLook(mood)
		return look.name, look.said, look.name, look.said
	}
	_, sign = stateGlyph(sh, c.State) // a state keeps its colour: it is told by little else
	switch {
	case quiet: // italic as elsewhere, and as dim as the rest
		if name, said = style.Dim, style.Hint; c.State == Ready { // what can be started stands before what waits
			name = style.Subject
		}
		if !c.Warn.Empty() {
			said = style.Dim
		}
	default:
		name, said = subjectStyle(c.State), style.Doing
		if !c.Warn.Empty() {
			said = style.Warning
		}
	}
	return name, said, sign, c.Hue
}

// drawStageCard draws a card on the stage.
func (pt *Painter) drawStageCard(g *page, c *Card, quiet bool, air stageAir, mood Mood) {
	words := c.stageWords(g.w, air)
	name, said, sign, owner := c.stageLooks(pt.sh, quiet, mood)
	glyph, _ := stateGlyph(pt.sh, c.State)
	block := c.Spot || air.slabs
	fill := func(p *pen, st style.Style, n int) {
		if block {
			p.bar(st, " ", n)
		} else {
			p.space(n)
		}
	}
	row := func(st style.Style, words func(p *pen)) {
		g.row(func(p *pen) {
			if !c.Spot && air.slabs {
				p.setGround(style.Float)
				st = style.TitleStrong
			}
			if c.Spot {
				p.bar(c.spotLook(mood).edge, " ", 1)
			}
			fill(p, st, stageLead-p.at)
			words(p)
			fill(p, st, p.remaining())
			p.setGround(style.Flat)
		})
	}
	text := func(p *pen, st style.Style, t Text) {
		fill(p, st, stageLead+2-p.at)
		p.textUpTo(st, t, p.remaining()-b2i(block))
	}
	for range air.padding() {
		row(name, func(*pen) {})
	}
	for i, line := range words.subject {
		row(name, func(p *pen) {
			if i == 0 {
				p.glyph(sign, glyph)
			}
			text(p, name, line)
		})
	}
	if words.owned {
		row(said, func(p *pen) {
			text(p, owner, c.Owner)
			if !words.beside.Empty() {
				p.bar(owner, " ", 2)
				p.textUpTo(said, words.beside, p.remaining()-b2i(block))
			}
		})
	}
	below := said
	if !c.Spot {
		below = style.Dim
	}
	for _, line := range words.below {
		row(below, func(p *pen) { text(p, below, line) })
	}
	for range air.padding() {
		row(said, func(*pen) {})
	}
}
