// Package graph is the dependency picture of a task directory in numbers and cells: who waits for whom, in which
// waves the work can be done, what closes a loop, where a task stands on the screen and by which cells its links run.
//
// It knows no task, no file, no colour and no terminal, and imports nothing of ours. A task is a Node with a number,
// a link an Edge from what is waited for to what waits. Two projections are made of one Graph: waves (Layout) and
// a line per task (Tree). A Layout is drawn on a Canvas, which
// answers cells with arms; Rune gives the character for a cell.
//
// Everything here is a pure function of its arguments: any order of the same nodes and edges gives the same answer,
// because nodes are ordered by their names.
package graph

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// State is how far a node is.
type State uint8

// The states a node can be in.
const (
	Open     State = iota // not started
	Running               // somebody is on it
	Finished              // completed, skipped or cancelled
	Missing               // no file has this id: something waits for a task that does not exist
)

// Node is a task as the graph sees it.
type Node struct {
	Name  string // who it is, the same in every reading: orders nodes and finds them again in an older Layout
	State State
	Ready bool // its dialect's agents would start it now
}

// Edge is a link between two nodes, by their numbers.
type Edge struct {
	From, To int32 // To waits for From
	Open     bool  // it holds To back, by the meaning of To's dialect
	OneSided bool  // only one of the two files says so
}

// Graph is what is known of some nodes and the links between them. It is immutable, and safe for use by several
// goroutines; what is dear is worked out when it is first asked for.
//
// A live edge is one between two live nodes: what the pictures show. Whether it is Open is not asked where nodes are
// put in order, so a picture is in order whatever the dialects say (but what is Ready stands first); it is asked where work is judged: only Open
// edges make Loops, leave nodes Stuck and count for Behind and StartHere.
type Graph struct {
	nodes []Node
	order []int32 // the nodes in the order of their names
	rank  []int32 // where each node is in order

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
	chain   lazy[chainData]
	starts  lazy[[]int32]
	behind  lazy[[]int32]

	behindWork atomic.Int64 // what calls of Behind have cost so far
}

// kind is what an edge counts for.
type kind uint8

const (
	liveEdge kind = 1 << iota // between live nodes, and its target is not finished
	openEdge                  // alive and open
	sameSide                  // both ends are finished, or neither is
)

// lazy is something that is worked out once, when it is first asked for.
type lazy[T any] struct {
	once sync.Once
	v    T
}

func (l *lazy[T]) get(make func() T) *T {
	l.once.Do(func() { l.v = make() })
	return &l.v
}

// Len returns how many nodes there are, numbered from 0 as they were given.
func (g *Graph) Len() int { return len(g.nodes) }

// Node returns one of them.
func (g *Graph) Node(i int32) Node { return g.nodes[i] }

// Rank returns the place of a node in the order of names, from 0.
func (g *Graph) Rank(i int32) int { return int(g.rank[i]) }

// Order returns the nodes in the order of their names.
func (g *Graph) Order() []int32 { return g.order }

// NodeNamed is the node of a name; false where none has it.
func (g *Graph) NodeNamed(name string) (int32, bool) {
	at, found := slices.BinarySearchFunc(g.order, name, func(i int32, name string) int { return CompareNames(g.nodes[i].Name, name) })
	if !found {
		return -1, false
	}
	return g.order[at], true
}

// Edges returns the links, each once, in the order of the names of their ends.
func (g *Graph) Edges() []Edge { return g.edges }

// In returns the numbers (in Edges) of the links node i waits by; Out of those by which others wait for it. Both are in
// the order of the names of the other ends.
func (g *Graph) In(i int32) []int32 { return g.in[g.inAt[i]:g.inAt[i+1]:g.inAt[i+1]] }

// Out returns the numbers of the links by which others wait for node i.
func (g *Graph) Out(i int32) []int32 { return g.out[g.outAt[i]:g.outAt[i+1]:g.outAt[i+1]] }

// EdgeBetween returns the number of the edge between two nodes, -1 where there is none.
func (g *Graph) EdgeBetween(from, to int32) int32 {
	es := g.Out(from)
	at, found := slices.BinarySearchFunc(es, g.rank[to], func(e, rank int32) int { return int(g.rank[g.edges[e].To] - rank) })
	if !found {
		return -1
	}
	return es[at]
}

// HasSelfLink reports whether a node waits for itself.
func (g *Graph) HasSelfLink(i int32) bool { return g.selfLinked.has(i) }

// Live reports whether a node belongs to the work that is left: it is not finished, or it is and still holds back one that
// is not (a list that must be empty, or a wipe that did not happen).
func (g *Graph) Live(i int32) bool { return g.live.has(i) }

// LiveEdge reports whether an edge is between two live nodes and says something about work that is left. An edge out of a
// finished node is alive only while it holds its target back.
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

// isUnfinished reports whether a node is work that is left.
func (g *Graph) isUnfinished(i int32) bool { return g.nodes[i].State != Finished }

// sortNodes puts nodes in the order of their names.
func (g *Graph) sortNodes(nodes []int32) {
	slices.SortFunc(nodes, func(x, y int32) int { return int(g.rank[x] - g.rank[y]) })
}
