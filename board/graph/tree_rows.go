package graph

// Row returns row i as it is drawn: the lines of those above it that go on below, the corner and arm from its parent,
// the cell at which its text begins and, in Below, the lines between it and the next row.
func (t *Tree) Row(i int) TreeRow {
	v := t.rows[i]
	mark := func(u int32) int { return 1 + stepWidth*int(min(t.depth[u], t.steps)) }
	r := TreeRow{Node: v, Mark: mark(v), Also: t.also(v), Alone: i >= t.alone}
	r.Cells, r.Below = emptyCells(r.Mark+1), emptyCells(r.Mark+1)
	for u := v; u >= 0; u = t.parent[u] {
		if !t.goesOn(u, i) {
			continue
		}
		down := Cell{Up: Light, Down: Light, Edge: -1, Node: u}
		if u != v {
			r.Cells[mark(u)] = down
		} else if t.onChain(t.Children(u)[0]) {
			down.Up, down.Down = Heavy, Heavy
		}
		r.Below[mark(u)] = down
	}
	if p := t.parent[v]; p >= 0 && !t.isDeep(v) {
		weight := Light
		if t.onChain(v) {
			weight = Heavy
		}
		arm := Cell{Left: weight, Right: weight, Edge: t.Edge(v), Node: -1}
		r.Cells[r.Mark-1] = arm
		corner := &r.Cells[mark(p)]
		corner.Edge, corner.Node = arm.Edge, -1
		corner.Up, corner.Right = weight, weight
	}
	r.Cells[r.Mark].Text, r.Cells[r.Mark].Node = true, v
	return r
}

// onChain reports whether a node follows its parent on the longest chain.
func (t *Tree) onChain(v int32) bool {
	next, on := t.chain[t.parent[v]]
	return on && next == v
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
