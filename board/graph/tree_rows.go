package graph

// Row returns one of the rows.
func (l *Tree) Row(i int) TreeRow {
	v := l.rows[i]
	mark := func(u int32) int { return 1 + stepWidth*int(min(l.depth[u], l.steps)) }
	r := TreeRow{Node: v, Mark: mark(v), Also: l.also(v), Apart: l.isApart(i), Alone: i >= l.alone}
	r.Cells, r.Below = emptyCells(r.Mark+1), emptyCells(r.Mark+1)
	for u := v; u >= 0; u = l.parent[u] {
		if !l.goesOn(u, i) {
			continue
		}
		down := Cell{Up: l.weight(u), Down: l.weight(u), Edge: -1, Node: u}
		if r.Below[mark(u)] = down; u != v {
			r.Cells[mark(u)] = down
		}
	}
	if p := l.parent[v]; p >= 0 && !l.isDeep(v) {
		arm := Cell{Left: Light, Right: Light, Edge: l.Edge(v), Node: -1}
		if l.onChain(v) {
			arm.Left, arm.Right = Heavy, Heavy
		}
		r.Cells[r.Mark-1] = arm
		corner := &r.Cells[mark(p)]
		if corner.Down == None {
			*corner = arm
		}
		corner.Left, corner.Right, corner.Up = None, arm.Right, l.weight(p)
	}
	r.Cells[r.Mark].Text, r.Cells[r.Mark].Node = true, v
	return r
}

// onChain reports whether a node comes next on the longest chain after the one it hangs from.
func (l *Tree) onChain(v int32) bool {
	next, on := l.chain[l.parent[v]]
	return on && next == v
}

// weight returns that of the line that leads down from a node.
func (l *Tree) weight(u int32) Weight {
	if all := l.Children(u); len(all) > 0 && l.onChain(all[len(all)-1]) {
		return Heavy
	}
	return Light
}

// Hanging returns the nodes to which the line below the mark of a node leads, in the order of their rows: all that hang from it, where they
// stand further in.
func (l *Tree) Hanging(u int32) []int32 {
	if l.depth[u] >= l.steps {
		return nil
	}
	return l.Children(u)
}

// goesOn reports whether the line that leads down from a node goes on below a row.
func (l *Tree) goesOn(u int32, row int) bool {
	all := l.Hanging(u)
	return len(all) > 0 && l.RowOf(all[len(all)-1]) > row
}

// isApart reports whether a free row parts a row from the one above: a tree from another, of which one has several rows.
func (l *Tree) isApart(i int) bool {
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

// isDeep reports whether a node would stand further in than there are steps.
func (l *Tree) isDeep(v int32) bool { return l.depth[v] > l.steps }

// also returns what a node waits for among the work that is left, but for what it hangs from: last what a longer path says too.
func (l *Tree) also(v int32) (nodes []int32) {
	var implied []int32
	for _, e := range l.g.In(v) {
		from := l.g.edges[e].From
		switch {
		case l.g.kind[e]&liveEdge == 0 || from == l.parent[v] && !l.isDeep(v):
		case !l.g.Redundant(e):
			nodes = append(nodes, from)
		case l.g.edges[e].Open:
			implied = append(implied, from)
		}
	}
	return append(nodes, implied...)
}
