package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// drawState writes the glyph of a state and a blank, and answers its style.
func drawState(p *pen, s State) style.Style {
	glyph, st := stateGlyph(p.Sheet, s)
	p.Glyph(st, glyph)
	p.Space(1)
	return st
}

// drawBehind writes how many tasks wait behind one.
func drawBehind(p *pen, n int) {
	p.Glyph(style.Dim, p.Sheet.Glyphs.Behind)
	drawCountBehind(p, n)
}

// drawCountBehind writes the number alone, where a head says what it counts.
func drawCountBehind(p *pen, n int) {
	p.Number(style.Dim, min(n, mostBehind))
	if n > mostBehind {
		p.Glyph(style.Dim, "+")
	}
}

// mostBehind is the most tasks that are counted behind one.
const mostBehind = 999

// BehindWidth returns the cells in which it is said how many tasks wait behind one, none for none.
func BehindWidth(n int) int {
	switch {
	case n == 0:
		return 0
	case n > mostBehind:
		return 2 + lay.Digits(mostBehind)
	}
	return 1 + lay.Digits(n)
}

// b2i returns 1 for true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
