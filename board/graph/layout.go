package graph

// Options say how a Layout is made. The zero Options draw live, linked nodes in boxes of 20 by 4 cells.
type Options struct {
	BoxWidth  int     // cells of a box with its frame; 20 for 0
	TextRows  int     // rows of text in a box, 2 for 0
	Finished  bool    // draw finished work too, in columns before the first wave
	Unlinked  bool    // draw nodes without links too
	Redundant bool    // draw redundant edges too
	MaxPorts  int     // a node with more than MaxPorts+1 drawn in-edges gets ports for the first MaxPorts and a count; 0 for as many as there are
	Before    *Layout // an older layout, of any graph: nodes keep their rows unless they must move
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
	Boxes   []Box
	Lines   []Line
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
	Out        int    // the row its out-edges leave from, -1 for none
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

// Layout lays the graph out in waves.
func (g *Graph) Layout(o Options) *Layout { return &Layout{} } // SKELETON

// Focus lays out the neighbourhood of a node: what it waits for to its left, what waits for it to its right, up to depth
// steps each way, with all edges between those. Column.Wave is then the step: negative to the left, 0 the node itself.
// Each column holds at most limit boxes (0 for no limit); Column.Count tells how many there are.
func (g *Graph) Focus(i int32, depth, limit int, o Options) *Layout { return &Layout{} } // SKELETON

// Box is the box of a node; false when it is not drawn.
func (l *Layout) Box(node int32) (Box, bool) { return Box{}, false } // SKELETON

// Route is a way for one more line between two boxes that are drawn, for showing a link that does not exist yet; it runs
// through no box but may cross and cover other lines. nil when there is none.
func (l *Layout) Route(from, to int32) []Point { return nil } // SKELETON

// At is the node whose box covers a cell, and Edges are the edges whose lines run through a cell.
func (l *Layout) At(x, y int) (node int32, ok bool) { return 0, false } // SKELETON
func (l *Layout) EdgesAt(x, y int) []int32          { return nil }      // SKELETON
