package graph

// Timeline is the graph as one line per node, what is waited for above what waits for it, with lanes for the links.
//
// A lane belongs to one node: it goes down from the node to the last that waits for it, and at the row of each that
// does a branch leads to its mark. Lines of several nodes join in that row only; where a branch passes a lane that has
// nothing to do with it, the lane runs over it. A back edge has a dashed lane of its own, that goes up from the node to
// what waits for it above, with an arrowhead there.
type Timeline struct {
	g        *Graph
	finished bool
	rows     []int32 // the nodes
	row      []int32 // by node, -1 for none
	rails    []rowRails
	hidden   []int32 // lanes that pass each row and are not drawn
	width    int
	chainRow []int32 // by node: the row to which the longest chain goes on from it, -1 for none
}

// MaxRails is how many lanes are drawn side by side; further ones are counted.
const MaxRails = 8

// TimelineRow is one line.
type TimelineRow struct {
	Node   int32
	Rail   int    // where the node's mark stands
	Cells  []Cell // the lanes, two cells each; the node's own cell has Text set
	Hidden int    // lanes that are not drawn
}

// Timeline puts the live nodes, and finished ones where wanted, in an order in which nothing stands above what it waits for,
// loops aside. Redundant edges are not drawn. Making it costs no more than a pass over the graph; the cells of a row
// are worked out when they are asked for.
func (g *Graph) Timeline(finished bool) *Timeline {
	l := &Timeline{g: g, finished: finished, rows: g.timelineOrder(finished), row: make([]int32, len(g.nodes))}
	for i := range l.row {
		l.row[i] = -1
	}
	for k, i := range l.rows {
		l.row[i] = int32(k)
	}
	l.chainRow = make([]int32, len(g.nodes))
	for i := range l.chainRow {
		l.chainRow[i] = -1
	}
	chain := g.Chain()
	for k := 1; k < len(chain); k++ {
		l.chainRow[chain[k-1]] = l.row[chain[k]]
	}
	l.assignRails()
	return l
}

// Len returns how many rows there are.
func (l *Timeline) Len() int { return len(l.rows) }

// Rails returns how many lanes the widest row has, at most MaxLanes: every row has two cells for each.
func (l *Timeline) Rails() int { return l.width }

// Node returns the node of a row.
func (l *Timeline) Node(i int) int32 { return l.rows[i] }

// RowOf returns the row of a node, -1 for none.
func (l *Timeline) RowOf(node int32) int { return int(l.row[node]) }
