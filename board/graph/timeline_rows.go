package graph

import "slices"

// rail is whose line runs in a column: a node's forward one, or its return line; none is 0.
type rail int32

func forwardRail(i int32) rail { return rail(i+1) << 1 }

func returnRail(i int32) rail { return rail(i+1)<<1 | 1 }

func (l rail) node() int32 { return int32(l>>1) - 1 }

func (l rail) isReturn() bool { return l&1 == 1 }

// leastRails is the fewest columns: two stay free for marks.
const leastRails = 4

// A line that is longer than longRail rows leaves free some columns for shorter ones, which say more.
const (
	longRail = 48
	forShort = 4
)

// down returns the lines that leave a row downwards, by their columns; of the row above the first there are none.
func (l *Timeline) down(row int) []rail {
	if row < 0 {
		return make([]rail, l.columns)
	}
	return l.rails[row*l.columns : (row+1)*l.columns]
}

// railSpans are from which row to which each node's lines run, -1 for none.
type railSpans struct {
	last  []int32   // of its forward line, by node
	first []int32   // of its return line, by node
	begin [][]int32 // by row, nodes whose return lines begin there; nil where there are no loops
}

func (l *Timeline) collectSpans() railSpans {
	g, n := l.g, len(l.row)
	s := railSpans{last: make([]int32, n), first: make([]int32, n)}
	loops := false
	for i := range n {
		s.last[i], s.first[i] = -1, -1
	}
	for k := range g.edges {
		from, to := g.edges[k].From, g.edges[k].To
		if !g.isDrawn(int32(k), l.finished) || l.row[from] < 0 {
			continue
		}
		row := l.row[to]
		if !l.isReturn(int32(k)) {
			s.last[from] = max(s.last[from], row)
			continue
		}
		loops = true
		if s.first[from] < 0 || row < s.first[from] {
			s.first[from] = row
		}
	}
	if loops {
		s.begin = make([][]int32, len(l.rows))
		for _, i := range l.rows {
			if s.first[i] >= 0 {
				s.begin[s.first[i]] = append(s.begin[s.first[i]], i)
			}
		}
	}
	return s
}

// isReturn reports whether an edge goes up.
func (l *Timeline) isReturn(e int32) bool { return l.row[l.g.edges[e].To] < l.row[l.g.edges[e].From] }

// assignRails gives every line a column for as long as it runs, the leftmost that is free. Two columns are left to the
// mark of the row, so that it need not stand under the one before it. A line for which there is no room is counted instead.
func (l *Timeline) assignRails() {
	s := l.collectSpans()
	l.rails, l.marks = make([]rail, len(l.rows)*l.columns), make([]int32, len(l.rows))
	open, long := 0, 0
	for r := range l.rows {
		v, above, now := l.rows[r], l.down(r-1), l.down(r)
		copy(now, above)
		mark := -1
		for c, x := range above {
			if x == 0 {
				continue
			}
			i := x.node()
			if x.isReturn() && i == v || !x.isReturn() && int(s.last[i]) == r {
				now[c] = 0
				open--
				if s.isLong(l, x) {
					long--
				}
				// A return line leaves its node straight up: beside the mark it would run together with what comes in.
				if mark < 0 || x.isReturn() {
					mark = c
				}
			}
		}
		if mark < 0 {
			mark = slices.Index(above, 0)
			if r > 0 && mark == int(l.marks[r-1]) && (l.hasLinks(v) || l.hasLinks(l.rows[r-1])) {
				// Right below the mark before it would read as waiting for that.
				if c := slices.Index(above[mark+1:], 0); c >= 0 {
					mark += 1 + c
				}
			}
		}
		begin := func(x rail, c int) {
			isLong := s.isLong(l, x)
			if c < 0 || open >= l.columns-2 || isLong && long >= max(l.columns-forShort, 1) {
				return
			}
			now[c] = x
			open++
			if isLong {
				long++
			}
		}
		if s.last[v] >= 0 {
			begin(forwardRail(v), mark)
		}
		if s.begin != nil {
			for _, u := range s.begin[r] {
				begin(returnRail(u), freeRailBeside(mark, above, now))
			}
		}
		l.marks[r] = int32(mark)
		l.width = max(l.width, mark+1)
		for c, x := range now {
			if x != 0 {
				l.width = max(l.width, c+1)
			}
		}
	}
}

// hasLinks reports whether a node has a link that the timeline shows.
func (l *Timeline) hasLinks(v int32) bool {
	shown := func(e int32) bool { return l.g.isDrawn(e, l.finished) }
	return slices.ContainsFunc(l.g.In(v), shown) || slices.ContainsFunc(l.g.Out(v), shown)
}

// linked returns the nodes at the other ends of a node's links without a rail: what it waits for, and what waits for it.
func (l *Timeline) linked(v int32) (ends [2][]int32) {
	for _, e := range l.g.In(v) {
		if l.lacksRail(e) {
			ends[0] = append(ends[0], l.g.edges[e].From)
		}
	}
	for _, e := range l.g.Out(v) {
		if l.lacksRail(e) {
			ends[1] = append(ends[1], l.g.edges[e].To)
		}
	}
	return ends
}

