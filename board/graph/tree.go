package graph

import (
	"cmp"
	"slices"
)

// Tree shows the graph as an outline: one line per node, below the nodes that it waits for.
//
// A node hangs from the last of those it waits for, the one that frees it. The last of those that hang from one is its main child, with
// the longest way to go; the longest chain goes from one to the next. What a node waits for besides is told in TreeRow.Also.
//
// Each node stands a step further in than the one it hangs from, and an arm leads to it from a line below that. What would stand further in
// than there are steps stands in the last of them, without an arm: it is told what it waits for.
type Tree struct {
	g        *Graph
	finished bool
	steps    int32           // how far in a node stands at most
	rows     []int32         // the nodes
	row      []int32         // by node, -1 for none
	parent   []int32         // by node: what it hangs from, -1 for none
	depth    []int32         // by node: how many steps it is away from its root
	childAt  []int32         // by node: where those that hang from it begin in children
	children []int32         // in the order of their rows
	alone    int             // the first row of a node without links
	chain    map[int32]int32 // along the longest chain
}

// TreeSteps is the deepest indentation of a node, in steps, for output that has no width.
const TreeSteps = 24

// stepWidth is the cells by which a node stands further in: the line, and the arm behind it.
const stepWidth = 2

// TreeRow is one line.
type TreeRow struct {
	Node  int32
	Mark  int     // the cell of the node's mark
	Cells []Cell  // the lines up to the mark, which has Text set; the Node of a line is that from which it comes down
	Below []Cell  // what goes on below, where the row takes several on the screen
	Also  []int32 // what it waits for by links that are not drawn: of those among work that is left
	Apart bool    // a free row parts it from the one above, which it does not hang from
	Alone bool    // it has no links
}

// Tree returns the tree of the live nodes, with the finished ones if wanted, in an order in which nothing stands above what it waits for,
// loops aside. Redundant edges are not drawn. Making it costs no more than a pass over the graph; the cells of a row are worked
// out when they are asked for.
func (g *Graph) Tree(finished bool, steps int) *Tree {
	n := len(g.nodes)
	l := &Tree{
		g: g, finished: finished, steps: int32(max(steps, 1)), chain: map[int32]int32{},
		row: make([]int32, n), parent: make([]int32, n), depth: make([]int32, n),
	}
	chain := g.Chain()
	for k := 1; k < len(chain); k++ {
		l.chain[chain[k-1]] = chain[k]
	}
	for i := range n {
		l.row[i], l.parent[i] = -1, -1
	}
	l.placeNodes()
	l.childAt, l.children = make([]int32, n+1), make([]int32, n)
	for _, p := range l.parent {
		if p >= 0 {
			l.childAt[p+1]++
		}
	}
	for i := range n {
		l.childAt[i+1] += l.childAt[i]
	}
	next := slices.Clone(l.childAt)
	for k, v := range l.rows {
		l.row[v] = int32(k)
		if p := l.parent[v]; p >= 0 {
			l.children[next[p]] = v
			next[p]++
		}
	}
	return l
}

// Len returns how many rows there are.
func (l *Tree) Len() int { return len(l.rows) }

// Node returns the node of a row.
func (l *Tree) Node(i int) int32 { return l.rows[i] }

// RowOf returns the row of a node, -1 for none.
func (l *Tree) RowOf(node int32) int { return int(l.row[node]) }

// Children returns the nodes that hang from a node, in the order of their rows: the last is its main child.
func (l *Tree) Children(node int32) []int32 {
	return l.children[l.childAt[node]:l.childAt[node+1]:l.childAt[node+1]]
}

// Edge returns the edge by which a node hangs from another, -1 for one that hangs from nothing.
func (l *Tree) Edge(node int32) int32 {
	if l.parent[node] < 0 {
		return -1
	}
	return l.g.EdgeBetween(l.parent[node], node)
}

// isDrawn reports whether a tree shows an edge. An id that no file
// has is named in the row of the task that waits for it.
func (g *Graph) isDrawn(e int32, finished bool) bool {
	return (finished || g.kind[e]&liveEdge != 0) && !g.Redundant(e) && g.nodes[g.edges[e].From].State != Missing
}

