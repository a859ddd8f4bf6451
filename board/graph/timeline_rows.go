package graph

// Row returns one of the rows.
func (l *Timeline) Row(i int) TimelineRow {
	if l.steps {
		return l.stepRow(i)
	}
	v := l.rows[i]
	at := columnWidth * l.column(v)
	r := TimelineRow{Node: v, Mark: at + markAt, Also: l.also(v), Apart: l.isApart(i), Alone: i >= l.alone}
	r.Cells, r.Below = emptyCells(r.Mark+1), emptyCells(r.Mark+1)
	for u := l.from[v]; u >= 0; u = l.from[u] {
		if k := columnWidth * int(l.depth[u]); k < at {
			r.Cells[k] = l.bracket(u)
			if l.goesOn(u, i) {
				r.Cells[k+markAt] = Cell{Up: Light, Down: Light, Edge: -1, Node: u}
			}
			r.Below[k], r.Below[k+markAt] = r.Cells[k], r.Cells[k+markAt]
		}
	}
	switch p := l.parent[v]; {
	case l.isDeep(v):
		dash := Cell{Left: Dashed, Right: Dashed, Edge: -1, Node: -1}
		r.Cells[at-1], r.Cells[at] = dash, dash
	default:
		r.Cells[at], r.Below[at] = l.bracketAt(v)
		if l.goesOn(v, i) {
			r.Below[r.Mark] = Cell{Up: Light, Down: Light, Edge: -1, Node: v}
		}
		if p >= 0 && p == l.from[v] {
			r.Cells[at].Left, r.Cells[at].Right, r.Cells[at].Edge = Light, Light, l.Edge(v)
			arm := Cell{Up: Light, Right: Light, Edge: l.Edge(v), Node: -1}
			if r.Cells[at-1].Down != None {
				arm = Cell{Up: Light, Right: Light, Down: Light, Edge: -1, Node: p}
			}
			r.Cells[at-1] = arm
		}
	}
	r.Cells[r.Mark].Text, r.Cells[r.Mark].Node = true, v
	return r
}

// stepRow returns one of the rows of a tree in which every node stands a step further in.
func (l *Timeline) stepRow(i int) TimelineRow {
	v := l.rows[i]
	mark := func(u int32) int { return 1 + stepWidth*int(l.depth[u]) }
	r := TimelineRow{Node: v, Mark: mark(v), Also: l.also(v), Apart: l.isApart(i), Alone: i >= l.alone}
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
	if p := l.parent[v]; p >= 0 {
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
func (l *Timeline) onChain(v int32) bool {
	next, on := l.chain[l.parent[v]]
	return on && next == v
}

// weight returns that of the line that leads down from a node.
func (l *Timeline) weight(u int32) Weight {
	if all := l.Children(u); len(all) > 0 && l.onChain(all[len(all)-1]) {
		return Heavy
	}
	return Light
}

// Hanging returns the nodes to which the line below the mark of a node leads, in the order of their rows: all that hang from it, where they
// have a column, but the main child of one that stands straight above that.
func (l *Timeline) Hanging(u int32) []int32 {
	all := l.Children(u)
	if l.steps {
		return all
	}
	if len(all) < 2 || l.isDeep(all[0]) {
		return nil
	}
	return all[:len(all)-1]
}

// goesOn reports whether the line that leads down from a node goes on below a row.
func (l *Timeline) goesOn(u int32, row int) bool {
	all := l.Hanging(u)
	return len(all) > 0 && l.RowOf(all[len(all)-1]) > row
}

// bracket returns a cell of the bracket beside a node and its main child, between the two; one without lines where it has none.
func (l *Timeline) bracket(u int32) Cell {
	all := l.Children(u)
	if len(all) == 0 {
		return Cell{Edge: -1, Node: -1}
	}
	return Cell{Up: l.weight(u), Down: l.weight(u), Edge: l.Edge(all[len(all)-1]), Node: -1}
}

// bracketAt returns the cell of the bracket beside a node in its own row, and that below.
func (l *Timeline) bracketAt(v int32) (at, below Cell) {
	at, below = Cell{Edge: -1, Node: -1}, l.bracket(v)
	if p := l.parent[v]; p >= 0 && p != l.from[v] {
		at = l.bracket(p)
		at.Down = None
	} else {
		at.Right, at.Edge = below.Down, below.Edge
	}
	if at.Down = below.Down; at.Down == None {
		at.Right = at.Up
	}
	return at, below
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
func (l *Timeline) isDeep(v int32) bool { return !l.steps && int(l.depth[v]) >= l.columns-1 }

// column returns where the mark of a node stands.
func (l *Timeline) column(v int32) int { return min(int(l.depth[v]), l.columns-1) }

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
