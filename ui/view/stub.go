package view

import "sideboard/board/graph"

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
