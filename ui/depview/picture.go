package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// highlights is what the selected node means for the others, such as what waits for it; kept for one net and node.
type highlights struct {
	net   *board.DepGraph
	at    int32
	marks *view.Highlights
	node  func(i int32) view.Node
	edge  func(e int32) view.Edge
}

// highlightsOf returns the highlights of the selected node.
func (m *Model) highlightsOf(n *board.DepGraph) *highlights {
	k := &m.highlights
	at := m.node(n)
	whole, inWhole := m.near.inWhole(n, at)
	if k.net == n && k.at == at {
		return k
	}
	marks := k.marks
	if k.net == n {
		marks.Select(inWhole)
	} else {
		marks = view.NewHighlights(whole.Graph, inWhole)
	}
	*k = highlights{net: n, at: at, marks: marks}
	k.node = func(i int32) view.Node { return m.nodeView(n, k, i) }
	k.edge = func(e int32) view.Edge { return m.edgeView(n, k, e) }
	return k
}

// Picture returns the dependencies as values.
func (m *Model) Picture() *view.DepView {
	p := &view.DepView{Selected: -1}
	n := m.ShownGraph()
	if n == nil {
		return p
	}
	k := m.highlightsOf(n)
	if p.Selected = k.at; len(m.spotlight) > 0 { // a spotlight has no cursor
		p.Selected = -1
	}
	if p.Node, p.Edge = k.node, k.edge; n != m.near.net { // in a neighbourhood these would be node numbers of the whole
		p.Chain, p.Stuck = n.Chain(), k.marks.Stuck()
	}
	switch m.shown {
	case view.GraphView:
		p.Graph = m.graphView(n)
	case view.TreeView:
		p.Tree = m.treeView()
	}
	p.Spark = m.motion.spark.view(n)
	return p
}

// Tabs returns the tabs of the views, with their keys. They never change.
func (m *Model) Tabs() []view.Tab {
	if m.tabs != nil {
		return m.tabs
	}
	for i, a := range keymap.Views {
		kind := tabViews[i]
		m.tabs = append(m.tabs, view.Tab{Key: safetext.Line(m.KeyOf(a)),
			Name: safetext.Line(phrase.Sentence(ViewWord(kind))), View: kind})
	}
	m.finishedKey = safetext.Line(m.KeyOf(keymap.FoldFinished))
	return m.tabs
}

// tabViews are the views of the tabs.
var tabViews = [...]view.ViewKind{view.BoardView, view.GraphView, view.NowView}

// graphView returns the picture as values.
func (m *Model) graphView(n *board.DepGraph) *view.Graph {
	v := &view.Graph{Layout: m.picture.layout, Scale: m.picture.scale, Drag: m.dragView(n)}
	if v.Near = m.nearView(); v.Layout == nil || v.Near != nil || len(m.spotlight) > 0 {
		return v
	}
	finished := m.counts.of(m.whole).finished - m.kept.done
	v.Finished = view.Chip{Count: finished, Key: m.finishedKey, Open: m.choice.finished}
	if at := m.node(n); at >= 0 && !n.Live(at) {
		v.Finished.Selected = !m.choice.finished && !drawn(v.Layout, at)
	}
	v.Unlinked = m.alone.of(n, v.Layout)
	return v
}

// alone is the open tasks of a net without links that have no box in a layout.
type alone struct {
	net    *board.DepGraph
	layout *graph.Layout
	nodes  []int32
}

// of finds the nodes, and keeps the last result.
func (a *alone) of(n *board.DepGraph, l *graph.Layout) []int32 {
	if a.net == n && a.layout == l {
		return a.nodes
	}
	*a = alone{net: n, layout: l}
	for _, i := range n.Order() {
		if n.Live(i) && !n.Linked(i) && n.Keys[i] != (tasks.Key{}) && !drawn(l, i) {
			a.nodes = append(a.nodes, i)
		}
	}
	return a.nodes
}

// drawn reports whether a layout has a box for a node.
func drawn(l *graph.Layout, i int32) bool {
	if l == nil {
		return false
	}
	_, ok := l.Box(i)
	return ok
}
