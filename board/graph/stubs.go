package graph

import (
	"cmp"
	"slices"
)

// Stub is what stands where a line is cut: the name of its other end.
type Stub struct {
	X, Y, W int     // the cells it has
	Left    bool    // the line is at its right
	Head    bool    // the head of the line stands with the name
	Way     Way     // where the other end lies
	Edges   []int32 // the links that are cut here, all of one source
	Nodes   []int32 // the other end of each
}

// Way is a side of a window.
type Way uint8

// The sides. A stub of a folded layout has none.
const (
	Nowhere Way = iota
	Leftwards
	Rightwards
	Upwards
	Downwards
)

// add names the other end of one more link, where none of the others has it.
func (s *Stub) add(edge, node int32) {
	if !slices.Contains(s.Nodes, node) {
		s.Edges, s.Nodes = append(s.Edges, edge), append(s.Nodes, node)
	}
}

// covers reports whether a stub has a cell.
func (s *Stub) covers(x, y int) bool { return y == s.Y && x >= s.X && x < s.X+s.W }

// addStub puts the stub of a line that is cut beside it.
func (f *Layout) addStub(p cutLine, w int) {
	if p.cut == uncut {
		return
	}
	at, beside, node := p.points[0], p.points[1], p.from
	if k := len(p.points); p.cut == cutEnd {
		at, beside, node = p.points[k-1], p.points[k-2], p.to
	}
	s := Stub{X: at.X + 1, Y: at.Y, W: w}
	if beside.X > at.X {
		s.X, s.Left = at.X-w, true
	}
	i := slices.IndexFunc(f.Stubs, func(o Stub) bool { return o.X == s.X && o.Y == s.Y })
	if i < 0 {
		i = len(f.Stubs)
		f.Stubs = append(f.Stubs, s)
		f.W = max(f.W, s.X+s.W)
	}
	f.Stubs[i].add(p.edge, node)
}

// StubAt returns which of some stubs has a cell; false where none has.
func StubAt(stubs []Stub, x, y int) (*Stub, bool) {
	for i := range stubs {
		if stubs[i].covers(x, y) {
			return &stubs[i], true
		}
	}
	return nil, false
}

// Window is a part of a layout, and how many cells left and right of it are for the names of what lies there.
type Window struct{ X, Y, W, H, Left, Right int }

func (w *Window) has(p Point) bool {
	return p.X >= w.X && p.X < w.X+w.W && p.Y >= w.Y && p.Y < w.Y+w.H
}

// Leaving returns the stubs of the lines that leave a window: each names the end of a line that lies beyond. At the left and right
// they stand beside the window, at the top and bottom beside the line, where there are free cells.
func (l *Layout) Leaving(w Window) []Stub {
	var stubs, upright []Stub
	add := func(to *[]Stub, s Stub, edge, node int32) {
		i := slices.IndexFunc(*to, func(o Stub) bool { return o.X == s.X && o.Y == s.Y && o.Way == s.Way })
		if i < 0 {
			i = len(*to)
			*to = append(*to, s)
		}
		(*to)[i].add(edge, node)
		(*to)[i].W = max((*to)[i].W, s.W)
	}
	for i := range l.Lines {
		n, e := &l.Lines[i], &l.ends[i]
		for _, back := range [2]bool{false, true} {
			p, q, leaves := n.leaves(&w, back)
			node := e.to
			if back {
				node = e.from
			}
			switch {
			case !leaves:
			case p.Y == q.Y && q.X > p.X:
				if w.Right > 0 {
					add(&stubs, Stub{X: w.X + w.W, Y: p.Y, W: w.Right, Head: !back, Way: Rightwards}, n.Edge, node)
				}
			case p.Y == q.Y:
				if w.Left > 0 {
					add(&stubs, Stub{X: w.X - w.Left, Y: p.Y, W: w.Left, Left: true, Head: !back, Way: Leftwards}, n.Edge, node)
				}
			case q.Y > p.Y: // W is how many rows of it are seen
				add(&upright, Stub{X: p.X, Y: w.Y + w.H - 1, W: w.Y + w.H - max(p.Y, w.Y), Way: Downwards}, n.Edge, node)
			default:
				add(&upright, Stub{X: p.X, Y: w.Y, W: min(p.Y, w.Y+w.H-1) - w.Y + 1, Way: Upwards}, n.Edge, node)
			}
		}
	}
	return append(stubs, l.besideUpright(upright, stubs, &w)...)
}

