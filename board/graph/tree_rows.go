package graph

// Row returns a row.
func (t *Tree) Row(i int) TreeRow {
	v := t.rows[i]
	mark := func(u int32) int { return 1 + stepWidth*int(min(t.depth[u], t.steps)) }
	r := TreeRow{Node: v, Mark: mark(v), Also: t.also(v), Apart: t.isApart(i), Alone: i >= t.alone}
	r.Cells, r.Below = emptyCells(r.Mark+1), emptyCells(r.Mark+1)
	for u := v; u >= 0; u = t.parent[u] {
		if !t.goesOn(u, i) {
			continue
		}
		down := Cell{Up: t.weight(u), Down: t.weight(u), Edge: -1, Node: u}
		if r.Below[mark(u)] = down; u != v {
			r.Cells[mark(u)] = down
		}
	}
	if p := t.parent[v]; p >= 0 && !t.isDeep(v) {
		arm := Cell{Left: Light, Right: Light, Edge: t.Edge(v), Node: -1}
		if t.onChain(v) {
			arm.Left, arm.Right = Heavy, Heavy
		}
		r.Cells[r.Mark-1] = arm
		corner := &r.Cells[mark(p)]
		if corner.Down == None {
			*corner = arm
		}
		corner.Left, corner.Right, corner.Up = None, arm.Right, t.weight(p)
	}
	r.Cells[r.Mark].Text, r.Cells[r.Mark].Node = true, v
	return r
}

// onChain reports whether a node follows its parent on the longest chain.
func (t *Tree) onChain(v int32) bool {
	next, on := t.chain[t.parent[v]]
	return on && next == v
}

// weight returns the weight of the line down from a node.
func (t *Tree) weight(u int32) Weight {
	if all := t.Children(u); len(all) > 0 && t.onChain(all[len(all)-1]) {
		return Heavy
	}
	return Light
}

// Hanging returns the children of a node to which the line below its mark leads: none if they are not indented more.
func (t *Tree) Hanging(u int32) []int32 {
	if t.depth[u] >= t.steps {
		return nil
	}
	return t.Children(u)
}

// goesOn reports whether the line down from a node continues below a row.
func (t *Tree) goesOn(u int32, row int) bool {
	all := t.Hanging(u)
	return len(all) > 0 && t.RowOf(all[len(all)-1]) > row
}

// isApart reports whether there is a free row above a row: between two trees of which one has several rows.
func (t *Tree) isApart(i int) bool {
	root := func(k int) bool { return k >= t.alone || t.parent[t.rows[k]] < 0 }
	single := func(k int) bool { return root(k) && (k+1 >= len(t.rows) || root(k+1)) }
	return i > 0 && i <= t.alone && i < len(t.rows) && root(i) && (i == t.alone || !single(i-1) || !single(i))
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
func (t *Tree) isDeep(v int32) bool { return t.depth[v] > t.steps }

// also returns the live blockers of a node without its parent, those by redundant edges last.
func (t *Tree) also(v int32) (nodes []int32) {
	var implied []int32
	for _, e := range t.g.In(v) {
		from := t.g.edges[e].From
		switch {
		case t.g.kind[e]&liveEdge == 0 || from == t.parent[v] && !t.isDeep(v):
		case !t.g.Redundant(e):
			nodes = append(nodes, from)
		case t.g.edges[e].Open:
			implied = append(implied, from)
		}
	}
	return append(nodes, implied...)
}
