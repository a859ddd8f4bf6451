package view

// HitPicture answers what of a dependency picture lies at a cell of the screen. A link has room for a pointer only in
// the cells it runs through; a box wins over the links around it.
func (l Layout) HitPicture(p *Picture, x, y int) Spot {
	spot := Spot{Node: -1, Edge: -1, Index: -1}
	if c, ok := l.plane(p); ok && c.r.Contains(x, y) {
		at, row := c.inside(x, y)
		spot.Kind = OnElsewhere
		if node, ok := c.of.At(at, row); ok {
			spot.Kind, spot.Node = OnNode, node
		} else if edges := c.of.EdgesAt(at, row); len(edges) > 0 {
			spot.Kind, spot.Edge = OnEdge, edges[0]
		}
	}
	return spot
}
