package graph

// Row returns one of the rows.
func (l *Timeline) Row(i int) TimelineRow {
	v := l.rows[i]
	at := columnWidth * l.column(v)
	r := TimelineRow{Node: v, Mark: at, Also: l.also(v), Apart: i > 0 && i <= l.alone && l.parent[v] < 0, Alone: i >= l.alone}
	r.Cells, r.Below = emptyCells(at+1), emptyCells(at+1)
	for u := l.from[v]; u >= 0; u = l.from[u] {
		if k := columnWidth * int(l.depth[u]); k < at {
			r.Cells[k] = l.rail(u)
			r.Below[k] = r.Cells[k]
		}
	}
	mark := &r.Cells[at]
	switch p := l.parent[v]; {
	case l.isDeep(v):
		r.Cells[at-1].Left, r.Cells[at-1].Right = Dashed, Dashed
	case p >= 0 && p == l.from[v]:
		arm := &r.Cells[at-1]
		arm.Left, arm.Right, arm.Edge = Light, Light, l.Edge(v)
		r.Cells[at-columnWidth].Right, mark.Left = Light, Light
	case p >= 0:
		mark.Up = l.rail(p).Down
	}
	if len(l.Children(v)) > 0 && !l.isDeep(v) {
		r.Below[at] = l.rail(v)
		mark.Down = r.Below[at].Down
	}
	mark.Text, mark.Node = true, v
	return r
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
