package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Share is how much somebody did.
type Share struct {
	Name Text
	Hue  style.Style
	Done int
}

// triumph draws the check mark of work that is all done, where it has room: of blanks with a ground, between whose rows no terminal
// leaves a line.
func (g *emptyPage) triumph() {
	art := g.pt.sh.Glyphs.Triumph
	if said := max(len(g.e.Lines), len(g.e.Shares)); g.e.Kind != AllDone || len(art) == 0 || g.h < len(art)+4+said || g.w < 30 {
		return
	}
	for _, row := range squares(art, 1) {
		g.row(func(p *pen) {
			g.centre(p, len(row))
			p.grounded(row, true)
		})
	}
	g.blank()
}

// grounded gives those cells of a row that are as said the ground of what became ready.
func (p *pen) grounded(row []bool, which bool) {
	for _, on := range row {
		if on == which {
			p.bar(style.ChipReady, " ", 1)
		} else {
			p.space(1)
		}
	}
}

// squares returns which cells a picture of squares fills where each is so many rows high, and twice as many cells wide.
func squares(art []string, size int) (rows [][]bool) {
	for _, squares := range art {
		var row []bool
		for _, r := range squares {
			row = append(row, slices.Repeat([]bool{r != ' '}, 2*size)...)
		}
		rows = append(rows, slices.Repeat([][]bool{row}, size)...)
	}
	return rows
}

// agedOnce returns a board on which all is completed, as a layout shows it: an age that is that of the card above is not said again. In a
// narrow list there are none: the newest stands first, and titles need the room.
func (b *Board) agedOnce(l *Layout) *Board {
	of, column := *b, &b.Columns[CompletedColumn]
	first, narrow := column.First, false
	if l.Stacked {
		first, narrow = b.Stack.First, l.stackWidth() < rowAge
	}
	of.Columns[CompletedColumn].At = func(i int) Card {
		card := column.At(i)
		switch {
		case narrow:
			card.Age, card.Aside = Text{}, rowShort-rowTail+1 // an owner has as many cells as beside an age
		case i > first && column.At(i-1).Age == card.Age:
			card.Age = Text{}
		}
		return card
	}
	return &of
}

// completed says how much was completed: of what all is, within how long; of what is over, how much of all, and as a bar.
func (g *emptyPage) completed() {
	e := g.e
	switch {
	case e.Total > 0 && e.Kind == AllDone:
		l := e.finished()
		g.row(func(p *pen) {
			g.centre(p, l.Width())
			p.line(l)
		})
		return
	case e.Total <= 0 || e.Kind != ListReset:
		return
	}
	g.row(func(p *pen) {
		g.centre(p, digits(e.Done)+digits(e.Total)+len(" of ")+len(" completed"))
		p.number(style.Ready, e.Done)
		p.ascii(style.Dim, " of ")
		p.number(style.Ready, e.Total)
		p.ascii(style.Dim, " completed")
	})
	if g.h < tightHeight {
		return
	}
	g.blank()
	g.row(func(p *pen) {
		wide := min(36, g.w)
		g.centre(p, wide)
		done := proportion(e.Done, e.Total, wide)
		p.bar(style.BarDone, g.pt.sh.Glyphs.BarFull, done)
		p.bar(style.BarRest, g.pt.sh.Glyphs.BarRest, wide-done)
	})
}

// finished returns how much was completed, and within how long.
func (e *Empty) finished() Line {
	l := Line{{Text: safetext.Number(e.Total), Style: style.Strong}, {Text: e.completedWords(), Style: style.Dim}}
	if !e.Took.Empty() {
		l = append(l, Span{Text: safetext.Const(" within "), Style: style.Dim}, Span{Text: e.Took, Style: style.Strong})
	}
	return l
}

// completedWords returns what stands behind how much was completed.
func (e *Empty) completedWords() Text {
	if e.Total == 1 {
		return safetext.Const(" task completed")
	}
	return safetext.Const(" tasks completed")
}

// shares draws who did how much, in the middle.
func (g *emptyPage) shares(all []Share) {
	if len(all) == 0 {
		return
	}
	if len(g.rows) > 0 && len(g.rows)+1+len(all)+2 <= g.h {
		g.blank()
	}
	names, most := sharesNeed(all)
	w := min(names, g.w/2) + 4 + 24 + digits(most)
	at := 0
	if g.centred {
		at = (g.w - w) / 2
	}
	g.drawShares(all, at, w, 0)
}

// sharesNeed returns the cells of the longest name, and the most that anybody did.
func sharesNeed(all []Share) (names, most int) {
	for i := range all {
		names, most = max(names, all[i].Name.Width()), max(most, all[i].Done)
	}
	return names, most
}

// drawShares draws who did how much in w cells: a bar for each, with so many empty rows between them.
func (g *page) drawShares(all []Share, at, w, gap int) {
	names, most := sharesNeed(all)
	names = min(names, g.w/2)
	wide := max(min(w, g.w)-names-4-digits(most), 1)
	for i := range all {
		for range b2i(i > 0) * gap {
			g.blank()
		}
		g.row(func(p *pen) {
			p.padTo(at)
			p.textUpTo(all[i].Hue, all[i].Name, names)
			p.padTo(at + names + 2)
			p.bar(all[i].Hue, p.sh.Glyphs.BarFull, max(proportion(all[i].Done, most, wide), 1))
			p.space(2)
			p.number(style.Strong, all[i].Done)
		})
	}
}
