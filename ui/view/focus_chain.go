package view

import (
	"math"

	"sideboard/board/graph"
)

// The cells of a box of the longest chain at least, those between two, and the rows of its title at most.
const chainBoxLeast, chainGap, chainTitleRows = 18, 5, 2

// LayoutChain lays out the longest chain side by side below a focus; nil where that has no room for it and its titles. Boxes are
// alike, but for those that take more of the width for their titles.
func (l Layout) LayoutChain(g *graph.Graph, titled func(node int32) Node) *graph.Layout {
	nodes := g.Chain()
	room := l.DepView.Canvas.W - 2 - (len(nodes)-1)*chainGap
	if n := len(nodes); n < 2 || l.Breadth != Wide || l.H < airyHeight || room < n*chainBoxLeast {
		return nil
	}
	all := make(map[int32]Node, len(nodes))
	for _, i := range nodes {
		all[i] = titled(i)
	}
	least, most := chainBoxLeast, boxMost
	width := func(i int32) int {
		n := all[i]
		return min(max(n.Subject.Width()+n.marks()+boxSides, least), most)
	}
	fits := func() bool {
		left := room
		for _, i := range nodes {
			left -= width(i)
		}
		return left >= 0
	}
	for !fits() {
		most--
	}
	for least < most && fits() {
		least++
	}
	if !fits() {
		least--
	}
	rows, fit := 1, graph.Fit{Room: math.MaxInt32, Least: chainBoxLeast, Width: width}
	for i, n := range all {
		rows = max(rows, len(n.Subject.Wrap(width(i)-boxSides-n.marks())))
	}
	if rows > chainTitleRows {
		return nil
	}
	row := g.Row(nodes, graph.Options{TextRows: 1 + rows, Fit: &fit})
	for i := range row.Boxes {
		row.Boxes[i].Implied = nil // the chain alone is told
	}
	return row
}

// untoned is the tasks and links of a dependency view told of alike, whatever is selected.
type untoned struct {
	of Tasks
	dv DepView
}

// show returns a dependency view without what the selection makes of it. That all its tasks are of one chain their links say.
func (a *untoned) show(dv *DepView) *DepView {
	if a.of, a.dv.Selected = dv.Tasks, dv.Selected; a.dv.Node == nil {
		a.dv.Tasks = Tasks{
			Node: func(i int32) Node {
				n := a.of.Node(i)
				n.Tone, n.Chain = ToneNone, false
				return n
			},
			Edge: func(i int32) Edge {
				e := a.of.Edge(i)
				e.Tone = ToneNone
				return e
			},
		}
	}
	return &a.dv
}

// chain returns where the boxes of the longest chain stand, and whether there are any.
func (s *focusPanes) chain(dv *DepView) (viewport, bool) {
	for i := range s.panes {
		if of := &s.panes[i]; of.kind == stripPane {
			row := dv.Focus.Row
			return viewport{layout: row, rect: Rect{of.X + margin, of.Y + 1, of.W - 2*margin, of.H - 1}, x: row.Columns[0].X - 1}, true
		}
	}
	return viewport{}, false
}
