package graph

import (
	"cmp"
	"slices"
)

// Tree shows the graph as an outline: one line per node, below a node that it waits for.
//
// The parent of a node is the one before it on the longest chain, else the blocker that has the longest way behind it,
// which will probably free it last. TreeRow.Also has the other blockers. Nodes below the same parent, and the roots,
// are sorted by the number of nodes that they hold back, with the longest chain first, so that it runs down the left
// edge.
//
// Each node is indented one step more than its parent, and has an arm from a line below that. Deeper nodes than there
// are steps are indented as far as possible, without an arm; TreeRow.Also then lists their parent too.
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
	Node int32
	Mark int // the cell of the node's mark
	// the lines up to the mark, which has Text set; the Node of a line is the node that it comes down from
	Cells []Cell
	Below []Cell  // the lines that continue below, for a row that takes several rows on the screen
	Also  []int32 // the live blockers that are not drawn
	Alone bool    // it has no edges
}

// Tree returns the tree of the live nodes, and of finished ones if wanted. Redundant edges are not drawn. The cells of
// a row are computed by Row.
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
	return l
}

// Len returns the number of rows.
func (t *Tree) Len() int { return len(t.rows) }

// Node returns the node of a row.
func (t *Tree) Node(i int) int32 { return t.rows[i] }

// RowOf returns the row of a node, -1 for none.
func (t *Tree) RowOf(node int32) int { return int(t.row[node]) }

// Alone returns the first row of a node without links. They are the last ones.
func (t *Tree) Alone() int { return t.alone }

// Children returns the children of a node, in the order of their rows.
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

// placeNodes chooses the parents and the rows of all nodes, with those without edges last.
func (t *Tree) placeNodes() {
	g := t.g
	s := t.measure()
	var roots, alone []int32
	for _, i := range g.order {
		switch {
		case !t.finished && !g.live.has(i), g.nodes[i].State == Missing:
		case !t.hasLinks(i):
			alone = append(alone, i)
		default:
			if t.parent[i] = s.parentOf(i); t.parent[i] < 0 {
				roots = append(roots, i)
			}
		}
	}
	t.collectChildren(s)
	s.sort(roots)
	open := slices.Clone(roots)
	slices.Reverse(open)
	for len(open) > 0 {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		t.row[v] = int32(len(t.rows))
		t.rows = append(t.rows, v)
		for _, to := range slices.Backward(t.Children(v)) {
			t.depth[to] = t.depth[v] + 1
			open = append(open, to)
		}
	}
	t.alone = len(t.rows)
	for _, v := range alone {
		t.row[v] = int32(len(t.rows))
		t.rows = append(t.rows, v)
	}
}

// collectChildren sorts the nodes by their parents.
func (t *Tree) collectChildren(s *treeMeasures) {
	t.childAt, t.children = make([]int32, len(t.parent)+1), make([]int32, len(t.parent))
	for _, p := range t.parent {
		if p >= 0 {
			t.childAt[p+1]++
		}
	}
	prefixSums(t.childAt)
	next := slices.Clone(t.childAt)
	for v, p := range t.parent {
		if p >= 0 {
			t.children[next[p]] = int32(v)
			next[p]++
		}
	}
	for v := range t.parent {
		s.sort(t.Children(int32(v)))
	}
}

// hasLinks reports whether a node has an edge that the tree draws or names.
func (t *Tree) hasLinks(v int32) bool {
	shown := func(e int32) bool { return t.g.isDrawn(e, t.finished) || t.g.nodes[t.g.edges[e].From].State == Missing }
	return slices.ContainsFunc(t.g.In(v), shown) || slices.ContainsFunc(t.g.Out(v), shown)
}

// treeMeasures is what the order of the nodes in a tree depends on.
type treeMeasures struct {
	l      *Tree
	back   bits
	before []int32 // by node: the length of the longest path to it
	holds  []int32 // by node: the number of nodes that it holds back
	trunk  bits    // the longest chain, and a path to its beginning
}

// leadsOn reports whether an edge is drawn and no back edge.
func (s *treeMeasures) leadsOn(e int32) bool { return s.l.g.isDrawn(e, s.l.finished) && !s.back.has(e) }

// measure computes the measures, in topological order.
func (t *Tree) measure() *treeMeasures {
	g, n := t.g, len(t.g.nodes)
	s := &treeMeasures{l: t, back: g.waveInfo().back, before: make([]int32, n), trunk: newBits(n)}
	s.holds = *g.behind.get(g.countBehindEach)
	left, order := make([]int32, n), make([]int32, 0, n)
	for e := range int32(len(g.edges)) {
		if s.leadsOn(e) {
			left[g.edges[e].To]++
		}
	}
	for i := range int32(n) {
		if left[i] == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, e := range g.Out(order[k]) {
			if to := g.edges[e].To; s.leadsOn(e) {
				s.before[to] = max(s.before[to], s.before[order[k]]+1)
				if left[to]--; left[to] == 0 {
					order = append(order, to)
				}
			}
		}
	}
	chain := g.Chain()
	for _, v := range chain {
		s.trunk.add(v)
	}
	if len(chain) > 0 { // the finished nodes before the chain, if they are drawn
		for v := s.parentOf(chain[0]); v >= 0; v = s.parentOf(v) {
			s.trunk.add(v)
		}
	}
	return s
}

// parentOf returns the parent of a node, -1 for a root.
func (s *treeMeasures) parentOf(v int32) int32 {
	g, parent := s.l.g, int32(-1)
	for _, e := range g.In(v) {
		from := g.edges[e].From
		if !s.leadsOn(e) {
			continue
		}
		if next, on := s.l.chain[from]; on && next == v {
			return from
		}
		if parent < 0 || s.compareParents(from, parent) < 0 {
			parent = from
		}
	}
	return parent
}

// compareParents orders the blockers of a node: the one with the longest way to it first.
func (s *treeMeasures) compareParents(x, y int32) int {
	return cmp.Or(cmp.Compare(s.before[y], s.before[x]), s.compare(x, y))
}

// sort sorts nodes in the order of their rows.
func (s *treeMeasures) sort(nodes []int32) { slices.SortFunc(nodes, s.compare) }

// compare orders nodes by their weight: the longest chain first, then those that hold back most, then by name.
func (s *treeMeasures) compare(x, y int32) int {
	switch onX, onY := s.trunk.has(x), s.trunk.has(y); {
	case onX && !onY:
		return -1
	case onY && !onX:
		return 1
	}
	return cmp.Or(cmp.Compare(s.holds[y], s.holds[x]), cmp.Compare(s.l.g.rank[x], s.l.g.rank[y]))
}
