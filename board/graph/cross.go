package graph

import "math"

// span notes between which positions a net's items are.
func (s *sketch) span(n int32) {
	t := &s.net[n]
	t.lmin, t.lmax, t.rmin, t.rmax = math.MaxInt32, -1, math.MaxInt32, -1
	for _, i := range t.left {
		t.lmin, t.lmax = min(t.lmin, s.item[i].pos), max(t.lmax, s.item[i].pos)
	}
	for _, i := range t.right {
		t.rmin, t.rmax = min(t.rmin, s.item[i].pos), max(t.rmax, s.item[i].pos)
	}
}

// inside is how many items are at positions strictly between two.
func (s *sketch) inside(items []int32, lo, hi int32) int {
	if hi-lo < 2 {
		return 0
	}
	n := 0
	for _, i := range items {
		if p := s.item[i].pos; p > lo && p < hi {
			n++
		}
	}
	return n
}

// cross is how often two nets of the same gap cross, when each is drawn as one vertical run with a horizontal one to
// each item: for lines between the same two layers once if their ends are in another order, and once more for each
// fork of one within the forks of the other, whichever way round has fewer.
func (s *sketch) cross(p *part, x, y int32) int {
	p.spent++
	a, b := &s.net[x], &s.net[y]
	if len(a.left) == 0 || len(b.left) == 0 {
		n := 0
		if len(a.left) == 0 {
			n += s.inside(b.right, a.rmin, a.rmax)
		}
		if len(b.left) == 0 {
			n += s.inside(a.right, b.rmin, b.rmax)
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
			p.spent += len(a.right) + len(b.right)
			n += min(s.inside(a.right, b.rmin, b.rmax), s.inside(b.right, a.rmin, a.rmax))
		}
	}
	if len(a.left) > 1 {
		n += s.inside(b.left, a.lmin, a.lmax)
	}
	if len(b.left) > 1 {
		n += s.inside(a.left, b.lmin, b.lmax)
	}
	return n
}

// between is how often the nets of two neighbours in a layer cross.
func (s *sketch) between(p *part, u, v int32) int {
	total := 0
	for _, a := range s.item[u].left {
		for _, b := range s.item[v].left {
			if a != b {
				total += s.cross(p, a, b)
			}
		}
	}
	if a, b := s.item[u].right, s.item[v].right; a >= 0 && b >= 0 && a != b {
		total += s.cross(p, a, b)
	}
	return total
}

// swap exchanges an item with the one below it and answers how many crossings that adds.
func (s *sketch) swap(p *part, items []int32, at int) int {
	u, v := items[at], items[at+1]
	before := s.between(p, u, v)
	items[at], items[at+1] = v, u
	s.item[u].pos, s.item[v].pos = int32(at+1), int32(at)
	for _, i := range [2]int32{u, v} {
		for _, n := range s.item[i].left {
			s.span(n)
			p.spent += len(s.net[n].right)
		}
		if n := s.item[i].right; n >= 0 {
			s.span(n)
			p.spent += len(s.net[n].right)
		}
	}
	return s.between(p, u, v) - before
}
