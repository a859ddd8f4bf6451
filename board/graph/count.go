package graph

// crossings says how bad the order is in one gap: how many pairs of lines have their ends in another order on both
// sides, and how often they cross when the lines of a source are drawn as one that forks.
func (a *arranger) crossings(gap int) int32 {
	s, p := a.s, a.p
	nets := p.gap[gap]
	for _, n := range nets {
		s.span(n)
	}
	total := 0
	for i, x := range nets {
		for _, y := range nets[:i] {
			total += s.cross(p, x, y)
		}
	}
	a.spent += len(nets) * len(nets) / 2
	if gap > p.first && gap <= p.last {
		total += s.inversions(p.layer[gap-1], p.layer[gap], a.tree)
	}
	return int32(total)
}

// inversions is how many pairs of lines between two layers have their ends in another order on both sides.
func (s *sketch) inversions(left, right []int32, tree []int32) int {
	size := len(right)
	if len(tree) <= size {
		tree = make([]int32, size+1)
	}
	tree = tree[:size+1]
	clear(tree)
	total, seen := 0, 0
	for _, u := range left {
		list := s.beside[u].right
		for _, v := range list {
			total += seen // of the ends seen so far, those that lie below this one
			for x := s.item[v].pos + 1; x > 0; x -= x & -x {
				total -= int(tree[x])
			}
		}
		for _, v := range list {
			for x := s.item[v].pos + 1; int(x) <= size; x += x & -x {
				tree[x]++
			}
		}
		seen += len(list)
	}
	return total
}

// tangled is how many such pairs there are in the whole picture.
func (s *sketch) tangled() int {
	total := 0
	for k := 1; k < s.layers; k++ {
		total += s.inversions(s.layer[k-1], s.layer[k], nil)
	}
	return total
}

// cost is the crossings of all gaps, of which those where something moved are counted again.
func (a *arranger) cost(all bool) int32 {
	copy(a.now, a.gaps)
	total := int32(0)
	for g := range a.now {
		if all || a.bent[g] {
			a.now[g] = a.crossings(g)
		}
		total += a.now[g]
	}
	return total
}
