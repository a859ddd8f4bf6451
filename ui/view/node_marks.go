package view

// drawFresh draws the mark of what was just changed.
func (n *Node) drawFresh(p *pen) {
	c := Card{Fresh: n.Fresh, Mark: n.Mark}
	if glyph, st := c.mark(p.Sheet, false); glyph != "" {
		p.Glyph(st, glyph)
	}
}

// marks returns the cells that the marks of a task take, with a blank before them, but for that of what was just changed.
func (n *Node) marks() int {
	w := 0
	for _, on := range [...]bool{n.Marked, n.OneSided, n.Alarm, n.Pending} {
		if on {
			w++
		}
	}
	if w > 0 {
		w++
	}
	return w
}
