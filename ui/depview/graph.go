package depview

import (
	"cmp"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// laid is the graph as it was laid out last, with the net its numbers are of, and how far the window is scrolled.
type laid struct {
	net    *board.DepGraph
	real   *board.DepGraph // of which the layout is: net, but for what is supposed in it
	layout *graph.Layout
	before *graph.Layout // while there is none: one of earlier, of another graph's numbers
	how    fitted
	scale  view.Scale
	x, y   int
	busy   bool // another one is being laid out in the background
}

// fitted is what a layout was made for: its options without Previous, and the cells it has.
type fitted struct {
	options graph.Options
	zoom    zoom
	w, h    int
}

// atOnce is up to how many tasks laying out a graph takes no longer than drawing a frame.
const atOnce = 200

// layOut lays the graph out where it is not yet as it should be: small ones at once, large ones in the background.
func (m *Model) layOut() tea.Cmd {
	m.recallLayout()
	l := &m.laid
	if m.net == nil {
		return nil
	}
	if at := m.node(m.net); at >= 0 && m.net.Keys[at] != (tasks.Key{}) && m.net.Live(at) && !m.net.Linked(at) && m.invite(m.net.Keys[at]) {
		m.keep() // the picture has its cursor in it, wherever the person comes from
	}
	how := fitted{m.graphOptions(), m.zoom, m.Layout().DepView.Canvas.W, m.Layout().H}
	if l.real == m.real && l.how == how || l.busy {
		m.follow()
		return nil
	}
	net, real, draw := m.net, m.real, m.layoutOf(how)
	if m.linked() > m.AtOnce {
		l.busy = true
		return m.OfDirectory(func() tea.Msg {
			of, scale := draw()
			return host.Answer(func() tea.Cmd {
				// If the board has changed meanwhile it is shown all the same, and the next one is begun.
				if l := &m.laid; l.busy {
					l.busy = false
					l.net, l.real, l.layout, l.scale, l.how = net, real, of, scale, how
				}
				return nil
			})
		})
	}
	l.net, l.real, l.how = net, real, how
	l.layout, l.scale = draw()
	m.follow()
	return nil
}

// follow scrolls the graph so that the selected box is visible, in a gesture the one that was aimed at.
func (m *Model) follow() {
	l := &m.laid
	if l.layout == nil {
		return
	}
	p := m.Picture()
	if m.loose {
		p.Selected = -1
	} else if at := m.aimed(l.net); at >= 0 {
		p.Selected = at
	}
	l.x, l.y = m.Layout().ScrollGraph(p)
}

// walk moves the selection in the picture that is shown.
func (m *Model) walk(a keymap.Action) {
	switch n := m.ShownGraph(); {
	case n == nil || n.Len() == 0:
	case m.shown == view.GraphView && m.laid.layout != nil:
		if to, ok := walkBoxes(n, m.laid.layout, m.node(n), a, m.Layout().DepView.Canvas.H); ok {
			m.GoTo(n, to)
		}
	case m.shown == view.TimelineView:
		m.walkLog(n, a)
	}
}

// walkBoxes is where an action leads from a box: left and right along the links to the box that is nearest in height,
// where there is no link to the nearest box of the wave beside; up and down within the wave.
func walkBoxes(n *board.DepGraph, l *graph.Layout, at int32, a keymap.Action, page int) (int32, bool) {
	box, drawn := l.Box(at)
	if waits, named := l.Lacking(at); named { // left of it is what is named beside it, and then what its box waits for
		switch k := slices.Index(waits.Missing, at); {
		case a == keymap.Right:
			return waits.Node, true
		case a == keymap.Left && k+1 < len(waits.Missing):
			return waits.Missing[k+1], true
		}
		at, box, drawn = waits.Node, waits, true
	} else if drawn && a == keymap.Left && len(box.Missing) > 0 {
		return box.Missing[0], true
	}
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
	if l.Listed { // the waves stand below each other
		wave = inOrder(l)
	}
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

// inOrder are the nodes of a list from its first row to its last.
func inOrder(l *graph.Layout) (nodes []int32) {
	boxes := slices.Clone(l.Boxes)
	slices.SortFunc(boxes, func(x, y graph.Box) int { return cmp.Or(x.X-y.X, x.Y-y.Y) })
	for i := range boxes {
		nodes = append(nodes, boxes[i].Node)
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

// alongChain goes to the next task of the longest chain, from anywhere else to its first one.
func (m *Model) alongChain() {
	n := m.ShownGraph()
	if n == nil {
		return
	}
	chain := n.Chain()
	if len(chain) == 0 {
		m.Say("No chain: nothing that can be done waits for anything")
		return
	}
	i := (slices.Index(chain, m.node(n)) + 1) % len(chain)
	m.GoTo(n, chain[i])
	of := " of the longest chain"
	if m.partial() {
		of += " of what is drawn"
	}
	m.Say("Step " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(chain)) + of)
}

// toHit goes to the next task that the filter finds, in the order of the lines where those are shown, else in that of the waves; by is
// -1 for the one before. Behind the last comes the first.
func (m *Model) toHit(by int) {
	n := m.ShownGraph()
	if n == nil || m.Board().Filter().Empty() {
		m.Say("No filter is set: " + m.KeyOf(keymap.Filter) + " sets one")
		return
	}
	if m.partial() { // what is found and not in the picture has a picture of its own
		n = m.whole
	}
	order := slices.Clone(n.Order())
	if l := m.log.log; m.shown == view.TimelineView && l != nil {
		order = order[:0]
		for i := range l.Len() {
			order = append(order, l.Node(i))
		}
	}
	order = slices.DeleteFunc(order, func(i int32) bool {
		_, _, found := m.Board().Rank(n.Keys[i])
		return !found || m.shown == view.GraphView && !m.partial() && !drawn(m.laid.layout, i)
	})
	if len(order) == 0 {
		m.Say("The filter finds nothing here")
		return
	}
	at := slices.Index(order, m.node(n))
	if at < 0 && by < 0 {
		at = 0
	}
	at = (at + by + len(order)) % len(order)
	m.GoTo(n, order[at])
	m.Say(strconv.Itoa(at+1) + " of " + strconv.Itoa(len(order)) + " found")
}
