package graph

import "slices"

// loopData is the result of computeLoops.
type loopData struct {
	sets      [][]int32 // the sets of nodes that hold each other back
	shortest  [][]int32 // by set: its shortest loop
	component []int32   // by node: its set, -1 for none
	stuck     bits
	barred    bits // stuck nodes, and nodes that wait for a missing one
}

func (g *Graph) loopInfo() *loopData { return g.loops.get(g.computeLoops) }

func (g *Graph) computeLoops() loopData {
	sets, in := g.stronglyConnected(openEdge, nil)
	l := loopData{sets: sets, component: in, shortest: make([][]int32, len(sets)), stuck: newBits(len(g.nodes))}
	if len(sets) > 0 {
		r := newLoopSearch(len(g.nodes))
		for k, s := range sets {
			l.shortest[k] = r.shortest(g, s, in)
		}
	}
	g.holdBack(l.stuck, func(i int32) bool { return in[i] >= 0 || g.selfHeld.has(i) })
	l.barred = slices.Clone(l.stuck)
	g.holdBack(l.barred, func(i int32) bool { return g.nodes[i].State == Missing })
	return l
}

// holdBack adds some nodes to a set, and all that they hold back, directly or through others.
func (g *Graph) holdBack(set bits, of func(i int32) bool) {
	var queue []int32
	for _, i := range g.order {
		if of(i) && !set.has(i) {
			set.add(i)
			queue = append(queue, i)
		}
	}
	for k := 0; k < len(queue); k++ {
		for e, to := range g.neighbours(queue[k], true) {
			if g.kind[e]&openEdge != 0 && !set.has(to) {
				set.add(to)
				queue = append(queue, to)
			}
		}
	}
}

// Loops returns the loops of Open edges, one for each set of nodes that hold each other back: the shortest loop of the
// set, from its first node by name on. Each node waits for the one before it, the first for the last. For sets of
// thousands of nodes the loop is short but not always the shortest.
func (g *Graph) Loops() [][]int32 { return g.loopInfo().shortest }

// Loop returns the index in Loops for the set of a node, -1 for none. The node need not be on the shortest loop. A node
// that only waits for itself has none.
func (g *Graph) Loop(i int32) int { return int(g.loopInfo().component[i]) }

// Stuck reports whether a node is in a loop, waits for itself, or is held back by such a node, directly or through
// others.
func (g *Graph) Stuck(i int32) bool {
	return g.loopInfo().stuck.has(i)
}

// barred reports whether a node is stuck or waits for a missing node, directly or through others.
func (g *Graph) barred(i int32) bool {
	return g.loopInfo().barred.has(i)
}

// loopSearch has the buffers for finding shortest loops.
type loopSearch struct {
	seen  []int32 // by node: the last search that reached it
	by    []int32 // by node: the node from which it was reached
	stamp int32
	queue []int32
}

func newLoopSearch(n int) *loopSearch {
	return &loopSearch{seen: make([]int32, n), by: make([]int32, n)}
}

// shortest returns the shortest loop within a set of nodes, the first by name of equal ones. A search ends at the
// length of the shortest loop so far.
func (r *loopSearch) shortest(g *Graph, set, in []int32) []int32 {
	var best []int32
	steps := 0
	for _, start := range set {
		if best != nil && (len(best) == 2 || steps > searchBudget) {
			break
		}
		r.stamp++
		r.seen[start] = r.stamp
		r.queue = append(r.queue[:0], start)
		length, end := 1, 1 // the length of the path to this level of the search, and the end of the level in the queue
	search:
		for q := 0; q < len(r.queue); q++ {
			if q == end {
				length, end = length+1, len(r.queue)
			}
			if best != nil && length >= len(best) {
				break
			}
			v := r.queue[q]
			for _, e := range g.Out(v) {
				steps++
				to := g.edges[e].To
				if g.kind[e]&openEdge == 0 || in[to] != in[start] {
					continue
				}
				if to == start {
					best = r.path(start, v)
					break search
				}
				if r.seen[to] != r.stamp {
					r.seen[to], r.by[to] = r.stamp, v
					r.queue = append(r.queue, to)
				}
			}
		}
	}
	first := 0
	for k := range best {
		if g.rank[best[k]] < g.rank[best[first]] {
			first = k
		}
	}
	return append(slices.Clone(best[first:]), best[:first]...)
}

// path returns the path from the start of the search to a node.
func (r *loopSearch) path(start, to int32) []int32 {
	var way []int32
	for v := to; v != start; v = r.by[v] {
		way = append(way, v)
	}
	way = append(way, start)
	slices.Reverse(way)
	return way
}

// stronglyConnected returns the strongly connected components of two nodes or more of the graph with only the edges of
// a kind that are not in except: the components sorted by their first names, their nodes by name, and by node the index
// of its component, -1 for none.
//
// It is Tarjan's algorithm with an explicit stack, because a chain may be as long as there are tasks.
func (g *Graph) stronglyConnected(of kind, except bits) (sets [][]int32, in []int32) {
	n := len(g.nodes)
	in = make([]int32, n)
	seen := make([]int32, n) // when a node was first met, from 1
	low := make([]int32, n)  // the earliest that is known to be reached from it
	next := make([]int32, n) // the number of its edges that have been followed
	var stack, calls []int32
	clock := int32(0)
	for i := range in {
		in[i] = -1
	}
	for _, root := range g.order {
		if seen[root] != 0 {
			continue
		}
		calls = append(calls[:0], root)
		for len(calls) > 0 {
			v := calls[len(calls)-1]
			if seen[v] == 0 {
				clock++
				seen[v], low[v] = clock, clock
				stack = append(stack, v)
			}
			es := g.Out(v)
			down := false
			for int(next[v]) < len(es) {
				e := es[next[v]]
				next[v]++
				if g.kind[e]&of != of || except != nil && except.has(e) {
					continue
				}
				w := g.edges[e].To
				if seen[w] == 0 {
					calls = append(calls, w)
					down = true
					break
				}
				low[v] = min(low[v], low[w]) // low of a node in a finished component is larger than every clock
			}
			if down {
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				u := calls[len(calls)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] != seen[v] {
				continue
			}
			first := len(stack) - 1
			for stack[first] != v {
				first--
			}
			if len(stack)-first > 1 {
				sets = append(sets, slices.Clone(stack[first:]))
			}
			for _, w := range stack[first:] {
				low[w] = int32(n) + 1
			}
			stack = stack[:first]
		}
	}
	for _, s := range sets {
		g.sortNodes(s)
	}
	slices.SortFunc(sets, func(x, y []int32) int { return int(g.rank[x[0]] - g.rank[y[0]]) })
	for k, s := range sets {
		for _, i := range s {
			in[i] = int32(k)
		}
	}
	return sets, in
}
