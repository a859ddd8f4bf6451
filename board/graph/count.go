package graph

// crossings says how bad the order is in one gap: how many pairs of lines have their ends in another order on both
// sides, and how often they cross when the lines of a source are drawn as one that forks.
func (a *crossingReducer) countGapCrossings(gap int) int32 {
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
	return int32(total)
}

// inversions is how many pairs of lines between two layers have their ends in another order on both sides.
func (s *layoutBuilder) countInversions(left, right []int32, tree []int32) int {
	size := len(right)
	if len(tree) <= size {
		tree = make([]int32, size+1)
	}
	tree = tree[:size+1]
	clear(tree)
	total, seen := 0, 0
	for _, u := range left {
		list := s.neighbours[u].right
		for _, v := range list {
			total += seen // of the ends seen so far, those that lie below this one
			for x := s.items[v].pos + 1; x > 0; x -= x & -x {
				total -= int(tree[x])
			}
		}
		for _, v := range list {
			for x := s.items[v].pos + 1; int(x) <= size; x += x & -x {
				tree[x]++
			}
		}
		seen += len(list)
	}
	return total
}

// tangled is how many such pairs there are in the whole picture.
func (s *layoutBuilder) totalInversions() int {
	total := 0
	for k := 1; k < s.layerCount; k++ {
		total += s.countInversions(s.layers[k-1], s.layers[k], nil)
	}
	return total
}

// cost is the crossings of all gaps, of which those where something moved are counted again.
func (a *crossingReducer) countAllCrossings(all bool) int32 {
	copy(a.currentCrossings, a.bestCrossings)
	total := int32(0)
	for g := range a.currentCrossings {
		if all || a.changedGaps[g] {
			a.currentCrossings[g] = a.countGapCrossings(g)
		}
		total += a.currentCrossings[g]
	}
	return total
}
