package graph

import "slices"

// Options are the options of a Layout. The zero Options draw live, linked nodes in boxes of 20 by 4 cells.
type Options struct {
	BoxWidth  int  // cells of a box with its frame; 20 for 0
	TextRows  int  // rows of text in a box, 2 for 0
	Roomy     bool // twice as much room between boxes
	Close     bool // no free row between boxes
	Bare      bool // boxes have no frames, and lines no arrowheads: they touch the boxes
	Apart     bool // a free column between vertical lines, in the gaps where Fit leaves room for it
	Fit       *Fit // columns are as wide as their nodes need, nil for BoxWidth
	Finished  bool // draw finished work too, in columns before the first wave
	Unlinked  bool // draw nodes without links too
	Redundant bool // draw redundant edges too
	Together  bool // stuck nodes are in the waves, near their blockers, not after them
	Keep      *Set // nodes that are always drawn, nil for none
	// a node with more than MaxPorts+1 drawn in-edges gets ports for MaxPorts of them and a count; 0 for no limit
	MaxPorts int
	Previous *Layout // an older layout, of any graph: nodes keep their rows unless they must move
	Orders   *Orders // a cache for layouts that differ in sizes alone, nil for none
}

// Fit makes each column as wide as its widest node, but not less than Least cells. If the picture would be wider than
// Room, the widest columns are made narrower.
type Fit struct {
	Width func(node int32) int
	Least int
	Room  int
	Whole bool                 // columns are never made narrower
	Rows  func(node int32) int // rows of text, at most TextRows; nil for TextRows in every box

	// Breaks returns the rows that a node's text takes at a width. The columns share the width so that there are few
	// rows; evenly if it is nil.
	Breaks func(node int32, cells int) int
}

func (o *Options) keeps(i int32) bool { return o.Keep != nil && o.Keep.Has(i) }

// Layout is a picture: columns from left to right, one for each wave, with boxes, and the lines of the edges. All
// numbers are cells; the picture begins at 0, 0.
//
// No line runs through a box. Lines of different nodes share a cell only where they cross at a right angle. Every drawn
// edge has its own row on the left side of its target, so lines to the same box never join. A vertical line belongs to
// one source.
type Layout struct {
	W, H    int
	Columns []Column
	Boxes   []Box  // from left to right, in a column from top to bottom
	Lines   []Line // in the order of their boxes, then of their ports

	boxOf  map[int32]int32 // by node: its index in Boxes
	ends   []lineEnds      // of each line
	record layoutRecord
	bare   bool // boxes have no frames
}

// Column is one wave.
type Column struct {
	Wave  int  // 1 for running and ready nodes, then waiting ones; 0 for finished ones
	X, W  int  // of its boxes
	Count int  // the nodes of the wave, drawn or not
	Done  int  // the boxes of finished nodes
	Stuck bool // its nodes are stuck; Wave goes on counting
}

// Box is the box of a node.
type Box struct {
	Node       int32
	Column     int
	X, Y, W, H int     // with its frame
	Ports      []Port  // its drawn in-edges, from top to bottom
	Row        int     // the row of its title: its out-edges leave from there
	OutRow     int     // Row, -1 if no out-edges leave
	Done       bool    // the node is finished
	Hidden     int     // in-edges that have no port
	Missing    []int32 // the missing nodes it waits for: they have no box, and are named in the last row of this one
	Cut        []int32 // the targets of its out-edges without a port
	Implied    []int32 // the sources of its redundant in-edges, which are not drawn
}

// Port is the end of a line at a box.
type Port struct {
	Edge int32
	Y    int
}

// Line is the line of an edge: straight pieces from the cell right of its source's frame to the cell left of its
// target's, which has the arrowhead.
type Line struct {
	Edge   int32
	Points []Point
}

// Point is a cell.
type Point struct{ X, Y int }

// lineEnds are the ends of a line, and the part of it that is shared with an earlier line of the same source.
type lineEnds struct {
	from   int32
	to     int32
	along  int32 // the line before it of the same source, -1 for none
	shared int32 // the number of common points at the beginning
}

// Layout returns a picture of the graph in waves.
func (g *Graph) Layout(o Options) *Layout {
	s := newLayoutBuilder(g, o)
	s.chooseWaves()
	return s.layout()
}

// layout does everything after the nodes and their layers are known.
func (s *layoutBuilder) layout() *Layout {
	s.collectLinks()
	s.makeNets()
	if !s.updatePrevious() {
		parts := s.components()
		for _, p := range parts {
			s.o.Orders.order(s, p)
			s.sortPorts(p)
			s.assignRows(p)
		}
		s.packComponents(parts)
	}
	s.routeChannels()
	s.chooseWidths()
	return s.buildLayout()
}

// Box returns the box of a node, false if it is not drawn.
func (l *Layout) Box(node int32) (Box, bool) {
	if i, ok := l.boxOf[node]; ok {
		return l.Boxes[i], true
	}
	return Box{}, false
}

// ColumnOf returns the column of a node's box, -1 if it has none.
func (l *Layout) ColumnOf(node int32) int {
	if b, drawn := l.Box(node); drawn {
		return b.Column
	}
	return -1
}

// At returns the node whose box covers a cell.
func (l *Layout) At(x, y int) (node int32, ok bool) {
	for i := range l.Boxes {
		if b := &l.Boxes[i]; x >= b.X && x < b.X+b.W && y >= b.Y && y < b.Y+b.H {
			return b.Node, true
		}
	}
	return 0, false
}

