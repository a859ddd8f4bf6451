package graph

// Row returns a row.
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

// onChain reports whether a node follows its parent on the longest chain.
func (l *Tree) onChain(v int32) bool {
	next, on := l.chain[l.parent[v]]
	return on && next == v
}

// weight returns the weight of the line down from a node.
func (l *Tree) weight(u int32) Weight {
	if all := l.Children(u); len(all) > 0 && l.onChain(all[len(all)-1]) {
		return Heavy
	}
	return Light
}

// Hanging returns the children of a node to which the line below its mark leads: none if they are not indented more.
func (l *Tree) Hanging(u int32) []int32 {
	if l.depth[u] >= l.steps {
		return nil
	}
	return l.Children(u)
}

// goesOn reports whether the line down from a node continues below a row.
func (l *Tree) goesOn(u int32, row int) bool {
	all := l.Hanging(u)
	return len(all) > 0 && l.RowOf(all[len(all)-1]) > row
}

// isApart reports whether there is a free row above a row: between two trees of which one has several rows.
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

// isDeep reports whether a node is deeper than there are steps.
func (l *Tree) isDeep(v int32) bool { return l.depth[v] > l.steps }

// also returns the live blockers of a node without its parent, those by redundant edges last.
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
