package graph

// Route returns a way for one more line between two boxes that are drawn, for showing a link that does not exist yet; it runs
// through no box but may cross and cover other lines. nil when there is none.
func (l *Layout) Route(from, to int32) []Point {
	a, ok := l.Box(from)
	b, also := l.Box(to)
	if !ok || !also || from == to {
		return nil
	}
	start := Point{a.X + a.W, a.Row}
	stop := Point{b.X - 1, l.freePort(&b, start.Y)}
	if b.Column == a.Column+1 {
		if start.Y == stop.Y {
			return []Point{start, stop}
		}
		x := l.clearestColumn(start.X, stop.X-1, start.Y, stop.Y)
		return straighten(start, Point{x, start.Y}, Point{x, stop.Y}, stop)
	}
	first, last := a.Column+1, b.Column-1
	if b.Column <= a.Column {
		first, last = b.Column, a.Column
	}
	y := l.freeRow(first, last, start.Y, stop.Y)
	right := l.W - 1
	if a.Column+1 < len(l.Columns) {
		right = l.Columns[a.Column+1].X - 1
	}
	left := 0
	if b.Column > 0 {
		c := l.Columns[b.Column-1]
		left = c.X + c.W
	}
	x, z := l.clearestColumn(start.X, right, start.Y, y), l.clearestColumn(left, stop.X-1, y, stop.Y)
	return straighten(start, Point{x, start.Y}, Point{x, y}, Point{z, y}, Point{z, stop.Y}, stop)
}

// freePort returns the row in which one more line would enter a box: the free one nearest to a row.
func (l *Layout) freePort(b *Box, near int) int {
	first, last := b.Y+1, b.Y+b.H-2
	taken := make(map[int]bool, len(b.Ports))
	for _, p := range b.Ports {
		taken[p.Y] = true
	}
	best := -1
	for y := first; y <= last; y++ {
		if !taken[y] && (best < 0 || distance(y, near) < distance(best, near)) {
			best = y
		}
	}
	if best < 0 {
		best = min(max(near, first), last)
	}
	return best
}

// freeRow returns a row free of boxes in some columns, on a short way from one row to another.
func (l *Layout) freeRow(first, last, from, to int) int {
	best, least := l.H, -1
	try := func(y int) {
		if y < 0 {
			return
		}
		for i := range l.Boxes {
			if b := &l.Boxes[i]; b.Column >= first && b.Column <= last && y >= b.Y && y < b.Y+b.H {
				return
			}
		}
		if d := distance(from, y) + distance(y, to); least < 0 || d < least {
			best, least = y, d
		}
	}
	try(from)
	try(to)
	for i := range l.Boxes {
		if b := &l.Boxes[i]; b.Column >= first && b.Column <= last {
			try(b.Y - 1)
			try(b.Y + b.H)
		}
	}
	try(l.H)
	return best
}

// clearestColumn returns the column of cells between two, both included, in which an upright run would cover fewest others; the
// right one of equals, so that it is seen where it goes.
func (l *Layout) clearestColumn(lo, hi, from, to int) int {
	hi = max(lo, hi)
	from, to = min(from, to), max(from, to)
	over := make([]int, hi-lo+1)
	for i := range l.Lines {
		p := l.Lines[i].Points
		for j := 1; j < len(p); j++ {
			if x := p[j].X; x == p[j-1].X && x >= lo && x <= hi {
				a, b := min(p[j].Y, p[j-1].Y), max(p[j].Y, p[j-1].Y)
				over[x-lo] += max(0, min(b, to)-max(a, from)+1)
			}
		}
	}
	best := hi
	for x := hi; x >= lo; x-- {
		if over[x-lo] < over[best-lo] {
			best = x
		}
	}
	return best
}

// straighten leaves out the points at which a way does not turn.
func straighten(points ...Point) []Point {
	var kept []Point
	for _, q := range points {
		kept = appendPoint(kept, q)
	}
	return kept
}

func distance(a, b int) int { return max(a-b, b-a) }

// DrawPath adds a polyline over everything but boxes, with an arrowhead at its end: a link that is only being thought of.
// The window's corner is cell x, y of the layout the points belong to.
func (k *Canvas) DrawPath(x, y int, points []Point, s Stroke) {
	b := painter{k: k, x: x, y: y}
	put := func(at Point) *Cell {
		i := b.cellAt(at.X, at.Y)
		if i < 0 || k.Cells[i].Node >= 0 {
			return nil
		}
		return &k.Cells[i]
	}
	var path []Point
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
		c := put(at)
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
