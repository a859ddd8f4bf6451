package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
)

// tally is how many nodes of a net there are of each kind that a graph draws or folds away.
type tally struct {
	net                        *board.DepGraph
	linked, unlinked, finished int
}

// tallied counts the nodes of a net once.
func (m *Model) tallied(n *board.DepGraph) tally {
	if n == nil || m.tally.net == n {
		return m.tally
	}
	t := tally{net: n}
	for i := range int32(n.Len()) {
		switch {
		case n.Node(i).State == graph.Missing:
		case !n.Live(i):
			t.finished++
		case n.Linked(i):
			t.linked++
		default:
			t.unlinked++
		}
	}
	m.tally = t
	return t
}
