package graph

import (
	"cmp"
	"maps"
	"slices"
)

// Focus lays out the neighbourhood of a node: what it waits for to its left, what waits for it to its right, up to depth
// steps each way, with all edges between those. Column.Wave is then the step: negative to the left, 0 the node itself.
// Each column holds at most limit boxes (0 for no limit); Column.Count tells how many there are, Column.Hidden which have none.
// Of finished work, where it is asked for, what is linked with the node itself is there.
//
// What it waits for itself, and what itself waits for it, is one step away, and its edge is drawn, redundant or not. Of what is further away
// a step is the longest way to the node among what is shown, so that edges lead to the right; those that would not, between the nearest
// and what is as far or further, have no line. From a depth of 2 there can be more steps than that.
func (g *Graph) Focus(i int32, depth, limit int, o Options) *Layout {
	s := newLayoutBuilder(g, o)
	if i < 0 || int(i) >= g.Len() {
		return s.layout()
	}
	up, down := g.Around(i, depth)
	step := map[int32]int32{i: 0}
	before := g.longestSteps(i, up, true)
	after := g.longestSteps(i, down, false)
	for n, k := range before {
		step[n] = -k
	}
	maps.Copy(step, after)
	if o.Finished {
		for w, beside := range [2]int32{-1, 1} {
			for _, n := range g.neighbours(i, w == 1) {
				if _, here := step[n]; !here && !g.live.has(n) {
					step[n] = beside
				}
			}
		}
	}
	first, last := int32(0), int32(0)
	nodes := make([]int32, 0, len(step))
	for n, k := range step {
		first, last = min(first, k), max(last, k)
		nodes = append(nodes, n)
	}
	s.focused, s.middle, s.firstStep = true, i, int(first)
	s.layerCount = int(last-first) + 1
	s.nodeCount = make([]int, s.layerCount)
	for _, k := range step {
		s.nodeCount[k-first]++
	}
	var hidden []int32
	if limit > 0 {
		nodes, hidden = g.nearest(nodes, step, limit)
	}
	s.chooseNodes(nodes, func(n int32) int32 { return step[n] - first })
	l := s.layout()
	for _, n := range hidden {
		c := &l.Columns[step[n]-first]
		c.Hidden = append(c.Hidden, n)
	}
	return l
}

// longestSteps are how far each node of one side is away, by the longest way among those of its side, the first ring one step. A node
// that only an edge closing a loop leads to counts the shortest.
func (g *Graph) longestSteps(i int32, rings [][]int32, up bool) map[int32]int32 {
	step := map[int32]int32{}
	for k, ring := range rings {
		for _, n := range ring {
			step[n] = int32(k) + 1
		}
	}
	// From the far end back to the node, each one after all that are between it and the node; without the edges that
	// close loops there is such an order.
	done := map[int32]bool{}
	var stack []int32
	for k, ring := range rings {
		if stack = append(stack, ring...); k == 0 {
			for _, n := range ring {
				done[n] = true
			}
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		if done[n] {
			stack = stack[:len(stack)-1]
			continue
		}
		far, ready := int32(0), true
		for e, m := range g.neighbours(n, up) {
			k, here := step[m]
			if m == i {
				k, here = 0, true
			}
			if !here || g.Back(e) || g.Redundant(e) {
				continue
			}
			if m != i && !done[m] {
				stack = append(stack, m)
				ready = false
			}
			far = max(far, k+1)
		}
		if ready {
			done[n] = true
			stack = stack[:len(stack)-1]
			if far > 0 {
				step[n] = far
			}
		}
	}
	return step
}

// nearest keeps at most limit nodes of each step: those that decide most about the node in the middle, which are the
// last ones to be done on its left and the first ones on its right. It returns the others too.
func (g *Graph) nearest(nodes []int32, step map[int32]int32, limit int) (kept, hidden []int32) {
	slices.SortFunc(nodes, func(a, b int32) int {
		if c := cmp.Compare(step[a], step[b]); c != 0 {
			return c
		}
		c := cmp.Compare(g.Wave(a), g.Wave(b))
		if step[a] < 0 {
			c = -c
		}
		if c != 0 {
			return c
		}
		return cmp.Compare(g.rank[a], g.rank[b])
	})
	kept = nodes[:0]
	n, last := 0, int32(0)
	for _, i := range nodes {
		if step[i] != last {
			n, last = 0, step[i]
		}
		if n++; n <= limit {
			kept = append(kept, i)
		} else {
			hidden = append(hidden, i)
		}
	}
	return kept, hidden
}

// Around returns the live nodes within depth steps of i: what it waits for at 1, 2, ... steps, and what waits for it, each
// step in the order of names. A node is in the nearest of the sets only, and among what i waits for when both are as
// near. Redundant edges do not count, but for those of i itself, which count whatever its own state is. There are as many
// steps as there is something to find at.
func (g *Graph) Around(i int32, depth int) (up, down [][]int32) {
	seen := newBits(len(g.nodes))
	seen.add(i)
	var ways [2][][]int32
	last := [2][]int32{{i}, {i}}
	for step := 0; step < depth && len(last[0])+len(last[1]) > 0; step++ {
		for w := range ways {
			var found []int32
			for _, j := range last[w] {
				for e, x := range g.neighbours(j, w == 1) {
					if seen.has(x) || !g.live.has(x) || j != i && (g.kind[e]&liveEdge == 0 || g.Redundant(e)) {
						continue
					}
					seen.add(x)
					found = append(found, x)
				}
			}
			g.sortNodes(found)
			if last[w] = found; len(found) > 0 {
				ways[w] = append(ways[w], found)
			}
		}
	}
	return ways[0], ways[1]
}

// sortNodes puts nodes in the order of their names.
func (g *Graph) sortNodes(nodes []int32) {
	slices.SortFunc(nodes, func(x, y int32) int { return int(g.rank[x] - g.rank[y]) })
}
