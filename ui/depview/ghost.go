package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
)

// Ghost returns the selected id that no file has, by its name in the graph; false where none is.
func (m *Model) Ghost() (string, bool) { return m.ghost, m.Showing() && m.ghost != "" }

// GhostLinks returns the selected id that no file has and what waits for it, false where no such id is selected.
func (m *Model) GhostLinks() (id tasks.ID, waiting []board.LinkEnd, ok bool) {
	name, is := m.Ghost()
	n := m.ShownGraph()
	i, ok := findName(n, name)
	if !is || !ok || n.Node(i).State != graph.Missing {
		return tasks.ID{}, nil, false
	}
	for _, w := range neighbours(n, i, true) {
		k := n.Keys[w]
		waiting = append(waiting, board.LinkEnd{ID: n.IDs[w], Key: k, Task: m.Board().Task(k)})
	}
	return n.IDs[i], waiting, true
}

// ForgetGhost ends the selection of an id that no file has: a task is selected in its place.
func (m *Model) ForgetGhost() { m.ghost = "" }

// findName finds an id that no file has by its name in the net.
func findName(n *board.DepGraph, name string) (int32, bool) {
	if name == "" || n == nil {
		return -1, false
	}
	if i, ok := n.NodeNamed(name); ok && n.Keys[i] == (tasks.Key{}) {
		return i, true
	}
	return -1, false
}
