package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// logged is the log, and the first line that is shown.
type logged struct {
	net      *board.DepGraph
	log      *graph.Tree
	finished bool
	steps    int
	first    int
	rows     map[int]graph.TreeRow // those that were drawn, by their numbers
	row      func(i int) graph.TreeRow
	roomy    roomy

	on    tasks.Key // the selected task when the lines were ordered last,
	alive bool      // whether it was work that is left,
	line  int       // and where it stood
}

// mostLines is how many lines are kept: some screens full.
const mostLines = 512

// order makes the log anew where it is not as it should be, and scrolls it.
func (m *Model) order() {
	l, n := &m.log, m.net
	if n == nil {
		return
	}
	m.leaveFinished()
	if finished, steps := m.logsFinished(), m.Layout().TreeSteps(); l.net != n || l.finished != finished || l.steps != steps || l.log == nil {
		l.net, l.finished, l.steps, l.log, l.rows, l.row = n, finished, steps, n.Tree(finished, steps), nil, l.drawn
	}
	if at := m.node(n); l.log.Len() > 0 && (at < 0 || l.log.RowOf(at) < 0) && !m.loose {
		m.GoTo(n, l.log.Node(0))
	}
	v := m.logView()
	if m.loose {
		v.At = -1
	}
	if m.toUpperThird && l.log.Len() > 0 {
		v.First, m.toUpperThird = v.At-m.Layout().DepView.Canvas.H/3, false
	}
	l.first = m.Layout().ScrollTree(v)
	if at := m.node(n); at >= 0 {
		l.on, l.alive, l.line = n.Keys[at], n.Live(at), max(l.log.RowOf(at), 0)
	}
}

// leaveFinished selects the line behind a task that was finished while it was selected: its own line is folded away, and
// to show it all others that are finished would unfold.
func (m *Model) leaveFinished() {
	l, n := &m.log, m.net
	at := m.node(n)
	if at < 0 || n.Live(at) || !l.alive || l.on != n.Keys[at] || m.logsAllFinished() {
		return
	}
	if folded := n.Tree(false, l.steps); folded.Len() > 0 {
		m.GoTo(n, folded.Node(min(l.line, folded.Len()-1)))
	}
}

// logsFinished reports whether finished work has lines too: where all of it has, and where the selected task is finished.
func (m *Model) logsFinished() bool {
	if m.logsAllFinished() {
		return true
	}
	at := m.node(m.net)
	return at >= 0 && !m.net.Live(at)
}

// logsAllFinished reports whether finished work has lines whatever is selected: where it is asked for, where nothing else is left, and, unless
// somebody folded it away, where the screen has room for it.
func (m *Model) logsAllFinished() bool {
	t := m.tallied(m.whole)
	return m.finished || t.linked+t.unlinked == 0 || !m.folded && m.hasRoomForFinished()
}

// roomy is whether a screen has room for all lines of an order.
type roomy struct {
	net    *board.DepGraph
	layout view.Layout
	is     bool
}

// hasRoomForFinished reports whether rows are left for what is done, worked out anew for another board or screen.
func (m *Model) hasRoomForFinished() bool {
	r, n, l := &m.log.roomy, m.net, m.Layout()
	if r.net == n && r.layout == l {
		return r.is
	}
	*r = roomy{net: n, layout: l}
	if rows := l.DepView.Canvas.H; n.Len() <= rows {
		all := n.Tree(true, l.TreeSteps())
		r.is = l.TreeRows(&view.Tree{Len: all.Len(), Row: all.Row}) <= rows
	}
	return r.is
}

// walkLog moves along the lines; left and right along the links.
func (m *Model) walkLog(n *board.DepGraph, a keymap.Action) {
	l := m.log.log
	if l == nil || l.Len() == 0 {
		return
	}
	if a == keymap.Left || a == keymap.Right {
		m.walkLink(n, a == keymap.Right)
		return
	}
	m.GoTo(n, l.Node(host.Move(l.RowOf(m.node(n)), l.Len(), a, m.Layout().DepView.Canvas.H-1)))
}

// logView is the log as values.
func (m *Model) logView() *view.Tree {
	l := &m.log
	v := &view.Tree{First: l.first, At: -1}
	if l.log == nil {
		return v
	}
	v.Len, v.Row, v.Shape = l.log.Len(), l.row, l.log
	v.Finished = view.Chip{Count: m.tallied(m.whole).finished, Key: m.finishedKey, Open: m.logsFinished()}
	if at := m.node(l.net); at >= 0 {
		v.At = l.log.RowOf(at)
	}
	return v
}

// drawn is a line of the log. Lines are worked out when they come into sight, and kept for a while.
func (l *logged) drawn(i int) graph.TreeRow {
	r, known := l.rows[i]
	if !known {
		if l.rows == nil || len(l.rows) >= mostLines {
			l.rows = map[int]graph.TreeRow{}
		}
		r = l.log.Row(i)
		l.rows[i] = r
	}
	return r
}
