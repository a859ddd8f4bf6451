package graph

import "slices"

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
		slices.SortFunc(s, func(x, y int32) int { return int(g.rank[x] - g.rank[y]) })
	}
	slices.SortFunc(sets, func(x, y []int32) int { return int(g.rank[x[0]] - g.rank[y[0]]) })
	for k, s := range sets {
		for _, i := range s {
			in[i] = int32(k)
		}
	}
	return sets, in
}
