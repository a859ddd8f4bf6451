// Package graph analyses the dependencies of tasks and lays them out: which tasks wait for which, in which waves the
// work can be done, which links close loops, where the boxes of a picture are and along which cells its lines run.
//
// It knows no tasks, files, colours or terminals, and imports no other package of this module. A Node has a number; an
// Edge leads from a blocker to the node that waits for it. There are two views of a Graph: the picture in waves
// (Layout) and the outline (Tree). A Layout is drawn on a Canvas of cells; Rune returns the character for a cell.
//
// All results are pure functions of the nodes and edges, whatever their order: nodes are sorted by name.
package graph

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// State is the state of a node.
type State uint8

// The states a node can be in.
const (
	Open     State = iota // not started
	Running               // in progress
	Finished              // completed, skipped or cancelled
	Missing               // a task that does not exist, for which another one waits
)

// Node is a task.
type Node struct {
	Name  string // unique and stable: nodes are sorted by it, and found by it in an older Layout
	State State
	Ready bool // its dialect's agents would start it now
}

// Edge is a link between two nodes, by their numbers.
type Edge struct {
	From, To int32 // To waits for From
	Open     bool  // it holds To back, by the rules of To's dialect
	OneSided bool  // only one of the two files has it
}

// Graph is a set of nodes and the edges between them. It is immutable and safe for concurrent use. Expensive results
// are computed when they are first needed.
//
// A live edge is one between two live nodes, which the picture shows. The order of nodes in the picture depends on all
// live edges, Open or not, except that Ready nodes come first. Only Open edges make Loops and Stuck nodes and count for
// Behind and StartHere.
type Graph struct {
	nodes []Node
	order []int32 // the nodes in the order of their names
	rank  []int32 // by node: its index in order

	edges      []Edge
	kind       []kind
	outAt      []int32 // edges from node i are numbers outAt[i] to outAt[i+1] of out
	out        []int32
	inAt       []int32
	in         []int32
	selfLinked bits
	selfHeld   bits // nodes that wait for themselves by an open link
	live       bits

	waves   lazy[waveData]
	loops   lazy[loopData]
	reduced lazy[bits]
	chain   lazy[[]int32]
	starts  lazy[[]int32]
	behind  lazy[[]int32]

	behindWork atomic.Int64 // the cost of all calls of Behind so far
}

// kind is a set of properties of an edge.
type kind uint8

const (
	liveEdge kind = 1 << iota // between live nodes, and its target is not finished
	openEdge                  // alive and open
	sameSide                  // both ends are finished, or neither is
)

// lazy is a value that is computed when it is first needed.
type lazy[T any] struct {
	once sync.Once
	v    T
}

func (l *lazy[T]) get(make func() T) *T {
	l.once.Do(func() { l.v = make() })
	return &l.v
}

// Len returns the number of nodes. They are numbered from 0 in the order in which New got them.
func (g *Graph) Len() int { return len(g.nodes) }

// Node returns a node.
func (g *Graph) Node(i int32) Node { return g.nodes[i] }

// Rank returns the index of a node in Order.
func (g *Graph) Rank(i int32) int { return int(g.rank[i]) }

// Order returns the nodes in the order of their names.
func (g *Graph) Order() []int32 { return g.order }

// NodeNamed returns the node with a name, false if there is none.
func (g *Graph) NodeNamed(name string) (int32, bool) {
	at, found := slices.BinarySearchFunc(g.order, name, func(i int32, name string) int {
		return CompareNames(g.nodes[i].Name, name)
	})
	if !found {
		return -1, false
	}
	return g.order[at], true
}

// Edges returns the edges, each once, sorted by the names of their ends.
func (g *Graph) Edges() []Edge { return g.edges }

// In returns the indices (in Edges) of the edges to node i, sorted by the names of the other ends.
func (g *Graph) In(i int32) []int32 { return g.in[g.inAt[i]:g.inAt[i+1]:g.inAt[i+1]] }

// Out returns the indices of the edges from node i, sorted likewise.
func (g *Graph) Out(i int32) []int32 { return g.out[g.outAt[i]:g.outAt[i+1]:g.outAt[i+1]] }

// EdgeBetween returns the index of the edge between two nodes, -1 for none.
func (g *Graph) EdgeBetween(from, to int32) int32 {
	es := g.Out(from)
	at, found := slices.BinarySearchFunc(es, g.rank[to], func(e, rank int32) int {
		return int(g.rank[g.edges[e].To] - rank)
	})
	if !found {
		return -1
	}
	return es[at]
}

// HasSelfLink reports whether a node waits for itself.
func (g *Graph) HasSelfLink(i int32) bool { return g.selfLinked.has(i) }

// Live reports whether a node is unfinished, or finished and still holds back one that is not (in a dialect in which a
// list has to be empty, or after a wipe that did not happen).
func (g *Graph) Live(i int32) bool { return g.live.has(i) }

// LiveEdge reports whether an edge leads to an unfinished node, from an unfinished one or from one that holds it back.
func (g *Graph) LiveEdge(e int32) bool { return g.kind[e]&liveEdge != 0 }

// Linked reports whether a live node has a link to another live node.
func (g *Graph) Linked(i int32) bool {
	return slices.ContainsFunc(g.Out(i), g.LiveEdge) || slices.ContainsFunc(g.In(i), g.LiveEdge)
}

// neighbours returns the edges of a node on one side, and the nodes at their other ends.
func (g *Graph) neighbours(i int32, down bool) iter.Seq2[int32, int32] {
	return func(yield func(e, other int32) bool) {
		if down {
			for _, e := range g.Out(i) {
				if !yield(e, g.edges[e].To) {
					return
				}
			}
			return
		}
		for _, e := range g.In(i) {
			if !yield(e, g.edges[e].From) {
				return
			}
		}
	}
}

// isUnfinished reports whether a node is not finished.
func (g *Graph) isUnfinished(i int32) bool { return g.nodes[i].State != Finished }

// sortNodes sorts nodes by name.
func (g *Graph) sortNodes(nodes []int32) {
	slices.SortFunc(nodes, func(x, y int32) int { return int(g.rank[x] - g.rank[y]) })
}
