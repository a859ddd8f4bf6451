package graph

import (
	mb "math/bits"
	"slices"
)

// New returns the graph of nodes and edges. Edges between the same nodes are merged: the result is Open if one of them
// is. An edge from a node to itself is no edge but shown by HasSelfLink. Edges to missing nodes or out of range are
// left out.
func New(nodes []Node, edges []Edge) *Graph {
	order := sortByName(nodes)
	rank := make([]int32, len(nodes))
	for r, i := range order {
		rank[i] = int32(r)
	}
	return newSorted(nodes, order, rank, edges)
}

// sortByName returns the nodes sorted by name. It takes linear time if most of them are sorted already: it sorts only
// those after the first that is not, and merges the two.
func sortByName(nodes []Node) []int32 {
	order := make([]int32, len(nodes))
	for i := range order {
		order[i] = int32(i)
	}
	compare := func(x, y int32) int {
		a, b := &nodes[x], &nodes[y]
		if c := CompareNames(a.Name, b.Name); c != 0 {
			return c
		}
		if a.State != b.State {
			return int(a.State) - int(b.State)
		}
		return int(x - y)
	}
	sorted := 1
	for sorted < len(order) && compare(order[sorted-1], order[sorted]) < 0 {
		sorted++
	}
	if sorted >= len(order) {
		return order
	}
	tail := order[sorted:]
	slices.SortFunc(tail, compare)
	if len(tail) > len(order)/2 {
		slices.SortFunc(order, compare)
		return order
	}
	all := make([]int32, 0, len(order))
	for i, j := 0, sorted; i < sorted || j < len(order); {
		if j == len(order) || i < sorted && compare(order[i], order[j]) < 0 {
			all = append(all, order[i])
			i++
		} else {
			all = append(all, order[j])
			j++
		}
	}
	return all
}

// newSorted is New for nodes whose order is known. It keeps the slice of nodes, but not that of edges.
func newSorted(nodes []Node, order, rank []int32, given []Edge) *Graph {
	g := &Graph{nodes: nodes, order: order, rank: rank}
	n := len(nodes)
	g.selfLinked, g.selfHeld, g.live = newBits(n), newBits(n), newBits(n)

	// A radix sort: by the rank of To and then, stably, by that of From.
	byTo := make([]Edge, 0, len(given))
	at := make([]int32, n+1)
	for _, e := range given {
		if g.accepts(&e) {
			at[rank[e.To]+1]++
		}
	}
	prefixSums(at)
	byTo = byTo[:at[n]]
	for _, e := range given {
		if g.accepts(&e) {
			byTo[at[rank[e.To]]] = e
			at[rank[e.To]]++
		}
	}
	clear(at)
	for i := range byTo {
		at[rank[byTo[i].From]+1]++
	}
	prefixSums(at)
	edges := make([]Edge, len(byTo))
	for _, e := range byTo {
		edges[at[rank[e.From]]] = e
		at[rank[e.From]]++
	}
	g.edges = mergeDuplicates(edges)
	g.index(at)
	g.classifyEdges()
	return g
}

// accepts reports whether an edge belongs to the graph. An edge to a finished node is not Open. It records self-links.
func (g *Graph) accepts(e *Edge) bool {
	n := int32(len(g.nodes))
	if e.From < 0 || e.To < 0 || e.From >= n || e.To >= n {
		return false
	}
	to := g.nodes[e.To].State
	e.Open = e.Open && to != Finished
	if e.From == e.To {
		g.selfLinked.add(e.From)
		if e.Open {
			g.selfHeld.add(e.From)
		}
		return false
	}
	return to != Missing
}

// mergeDuplicates merges adjacent edges with the same ends.
func mergeDuplicates(edges []Edge) []Edge {
	k := 0
	for i, e := range edges {
		if i > 0 && edges[k-1].From == e.From && edges[k-1].To == e.To {
			edges[k-1].Open = edges[k-1].Open || e.Open
			edges[k-1].OneSided = edges[k-1].OneSided && e.OneSided
			continue
		}
		edges[k] = e
		k++
	}
	return edges[:k]
}

// index makes the lists of edges by node. at is a buffer.
func (g *Graph) index(at []int32) {
	n := len(g.nodes)
	g.outAt, g.out = make([]int32, n+1), make([]int32, len(g.edges))
	g.inAt, g.in = make([]int32, n+1), make([]int32, len(g.edges))
	for i := range g.edges {
		g.outAt[g.edges[i].From+1]++
		g.inAt[g.edges[i].To+1]++
	}
	prefixSums(g.outAt)
	prefixSums(g.inAt)
	copy(at, g.outAt)
	for i := range g.edges {
		f := g.edges[i].From
		g.out[at[f]] = int32(i)
		at[f]++
	}
	copy(at, g.inAt)
	for i := range g.edges {
		t := g.edges[i].To
		g.in[at[t]] = int32(i)
		at[t]++
	}
}

// classifyEdges finds the live nodes and the kinds of edges.
func (g *Graph) classifyEdges() {
	for i := range g.nodes {
		if g.nodes[i].State != Finished {
			g.live.add(int32(i))
		}
	}
	g.kind = make([]kind, len(g.edges))
	for i := range g.edges {
		e := &g.edges[i]
		from, to := g.isUnfinished(e.From), g.isUnfinished(e.To)
		var k kind
		if to && (from || e.Open) {
			k = liveEdge
			if e.Open {
				k |= openEdge
			}
			g.live.add(e.From)
		}
		if from == to {
			k |= sameSide
		}
		g.kind[i] = k
	}
}

// prefixSums replaces counts, each at the index after its own, by the index at which each begins.
func prefixSums(at []int32) {
	for i := 1; i < len(at); i++ {
		at[i] += at[i-1]
	}
}

// CompareNames compares names in natural order: digits by their value, everything else by bytes. It returns a number
// below 0, 0, or above 0.
func CompareNames(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(a) && i == len(b) {
		return 0
	}
	for i > 0 && isDigit(a, i-1) { // back to the beginning of a number
		i--
	}
	x, y := leadingDigits(a[i:]), leadingDigits(b[i:])
	if x == "" || y == "" {
		if a[i:] < b[i:] {
			return -1
		}
		return 1
	}
	p, q := trimZeros(x), trimZeros(y)
	switch {
	case len(p) != len(q):
		return len(p) - len(q)
	case p < q:
		return -1
	case p > q:
		return 1
	}
	// Only leading zeros differ: what follows decides, and after that the zeros.
	if c := CompareNames(a[i+len(x):], b[i+len(y):]); c != 0 {
		return c
	}
	return len(x) - len(y)
}

func isDigit(s string, i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }

// leadingDigits returns the run of digits a string begins with.
func leadingDigits(s string) string {
	k := 0
	for isDigit(s, k) {
		k++
	}
	return s[:k]
}

func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// bits is a set of small numbers.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func (b bits) has(i int32) bool { return b[i>>6]>>(uint(i)&63)&1 == 1 }

func (b bits) add(i int32) { b[i>>6] |= 1 << (uint(i) & 63) }

func (b bits) drop(i int32) { b[i>>6] &^= 1 << (uint(i) & 63) }

func (b bits) len() int {
	n := 0
	for _, w := range b {
		n += mb.OnesCount64(w)
	}
	return n
}
