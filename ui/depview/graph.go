package depview

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/ui/view"
)

// pictureLayout is the layout of the picture, and the net whose node numbers it uses.
type pictureLayout struct {
	net    *board.DepGraph
	layout *graph.Layout
	key    layoutKey
	scale  view.Scale
}

// trial is a layout that was made to see whether the picture fits.
type trial struct {
	net    *board.DepGraph
	key    layoutKey
	layout *graph.Layout
	scale  view.Scale
}

// layoutKey is what a layout depends on: its options without Previous, and its size.
type layoutKey struct {
	options graph.Options
	w, h    int
}

// layoutKey returns the key of a layout made now.
func (m *Model) layoutKey() layoutKey {
	return layoutKey{m.graphOptions(), m.Layout.DepView.Canvas.W, m.Layout.H}
}

// layOutPicture lays the picture out if it is out of date. If it does not fit, the tree is shown instead.
func (m *Model) layOutPicture() {
	l := &m.picture
	if m.net == nil {
		return
	}
	key := m.layoutKey()
	if l.net == m.net && l.key == key {
		return
	}
	if f := m.trial; f.net != m.net || f.key != key {
		if !m.pictureFits() && len(m.spotlight) == 0 && !(m.choice.form == formPicture && m.chooseNear()) {
			m.shown, m.inUpperThird = view.TreeView, true
			m.Relayout()
			m.layOutTree()
			return
		}
	}
	if f := m.trial; f.layout != nil {
		*l = pictureLayout{m.net, f.layout, m.layoutKey(), f.scale}
	}
}

// walk moves the selection in the picture or in the tree.
func (m *Model) walk(a keymap.Action) tea.Cmd {
	switch n := m.ShownGraph(); {
	case n.Len() == 0:
	case m.shown == view.GraphView && m.picture.layout != nil:
		at := m.node(n)
		to, ok := walkBoxes(n, m.picture.layout, at, a, m.Layout.DepView.Canvas.H)
		switch {
		case ok && to != at:
			m.GoTo(n, to)
		case n == m.near.net:
			m.walkOutOfNear(a)
		}
	case m.shown == view.TreeView:
		m.walkTree(n, a)
	}
	return nil
}

// walkOutOfNear selects the next task of the tree, up or down, if the neighbourhood ends there.
func (m *Model) walkOutOfNear(a keymap.Action) {
	by := map[keymap.Action]int{keymap.Up: -1, keymap.PageUp: -1, keymap.Down: 1, keymap.PageDown: 1}[a]
	tree := m.whole.Tree(m.choice.finished, graph.TreeSteps)
	if row := tree.RowOf(m.node(m.whole)) + by; row >= 0 && row < tree.Len() {
		m.GoTo(m.whole, tree.Node(row))
	}
}

// walkBoxes returns the box to which an action leads from a box: left and right along the links to the box nearest in
// height or, without a link, to the nearest box of the next wave; up and down within the wave.
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

// along returns the drawn nodes at the other ends of a node's links. Implied links count only if there are no others.
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

// links returns the links of a node: those to its dependants if out is true, otherwise those to its blockers.
func links(n *board.DepGraph, at int32, out bool) []int32 {
	if out {
		return n.Out(at)
	}
	return n.In(at)
}

// nearest returns the node whose box is nearest in height; all of them are drawn.
func nearest(l *graph.Layout, from graph.Box, among []int32) (to int32, ok bool) {
	best := 0
	for _, i := range among {
		b, _ := l.Box(i)
		if away := max(b.Y-from.Y, from.Y-b.Y); !ok || away < best {
			best, to, ok = away, i, true
		}
	}
	return to, ok
}

// inColumn returns the nodes of a column from top to bottom.
func inColumn(l *graph.Layout, c int) (nodes []int32) {
	for _, b := range l.Boxes {
		if b.Column == c {
			nodes = append(nodes, b.Node)
		}
	}
	return nodes
}

// firstBox returns the topmost box of the first wave that has open tasks.
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
