package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// addStubs puts the names of the other ends beside lines that are cut.
func (c *canvas) addStubs(of *graph.Layout, dv *DepView, win Rect) {
	for i := range of.Stubs {
		s := &of.Stubs[i]
		c.put(win, s.Y, s.X, s.W, func(p *pen) {
			n := dv.Node(s.Nodes[0])
			st := classStyles[dv.Edge(s.Edge).stroke().Class]
			w := n.label().Width()
			more := 0
			if len(s.Nodes) > 1 {
				more = 2 + digits(len(s.Nodes)-1)
			}
			if s.Left {
				p.padTo(p.end - min(w, s.W-2) - 1)
			} else {
				p.space(1)
			}
			p.textUpTo(st, n.label(), p.remaining()-more)
			if more > 0 {
				p.space(1)
				p.plus(len(s.Nodes) - 1)
			}
		})
	}
}

// addBandTitles puts the titles of waves that stand below others above their boxes.
func (c *canvas) addBandTitles(of *graph.Layout, dv *DepView, win Rect) {
	chosen := -1
	if b, ok := of.Box(dv.Selected); ok {
		chosen = b.Column
	}
	for i := range of.Columns {
		if col := &of.Columns[i]; col.Top >= 0 {
			c.put(win, col.Top, col.X, titleRoom(of, i), func(p *pen) { drawWaveTitle(p, of, i, i == chosen, false) })
		}
	}
}

// cutLinks is what is said of links of a task for which there is no line: where the first leads, and how many come in.
type cutLinks struct {
	to       Text
	more, in int
	terse    bool // the number that comes in stands alone, for the sake of the subject
}

func (dv *DepView) cutOf(b *graph.Box) (c cutLinks) {
	c.in = b.Hidden
	if len(b.Cut) > 0 {
		n := dv.Node(b.Cut[0])
		c.to, c.more = n.label(), len(b.Cut)-1
	}
	return c
}

func (c *cutLinks) width() (w int) {
	if !c.to.Empty() {
		w = 2 + c.to.Width()
	}
	if c.more > 0 {
		w += 2 + digits(c.more)
	}
	if c.in > 0 {
		if w += 2 + digits(c.in); !c.terse {
			w += wordMore.Width()
		}
	}
	return max(w, 0)
}

func (c *cutLinks) draw(p *pen) {
	if c.in > 0 {
		if p.plus(c.in); !c.terse {
			p.text(style.Dim, wordMore)
		}
		p.space(1)
	}
	if !c.to.Empty() {
		p.glyph(style.Dim, p.sh.Glyphs.Head)
		p.space(1)
		p.text(style.Dim, c.to)
	}
	if c.more > 0 {
		p.space(1)
		p.plus(c.more)
	}
}

// addCutInFrame says in the lower edge of a frame where links lead that have no line.
func (c *canvas) addCutInFrame(b *graph.Box, dv *DepView, win Rect) {
	cut := dv.cutOf(b)
	cut.in = 0 // that is said at the left
	if w := cut.width() + 2; w > 2 && w <= b.W-4 {
		c.put(win, b.Y+b.H-1, b.X+b.W-2-w, w, func(p *pen) {
			p.space(1)
			cut.draw(p)
			p.space(1)
		})
	}
}
