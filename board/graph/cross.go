package graph

import "math"

// span notes between which positions a net's items are.
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

// inside is how many items are at positions strictly between two.
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

// cross is how often two nets of the same gap cross, when each is drawn as one vertical run with a horizontal one to
// each item: for lines between the same two layers once if their ends are in another order, and once more for each
// fork of one within the forks of the other, whichever way round has fewer.
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

// between is how often the nets of two neighbours in a layer cross.
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
	return total
}

// swap exchanges an item with the one below it and answers how many crossings that adds.
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
	return s.crossingsBetween(p, u, v) - before
}
