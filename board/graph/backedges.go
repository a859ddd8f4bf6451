package graph

import (
	"container/heap"
	"slices"
)

// Back reports whether this edge is a back edge, which is drawn as a return line. Without the back edges there are no
// loops, not even among finished nodes. Their number is minimal in a small component, and low in a large one; edges
// that are not Open are preferred.
func (g *Graph) Back(e int32) bool { return g.waveInfo().back.has(e) }

// findBackEdges returns the back edges, and by node its strongly connected component.
//
// It handles finished nodes and the others separately, so that the back edges do not change when finished nodes are
// folded. An edge from an unfinished to a finished node is a back edge if it closes a loop through both kinds.
func (g *Graph) findBackEdges() (back bits, component []int32) {
	back = newBits(len(g.edges))
	sets, component := g.stronglyConnected(sameSide, nil)
	if len(sets) > 0 {
		local := make([]int32, len(g.nodes))
		for _, s := range sets {
			g.addBackEdges(s, component, local, back)
		}
	}
	finishedEarly := false // a node is finished that waits for an unfinished one
	for i := range g.edges {
		finishedEarly = finishedEarly || g.isUnfinished(g.edges[i].From) && !g.isUnfinished(g.edges[i].To)
	}
	if finishedEarly {
		_, whole := g.stronglyConnected(0, back)
		for i := range g.edges {
			e := &g.edges[i]
			if w := whole[e.From]; w >= 0 && w == whole[e.To] && g.isUnfinished(e.From) && !g.isUnfinished(e.To) {
				back.add(int32(i))
			}
		}
	}
	return back, component
}

// weightedEdge is an edge within a component.
type weightedEdge struct {
	from, to int32 // indices in the nodes of the component
	weight   int32 // its cost as a back edge
	edge     int32 // its index in Edges
}

// The cost of a back edge: fewer edges first, then fewer Open ones.
const (
	turnCost = 64
	openCost = 1
)

// maxExact is the most nodes of a component for which the back edges are minimal.
const maxExact = 8

// addBackEdges adds the back edges of the component with the nodes in set to back. local is a buffer, by node.
func (g *Graph) addBackEdges(set, component, local []int32, back bits) {
	for k, i := range set {
		local[i] = int32(k)
	}
	var links []weightedEdge
	for _, i := range set {
		for _, e := range g.Out(i) {
			to := g.edges[e].To
			if g.kind[e]&sameSide == 0 || component[to] != component[i] {
				continue
			}
			w := int32(turnCost)
			if g.kind[e]&openEdge != 0 {
				w += openCost
			}
			links = append(links, weightedEdge{local[i], local[to], w, e})
		}
	}
	var place []int32
	if len(set) <= maxExact {
		place = optimalOrder(len(set), links)
	} else {
		place = greedyOrder(len(set), links)
	}
	turned := make([]bool, len(links))
	for k, c := range links {
		turned[k] = place[c.from] > place[c.to]
	}
	if len(set) > maxExact {
		restoreNeedless(len(set), links, turned)
	}
	for k, c := range links {
		if turned[k] {
			back.add(c.edge)
		}
	}
}

// optimalOrder returns, by node, its place in the order of n nodes with the cheapest back edges, the first by name of
// equal ones. It is dynamic programming over sets of nodes, of which each is a number with a bit for each node.
func optimalOrder(n int, links []weightedEdge) []int32 {
	var weight [maxExact][maxExact]int32
	for _, c := range links {
		weight[c.from][c.to] += c.weight
	}
	// rest[s] is the least cost of all nodes after those of s.
	rest := make([]int32, 1<<n)
	cost := func(s, v int) int32 { // of v directly after those of s: its edges into s are back edges
		var c int32
		for u := range n {
			if s>>u&1 == 1 {
				c += weight[v][u]
			}
		}
		return c
	}
	full := 1<<n - 1
	for s := full - 1; s >= 0; s-- {
		rest[s] = 1 << 30
		for v := range n {
			if s>>v&1 == 0 {
				rest[s] = min(rest[s], cost(s, v)+rest[s|1<<v])
			}
		}
	}
	place := make([]int32, n)
	for s, at := 0, int32(0); s != full; at++ {
		for v := range n {
			if s>>v&1 == 0 && cost(s, v)+rest[s|1<<v] == rest[s] {
				place[v] = at
				s |= 1 << v
				break
			}
		}
	}
	return place
}

