package graph

// DrawPath draws a polyline with an arrowhead at its end, over everything except boxes, for a link that is being
// dragged. The corner of the window is cell x, y of the layout.
func (k *Canvas) DrawPath(x, y int, points []Point, s Stroke) {
	b := painter{k: k, x: x, y: y}
	free := func(at Point) *Cell { // nil outside the window and in a box
		i := b.cellAt(at.X, at.Y)
		if i < 0 || k.Cells[i].Node >= 0 {
			return nil
		}
		return &k.Cells[i]
	}
	var path []Point // every cell
	for i, to := range points {
		if i == 0 {
			path = append(path, to)
			continue
		}
		at := points[i-1]
		for ; at.X != to.X; path = append(path, at) {
			at.X += sign(to.X - at.X)
		}
		for ; at.Y != to.Y; path = append(path, at) {
			at.Y += sign(to.Y - at.Y)
		}
	}
	for i, at := range path {
		c := free(at)
		if c == nil {
			continue
		}
		*c = Cell{Edge: -1, Node: -1, Class: s.Class}
		prev := Point{at.X - 1, at.Y}
		if i > 0 {
			prev = path[i-1]
		}
		next := prev
		if c.Arrow = i == len(path)-1; !c.Arrow {
			next = path[i+1]
		}
		for _, o := range [2]Point{prev, next} {
			switch {
			case o.X < at.X:
				c.Left = s.Weight
			case o.X > at.X:
				c.Right = s.Weight
			case o.Y < at.Y:
				c.Up = s.Weight
			case o.Y > at.Y:
				c.Down = s.Weight
			}
		}
	}
}
