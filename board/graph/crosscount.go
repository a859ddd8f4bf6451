package graph

import (
	"math"
)

// countGapCrossings returns the cost of the order in one gap: the number of pairs of links with their ends in a
// different order on the two sides, plus the crossings when the lines of a source are drawn as one that forks.
func (a *crossingReducer) countGapCrossings(gap int) int {
	s, p := a.s, a.p
	nets := p.nets[gap]
	for _, n := range nets {
		s.updateSpan(n)
	}
	total := 0
	for i, x := range nets {
		for _, y := range nets[:i] {
			total += s.countCrossings(p, x, y)
		}
	}
	a.work += len(nets) * len(nets) / 2
	if gap > p.first && gap <= p.last {
		total += s.countInversions(p.layers[gap-1], p.layers[gap], a.fenwick)
	}
	return total
}

// countInversions returns the number of pairs of links between two layers with their ends in a different order on the
// two sides. A line shared by several links counts for each of them. tree is a buffer for a Fenwick tree: the sums,
// from the top down, of the links that end at the positions of the right layer.
func (s *layoutBuilder) countInversions(left, right []int32, tree []int32) int {
	size := len(right)
	if len(tree) <= size {
		tree = make([]int32, size+1)
	}
	tree = tree[:size+1]
	clear(tree)
	total, seen := 0, int32(0)
	for _, u := range left {
		list := s.neighbours[u].right
		for _, v := range list {
			below := seen // the ends so far that are below this one
			for x := s.items[v].pos + 1; x > 0; x -= x & -x {
				below -= tree[x]
			}
			total += int(below * s.items[v].weight)
		}
		for _, v := range list {
			for x := s.items[v].pos + 1; int(x) <= size; x += x & -x {
				tree[x] += s.items[v].weight
			}
			seen += s.items[v].weight
		}
	}
	return total
}

// countAllCrossings returns the cost of all gaps.
func (a *crossingReducer) countAllCrossings() int {
	total := 0
	for gap := range a.p.nets {
		total += a.countGapCrossings(gap)
	}
	return total
}

// updateSpan sets the first and the last position of a net's items on each side.
func (s *layoutBuilder) updateSpan(n int32) {
	t := &s.nets[n]
	t.lmin, t.lmax, t.rmin, t.rmax = math.MaxInt32, -1, math.MaxInt32, -1
	for _, i := range t.left {
		t.lmin, t.lmax = min(t.lmin, s.items[i].pos), max(t.lmax, s.items[i].pos)
	}
	for _, i := range t.right {
		t.rmin, t.rmax = min(t.rmin, s.items[i].pos), max(t.rmax, s.items[i].pos)
	}
}

// countWithin returns the number of items that are strictly between two positions.
func (s *layoutBuilder) countWithin(items []int32, lo, hi int32) int {
	if hi-lo < 2 {
		return 0
	}
	n := 0
	for _, i := range items {
		if p := s.items[i].pos; p > lo && p < hi {
			n++
		}
	}
	return n
}

// countCrossings returns how often two nets of the same gap cross if each is drawn as a vertical line with a horizontal
// line to each item: once if their ends are in a different order on the two sides, and once for each fork of one
// between the forks of the other, whichever way round has fewer.
func (s *layoutBuilder) countCrossings(p *component, x, y int32) int {
	p.work++
	a, b := &s.nets[x], &s.nets[y]
	if len(a.left) == 0 || len(b.left) == 0 {
		n := 0
		if len(a.left) == 0 {
			n += s.countWithin(b.right, a.rmin, a.rmax)
		}
		if len(b.left) == 0 {
			n += s.countWithin(a.right, b.rmin, b.rmax)
		}
		return n
	}
	if a.lmin > b.lmin {
		a, b = b, a
	}
	n := 0
	if a.rmax > b.rmin {
		n = 1
		if len(a.right) > 1 && len(b.right) > 1 {
			p.work += len(a.right) + len(b.right)
			n += min(s.countWithin(a.right, b.rmin, b.rmax), s.countWithin(b.right, a.rmin, a.rmax))
		}
	}
	if len(a.left) > 1 {
		n += s.countWithin(b.left, a.lmin, a.lmax)
	}
	if len(b.left) > 1 {
		n += s.countWithin(a.left, b.lmin, b.lmax)
	}
	return n
}

// crossingsBetween returns the cost of an item being directly above another: the crossings of their nets plus those of
// their links.
func (s *layoutBuilder) crossingsBetween(p *component, u, v int32) int {
	total := 0
	for _, a := range s.items[u].left {
		for _, b := range s.items[v].left {
			if a != b {
				total += s.countCrossings(p, a, b)
			}
		}
	}
	if a, b := s.items[u].right, s.items[v].right; a >= 0 && b >= 0 && a != b {
		total += s.countCrossings(p, a, b)
	}
	at, below := &s.neighbours[u], &s.neighbours[v]
	p.work += (len(at.left)*len(below.left) + len(at.right)*len(below.right)) / 4
	weight := int(s.items[u].weight * s.items[v].weight)
	for _, x := range at.left {
		for _, y := range below.left {
			if s.items[x].pos > s.items[y].pos {
				total += weight
			}
		}
	}
	for _, x := range at.right {
		for _, y := range below.right {
			if s.items[x].pos > s.items[y].pos {
				total += int(s.items[x].weight * s.items[y].weight)
			}
		}
	}
	return total
}