// layoutBuilder builds a Layout. A layer has items: the boxes come first, sorted by name, so that the result does not
// depend on the order of nodes; then dummies, where lines pass the layer. Between two layers are nets: a net is all
// lines of one source there, drawn as one line that forks.
type layoutBuilder struct {
	g *Graph
	o Options

	nodes          []int32 // by box: its node
	layerCount     int
	finishedLayers int             // the number of layers of finished nodes
	stuckFrom      int             // the first layer of stuck nodes, -1 for none
	waves          []int32         // by layer after those of finished nodes
	boxOf          map[int32]int32 // by node: its box
	nodeCount      []int           // nodes in each layer

	links []link
	ins   [][]int32 // links into each box, in the order of their ports
	outs  [][]int32

	items      []item
	neighbours []neighbours
	room       struct { // buffers for one component at a time
		num   []int32
		dirty []bool
	}
	nets []net

	layers   [][]int32 // items of each layer from top to bottom
	netsIn   [][]int32 // nets left of each layer, and right of the last
	channels []channel // the gaps
	widths   []int32   // of the boxes in each layer
}

// link is an edge that is drawn.
type link struct {
	from, to int32 // boxes
	edge     int32
	port     int32 // row in its target's box
	chain    bool
	hidden   bool // its target has no port for it
}

// item is a box or a dummy in a layer.
type item struct {
	layer  int32
	src    int32 // the box whose line passes here; itself for a box
	back   bool  // the line runs from right to left
	h      int32 // rows
	out    int32 // the row of the box from which lines leave
	pos    int32 // its index in its layer
	weight int32 // the number of links in the line that passes here, 1 for a box
	y      int32
	right  int32   // the net on its right side, -1 for none
	left   []int32 // the nets on its left side
	kept   bool    // it was in this layer of the older layout, in row y
	hasRow bool    // y is its row, perhaps from another layer of the older layout
}

// net is all lines of a source in a gap.
type net struct {
	src   int32
	gap   int32
	back  bool    // these lines run from right to left, before they reach their targets
	left  []int32 // items on its left
	right []int32 // items on its right
	via   []int32 // for each of right: the link that ends there, -1 for a dummy

	lmin, lmax, rmin, rmax int32 // the span of its items' positions
}

func newLayoutBuilder(g *Graph, o Options) *layoutBuilder {
	if o.BoxWidth <= 0 {
		o.BoxWidth = 20
	}
	o.BoxWidth = max(o.BoxWidth, 3)
	if o.TextRows <= 0 {
		o.TextRows = 2
	}
	return &layoutBuilder{g: g, o: o, boxOf: map[int32]int32{}, stuckFrom: -1}
}

// chooseNodes makes boxes of nodes; layerOf returns the layer of a node.
func (s *layoutBuilder) chooseNodes(nodes []int32, layerOf func(node int32) int32) {
	s.g.sortNodes(nodes)
	s.nodes = nodes
	s.items = make([]item, len(nodes), 2*len(nodes))
	for i, n := range nodes {
		s.boxOf[n] = int32(i)
		s.items[i] = item{layer: layerOf(n), src: int32(i), weight: 1, right: -1}
	}
}

// chooseWaves chooses the nodes and their layers: a layer for each wave, and before them layers of finished nodes,
// which are as close to their dependants as possible.
func (s *layoutBuilder) chooseWaves() {
	g := s.g
	n := int32(g.Len())
	var nodes []int32
	var of columns
	place := func(i int32) int { return g.Wave(i) } // from 1 on; 0 for a finished node that holds nothing back
	if !s.o.Together {
		of = g.columns()
		place = func(i int32) int { return int(of.at[i]) }
	}
	for i := range n {
		switch {
		case g.nodes[i].State == Missing:
			continue
		case s.o.Finished && (s.o.Unlinked || len(g.In(i))+len(g.Out(i)) > 0):
		case g.Live(i) && (s.o.Unlinked || g.Linked(i)):
		case s.o.keeps(i):
		default:
			continue
		}
		nodes = append(nodes, i)
		if w := int32(place(i)); w > 0 {
			s.waves = append(s.waves, w)
		}
	}
	slices.Sort(s.waves)
	s.waves = slices.Compact(s.waves)
	layer := make(map[int]int32, len(s.waves)) // by wave: its layer after those of finished nodes
	for k, w := range s.waves {
		layer[int(w)] = int32(k)
	}
	height := s.finishedHeights(nodes)
	for _, h := range height {
		s.finishedLayers = max(s.finishedLayers, int(h))
	}
	s.layerCount = s.finishedLayers + len(s.waves)
	if k, _ := slices.BinarySearch(s.waves, int32(of.last+1)); of.at != nil && k < len(s.waves) {
		s.stuckFrom = s.finishedLayers + k
	}
	s.chooseNodes(nodes, func(i int32) int32 {
		if w := place(i); w > 0 {
			return int32(s.finishedLayers) + layer[w]
		}
		return int32(s.finishedLayers) - height[i]
	})
	s.nodeCount = make([]int, s.layerCount)
	for _, i := range nodes {
		if w := place(i); w > 0 {
			s.nodeCount[s.finishedLayers+int(layer[w])]++
		} else if h := height[i]; h > 0 {
			s.nodeCount[s.finishedLayers-int(h)]++
		}
	}
}
