package graph

// Row returns one of the rows.
func (l *Timeline) Row(i int) TimelineRow {
	r := TimelineRow{Node: l.rows[i], Rail: int(l.rails[i].mark), Hidden: int(l.hidden[i]), Cells: make([]Cell, 2*l.width)}
	for k := range r.Cells {
		r.Cells[k].Edge, r.Cells[k].Node = -1, -1
	}
	var above [MaxRails]rail
	if i > 0 {
		above = l.rails[i-1].down
	}
	below := l.rails[i].down
	v := r.Node
	for c := range l.width {
		cell := &r.Cells[2*c]
		if x := above[c]; x != 0 {
			cell.Up = l.railWeight(x, i-1)
			cell.Edge = l.edgeAt(x, i)
		}
		if x := below[c]; x != 0 {
			cell.Down = l.railWeight(x, i)
			if c != r.Rail && above[c] == 0 {
				cell.Edge = l.edgeAt(x, i)
			}
		}
	}
	mark := &r.Cells[2*r.Rail]
	mark.Text, mark.Node, mark.Edge = true, v, -1
	var touches [MaxRails]int32 // by column: 1 + the edge by which its line has to do with this node
	for c := range l.width {
		x := above[c]
		if x == 0 {
			x = below[c]
		}
		if x != 0 && c != r.Rail {
			touches[c] = l.edgeTouching(x, v) + 1
		}
	}
	for c, t := range touches {
		if t > 0 {
			x := above[c]
			if x == 0 {
				x = below[c]
			}
			l.drawBranch(&r, c, x, t-1, &touches)
		}
	}
	for _, step := range [2]int{-1, 1} {
		if k := 2*r.Rail + step; k >= 0 && k < len(r.Cells) && r.Cells[k].Arrow { // a head has its line on one side only
			if step < 0 {
				r.Cells[k].Right = None
			} else {
				r.Cells[k].Left = None
			}
		}
	}
	return r
}

// drawBranch draws the way from a line to the row's mark.
func (l *Timeline) drawBranch(r *TimelineRow, c int, x rail, e int32, touches *[MaxRails]int32) {
	w := Light
	switch {
	case x.isReturn():
		w = Dashed
	case l.chainRow[x.node()] >= 0 && l.chainRow[x.node()] == l.row[r.Node]:
		w = Heavy
	}
	from, to, step := 2*c, 2*r.Rail, 1
	if from > to {
		step = -1
	}
	for k := from; k != to; k += step {
		cell := &r.Cells[k]
		if k != from {
			if k%2 == 0 && touches[k/2] == 0 && (cell.Up != None || cell.Down != None) {
				continue // a lane that has nothing to do with it runs over it
			}
			setArm(cell, -step, w)
		}
		setArm(cell, step, w)
		if cell.Edge < 0 || k%2 == 1 && w >= max(cell.Left, cell.Right) {
			cell.Edge = e
		}
	}
	mark := &r.Cells[to]
	setArm(mark, -step, w)
	if x.isReturn() && x.node() != r.Node {
		r.Cells[to-step].Arrow = true
	}
}

// setArm gives a cell an arm to the right (1) or to the left (-1), the thicker of two.
func setArm(c *Cell, step int, w Weight) {
	if step > 0 {
		c.Right = max(c.Right, w)
	} else {
		c.Left = max(c.Left, w)
	}
}

// railWeight is how thick a line is just below a row.
func (l *Timeline) railWeight(x rail, row int) Weight {
	switch {
	case x.isReturn():
		return Dashed
	case int(l.chainRow[x.node()]) > row:
		return Heavy
	}
	return Light
}

// edgeTouching returns the edge by which a line leads to a node or comes from it, -1 for none.
func (l *Timeline) edgeTouching(x rail, v int32) int32 {
	g, i := l.g, x.node()
	if x.isReturn() && i == v {
		return l.edgeAt(x, int(l.row[v]))
	}
	if i == v {
		return -1
	}
	if e := g.EdgeBetween(i, v); e >= 0 && l.isReturn(e) == x.isReturn() && g.isDrawn(e, l.finished) {
		return e
	}
	return -1
}

// edgeAt returns an edge of a line that runs through a row: the one that ends next, further on.
func (l *Timeline) edgeAt(x rail, row int) int32 {
	g := l.g
	best, near := int32(-1), 1<<30
	for _, e := range g.Out(x.node()) {
		if l.isReturn(e) != x.isReturn() || !g.isDrawn(e, l.finished) {
			continue
		}
		d := int(l.row[g.edges[e].To]) - row
		if x.isReturn() {
			d = -d
		}
		if d >= 0 && d < near {
			best, near = e, d
		}
	}
	return best
}
