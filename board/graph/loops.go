package graph

import "slices"

// loopData are the sets of nodes that hold each other back.
type loopData struct {
	sets      [][]int32
	shortest  [][]int32 // the shortest way round each
	component []int32   // which of them a node is tangled in, -1 for none
	stuck     bits
	barred    bits // these, and what waits for an id that no file has
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

// holdBack adds some nodes to a set, and all that they hold back, through any number of others.
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

// Loops returns the loops among live nodes, one for each set of nodes that hold each other back: the shortest way round,
// beginning with the node of it whose name is first. Each node waits for the one before it, the first for the last.
// Of sets of thousands it is a short way, not always the shortest. Links that are not Open close no loop.
func (g *Graph) Loops() [][]int32 { return g.loopInfo().shortest }

// Loop returns which of Loops a node is tangled in, -1 for none: it is in the same set of nodes that wait for each other,
// be it on the shortest way round or not. A node that only waits for itself is in none.
func (g *Graph) Loop(i int32) int { return int(g.loopInfo().component[i]) }

// Stuck reports whether a node is in a loop, waits for itself, or is held back by such a node, through any number of others.
func (g *Graph) Stuck(i int32) bool {
	return g.loopInfo().stuck.has(i)
}

// barred reports whether a node can never start as things are: it is stuck, or it waits for an id that no file has, through any number
// of others.
func (g *Graph) barred(i int32) bool {
	return g.loopInfo().barred.has(i)
}

// loopSearch is room for looking for the shortest way round.
type loopSearch struct {
	seen  []int32 // the search that was there last
	by    []int32 // the node before, on the way from where the search began
	stamp int32
	queue []int32
}

func newLoopSearch(n int) *loopSearch {
	return &loopSearch{seen: make([]int32, n), by: make([]int32, n)}
}

// shortest returns the shortest way round within a set of nodes that reach each other, of those of equal length the one
// that is found from the first name. Each search goes no further than the best way that is known.
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
		length, end := 1, 1 // how many nodes lie on the way to those of this step, and where they end in the queue
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

// path is how the search came to a node.
func (r *loopSearch) path(start, to int32) []int32 {
	var way []int32
	for v := to; v != start; v = r.by[v] {
		way = append(way, v)
	}
	way = append(way, start)
	slices.Reverse(way)
	return way
}

// stronglyConnected returns the sets of nodes that reach each other along the edges that are of the given kind and not left out,
// of two nodes or more. Each is in the order of names, and they are in the order of their first names. The second
// answer is which of them each node is in, -1 for none.
//
// It is Tarjan's way with the stack of calls kept by hand: chains may be as long as there are tasks.
func (g *Graph) stronglyConnected(of kind, except bits) (sets [][]int32, in []int32) {
	n := len(g.nodes)
	in = make([]int32, n)
	seen := make([]int32, n) // when a node was first met, from 1
	low := make([]int32, n)  // the earliest that is known to be reached from it
	next := make([]int32, n) // how many of its edges have been followed
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
				low[v] = min(low[v], low[w]) // low of what is done with is set beyond every clock
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
