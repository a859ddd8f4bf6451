package view

import (
	"slices"

	"sideboard/board/graph"
)

// ViewKind is a view of the tasks.
type ViewKind uint8

// The views.
const (
	BoardView ViewKind = iota // the columns of the board
	GraphView                 // boxes in waves, from left to right
	TreeView                  // a line per task, below one that it waits for
	NowView                   // who works on what, on a time line: drawn from Screen.Now, not from a DepView
)

// Tasks returns the tasks and the links of a dependency view by their numbers. Both functions are called once a frame,
// only for what is visible, and must return the same values while nothing changed.
type Tasks struct {
	Node func(node int32) Node
	Edge func(edge int32) Edge
}

// DepView is the dependencies in place of the columns: a Graph or a Tree, as LayoutOptions.View says.
type DepView struct {
	Tasks
	Selected int32 // the selected task, -1 for none: the same in every view
	Graph    *Graph
	Tree     *Tree
	Chain    []int32     // the longest chain of tasks that can still be done
	Stuck    *StuckTasks // those that cannot, nil if not computed
	Spark    *Spark      // for a moment after a completion
}

// prepareDepView draws the parts of a dependency view that are cached between frames.
func (pt *Painter) prepareDepView(l *Layout, s *Screen) {
	r := l.DepView.Canvas
	pt.spots = append(pt.spots, Spot{Rect: r, Kind: CanvasSpot})
	if l.View == TreeView {
		pt.graph.drawn = canvasKey{}
		pt.tree.prepare(pt.sh, l, s.DepView)
		return
	}
	on, ok := l.viewport(s.DepView)
	pt.drawCanvas(&pt.graph, on, ok, l, s.DepView, s.Board.Static)
}

// drawDepViewRow draws one row of a dependency view.
func (pt *Painter) drawDepViewRow(l *Layout, s *Screen, y int) {
	dv, r := s.DepView, &l.DepView
	p := &pt.p
	all := p.End
	within := func(r Rect) bool {
		p.End = min(r.X+r.W, all)
		return r.Contains(r.X, y)
	}
	switch {
	case within(r.Titles) && dv.Graph != nil:
		pt.drawWaveTitles(l, dv)
	case within(r.Titles) && dv.Tree != nil:
		pt.tree.drawTreeHeads(p, dv)
	case dv.Tree != nil && !r.Foot.Empty() && y == pt.tree.footRow(l):
		p.End = min(r.Foot.X+r.Foot.W, all)
		pt.tree.drawTreeFoot(p, &pt.foot, dv)
	case within(r.Canvas) && l.View == TreeView:
		pt.tree.drawTreeRow(p, y-r.Canvas.Y)
	case within(r.Canvas) && y-r.Canvas.Y < len(pt.graph.rows):
		p.PadTo(r.Canvas.X)
		p.Drawn(pt.graph.rows[y-r.Canvas.Y], r.Canvas.W)
	case within(r.Foot) && dv.Graph != nil:
		pt.foot.drawFoot(p, dv, y-r.Foot.Y)
	}
	p.End = all
}

// label returns the name of a task in a line: its id, or its subject if it has none.
func (n *Node) label() Text {
	if n.ID.Empty() {
		return n.Subject
	}
	return n.ID
}

// Highlights knows how a graph and its selected task affect the look of each task and link: tints, the longest chain,
// loops. It is created once for a graph, and only one goroutine may use it.
type Highlights struct {
	g            *graph.Graph
	selected     int32
	up, down     graph.Set
	noLinks      bool
	chainNext    map[int32]int32 // along the longest chain
	chainLast    int32           // the last task of the chain, -1 for none
	edges        []graph.Edge
	stuck        StuckTasks
	behindCounts map[int32]int // cached, because counting walks the graph
}

// NewHighlights returns the highlights of a graph; selected is -1 for none.
func NewHighlights(g *graph.Graph, selected int32) *Highlights {
	m := &Highlights{g: g, chainLast: -1, chainNext: map[int32]int32{}, edges: g.Edges(), stuck: stuckIn(g),
		behindCounts: map[int32]int{}}
	chain := g.Chain()
	for i := 1; i < len(chain); i++ {
		m.chainNext[chain[i-1]] = chain[i]
	}
	if len(chain) > 0 {
		m.chainLast = chain[len(chain)-1]
	}
	m.Select(selected)
	return m
}

// Select selects another task, -1 for none, and keeps what does not depend on the selection.
func (m *Highlights) Select(selected int32) {
	m.selected, m.noLinks = selected, true
	m.up, m.down = graph.Set{}, graph.Set{}
	if selected >= 0 && int(selected) < m.g.Len() {
		m.up, m.down = m.g.Upstream(selected), m.g.Downstream(selected)
		m.noLinks = m.up.Len()+m.down.Len() == 0
	}
}

// Node sets what the graph knows of a task: everything but its words and its recent changes.
func (m *Highlights) Node(i int32, n *Node) {
	_, on := m.chainNext[i]
	n.Chain = on || i == m.chainLast
	n.Ignored = m.g.Node(i).State == graph.Missing && !slices.ContainsFunc(m.g.Out(i), func(e int32) bool {
		return m.edges[e].Open
	})
	n.Loop = m.g.Loop(i) >= 0 || m.g.HasSelfLink(i)
	behind, counted := m.behindCounts[i]
	if !counted {
		behind = m.g.Behind(i)
		m.behindCounts[i] = behind
	}
	n.Behind = behind
	n.Wave = m.g.Wave(i)
	n.Waits = 0
	for _, e := range m.g.In(i) {
		edge := m.edges[e]
		if edge.Open {
			n.Waits++
		}
		n.OneSided = n.OneSided || edge.OneSided
	}
	n.Tone = m.tone(i, i)
}

// Edge returns the values to draw a link from.
func (m *Highlights) Edge(e int32) Edge {
	edge := m.edges[e]
	to, on := m.chainNext[edge.From]
	return Edge{
		Tone:      m.tone(edge.From, edge.To),
		Chain:     on && to == edge.To,
		Loop:      m.g.Loop(edge.From) >= 0 && m.g.Loop(edge.From) == m.g.Loop(edge.To),
		Idle:      !edge.Open,
		OneSided:  edge.OneSided,
		Redundant: m.g.Redundant(e),
	}
}

// tone returns the tone of a link, or of a task as both ends: coloured if both are on one side of the selected task.
func (m *Highlights) tone(from, to int32) Tone {
	in := func(s graph.Set, i int32) bool { return i == m.selected || s.Has(i) }
	switch {
	case m.noLinks || m.selected < 0 || from == to && from == m.selected:
		return ToneNone
	case in(m.up, from) && in(m.up, to):
		return ToneUpstream
	case in(m.down, from) && in(m.down, to):
		return ToneDownstream
	}
	return ToneDimmed
}
