package graph

// Row returns one of the rows.
func (l *Timeline) Row(i int) TimelineRow {
	v := l.rows[i]
	at := columnWidth * l.column(v)
	r := TimelineRow{Node: v, Mark: at + columnWidth, Also: l.also(v), Apart: l.isApart(i), Alone: i >= l.alone}
	r.Cells, r.Below = emptyCells(r.Mark+1), emptyCells(r.Mark+1)
	for u := l.from[v]; u >= 0; u = l.from[u] {
		if k := columnWidth * int(l.depth[u]); k < at {
			r.Cells[k] = l.rail(u)
			r.Below[k] = r.Cells[k]
		}
	}
	rail, arm, p := &r.Cells[at], Cell{Edge: l.Edge(v), Node: -1}, l.parent[v]
	switch {
	case l.isDeep(v):
		arm.Left, arm.Right, arm.Edge = Dashed, Dashed, -1
		*rail = arm
	case p >= 0 && p == l.from[v]:
		arm.Left, arm.Right = Light, Light
		r.Cells[at-columnWidth].Right, r.Cells[at-1], *rail = Light, arm, arm
	case p >= 0:
		*rail = l.rail(p)
		arm.Left, arm.Right = rail.Up, rail.Up
		rail.Right, rail.Down = rail.Up, None
	}
	if len(l.Children(v)) > 0 && !l.isDeep(v) {
		below := l.rail(v)
		if r.Below[at] = below; p < 0 {
			arm = Cell{Left: below.Down, Right: below.Down, Edge: -1, Node: v}
			*rail = Cell{Right: below.Down, Edge: -1, Node: v}
		}
		rail.Down = below.Down
	}
	r.Cells[at+1] = arm
	r.Cells[r.Mark].Text, r.Cells[r.Mark].Node = true, v
	return r
}

// isApart reports whether a free row parts a row from the one above: a tree from another, of which one has several rows.
func (l *Timeline) isApart(i int) bool {
	root := func(k int) bool { return k >= l.alone || l.parent[l.rows[k]] < 0 }
	single := func(k int) bool { return root(k) && (k+1 >= len(l.rows) || root(k+1)) }
	return i > 0 && i <= l.alone && i < len(l.rows) && root(i) && (i == l.alone || !single(i-1) || !single(i))
}

// emptyCells returns cells without lines.
func emptyCells(n int) []Cell {
	cells := make([]Cell, n)
	for k := range cells {
		cells[k].Edge, cells[k].Node = -1, -1
	}
	return cells
}

// isDeep reports whether a node would stand further in than there are columns.
func (l *Timeline) isDeep(v int32) bool { return int(l.depth[v]) >= l.columns-1 }

// column returns where the mark of a node stands.
func (l *Timeline) column(v int32) int { return min(int(l.depth[v]), l.columns-1) }

// rail returns a cell of the line that leads down from a node to its main child.
func (l *Timeline) rail(u int32) Cell {
	all := l.Children(u)
	to, w := all[len(all)-1], Light
	if next, on := l.chain[u]; on && next == to {
		w = Heavy
	}
	return Cell{Up: w, Down: w, Edge: l.Edge(to), Node: u}
}

// also returns what a node waits for among the work that is left, but for what it hangs from.
func (l *Timeline) also(v int32) (nodes []int32) {
	for _, e := range l.g.In(v) {
		from := l.g.edges[e].From
		if l.g.kind[e]&liveEdge != 0 && !l.g.Redundant(e) && (from != l.parent[v] || l.isDeep(v)) {
			nodes = append(nodes, from)
		}
	}
	return nodes
}
