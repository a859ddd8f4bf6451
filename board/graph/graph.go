package graph

// State is how far a node is.
type State uint8

// The states a node can be in.
const (
	Open     State = iota // not started
	Running               // somebody is on it
	Finished              // completed, skipped or cancelled
	Ghost                 // no file has this id: something waits for a task that does not exist
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

// Graph is what is known of some nodes and the links between them. It is immutable.
type Graph struct {
	nodes []Node
	edges []Edge
}

// New makes the graph of nodes and edges. An edge that is there twice counts once, one from a node to itself is a mark
// on the node (Self) and no edge. Edges may name ghosts only as what is waited for.
func New(nodes []Node, edges []Edge) *Graph { return &Graph{nodes: nodes, edges: edges} } // SKELETON

// Len is how many nodes there are, numbered from 0 as they were given.
func (g *Graph) Len() int { return len(g.nodes) }

// Node is one of them.
func (g *Graph) Node(i int32) Node { return g.nodes[i] }

// Edges are the links, each once, in the order of the names of their ends.
func (g *Graph) Edges() []Edge { return g.edges }

// In are the numbers (in Edges) of the links node i waits by; Out of those by which others wait for it.
func (g *Graph) In(i int32) []int32  { return nil } // SKELETON
func (g *Graph) Out(i int32) []int32 { return nil } // SKELETON

// Self says that a node waits for itself.
func (g *Graph) Self(i int32) bool { return false } // SKELETON

// Live says that a node belongs to the work that is left: it is not finished, or it is and still holds back one that
// is not (a list that must be empty, or a wipe that did not happen).
func (g *Graph) Live(i int32) bool { return g.nodes[i].State != Finished } // SKELETON

// Linked says that a live node has a link to another live node.
func (g *Graph) Linked(i int32) bool { return false } // SKELETON

// Redundant says that a longer path says the same as this edge. An edge within a loop never is.
func (g *Graph) Redundant(e int32) bool { return false } // SKELETON

// Back says that this edge closes a loop, and is drawn as a return line. Without the back edges there are no loops.
func (g *Graph) Back(e int32) bool { return false } // SKELETON

// Wave is in which wave a live node can be done: 1 is now, 2 is after something of wave 1 is finished, and so on; 0 for
// finished ones that hold nothing back.
func (g *Graph) Wave(i int32) int { return 0 } // SKELETON

// Waves is the last wave, 0 when nothing is left to do.
func (g *Graph) Waves() int { return 0 } // SKELETON

// Loops are the loops among live nodes, one for each set of nodes that wait for each other: the shortest way round,
// beginning with the node whose name is first. Each node waits for... the one before it; the first for the last.
func (g *Graph) Loops() [][]int32 { return nil } // SKELETON

// Loop is which of Loops a node is tangled in, -1 for none: it is in the same set of nodes that wait for each other,
// be it on the shortest way round or not. A node that only waits for itself is in none.
func (g *Graph) Loop(i int32) int { return -1 } // SKELETON

// Stuck says that a node is in a loop, waits for itself, or is behind such a node.
func (g *Graph) Stuck(i int32) bool { return false } // SKELETON

// Set is a set of nodes.
type Set struct{ bits []uint64 }

// Has says whether a node is in the set.
func (s Set) Has(i int32) bool {
	w := int(i) / 64
	return w < len(s.bits) && s.bits[w]>>(uint(i)%64)&1 == 1
}

// Len is how many are in it.
func (s Set) Len() int { return 0 } // SKELETON

// Upstream are all live nodes that i waits for, through any number of others; Downstream all that wait for it. Neither
// has i itself, unless it is in a loop.
func (g *Graph) Upstream(i int32) Set   { return Set{} } // SKELETON
func (g *Graph) Downstream(i int32) Set { return Set{} } // SKELETON

// Behind is how many unfinished nodes wait for i, through any number of others.
func (g *Graph) Behind(i int32) int { return 0 } // SKELETON

// Chain is the longest chain of unfinished work, from a node that waits for nothing unfinished to the last one, of
// those of equal length the one whose names are first; nil where no link is left. Every step is an edge that is not
// Redundant and not Back.
func (g *Graph) Chain() []int32 { return nil } // SKELETON

// StartHere are the nodes that can be started or are being worked on, the one with the most work waiting behind it first.
func (g *Graph) StartHere(limit int) []int32 { return nil } // SKELETON

// Path is the shortest way along edges from one node to another, both included; nil when there is none.
func (g *Graph) Path(from, to int32) []int32 { return nil } // SKELETON

// With is the graph with an edge more, Without with one less (by its ends), Suppose with some nodes finished: what if.
// Node numbers stay.
func (g *Graph) With(e Edge) *Graph            { return g } // SKELETON
func (g *Graph) Without(from, to int32) *Graph { return g } // SKELETON
func (g *Graph) Suppose(done []int32) *Graph   { return g } // SKELETON

// Shift is a node whose wave is another in a second graph of the same nodes.
type Shift struct {
	Node          int32
	Before, After int // waves
}

// Shifts are the nodes that stand in another wave in after, in the order of waves and names.
func (g *Graph) Shifts(after *Graph) []Shift { return nil } // SKELETON

// Around are the live nodes within depth steps of i: what it waits for at 1, 2, ... steps, and what waits for it. A node
// is in the nearest of the sets only. Redundant edges do not count.
func (g *Graph) Around(i int32, depth int) (up, down [][]int32) { return nil, nil } // SKELETON
