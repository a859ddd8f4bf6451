package graph

// Log is the graph as one line per node, what is waited for above what waits for it, with lanes for the links.
type Log struct {
	// SKELETON
}

// MaxLanes is how many lanes are drawn side by side; further ones are counted.
const MaxLanes = 8

// LogRow is one line.
type LogRow struct {
	Node   int32
	Lane   int    // where the node's mark stands
	Cells  []Cell // the lanes, two cells each; the node's own cell has Text set
	Hidden int    // lanes that are not drawn
}

// Log puts the live nodes, and finished ones where wanted, in an order in which nothing stands above what it waits for,
// loops aside. Making it costs no more than a pass over the graph; rows are worked out when they are asked for.
func (g *Graph) Log(finished bool) *Log { return &Log{} } // SKELETON

// Len is how many rows there are, Row is one of them, Find the row of a node, -1 for none.
func (l *Log) Len() int            { return 0 }        // SKELETON
func (l *Log) Row(i int) LogRow    { return LogRow{} } // SKELETON
func (l *Log) Find(node int32) int { return -1 }       // SKELETON