// greedyOrder returns, by node, its place in an order of n nodes with cheap back edges, by the heuristic of Eades, Lin
// and Smyth: sources first, sinks last, and between them the node with the greatest difference of outgoing and incoming
// weight.
func greedyOrder(n int, links []weightedEdge) []int32 {
	outs, ins := newAdjacency(n, links, func(c weightedEdge) int32 {
		return c.from
	}), newAdjacency(n, links, func(c weightedEdge) int32 { return c.to })
	// by node: the weight of its links to and from nodes without a place
	gives, takes := make([]int32, n), make([]int32, n)
	for _, c := range links {
		gives[c.from] += c.weight
		takes[c.to] += c.weight
	}
	place := make([]int32, n)
	gone := make([]bool, n)
	most := &nodeHeap{}
	var sources, sinks []int32
	enlist := func(v int32) {
		switch {
		case takes[v] == 0:
			sources = append(sources, v)
		case gives[v] == 0:
			sinks = append(sinks, v)
		default:
			heap.Push(most, heapEntry{v, gives[v] - takes[v]})
		}
	}
	for v := range int32(n) {
		enlist(v)
	}
	first, last := int32(0), int32(n-1)
	for first <= last {
		v, front := int32(-1), true
		switch {
		case len(sources) > 0:
			v, sources = sources[0], sources[1:]
		case len(sinks) > 0:
			v, sinks, front = sinks[0], sinks[1:], false
		default:
			r := heap.Pop(most).(heapEntry)
			// an entry with another worth is outdated: the node was enlisted again since
			if !gone[r.node] && r.worth == gives[r.node]-takes[r.node] {
				v = r.node
			}
		}
		if v < 0 || gone[v] {
			continue
		}
		gone[v] = true
		if front {
			place[v] = first
			first++
		} else {
			place[v] = last
			last--
		}
		for _, k := range outs.of(v) {
			if c := links[k]; !gone[c.to] {
				takes[c.to] -= c.weight
				enlist(c.to)
			}
		}
		for _, k := range ins.of(v) {
			if c := links[k]; !gone[c.from] {
				gives[c.from] -= c.weight
				enlist(c.from)
			}
		}
	}
	return place
}

// nodeHeap is a heap of nodes, the highest worth first, then the lowest number.
type nodeHeap []heapEntry

type heapEntry struct{ node, worth int32 }

func (r nodeHeap) Len() int { return len(r) }
func (r nodeHeap) Less(i, j int) bool {
	return r[i].worth > r[j].worth || r[i].worth == r[j].worth && r[i].node < r[j].node
}
func (r nodeHeap) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *nodeHeap) Push(x any)   { *r = append(*r, x.(heapEntry)) }
func (r *nodeHeap) Pop() any {
	x := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return x
}

// adjacency lists the links of each node: those of node v are nums[at[v]:at[v+1]].
type adjacency struct{ at, nums []int32 }

func (l adjacency) of(v int32) []int32 { return l.nums[l.at[v]:l.at[v+1]] }

// newAdjacency lists the links by the node that end returns for each.
func newAdjacency(n int, links []weightedEdge, end func(weightedEdge) int32) adjacency {
	l := adjacency{make([]int32, n+1), make([]int32, len(links))}
	for _, c := range links {
		l.at[end(c)+1]++
	}
	prefixSums(l.at)
	at := slices.Clone(l.at)
	for k, c := range links {
		l.nums[at[end(c)]] = int32(k)
		at[end(c)]++
	}
	return l
}

// searchBudget is the number of steps for reducing the back edges of a large component, and for finding its shortest
// loop.
const searchBudget = 1 << 20

// restoreNeedless removes back edges that close no loop, Open ones first.
func restoreNeedless(n int, links []weightedEdge, turned []bool) {
	var order []int32
	for k := range links {
		if turned[k] {
			order = append(order, int32(k))
		}
	}
	slices.SortStableFunc(order, func(x, y int32) int { return int(links[y].weight - links[x].weight) })
	outs := newAdjacency(n, links, func(c weightedEdge) int32 { return c.from })
	seen := make([]int32, n)
	var queue []int32
	steps := 0
	for at, k := range order {
		c, stamp := links[k], int32(at+1)
		// it closes a loop if links that are not turned lead from its end to its beginning
		queue = append(queue[:0], c.to)
		seen[c.to] = stamp
		for q := 0; q < len(queue) && seen[c.from] != stamp; q++ {
			for _, o := range outs.of(queue[q]) {
				steps++
				if to := links[o].to; !turned[o] && seen[to] != stamp {
					seen[to] = stamp
					queue = append(queue, to)
				}
			}
		}
		if seen[c.from] != stamp {
			turned[k] = false
		}
		if steps > searchBudget {
			return
		}
	}
}
