package view

import (
	"slices"

	"sideboard/board/graph"
)

// ViewKind names one of the ways in which the dependencies are drawn in place of the columns.
type ViewKind uint8

// The views.
const (
	BoardView ViewKind = iota // the columns of the board
	GraphView                 // boxes in waves, from left to right
	TreeView                  // a line per task, under one that it waits for
	NowView                   // who works on what, in time: drawn of Screen.Now, not of a DepView
)

// Tasks answers for the tasks and the links of a dependency view by their numbers. Both are asked about what is
// visible only, once a frame, and must answer the same while nothing changed.
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
	Chain    []int32  // the longest chain of tasks that can still be done
	Held     *Held    // what cannot, nil for not worked out
	Summary  *Summary // about the selected task, where no detail is open; nil for none
	Spark    *Spark   // something has just been completed
}

// Summary is what there is to say about the selected task besides what its box or its line says.
type Summary struct {
	Note Text // "waits for a missing task", "no write for 31m"
}

// prepareDepView draws what is kept of a dependency view from frame to frame.
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

// drawDepViewRow draws one row of a dependency view, up to the cells that are its own.
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
	case within(r.Below):
		if dv.Summary != nil && dv.Selected >= 0 {
			pt.foot.drawBrief(p, dv)
		}
	}
	p.End = all
}

// label returns how a task is named in a line: its id, or its subject where it has none.
func (n *Node) label() Text {
	if n.ID.Empty() {
		return n.Subject
	}
	return n.ID
}

// Highlights is what a graph and a selected task make of every task and link: tints, the longest chain, loops. It is made
// once for a graph and asked for what is visible, by one goroutine.
type Highlights struct {
	g            *graph.Graph
	selected     int32
	up, down     graph.Set
	noLinks      bool
	chainNext    map[int32]int32 // along the longest chain
	chainLast    int32           // of the chain, -1 for none
	edges        []graph.Edge
	held         Held
	behindCounts map[int32]int // as asked for so far: counting walks the graph
}

// NewHighlights works out the marks; selected is -1 for none.
func NewHighlights(g *graph.Graph, selected int32) *Highlights {
	m := &Highlights{g: g, chainLast: -1, chainNext: map[int32]int32{}, edges: g.Edges(), held: heldIn(g), behindCounts: map[int32]int{}}
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

// Select selects another task; -1 for none. What does not hang on the selection stays.
func (m *Highlights) Select(selected int32) {
	m.selected, m.noLinks = selected, true
	m.up, m.down = graph.Set{}, graph.Set{}
	if selected >= 0 && int(selected) < m.g.Len() {
		m.up, m.down = m.g.Upstream(selected), m.g.Downstream(selected)
		m.noLinks = m.up.Len()+m.down.Len() == 0
	}
}

// Reach returns all tasks that the selected one waits for, and all that wait for it.
func (m *Highlights) Reach() (up, down graph.Set) { return m.up, m.down }

// Node fills in what the graph knows of a task: everything but its words and what just happened to it.
func (m *Highlights) Node(i int32, n *Node) {
	_, on := m.chainNext[i]
	n.Chain = on || i == m.chainLast
	n.Ignored = m.g.Node(i).State == graph.Missing && !slices.ContainsFunc(m.g.Out(i), func(e int32) bool { return m.edges[e].Open })
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

// Edge returns a link as it is to be drawn.
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

// tone returns the tone of what has both its ends on one side of the selected task.
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
