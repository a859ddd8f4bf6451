package graph

import (
	"cmp"
	"slices"
)

// Tree shows the graph as an outline: one line per node, below the nodes that it waits for.
//
// The parent of a node is the last of its blockers, which frees it. The last child of a node is its main child, with the
// longest way to go: the longest chain goes from one main child to the next. TreeRow.Also has the other blockers of a node.
//
// Each node is indented one step more than its parent, and has an arm from a line below that. Deeper nodes than there are
// steps are indented as far as possible, without an arm; TreeRow.Also then lists their parent too.
type Tree struct {
	g        *Graph
	finished bool
	steps    int32           // the deepest indentation
	rows     []int32         // the nodes
	row      []int32         // by node, -1 for none
	parent   []int32         // by node, -1 for none
	depth    []int32         // by node: its distance from its root
	childAt  []int32         // by node: the index of its first child in children
	children []int32         // in the order of their rows
	alone    int             // the first row of a node without links
	chain    map[int32]int32 // along the longest chain
}

// TreeSteps is the deepest indentation for output without a width.
const TreeSteps = 24

// stepWidth is the cells of a step: the line and the arm.
const stepWidth = 2

// TreeRow is a row of a Tree.
type TreeRow struct {
	Node  int32
	Mark  int     // the cell of the node's mark
	Cells []Cell  // the lines up to the mark, which has Text set; the Node of a line is the node that it comes down from
	Below []Cell  // the lines that continue below, for a row that takes several rows on the screen
	Also  []int32 // the live blockers that are not drawn
	Apart bool    // there is a free row above it
	Alone bool    // it has no edges
}

// Tree returns the tree of the live nodes, and of finished ones if wanted. Each node is below its blockers, unless they are in
// a loop. Redundant edges are not drawn. It takes linear time; the cells of a row are computed by Row.
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

// Len returns the number of rows.
func (t *Tree) Len() int { return len(t.rows) }

// Node returns the node of a row.
func (t *Tree) Node(i int) int32 { return t.rows[i] }

// RowOf returns the row of a node, -1 for none.
func (t *Tree) RowOf(node int32) int { return int(t.row[node]) }

// Children returns the children of a node, in the order of their rows: the last is its main child.
func (t *Tree) Children(node int32) []int32 {
	return t.children[t.childAt[node]:t.childAt[node+1]:t.childAt[node+1]]
}

// Edge returns the edge from the parent of a node, -1 for none.
func (t *Tree) Edge(node int32) int32 {
	if t.parent[node] < 0 {
		return -1
	}
	return t.g.EdgeBetween(t.parent[node], node)
}

// isDrawn reports whether a tree draws an edge. A missing node is named in the row of the node that waits for it.
func (g *Graph) isDrawn(e int32, finished bool) bool {
	return (finished || g.kind[e]&liveEdge != 0) && !g.Redundant(e) && g.nodes[g.edges[e].From].State != Missing
}

// placeNodes chooses the rows of all nodes, with those without edges last.
func (t *Tree) placeNodes() {
	g := t.g
	s := t.measure()
	var roots, alone []int32
	for _, i := range g.order {
		switch {
		case !t.finished && !g.live.has(i), g.nodes[i].State == Missing:
		case !t.hasLinks(i):
			alone = append(alone, i)
		case s.left[i] == 0:
			roots = append(roots, i)
		}
	}
	s.sortForStack(roots)
	for open := roots; len(open) > 0; {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		t.rows = append(t.rows, v)
		at := len(open)
		for _, e := range g.Out(v) {
			if to := g.edges[e].To; s.leadsOn(e) {
				if s.left[to]--; s.left[to] == 0 {
					t.parent[to] = v
					open = append(open, to)
				}
			}
		}
		s.sortForStack(open[at:])
		for _, to := range open[at:] {
			t.depth[to] = t.depth[v] + 1
		}
	}
	t.alone = len(t.rows)
	t.rows = append(t.rows, alone...)
}

// hasLinks reports whether a node has an edge that the tree draws or names.
func (t *Tree) hasLinks(v int32) bool {
	shown := func(e int32) bool { return t.g.isDrawn(e, t.finished) || t.g.nodes[t.g.edges[e].From].State == Missing }
	return slices.ContainsFunc(t.g.In(v), shown) || slices.ContainsFunc(t.g.Out(v), shown)
}

// treeMeasures is what the order of the nodes in a tree depends on.
type treeMeasures struct {
	l     *Tree
	back  bits
	left  []int32 // by node: the number of its blockers without a row yet
	ahead []int32 // by node: the length of the longest path from it
	trunk bits    // the longest chain, and a path to its beginning
}

// leadsOn reports whether an edge is drawn and no back edge.
func (s *treeMeasures) leadsOn(e int32) bool { return s.l.g.isDrawn(e, s.l.finished) && !s.back.has(e) }

// measure computes the measures, in topological order forwards and backwards.
func (t *Tree) measure() *treeMeasures {
	g, n := t.g, len(t.g.nodes)
	s := &treeMeasures{l: t, back: g.waveInfo().back, left: make([]int32, n), ahead: make([]int32, n), trunk: newBits(n)}
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
	for v := slices.Concat(chain, []int32{-1})[0]; v >= 0; { // the finished nodes before the chain, if they are drawn
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

// sortForStack sorts nodes for a stack, the reverse of the order of their rows: the trunk first, then those with the longest
// paths.
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
