package graph

import "slices"

// Options say how a Layout is made. The zero Options draw live, linked nodes in boxes of 20 by 4 cells.
type Options struct {
	BoxWidth  int     // cells of a box with its frame; 20 for 0
	TextRows  int     // rows of text in a box, 2 for 0
	Finished  bool    // draw finished work too, in columns before the first wave
	Unlinked  bool    // draw nodes without links too
	Redundant bool    // draw redundant edges too
	MaxPorts  int     // a node with more than MaxPorts+1 drawn in-edges gets ports for the first MaxPorts and a count; 0 for as many as there are
	Previous  *Layout // an older layout, of any graph: nodes keep their rows unless they must move
}

// Layout is where everything stands: columns from left to right, one a wave; boxes in them; and the lines of the links.
// All numbers are cells; the picture begins at 0, 0 and is as large as it must be.
//
// What it promises: no line runs through a box; no two lines of different nodes share a cell, except where one crosses
// the other at a right angle; every drawn edge has a row of its own on the left side of its target, so lines that end
// in the same box never join; and a vertical run belongs to one source alone.
type Layout struct {
	W, H    int
	Columns []Column
	Boxes   []Box  // from left to right, in a column from top to bottom
	Lines   []Line // in the order of their boxes, then of their ports

	boxOf  map[int32]int32 // node to its place in Boxes
	ends   []lineEnds      // of each line
	record layoutRecord
}

// Column is one wave.
type Column struct {
	Wave  int // as Graph.Wave; 0 for finished work
	X, W  int // of its boxes
	Count int // how many nodes are in the wave, drawn or not
}

// Box is a node's place.
type Box struct {
	Node       int32
	Column     int
	X, Y, W, H int    // with its frame
	Ports      []Port // its drawn in-edges, from top to bottom
	OutRow     int    // the row its out-edges leave from, -1 for none
	Hidden     int    // in-edges that have no port
	Implied    int    // redundant in-edges that are not drawn
}

// Port is where a line ends at a box.
type Port struct {
	Edge int32
	Y    int
}

// Line is how an edge runs: from the cell right of its source's frame to the cell left of its target's, in straight
// pieces. The last cell before the target's frame carries the arrowhead.
type Line struct {
	Edge   int32
	Points []Point
}

// Point is a cell.
type Point struct{ X, Y int }

// lineEnds are the two nodes of a line, and how much of it an earlier line of the same source runs along.
type lineEnds struct {
	from, to int32
	along    int32 // the line before it of the same source, -1 for none
	shared   int32 // how many points both begin with
}

// Layout lays the graph out in waves.
func (g *Graph) Layout(o Options) *Layout {
	s := newSketch(g, o)
	s.chooseWaves()
	return s.layout()
}

// layout does everything that comes after knowing the nodes and their layers.
func (s *layoutBuilder) layout() *Layout {
	s.collectLinks()
	s.makeNets()
	if !s.updatePrevious() {
		parts := s.components()
		for _, p := range parts {
			s.orderLayers(p)
			s.sortPorts(p)
			s.assignRows(p)
		}
		s.packComponents(parts)
		s.straightenDummies()
		s.slack, s.inversions = s.measureSlack(), s.totalInversions()
	}
	s.routeChannels()
	return s.buildLayout()
}

// Box is the box of a node; false when it is not drawn.
func (l *Layout) Box(node int32) (Box, bool) {
	if i, ok := l.boxOf[node]; ok {
		return l.Boxes[i], true
	}
	return Box{}, false
}

// At is the node whose box covers a cell.
func (l *Layout) At(x, y int) (node int32, ok bool) {
	for i := range l.Boxes {
		if b := &l.Boxes[i]; x >= b.X && x < b.X+b.W && y >= b.Y && y < b.Y+b.H {
			return b.Node, true
		}
	}
	return 0, false
}

// EdgesAt returns the edges whose lines run through a cell, by their numbers.
func (l *Layout) EdgesAt(x, y int) []int32 {
	var edges []int32
	for i := range l.Lines {
		if l.Lines[i].covers(x, y) {
			edges = append(edges, l.Lines[i].Edge)
		}
	}
	slices.Sort(edges)
	return edges
}

// covers reports whether a line runs through a cell.
func (n *Line) covers(x, y int) bool {
	for i := 1; i < len(n.Points); i++ {
		a, b := n.Points[i-1], n.Points[i]
		if min(a.X, b.X) <= x && x <= max(a.X, b.X) && min(a.Y, b.Y) <= y && y <= max(a.Y, b.Y) {
			return true
		}
	}
	return len(n.Points) == 1 && n.Points[0] == Point{x, y}
}
