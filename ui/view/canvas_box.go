package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// boxGround is the ground of a box that has one, including its frame.
type boxGround struct {
	Rect
	on style.Ground
}

// groundAt returns the ground of a cell of the window.
func (c *canvas) groundAt(x, y int) style.Ground {
	for i := range c.grounds {
		if c.grounds[i].Contains(x, y) {
			return c.grounds[i].on
		}
	}
	return style.Flat
}

// addBoxText adds the text of a box to the rows of the window.
func (c *canvas) addBoxText(b *graph.Box, n Node, dv *DepView, win Rect) {
	if !n.Said.Empty() {
		c.addSpotlightBox(b, n, win)
		return
	}
	chosen, lacks, ground := b.Node == dv.Selected, dv.missingOf(b), style.Flat
	if !chosen && n.Became != Unchanged { // the frame of a selected box shows that it is selected
		ground = style.Lit
	}
	if ground != style.Flat {
		c.grounds = append(c.grounds, boxGround{Rect{X: b.X - win.X, Y: b.Y - win.Y, W: b.W, H: b.H}, ground})
	}
	put := func(row, x, w int, write func(p *pen)) {
		c.put(win, b.Y+row, x, w, func(p *pen) { p.SetGround(ground); write(p) })
	}
	rows := b.H - 2
	if len(lacks.names) > 0 {
		rows--
	}
	for i := 1; i < b.H-1; i++ {
		put(i, b.X+1, b.W-2, func(p *pen) {
			if i <= rows {
				n.drawBoxRow(p, &c.line, i, rows, chosen)
				return
			}
			lacks.draw(p, &c.line)
		})
	}
	named := Text{}
	if b.Hidden == 0 {
		named = dv.labels(b.Implied)
	}
	n.putHiddenLinks(b, put)
	for _, upper := range []bool{true, false} {
		row := b.H - 1
		if upper {
			row = 0
		}
		if t, st := n.frameText(b, upper, named); !t.Empty() && t.Width() <= b.W-frameEdge {
			put(row, b.X+2, t.Width()+2, func(p *pen) {
				p.Space(1)
				p.Text(st, t)
				p.Space(1)
			})
		}
	}
}

// putHiddenLinks writes into the lower edge of a frame the number of links that a neighbourhood does not draw: at the left those to
// tasks that the task waits for, at the right those to tasks that wait for it.
func (n *Node) putHiddenLinks(b *graph.Box, put func(row, x, w int, write func(p *pen))) {
	if w := 3 + lay.Digits(n.Before); n.Before > 0 {
		put(b.H-1, b.X+1, w, func(p *pen) {
			p.Space(1)
			p.Glyph(style.Dim, p.Sheet.Glyphs.Left)
			p.Number(style.Title, n.Before)
			p.Space(1)
		})
	}
	if w := 3 + lay.Digits(n.After); n.After > 0 {
		put(b.H-1, b.X+b.W-1-w, w, func(p *pen) {
			p.Space(1)
			p.Number(style.Title, n.After)
			p.Glyph(style.Dim, p.Sheet.Glyphs.Right)
			p.Space(1)
		})
	}
}
