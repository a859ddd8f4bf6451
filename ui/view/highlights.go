package view

import "sideboard/board/graph"

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
	behindCounts map[int32]int // as asked for so far: counting walks the graph
}

// NewHighlights works out the marks; selected is -1 for none.
func NewHighlights(g *graph.Graph, selected int32) *Highlights {
	m := &Highlights{g: g, chainLast: -1, chainNext: map[int32]int32{}, edges: g.Edges(), behindCounts: map[int32]int{}}
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
	n.Ghost = m.g.Node(i).State == graph.Missing
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
