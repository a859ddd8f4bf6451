package view

// HitKind is what lies at a cell of a dependency view.
type HitKind uint8

// The kinds.
const (
	HitNothing    HitKind = iota
	HitNode               // Hit.Node
	HitEdge               // Hit.Edge
	HitWave               // Hit.Index of graph.Layout.Columns: its title, or its place in the map of waves
	HitFinished           // the chip of finished work
	HitRow                // Hit.Node, and Hit.Index of the line of the timeline
	HitBackground         // inside the dependency view, on nothing: a press there lets go of what is selected
)

// Hit is what lies at a cell.
type Hit struct {
	Kind  HitKind
	Node  int32
	Edge  int32
	Index int
}

// DepViewAt returns what of a dependency view lies at a cell of the screen. A box wins over the links beside it,
// and of links that cross the one that is seen there is found.
func (l Layout) DepViewAt(p *DepView, x, y int) Hit {
	spot := Hit{Node: -1, Edge: -1, Index: -1}
	if p == nil || l.View == BoardView || l.Full {
		return spot
	}
	r := &l.DepView
	switch {
	case r.Titles.Contains(x, y):
		l.hitTitle(&spot, p, x)
	case r.Canvas.Contains(x, y):
		spot.Kind = HitBackground
		l.hitCanvas(&spot, p, x, y)
	case p.Graph != nil && r.Foot.Contains(x, y):
		l.hitFoot(&spot, p, x, y)
	}
	return spot
}

// hitTitle finds the wave whose title is at a cell.
func (l *Layout) hitTitle(spot *Hit, p *DepView, x int) {
	c, ok := l.viewport(p)
	if !ok {
		return
	}
	for i := range c.layout.Columns {
		if col := &c.layout.Columns[i]; x >= c.rect.X+col.X-c.x && x < c.rect.X+col.X-c.x+col.W {
			spot.Kind, spot.Index = HitWave, i
			return
		}
	}
}

// hitCanvas finds the box, the link or the line of a list at a cell.
func (l *Layout) hitCanvas(spot *Hit, p *DepView, x, y int) {
	row := y - l.DepView.Canvas.Y
	if c, ok := l.viewport(p); ok {
		x, y := c.toLayout(x, y)
		if node, ok := c.layout.At(x, y); ok {
			spot.Kind, spot.Node = HitNode, node
		} else if edges := c.layout.EdgesAt(x, y); len(edges) > 0 {
			spot.Kind, spot.Edge = HitEdge, p.nextEdge(edges)
		}
		return
	}
	if l.View == TimelineView && p.Timeline != nil {
		if i, ok := l.lineAt(p, row); ok {
			spot.Kind, spot.Index, spot.Node = HitRow, i, p.Timeline.Row(i).Node
		}
	}
}

// nextEdge is, of the links that run through one cell, the one that a press there selects: behind the selected one the next, else the
// one that is seen.
func (p *DepView) nextEdge(edges []int32) int32 {
	for i, e := range edges {
		if p.Edge(e).Picked {
			return edges[(i+1)%len(edges)]
		}
	}
	return p.visibleEdge(edges)
}

// visibleEdge is, of the links that run through one cell, the one whose look is drawn there.
func (p *DepView) visibleEdge(edges []int32) int32 {
	best := edges[0]
	for _, e := range edges[1:] {
		if p.Edge(e).stroke().Class > p.Edge(best).stroke().Class {
			best = e
		}
	}
	return best
}

// hitFoot finds a chip, or a task that is named.
func (l *Layout) hitFoot(spot *Hit, p *DepView, x, y int) {
	row := y - l.DepView.Foot.Y
	if chip := &p.Graph.Finished; row == 0 && chip.Count > 0 && x <= margin+1+chip.width() {
		spot.Kind = HitFinished
		return
	}
	spot.hitName(l.DepView.Foot, x, func(pt *Painter) { pt.drawFoot(p, row) })
}

// hitName finds the task that is named at a cell of a row.
func (spot *Hit) hitName(row Rect, x int, draw func(pt *Painter)) {
	if node, ok := namedAt(row.W, x-row.X, draw); ok {
		spot.Kind, spot.Node = HitNode, node
	}
}
