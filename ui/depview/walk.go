package depview

import (
	"slices"
	"strconv"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
)

// walkLink goes to the first task that the selected one waits for or, if out is true, that waits for it. It returns
// their number.
func (m *Model) walkLink(n *board.DepGraph, out bool) int {
	at := m.node(n)
	if at < 0 {
		m.Warn("No task is selected")
		return 0
	}
	all := neighbours(n, at, out)
	switch {
	case len(all) == 0:
		m.Info(m.nodeName(n, at) + nothingThere(out))
	case n.Keys[all[0]] == (tasks.Key{}):
		m.Warn("It waits for " + n.IDs[all[0]].Text + ", which no file has: " + m.KeyOf(keymap.Unlink) + " unlinks it")
		return 0
	case m.Showing():
		m.GoTo(n, all[0])
	default:
		m.Reveal(n.Keys[all[0]])
	}
	return len(all)
}

// nothingThere returns the end of a sentence about a task without neighbours on a side.
func nothingThere(out bool) string {
	if out {
		return " is waited for by nothing"
	}
	return " waits for nothing"
}

// neighbours returns the nodes at the other ends of a node's links, open tasks first.
func neighbours(n *board.DepGraph, at int32, out bool) []int32 {
	var all []int32
	edges := n.Edges()
	for _, e := range links(n, at, out) {
		to := edges[e].From
		if out {
			to = edges[e].To
		}
		if to != at {
			all = append(all, to)
		}
	}
	slices.SortStableFunc(all, func(x, y int32) int {
		switch {
		case n.Live(x) == n.Live(y):
			return 0
		case n.Live(x):
			return -1
		}
		return 1
	})
	return all
}

// ToBlocker goes to a task that the selected one waits for, an open one first, in any view. It reports whether there is
// one.
func (m *Model) ToBlocker() bool {
	m.rebuildGraph()
	all := m.walkLink(m.ShownGraph(), false)
	if all > 1 {
		m.Info("One of " + strconv.Itoa(all) + ": " + m.KeyOf(keymap.Link) + " lists them all")
	}
	return all > 0
}

// nodeName returns the name of a node in a sentence.
func (m *Model) nodeName(n *board.DepGraph, i int32) string {
	if n.Keys[i] == (tasks.Key{}) {
		return n.IDs[i].Text
	}
	return m.Board.ShortID(n.Keys[i])
}
