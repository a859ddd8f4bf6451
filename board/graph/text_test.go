package graph

import (
	"iter"
	"strings"
)

// TextOptions is how a Layout is written as text, for where there is no screen.
type TextOptions struct {
	ASCII bool
	Text  func(node int32, row, width int) string // what stands in a row of a box, in exactly width cells
	Line  func(edge int32) Stroke                 // nil draws all lines light
	Frame func(node int32) Stroke                 // nil draws all frames light
	Ink   func(class uint8, drawn string) string  // a run of lines and frames of one class; nil leaves it as it is
}

// A large picture never exists as a whole: it is drawn maxStripRows rows at a time, fewer where these are so long that
// they would have more than maxStripCells.
const (
	maxStripRows  = 64
	maxStripCells = 1 << 19
)

// Rows returns the picture from top to bottom, without the blanks at the ends of its rows.
func (l *Layout) Rows(p TextOptions) iter.Seq[string] {
	light := func(int32) Stroke { return Stroke{Weight: Light} }
	if p.Line == nil {
		p.Line = light
	}
	if p.Frame == nil {
		p.Frame = light
	}
	return func(yield func(string) bool) {
		b := painter{strokes: l.strokes(p.Line)}
		rows := max(1, min(maxStripRows, maxStripCells/max(1, l.W)))
		for y := 0; y < l.H; y += rows {
			ink := b.draw(l, 0, y, l.W, min(rows, l.H-y), p.Frame)
			for r := range ink.H {
				if !yield(strings.TrimRight(l.row(ink, y, r, p), " ")) {
					return
				}
			}
		}
	}
}

// row returns one row of a canvas whose first row is at top of the picture.
func (l *Layout) row(ink *Canvas, top, r int, p TextOptions) string {
	var s strings.Builder
	for x := 0; x < ink.W; {
		c := ink.At(x, r)
		if !c.Text {
			run := string(c.Rune(p.ASCII))
			x++
			if p.Ink != nil && run != " " {
				for ; x < ink.W; x++ {
					next := ink.At(x, r)
					if next.Text || next.Class != c.Class || next.Rune(p.ASCII) == ' ' {
						break
					}
					run += string(next.Rune(p.ASCII))
				}
				run = p.Ink(c.Class, run)
			}
			s.WriteString(run)
			continue
		}
		w := 1
		for x+w < ink.W && ink.At(x+w, r).Text && ink.At(x+w, r).Node == c.Node {
			w++
		}
		box, _ := l.Box(c.Node)
		s.WriteString(p.Text(c.Node, top+r-box.Y-1, w))
		x += w
	}
	return s.String()
}
