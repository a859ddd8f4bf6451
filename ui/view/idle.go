package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// idleCard is a card of the board that the first screen shows: its state, and the cells of its title and of the words
// below.
type idleCard struct {
	state       State
	title, said int
}

// idleColumns are the columns of that board, and idleShares the cells of each.
var (
	idleColumns = [Columns][]idleCard{
		{{Ready, 14, 9}, {Waiting, 17, 12}, {Waiting, 10, 5}},
		{{Running, 16, 11}, {Running, 12, 7}},
		{{Done, 15, 10}, {Done, 11, 6}, {Done, 13, 8}},
	}
	idleShares = [Columns]int{30, 28, 28}
)

// idleBoard returns what a board looks like, without words: three columns, or on a narrow screen the sections of the
// list.
func idleBoard(br *brush, w int) *page {
	g := br.newPage(w, style.Flat)
	wide := 0
	for _, n := range idleShares {
		wide += n
	}
	if w < wide {
		idleList(g)
		return g
	}
	for row := range 3 * len(idleColumns[0]) {
		g.Row(func(p *pen) {
			at := 0
			for k, cards := range idleColumns {
				p.PadTo(at)
				if row == 0 {
					p.PadTo(at + signAt)
					glyph, hue := stateGlyph(p.Sheet, cards[0].state)
					lay.Draw(p, lay.Bit{Sign: glyph, Hue: hue, Text: columnNames[k], Style: style.TitleStrong})
				} else if i := (row - 1) / 3; i < len(cards) && row%3 != 0 {
					cards[i].draw(p, at+idleShares[k]-2, row%3 == 2)
				}
				at += idleShares[k]
			}
		})
	}
	return g
}

// idleList draws the same as the list of a narrow screen.
func idleList(g *page) {
	for _, of := range []struct {
		section SectionKind
		cards   []idleCard
	}{
		{NowSection, idleColumns[InProgressColumn]}, {ReadySection, idleColumns[PendingColumn][:1]},
		{BlockedSection, idleColumns[PendingColumn][1:]}, {DoneSection, idleColumns[CompletedColumn][:1]},
	} {
		g.Row(func(p *pen) {
			p.PadTo(signAt)
			glyph, hue := of.section.sign(p.Sheet)
			lay.Draw(p, lay.Bit{Sign: glyph, Hue: hue, Text: sections[of.section].name, Style: style.TitleStrong})
		})
		for _, c := range of.cards {
			g.Row(func(p *pen) { c.draw(p, p.End, false) })
		}
	}
}

// draw draws a row of a card up to cell end: its title, or what is below that.
func (c idleCard) draw(p *pen, end int, below bool) {
	card := Card{State: c.state, Hue: style.Line}
	all := p.End
	p.End = min(end, all)
	p.SetGround(card.ground(false, false))
	bar, hue := card.bar(p.Sheet, false)
	p.Glyph(hue, bar)
	if !below {
		p.Space(signAt - 1)
		sign, look := card.sign(p.Sheet)
		p.Glyph(look, sign)
		p.Space(1)
		p.Bar(style.Line, p.Sheet.Glyphs.BarFull, c.title)
	} else {
		p.Space(titleAt - 1)
		p.Bar(style.Faint, p.Sheet.Glyphs.BarRest, c.said)
	}
	p.Fill()
	p.SetGround(style.Flat)
	p.End = all
}

// A Start is something to do first: a key, its word, and what it does.
type Start struct {
	Key  Key
	Note Text
}

// drawStarts draws what to do first as cards, and the notes below the words where they have no room behind them.
func (e *Empty) drawStarts(g *page) {
	name, word := 0, 0
	for i := range e.Starts {
		name, word = max(name, e.Starts[i].Key.Name.Width()), max(word, e.Starts[i].Key.Does.Width())
	}
	for i := range e.Starts {
		s := &e.Starts[i]
		behind := signAt+name+3+word+3+s.Note.Width() <= g.W
		row := func(draw func(p *pen)) {
			g.Row(func(p *pen) {
				card := Card{State: Ready}
				p.SetGround(card.ground(i == e.Selected, i%2 == 1))
				bar, hue := card.bar(p.Sheet, i == e.Selected)
				if i != e.Selected {
					hue = style.StripBlocked
				}
				p.Glyph(hue, bar)
				p.PadTo(signAt)
				draw(p)
				p.Fill()
				p.SetGround(style.Flat)
				p.Spot(0, Spot{Kind: lay.KeySpot, Key: s.Key.Name})
			})
		}
		row(func(p *pen) {
			p.Text(style.AccentStrong, s.Key.Name)
			p.PadTo(signAt + name + 3)
			p.Text(style.TitleStrong, s.Key.Does)
			if behind {
				p.PadTo(signAt + name + 3 + word + 3)
				p.Text(style.Soft, s.Note)
			}
		})
		if !behind && !s.Note.Empty() {
			row(func(p *pen) {
				p.PadTo(signAt + name + 3)
				p.TextIn(style.Soft, s.Note, p.Room()-cardRight)
			})
		}
	}
}

var wordTagline = safetext.Const("A live board of the tasks of your AI agents")
