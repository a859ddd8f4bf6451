package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// treeLayout is the tree, and the first line that is shown.
type treeLayout struct {
	net      *board.DepGraph
	shape    *graph.Tree
	finished bool
	steps    int
	first    int
	rows     map[int]graph.TreeRow // lines computed so far, by index
	row      func(i int) graph.TreeRow
	fits     finishedFits

	on    tasks.Key // the task that was selected at the last layout,
	alive bool      // whether it was open,
	line  int       // and its line
}

// maxLines is the largest number of computed lines that are kept: a few screens.
const maxLines = 512

// layOutTree makes the tree if it is out of date, and scrolls it.
func (m *Model) layOutTree() {
	l, n := &m.tree, m.net
	if n == nil {
		return
	}
	m.leaveFinished()
	if finished, steps := m.hasFinished(), m.Layout.TreeSteps(); l.net != n || l.finished != finished ||
		l.steps != steps || l.shape == nil {
		l.net, l.finished, l.steps, l.shape, l.rows, l.row = n, finished, steps, n.Tree(finished, steps), nil, l.lineAt
	}
	if at := m.node(n); l.shape.Len() > 0 && at < 0 && !m.scrolled {
		m.GoTo(n, l.shape.Node(0))
	}
	v := m.treeView()
	if m.scrolled {
		v.At = -1
	}
	if m.inUpperThird && l.shape.Len() > 0 {
		v.First, m.inUpperThird = v.At-m.Layout.DepView.Canvas.H/3, false
	}
	l.first = m.Layout.ScrollTree(v)
	if at := m.node(n); at >= 0 {
		l.on, l.alive, l.line = n.Keys[at], n.Live(at), max(l.shape.RowOf(at), 0)
	}
}

// leaveFinished moves the selection off a task that was finished while it was selected. Its line is folded away;
// showing it would unfold all finished tasks.
func (m *Model) leaveFinished() {
	l, n := &m.tree, m.net
	at := m.node(n)
	if at < 0 || n.Live(at) || !l.alive || l.on != n.Keys[at] || m.hasAllFinished() {
		return
	}
	if folded := n.Tree(false, l.steps); folded.Len() > 0 {
		m.GoTo(n, folded.Node(min(l.line, folded.Len()-1)))
	}
}

// hasFinished reports whether finished tasks have lines: all of them do, or the selected task is finished.
func (m *Model) hasFinished() bool {
	if m.hasAllFinished() {
		return true
	}
	at := m.node(m.net)
	return at >= 0 && !m.net.Live(at)
}

// hasAllFinished reports whether finished tasks have lines whatever is selected: the person asked for it, nothing else
// is left or, unless the person folded them away, they fit.
func (m *Model) hasAllFinished() bool {
	t := m.counts.of(m.whole)
	return m.choice.finished || t.linked+t.unlinked == 0 || !m.choice.folded && m.hasRoomForFinished()
}

// finishedFits is whether a screen has room for all lines including finished tasks.
type finishedFits struct {
	net    *board.DepGraph
	layout view.Layout
	is     bool
}

// hasRoomForFinished reports whether the screen has room for the lines of finished tasks. It is computed once for each
// net and layout.
func (m *Model) hasRoomForFinished() bool {
	r, n, l := &m.tree.fits, m.net, m.Layout
	if r.net == n && r.layout == l {
		return r.is
	}
	*r = finishedFits{net: n, layout: l}
	if rows := l.DepView.Canvas.H; n.Len() <= rows && l.Breadth != view.Narrow {
		all := n.Tree(true, l.TreeSteps())
		r.is = l.TreeRows(&view.Tree{Len: all.Len(), Shape: all}) <= rows
	}
	return r.is
}

// Air returns the number of free rows around the news that the view can spare, at most two: of the tree as many as it
// leaves, none while it scrolls; of the picture always two.
func (m *Model) Air() int {
	if m.shown != view.TreeView || m.tree.shape == nil {
		return 2
	}
	l, tree := &m.Layout, m.treeView()
	rows := l.TreeRows(tree)
	if l.Breadth == view.Narrow {
		rows += tree.Len // each task has a second row while there is room
	}
	return min(max(l.DepView.Canvas.H+l.Air-rows, 0), 2)
}

// walkTree moves along the lines; left and right along the links.
func (m *Model) walkTree(n *board.DepGraph, a keymap.Action) {
	l := m.tree.shape
	if l == nil || l.Len() == 0 {
		return
	}
	if a == keymap.Left || a == keymap.Right {
		m.walkLink(n, a == keymap.Right)
		return
	}
	m.GoTo(n, l.Node(host.Move(l.RowOf(m.node(n)), l.Len(), a, m.Layout.DepView.Canvas.H-1)))
}

// treeView returns the tree as values.
func (m *Model) treeView() *view.Tree {
	l := &m.tree
	v := &view.Tree{First: l.first, At: -1}
	if l.shape == nil {
		return v
	}
	v.Len, v.Row, v.Shape = l.shape.Len(), l.row, l.shape
	v.Finished = view.Chip{Count: m.counts.of(m.whole).finished, Key: m.finishedKey, Open: m.hasFinished()}
	if at := m.node(l.net); at >= 0 {
		v.At = l.shape.RowOf(at)
	}
	return v
}

// lineAt returns a line of the tree, computed when it comes into sight.
func (l *treeLayout) lineAt(i int) graph.TreeRow {
	r, known := l.rows[i]
	if !known {
		if l.rows == nil || len(l.rows) >= maxLines {
			l.rows = map[int]graph.TreeRow{}
		}
		r = l.shape.Row(i)
		l.rows[i] = r
	}
	return r
}
