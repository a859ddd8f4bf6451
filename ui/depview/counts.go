package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
)

// counts is the number of nodes of a net that the picture draws or folds away, by kind.
type counts struct {
	net                        *board.DepGraph
	linked, unlinked, finished int
}

// of counts the nodes of a net, and keeps the last result.
func (c *counts) of(n *board.DepGraph) counts {
	if c.net == n {
		return *c
	}
	t := counts{net: n}
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
	*c = t
	return t
}