// swap exchanges an item with the one below it and returns the change in crossings.
func (s *layoutBuilder) swap(p *component, items []int32, at int) int {
	u, v := items[at], items[at+1]
	before := s.crossingsBetween(p, u, v)
	items[at], items[at+1] = v, u
	s.items[u].pos, s.items[v].pos = int32(at+1), int32(at)
	for _, i := range [2]int32{u, v} {
		for _, n := range s.items[i].left {
			s.updateSpan(n)
			p.work += len(s.nets[n].right)
		}
		if n := s.items[i].right; n >= 0 {
			s.updateSpan(n)
			p.work += len(s.nets[n].right)
		}
	}
	return s.crossingsBetween(p, v, u) - before
}

// neighbours are the items to which an item is linked in the layers next to its own.
type neighbours struct {
	left, right []int32
}

// collectNeighbours lists the neighbours of all items.
func (s *layoutBuilder) collectNeighbours() {
	nl, nr := make([]int32, len(s.items)), make([]int32, len(s.items))
	each := func(visit func(u, v int32)) {
		for i := range s.nets {
			t := &s.nets[i]
			if len(t.left) == 0 {
				continue
			}
			right := t.right
			if t.back {
				right = right[:1] // the others are reached from there
			}
			for _, v := range right {
				visit(t.left[0], v)
			}
		}
	}
	total := 0
	each(func(u, v int32) {
		nr[u]++
		nl[v]++
		total += 2
	})
	room := make([]int32, total)
	s.neighbours = make([]neighbours, len(s.items))
	s.room.num, s.room.dirty = make([]int32, len(s.items)), make([]bool, len(s.items))
	for i := range s.neighbours {
		s.neighbours[i].left, room = room[:0:nl[i]], room[nl[i]:]
		s.neighbours[i].right, room = room[:0:nr[i]], room[nr[i]:]
	}
	each(func(u, v int32) {
		s.neighbours[u].right = append(s.neighbours[u].right, v)
		s.neighbours[v].left = append(s.neighbours[v].left, u)
	})
}

// collectNeighbourRows sets neighbourRows to the sorted positions of the neighbours of a layer's items, each with the
// number of links to it, and neighbourAt to where those of each item begin: of item i on the left at 2*i, on the right
// at 2*i+1.
func (a *crossingReducer) collectNeighbourRows(items []int32) {
	s := a.s
	a.neighbourRows, a.neighbourAt = a.neighbourRows[:0], append(a.neighbourAt[:0], 0)
	for _, i := range items {
		for side, list := range [2][]int32{s.neighbours[i].left, s.neighbours[i].right} {
			first := len(a.neighbourRows)
			for _, j := range list {
				w := int32(1) // on the left the weight is the item's own
				if side == 1 {
					w = s.items[j].weight
				}
				a.neighbourRows = append(a.neighbourRows, [2]int32{s.items[j].pos, w})
				for x := len(a.neighbourRows) - 1; x > first && a.neighbourRows[x][0] < a.neighbourRows[x-1][0]; x-- {
					a.neighbourRows[x], a.neighbourRows[x-1] = a.neighbourRows[x-1], a.neighbourRows[x]
				}
			}
			a.neighbourAt = append(a.neighbourAt, int32(len(a.neighbourRows)))
		}
	}
}

// inversionBalance compares two sorted lists of positions and weights: it returns the weight of the pairs in which the
// first position is greater, minus that of the pairs in which it is smaller.
func inversionBalance(x, y [][2]int32) int32 {
	switch {
	case len(x) == 0 || len(y) == 0:
		return 0
	case len(x) == 1 && len(y) == 1:
		switch w := x[0][1] * y[0][1]; {
		case x[0][0] > y[0][0]:
			return w
		case x[0][0] < y[0][0]:
			return -w
		}
		return 0
	}
	n, lo, hi := int32(0), 0, 0
	smaller, greater := int32(0), int32(0) // the weight of y before and after the position in x
	for _, v := range y {
		greater += v[1]
	}
	for _, v := range x {
		for lo < len(y) && y[lo][0] < v[0] {
			smaller += y[lo][1]
			lo++
		}
		for hi < len(y) && y[hi][0] <= v[0] {
			greater -= y[hi][1]
			hi++
		}
		n += v[1] * (smaller - greater)
	}
	return n
}