// lacksRail reports whether no line of a link's source comes to the row of its target.
func (l *Timeline) lacksRail(e int32) bool {
	of := l.g.edges[e]
	if !l.g.isDrawn(e, l.finished) || l.row[of.From] < 0 || l.row[of.To] < 0 || of.From == of.To {
		return false
	}
	x, row := forwardRail(of.From), l.row[of.To]-1
	if l.isReturn(e) {
		x, row = returnRail(of.From), l.row[of.To]
	}
	return !slices.Contains(l.down(int(row)), x)
}

// freeRailBeside returns the first column to the right of a mark, else to its left, in which no line runs above or below it; -1 for
// none.
func freeRailBeside(mark int, above, below []rail) int {
	for k := range len(above) - 1 {
		if c := (mark + 1 + k) % len(above); above[c] == 0 && below[c] == 0 {
			return c
		}
	}
	return -1
}

// isLong reports whether a line is a long one.
func (s railSpans) isLong(l *Timeline, x rail) bool {
	i := x.node()
	if x.isReturn() {
		return l.row[i]-s.first[i] > longRail
	}
	return s.last[i]-l.row[i] > longRail
}

// Row returns one of the rows.
func (l *Timeline) Row(i int) TimelineRow {
	v := l.rows[i]
	at := int(l.marks[i])
	r := TimelineRow{Node: v, Mark: l.apart * at, Linked: l.linked(v)}
	r.Cells, r.Below = make([]Cell, l.apart*l.width), make([]Cell, l.apart*l.width)
	for k := range r.Cells {
		r.Cells[k].Edge, r.Cells[k].Node = -1, -1
		r.Below[k].Edge, r.Below[k].Node = -1, -1
	}
	above, below := l.down(i-1), l.down(i)
	for c := range l.width {
		cell := &r.Cells[l.apart*c]
		if x := above[c]; x != 0 {
			cell.Up = l.railWeight(x, i-1)
			cell.Edge = l.edgeAt(x, i)
		}
		if x := below[c]; x != 0 {
			cell.Down = l.railWeight(x, i)
			edge := l.edgeAt(x, i+1)
			r.Below[l.apart*c] = Cell{Up: cell.Down, Down: cell.Down, Edge: edge, Node: -1}
			if c != at && above[c] == 0 {
				cell.Edge = l.edgeAt(x, i)
			}
		}
	}
	mark := &r.Cells[r.Mark]
	mark.Text, mark.Node, mark.Edge = true, v, -1
	for c := range l.width {
		x := above[c]
		if x == 0 {
			x = below[c]
		}
		if x == 0 || c == at {
			continue
		}
		if e := l.edgeTouching(x, v); e >= 0 {
			l.drawBranch(&r, c, x, e)
		}
	}
	for _, step := range [2]int{-1, 1} {
		if k := r.Mark + step; k >= 0 && k < len(r.Cells) && r.Cells[k].Arrow { // a head has its line on one side only
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
func (l *Timeline) drawBranch(r *TimelineRow, c int, x rail, e int32) {
	w := Light
	switch {
	case x.isReturn():
		w = Dashed
	case l.chainRow[x.node()] >= 0 && l.chainRow[x.node()] == l.row[r.Node]:
		w = Heavy
	}
	from, to, step := l.apart*c, r.Mark, 1
	if from > to {
		step = -1
	}
	for k := from; k != to; k += step {
		cell := &r.Cells[k]
		if k != from {
			if goesOn := cell.Up != None && cell.Down != None; goesOn && (l.apart > 1 || l.leadsTo(k, r.Node)) {
				continue // a rail that leads to the mark too has an arm of its own, and this branch goes on from there; others run over it
			} else if goesOn {
				*cell = Cell{Edge: -1, Node: -1}
			}
			setArm(cell, -step, w)
		}
		setArm(cell, step, w)
		level := cell.Up == None && cell.Down == None
		if cell.Edge < 0 || level && w >= max(cell.Left, cell.Right) || k != from && w > max(cell.Up, cell.Down) {
			cell.Edge = e
		}
	}
	r.Branches = append(r.Branches, Branch{from, e})
	mark := &r.Cells[to]
	setArm(mark, -step, w)
	if x.isReturn() && x.node() != r.Node && l.apart > 1 {
		r.Cells[to-step].Arrow = true
	}
}

// leadsTo reports whether the rail that comes down in a column to the row of a node leads to it.
func (l *Timeline) leadsTo(c int, v int32) bool {
	x := l.down(int(l.row[v]) - 1)[c]
	return x != 0 && l.edgeTouching(x, v) >= 0
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

// edgeAt returns an edge of a line that runs through a row: that of the longest chain, of which the line has its weight and
// its colour as far as it goes; else the one that ends next, further on.
func (l *Timeline) edgeAt(x rail, row int) int32 {
	g := l.g
	if to := l.chainRow[x.node()]; !x.isReturn() && int(to) >= row {
		if e := g.EdgeBetween(x.node(), l.rows[to]); e >= 0 {
			return e
		}
	}
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