// leaves returns the piece of a way, from the box it begins at to the one it ends at, on which it leaves a window for good; false for
// one that is never in it, or whose end is seen.
func (n *Line) leaves(w *Window, back bool) (p, q Point, ok bool) {
	last := len(n.Points) + 1
	at := func(i int) Point {
		if back {
			i = last - i
		}
		switch i {
		case 0:
			return Point{n.Points[0].X - 1, n.Points[0].Y}
		case last:
			return Point{n.Points[last-2].X + 1, n.Points[last-2].Y}
		}
		return n.Points[i-1]
	}
	if w.has(at(last)) {
		return p, q, false
	}
	for i := last; i > 0; i-- {
		p, q = at(i-1), at(i)
		if min(p.X, q.X) < w.X+w.W && max(p.X, q.X) >= w.X && min(p.Y, q.Y) < w.Y+w.H && max(p.Y, q.Y) >= w.Y {
			return p, q, true
		}
	}
	return p, q, false
}

// uprightFar is how many rows from the edge of a window the name of an upright line may stand.
const uprightFar = 6

// besideUpright finds free cells for the names of lines that leave a window at its top or bottom: those that find none have none.
func (l *Layout) besideUpright(upright, level []Stub, w *Window) []Stub {
	if len(upright) == 0 {
		return nil
	}
	begin, width := w.X-w.Left, w.Left+w.W+w.Right // names may stand beside the window too
	taken := make([]bool, width*w.H)
	take := func(x, y, wide, high, from, to int) {
		for at := max(y, w.Y); at < min(y+high, w.Y+w.H); at++ {
			for k := max(x, from); k < min(x+wide, to); k++ {
				taken[(at-w.Y)*width+k-begin] = true
			}
		}
	}
	seen := func(x, y, wide, high int) { take(x, y, wide, high, w.X, w.X+w.W) }
	named := func(s *Stub) { take(s.X, s.Y, s.W, 1, begin, begin+width) }
	for i := range l.Boxes {
		seen(l.Boxes[i].X, l.Boxes[i].Y, l.Boxes[i].W, l.Boxes[i].H)
	}
	for i := range l.Lines {
		for k, q := range l.Lines[i].Points[1:] {
			p := l.Lines[i].Points[k]
			seen(min(p.X, q.X), min(p.Y, q.Y), distance(p.X, q.X)+1, distance(p.Y, q.Y)+1)
		}
	}
	for _, stubs := range [2][]Stub{l.Stubs, level} {
		for i := range stubs {
			named(&stubs[i])
		}
	}
	free := func(x, y, wide int) bool {
		if x < begin || x+wide > begin+width {
			return false
		}
		row := (y-w.Y)*width - begin
		return !slices.Contains(taken[row+x:row+x+wide], true)
	}
	slices.SortStableFunc(upright, func(a, b Stub) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) })
	placed := upright[:0]
	for _, s := range upright {
		wide := l.Names + 1 // where it lies
		if len(s.Nodes) > 1 {
			wide += 3
		}
		for far := range min(s.W, uprightFar) {
			y := s.Y - far
			if s.Way == Upwards {
				y = s.Y + far
			}
			at := s
			at.Y, at.W = y, wide
			if at.X = s.X + 1; !free(at.X, y, wide) {
				if at.X, at.Left = s.X-wide, true; !free(at.X, y, wide) {
					continue
				}
			}
			named(&at)
			placed = append(placed, at)
			break
		}
	}
	return placed
}
