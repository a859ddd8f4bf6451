package graph

import "strings"

// TextOptions is how a test writes a Layout as text.
type TextOptions struct {
	ASCII bool
	Text  func(node int32, row, width int) string // what is in a row of a box, in exactly width cells
	Line  func(edge int32) Stroke                 // nil draws all lines light
	Frame func(node int32) Stroke                 // nil draws all frames light
}

// Rows returns the picture from top to bottom, without the blanks at the ends of its rows.
func (l *Layout) Rows(p TextOptions) (rows []string) {
	light := func(int32) Stroke { return Stroke{Weight: Light} }
	if p.Line == nil {
		p.Line = light
	}
	if p.Frame == nil {
		p.Frame = light
	}
	ink := l.Draw(0, 0, l.W, l.H, p.Line, p.Frame)
	for y := range ink.H {
		var s strings.Builder
		for x := 0; x < ink.W; {
			c := ink.At(x, y)
			if !c.Text {
				s.WriteRune(c.Rune(p.ASCII))
				x++
				continue
			}
			w := 1
			for x+w < ink.W && ink.At(x+w, y).Text && ink.At(x+w, y).Node == c.Node {
				w++
			}
			box, _ := l.Box(c.Node)
			s.WriteString(p.Text(c.Node, y-box.Y-1, w))
			x += w
		}
		rows = append(rows, strings.TrimRight(s.String(), " "))
	}
	return rows
}
