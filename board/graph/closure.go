package graph

import "slices"

// Upstream returns all live nodes that i waits for, through any number of others. It has i itself only if that is in a
// loop. The links of i itself count whatever its own state is.
func (g *Graph) Upstream(i int32) Set { return g.collectReachable(i, false) }

// Downstream returns all live nodes that wait for i, through any number of others.
func (g *Graph) Downstream(i int32) Set { return g.collectReachable(i, true) }

func (g *Graph) collectReachable(i int32, down bool) Set {
	s := newBits(len(g.nodes))
	queue := g.appendNext(nil, i, i, down)
	for _, j := range queue {
		s.add(j)
	}
	for k := 0; k < len(queue); k++ {
		j := queue[k]
		if j == i {
			continue
		}
		at := len(queue)
		queue = g.appendNext(queue, i, j, down)
		found := queue[at:]
		queue = queue[:at]
		for _, x := range found {
			if !s.has(x) {
				s.add(x)
				queue = append(queue, x)
			}
		}
	}
	return Set{s}
}

// appendNext adds the live nodes one step from j, in a walk that began at i.
func (g *Graph) appendNext(to []int32, i, j int32, down bool) []int32 {
	es := g.In(j)
	if down {
		es = g.Out(j)
	}
	for _, e := range es {
		x := g.edges[e].From
		if down {
			x = g.edges[e].To
		}
		if g.live.has(x) && (g.kind[e]&liveEdge != 0 || j == i) {
			to = append(to, x)
		}
	}
	return to
}

// Around returns the live nodes within depth steps of i: what it waits for at 1, 2, ... steps, and what waits for it, each
// step in the order of names. A node is in the nearest of the sets only, and among what i waits for when both are as
// near. Redundant edges do not count; the links of i itself count whatever its own state is. There are as many steps
// as there is something to find at.
func (g *Graph) Around(i int32, depth int) (up, down [][]int32) {
	seen := newBits(len(g.nodes))
	seen.add(i)
	var ways [2][][]int32
	last := [2][]int32{{i}, {i}}
	for step := 0; step < depth && len(last[0])+len(last[1]) > 0; step++ {
		for w := range ways {
			var found []int32
			for _, j := range last[w] {
				es := g.In(j)
				if w == 1 {
					es = g.Out(j)
				}
				for _, e := range es {
					x := g.edges[e].From
					if w == 1 {
						x = g.edges[e].To
					}
					if seen.has(x) || !g.live.has(x) || g.kind[e]&liveEdge == 0 && j != i || g.Redundant(e) {
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

// Path returns the shortest way along edges from one node to another, both included, of those of equal length the one whose
// names are first from the end; nil when there is none. Edges of finished nodes count, and those that do not hold.
func (g *Graph) Path(from, to int32) []int32 {
	if from == to {
		return []int32{from}
	}
	by := make([]int32, len(g.nodes))
	by[from] = from + 1
	queue := []int32{from}
	for k := 0; k < len(queue); k++ {
		for _, e := range g.Out(queue[k]) {
			x := g.edges[e].To
			if by[x] != 0 {
				continue
			}
			by[x] = queue[k] + 1
			if x == to {
				path := []int32{to}
				for v := to; v != from; v = by[v] - 1 {
					path = append(path, by[v]-1)
				}
				slices.Reverse(path)
				return path
			}
			queue = append(queue, x)
		}
	}
	return nil
}
