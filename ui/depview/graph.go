package depview

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// laid is the picture as it was laid out last, with the net its numbers are of.
type laid struct {
	net    *board.DepGraph
	layout *graph.Layout
	how    fitted
	scale  view.Scale
}

// fresh is a picture that was laid out to see whether it fits.
type fresh struct {
	of     *board.DepGraph
	how    fitted
	layout *graph.Layout
	scale  view.Scale
}

// fitted is what a layout was made for: its options without Previous, and the cells it has.
type fitted struct {
	options graph.Options
	w, h    int
}

// fitted returns what a layout would be made for now.
func (m *Model) fitted() fitted {
	return fitted{m.graphOptions(), m.Layout().DepView.Canvas.W, m.Layout().H}
}

// layOut lays the picture out where it is not yet as it should be. Where it has outgrown the screen the tree is shown in its place.
func (m *Model) layOut() {
	l := &m.laid
	if m.net == nil {
		return
	}
	if at := m.node(m.net); at >= 0 && m.net.Keys[at] != (tasks.Key{}) && m.net.Live(at) && !m.net.Linked(at) && m.invite(m.net.Keys[at]) {
		m.keep() // the picture has its cursor in it, wherever the person comes from
	}
	how := m.fitted()
	if l.net == m.net && l.how == how && l.layout != nil {
		return
	}
	if f := m.fresh; f.of != m.net || f.how != how {
		if !m.pictureFits() && len(m.told) == 0 && !(m.form == picture && m.chooseNear()) {
			m.shown, m.toUpperThird = view.TreeView, true
			m.Relayout()
			m.order()
			return
		}
	}
	if f := m.fresh; f.layout != nil {
		*l = laid{m.net, f.layout, m.fitted(), f.scale}
	}
}

// walk moves the selection in the picture that is shown.
func (m *Model) walk(a keymap.Action) tea.Cmd {
	switch n := m.ShownGraph(); {
	case n == nil || n.Len() == 0:
	case m.shown == view.GraphView && m.laid.layout != nil:
		at := m.node(n)
		to, ok := walkBoxes(n, m.laid.layout, at, a, m.Layout().DepView.Canvas.H)
		switch {
		case ok && to != at:
			m.GoTo(n, to)
		case n == m.near.net:
			m.leaveSurroundings(a)
		}
	case m.shown == view.TreeView:
		m.walkLog(n, a)
	}
	return nil
}

// leaveSurroundings goes on to the next task of the tree, up or down, where the neighbourhood that is drawn has no further one.
func (m *Model) leaveSurroundings(a keymap.Action) {
	by := map[keymap.Action]int{keymap.Up: -1, keymap.PageUp: -1, keymap.Down: 1, keymap.PageDown: 1}[a]
	tree := m.whole.Tree(m.finished, graph.TreeSteps)
	if row := tree.RowOf(m.node(m.whole)) + by; by != 0 && row >= 0 && row < tree.Len() {
		m.GoTo(m.whole, tree.Node(row))
	}
}

// walkBoxes is where an action leads from a box: left and right along the links to the box that is nearest in height,
// where there is no link to the nearest box of the wave beside; up and down within the wave.
func walkBoxes(n *board.DepGraph, l *graph.Layout, at int32, a keymap.Action, page int) (int32, bool) {
	box, drawn := l.Box(at)
	if !drawn { // folded away
		if at >= 0 && (a == keymap.Left || a == keymap.Right) {
			if to := along(n, l, at, a == keymap.Right); len(to) > 0 {
				return to[0], true
			}
		}
		return firstBox(l)
	}
	switch a {
	case keymap.Left, keymap.Right:
		if to, ok := nearest(l, box, along(n, l, at, a == keymap.Right)); ok {
			return to, true
		}
		by := -1
		if a == keymap.Right {
			by = 1
		}
		for c := box.Column + by; c >= 0 && c < len(l.Columns); c += by {
			if to, ok := nearest(l, box, inColumn(l, c)); ok {
				return to, true
			}
		}
		return 0, false
	}
	wave := inColumn(l, box.Column)
	i := slices.Index(wave, at)
	switch a {
	case keymap.First:
		i = 0
	case keymap.Last:
		i = len(wave) - 1
	case keymap.Up:
		i = max(i-1, 0)
	case keymap.Down:
		i = min(i+1, len(wave)-1)
	case keymap.PageUp, keymap.PageDown:
		by := 1
		if a == keymap.PageUp {
			by = -1
		}
		for j := i + by; j >= 0 && j < len(wave); j += by {
			i = j
			if to, _ := l.Box(wave[j]); (to.Y-box.Y)*by >= page {
				break
			}
		}
	}
	return wave[i], true
}

// along are the drawn nodes at the other ends of a node's links, by links that no longer path implies if there are any.
func along(n *board.DepGraph, l *graph.Layout, at int32, out bool) []int32 {
	var plain, implied []int32
	edges := n.Edges()
	for _, e := range links(n, at, out) {
		to := edges[e].From
		if out {
			to = edges[e].To
		}
		switch _, drawn := l.Box(to); {
		case !drawn || to == at:
		case n.Redundant(e):
			implied = append(implied, to)
		default:
			plain = append(plain, to)
		}
	}
	if len(plain) > 0 {
		return plain
	}
	return implied
}

// links are the links of a node: those it waits by, or those by which others wait for it.
func links(n *board.DepGraph, at int32, out bool) []int32 {
	if out {
		return n.Out(at)
	}
	return n.In(at)
}

// nearest is the node whose box is nearest in height.
func nearest(l *graph.Layout, from graph.Box, among []int32) (to int32, ok bool) {
	best := 0
	for _, i := range among {
		b, drawn := l.Box(i)
		if away := max(b.Y-from.Y, from.Y-b.Y); drawn && (!ok || away < best) {
			best, to, ok = away, i, true
		}
	}
	return to, ok
}

// inColumn are the nodes of a wave from top to bottom.
func inColumn(l *graph.Layout, c int) []int32 {
	var boxes []graph.Box
	for _, b := range l.Boxes {
		if b.Column == c {
			boxes = append(boxes, b)
		}
	}
	slices.SortFunc(boxes, func(x, y graph.Box) int { return cmp.Compare(x.Y, y.Y) })
	nodes := make([]int32, len(boxes))
	for i := range boxes {
		nodes[i] = boxes[i].Node
	}
	return nodes
}

// firstBox is the topmost box of the first wave of work that is left.
func firstBox(l *graph.Layout) (int32, bool) {
	for pass := range 2 {
		for c := range l.Columns {
			if nodes := inColumn(l, c); len(nodes) > 0 && (l.Columns[c].Wave > 0 || pass == 1) {
				return nodes[0], true
			}
		}
	}
	return 0, false
}
