package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
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

// Graph is the picture of the dependencies: boxes in waves.
type Graph struct {
	Layout   *graph.Layout
	Scale    // of the layout
	Finished Chip
	Near     *Nearby // set if it is a neighbourhood, nil if it is the whole graph
	Unlinked []int32 // tasks without links, which have no boxes
	Drag     *LinkDrag
}

// Tree is the dependencies as a line per task. Row is called only for visible lines.
type Tree struct {
	Len   int
	First int // the first visible line
	At    int // the line of the selected task, -1 for none
	Row   func(i int) graph.TreeRow
	Shape *graph.Tree // its lines, and which one is below which

	Finished Chip // finished tasks, which have no lines
}

// Spark is the animation along the links from a completed task to those that it unblocked.
type Spark struct {
	Edges []int32
	Phase float64 // 0 at the completed task .. 1 at the others
}

// StuckTasks is the tasks that cannot be done because of loops or missing tasks.
type StuckTasks struct {
	Loops  [][]int32 // each task waits for the one before it, the first for the last
	Behind []int32   // tasks that wait for those in loops, or are tangled with them
	Lacks  [][]int32 // pairs of an id that no file has and the task that waits for it
}

// chainNote returns the legend of the longest chain, with its length.
func (dv *DepView) chainNote(sh *style.Sheet) [4]lay.Bit {
	bar := lay.Bit{Sign: sh.Glyphs.BarFull, Hue: style.Chain}
	named := bar
	named.Text, named.Style = wordLongest, style.Dim
	return [...]lay.Bit{bar, named, {Count: len(dv.Chain), Style: style.Dim}, {Text: wordSteps, Style: style.Dim}}
}

var wordLongest, wordSteps = safetext.Const("longest chain, "), safetext.Const(" steps")
