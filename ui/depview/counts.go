package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
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

// Counts returns how many tasks there are of each kind, with what is supposed.
func (m *Model) Counts() view.Counts { return m.counts }

// countAll counts the tasks of each kind of the whole board, with what is supposed of those in the picture.
func (m *Model) countAll() view.Counts {
	var c view.Counts
	m.countStates(&c, m.whole, false, 1)
	if m.what.on {
		m.countStates(&c, m.net, true, 1)
		m.countStates(&c, m.real, false, -1)
	}
	return c
}

// countStates counts the tasks of each kind in a net, by so much each.
func (m *Model) countStates(c *view.Counts, n *board.DepGraph, supposed bool, by int) {
	if n == nil {
		return
	}
	for i := range int32(n.Len()) {
		if n.Keys[i] == (tasks.Key{}) {
			continue
		}
		state := phrase.State(n.States[i])
		if m.holding() {
			state = phrase.State(m.Board().State(n.Keys[i]))
		}
		if supposed {
			state = stateIf(n, i, state)
		}
		switch state {
		case view.Done, view.Skipped:
			c.Done += by
		case view.Failed:
			c.Failed += by
		case view.Unknown, view.Broken:
			c.Unclear += by
		case view.Running:
			c.Running += by
		case view.Ready:
			c.Ready += by
		case view.Waiting, view.Missing, view.Stuck:
			c.Blocked += by
		}
	}
}
