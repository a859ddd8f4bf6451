package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Share is how much somebody did.
type Share struct {
	Name Text
	Hue  style.Style
	Done int
}

// triumph draws the check mark of work that is all done, where it has room.
func (g *emptyPage) triumph() {
	art := g.pt.sh.Glyphs.Triumph
	if said := max(len(g.e.Lines), len(g.e.Shares)); g.e.Kind != AllDone || len(art) == 0 || g.h < len(art)+4+said || g.w < 30 {
		return
	}
	for _, row := range art {
		g.words(style.Ready, safetext.Line(row))
	}
	g.blank()
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
	words := " tasks completed"
	if e.Total == 1 {
		words = " task completed"
	}
	l := Line{{Text: safetext.Number(e.Total), Style: style.Strong}, {Text: safetext.Line(words), Style: style.Dim}}
	if !e.Took.Empty() {
		l = append(l, Span{Text: safetext.Const(" within "), Style: style.Dim}, Span{Text: e.Took, Style: style.Strong})
	}
	return l
}

// shares draws who did how much: a bar for each.
func (g *emptyPage) shares(all []Share) {
	if len(all) == 0 {
		return
	}
	g.space()
	names, most := 0, 0
	for i := range all {
		names, most = max(names, all[i].Name.Width()), max(most, all[i].Done)
	}
	names = min(names, g.w/2)
	wide := max(min(24, g.w-names-4-digits(most)), 1)
	for i := range all {
		g.row(func(p *pen) {
			g.centre(p, names+2+wide+2+digits(most))
			x := p.at
			p.textUpTo(all[i].Hue, all[i].Name, names)
			p.padTo(x + names + 2)
			p.bar(all[i].Hue, g.pt.sh.Glyphs.BarFull, max(proportion(all[i].Done, most, wide), 1))
			p.space(2)
			p.number(style.Strong, all[i].Done)
		})
	}
}