// placeNodes gives all nodes their rows, those without links the last.
func (l *Tree) placeNodes() {
	g := l.g
	s := l.measure()
	var roots, alone []int32
	for _, i := range g.order {
		switch {
		case !l.finished && !g.live.has(i), g.nodes[i].State == Missing:
		case !l.hasLinks(i):
			alone = append(alone, i)
		case s.left[i] == 0:
			roots = append(roots, i)
		}
	}
	s.sortForStack(roots)
	for open := roots; len(open) > 0; {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		l.rows = append(l.rows, v)
		at := len(open)
		for _, e := range g.Out(v) {
			if to := g.edges[e].To; s.leadsOn(e) {
				if s.left[to]--; s.left[to] == 0 {
					l.parent[to] = v
					open = append(open, to)
				}
			}
		}
		s.sortForStack(open[at:])
		for _, to := range open[at:] {
			l.depth[to] = l.depth[v] + 1
		}
	}
	l.alone = len(l.rows)
	l.rows = append(l.rows, alone...)
}

// hasLinks reports whether a node has a link that the tree draws or names.
func (l *Tree) hasLinks(v int32) bool {
	shown := func(e int32) bool { return l.g.isDrawn(e, l.finished) || l.g.nodes[l.g.edges[e].From].State == Missing }
	return slices.ContainsFunc(l.g.In(v), shown) || slices.ContainsFunc(l.g.Out(v), shown)
}

// treeMeasures is by what the nodes of a tree are put in order.
type treeMeasures struct {
	l     *Tree
	back  bits
	left  []int32 // how many that a node waits for have no row yet
	ahead []int32 // how many steps the longest way from a node has
	trunk bits    // the longest chain, and a way to its beginning
}

// leadsOn reports whether an edge is shown and no back edge.
func (s *treeMeasures) leadsOn(e int32) bool { return s.l.g.isDrawn(e, s.l.finished) && !s.back.has(e) }

// measure takes the nodes in some order in which each comes after what it waits for, and looks along it and back.
func (l *Tree) measure() *treeMeasures {
	g, n := l.g, len(l.g.nodes)
	s := &treeMeasures{l: l, back: g.waveInfo().back, left: make([]int32, n), ahead: make([]int32, n), trunk: newBits(n)}
	for e := range int32(len(g.edges)) {
		if s.leadsOn(e) {
			s.left[g.edges[e].To]++
		}
	}
	left, order, behind := slices.Clone(s.left), make([]int32, 0, n), make([]int32, n)
	for i := range int32(n) {
		if left[i] == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, e := range g.Out(order[k]) {
			if to := g.edges[e].To; s.leadsOn(e) {
				behind[to] = max(behind[to], behind[order[k]]+1)
				if left[to]--; left[to] == 0 {
					order = append(order, to)
				}
			}
		}
	}
	for _, v := range slices.Backward(order) {
		for _, e := range g.Out(v) {
			if s.leadsOn(e) {
				s.ahead[v] = max(s.ahead[v], s.ahead[g.edges[e].To]+1)
			}
		}
	}
	chain := g.Chain()
	for _, v := range chain {
		s.trunk.add(v)
	}
	for v := slices.Concat(chain, []int32{-1})[0]; v >= 0; { // what its beginning waits for: finished work, where that is shown
		on := int32(-1)
		for _, e := range g.In(v) {
			if from := g.edges[e].From; s.leadsOn(e) && (on < 0 || behind[from] > behind[on]) {
				on = from
			}
		}
		if v = on; v >= 0 {
			s.trunk.add(v)
		}
	}
	return s
}

// sortForStack puts nodes in the order in which they wait on a stack for their rows: the trunk first, so that it comes last, then those
// with the longest ways to go.
func (s *treeMeasures) sortForStack(nodes []int32) {
	slices.SortFunc(nodes, func(x, y int32) int {
		switch onX, onY := s.trunk.has(x), s.trunk.has(y); {
		case onX && !onY:
			return -1
		case onY && !onX:
			return 1
		case s.ahead[x] != s.ahead[y]:
			return cmp.Compare(s.ahead[y], s.ahead[x])
		}
		return cmp.Compare(s.l.g.rank[y], s.l.g.rank[x])
	})
}
