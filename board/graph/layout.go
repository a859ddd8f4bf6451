package graph

import "slices"

// Options say how a Layout is made. The zero Options draw live, linked nodes in boxes of 20 by 4 cells.
type Options struct {
	BoxWidth  int     // cells of a box with its frame; 20 for 0
	TextRows  int     // rows of text in a box, 2 for 0
	Roomy     bool    // there is twice as much room between boxes as else
	Close     bool    // they stand in rows next to each other, without a free one between them
	Apart     bool    // upright lines have a free column between them, in the gaps where Fit leaves room for it
	Fit       *Fit    // columns are as wide as their nodes need, nil for BoxWidth
	Finished  bool    // draw finished work too, in columns before the first wave
	Unlinked  bool    // draw nodes without links too
	Redundant bool    // draw redundant edges too
	Together  bool    // what is stuck stands in the waves, near what it waits for
	Keep      *Set    // nodes that are drawn in any case, nil for none
	MaxPorts  int     // a node with more than MaxPorts+1 drawn in-edges gets ports for the first MaxPorts and a count; 0 for as many as there are
	Previous  *Layout // an older layout, of any graph: nodes keep their rows unless they must move
	Orders    *Orders // remembers what layouts that differ in sizes alone have in common, nil for one layout
}

// Fit is how wide the columns of a layout are: each as its widest node needs it, but none less than Least cells; where
// the picture would be wider than Room, the widest are cut down, as far as Least.
type Fit struct {
	Width func(node int32) int
	Least int
	Room  int
	Whole bool                 // none is cut down
	Rows  func(node int32) int // of text, at most TextRows; nil for so many in every box

	// Breaks returns into how many rows a node's text is broken on so many cells: the columns share the width so that these are few. Nil
	// where they share it evenly.
	Breaks func(node int32, cells int) int
}

func (o *Options) keeps(i int32) bool { return o.Keep != nil && o.Keep.Has(i) }

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
	Wave  int  // 1 for what goes on or can be started, then what waits; 0 for finished work
	X, W  int  // of its boxes
	Count int  // how many nodes are in the wave, drawn or not
	Done  int  // of its boxes: those of finished nodes
	Stuck bool // its nodes are in a loop, or held back by one; Wave goes on counting
}

// Box is a node's place.
type Box struct {
	Node       int32
	Column     int
	X, Y, W, H int     // with its frame
	Ports      []Port  // its drawn in-edges, from top to bottom
	Row        int     // the row in which it is read: its out-edges leave from there
	OutRow     int     // Row, -1 where no out-edges leave
	Done       bool    // the node is finished
	Hidden     int     // in-edges that have no port
	Missing    []int32 // the ids it waits for that no file has: they have no box, and are named in the last row of this one
	Cut        []int32 // the nodes that its out-edges without a port lead to
	Implied    []int32 // the nodes that its redundant in-edges come from, which are not drawn
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

// lineEnds is the nodes a line comes from and leads to, and how much of it an earlier line of the same source runs along.
type lineEnds struct {
	from   int32
	to     int32
	along  int32 // the line before it of the same source, -1 for none
	shared int32 // how many points both begin with
}

// Layout lays the graph out in waves.
func (g *Graph) Layout(o Options) *Layout {
	s := newLayoutBuilder(g, o)
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
			s.o.Orders.order(s, p)
			s.sortPorts(p)
			s.assignRows(p)
		}
		s.packComponents(parts)
		s.straightenDummies()
	}
	s.routeChannels()
	s.chooseWidths()
	return s.buildLayout()
}

// Box is the box of a node; false when it is not drawn.
func (l *Layout) Box(node int32) (Box, bool) {
	if i, ok := l.boxOf[node]; ok {
		return l.Boxes[i], true
	}
	return Box{}, false
}

// ColumnOf returns the column in which a node has a box, -1 where it has none.
func (l *Layout) ColumnOf(node int32) int {
	if b, drawn := l.Box(node); drawn {
		return b.Column
	}
	return -1
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

// layoutBuilder is a layout in the making. What stands in a layer is an item: first the boxes, in the order of their names,
// so that nothing depends on the order in which nodes were given; behind them the places where lines pass a layer.
// What runs between two layers is a net: all lines of one source there, drawn as one line that forks.
type layoutBuilder struct {
	g *Graph
	o Options

	nodes          []int32 // the graph's number of each box
	layerCount     int
	finishedLayers int             // how many of the layers are finished work
	stuckFrom      int             // the layer from which on all are stuck, -1 for none
	waves          []int32         // of the layers that are no finished work
	boxOf          map[int32]int32 // box of a node
	nodeCount      []int           // nodes in each layer

	links []link
	ins   [][]int32 // links into each box, in the order of their ports
	outs  [][]int32

	items      []item
	neighbours []neighbours
	room       struct { // for the work on each part
		num   []int32
		dirty []bool
	}
	nets []net

	layers   [][]int32 // items of each layer from top to bottom
	netsIn   [][]int32 // nets left of each layer, and right of the last
	channels []channel // how each gap is drawn
	widths   []int32   // of the boxes in each layer
}

// link is an edge that is drawn.
type link struct {
	from, to int32 // boxes
	edge     int32
	port     int32 // row in its target's box
	chain    bool
	hidden   bool // its target shows no port for it
}

// item is something that has a row in a layer.
type item struct {
	layer  int32
	src    int32 // whose line passes here; itself for a box
	back   bool  // the line runs from right to left
	h      int32 // rows
	out    int32 // row in the box that lines leave from
	pos    int32 // in its layer
	weight int32 // how many links its line carries on from the left: those that pass here, 1 for a box
	y      int32
	right  int32   // the net on its right side, -1 for none
	left   []int32 // the nets on its left side
	kept   bool    // it stood in this layer of the older layout, in row y
	hasRow bool    // y is where it stands, or stood in another layer
}

// net is the lines of one source in one gap.
type net struct {
	src   int32
	gap   int32
	back  bool    // these lines run from right to left, before they reach their targets
	left  []int32 // items whose right side it touches
	right []int32 // items whose left side it touches
	via   []int32 // for each of right the link that ends there, -1 where the line passes on

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

// chooseNodes takes the nodes that are drawn and makes boxes of them; layerOf says which layer a node is in.
func (s *layoutBuilder) chooseNodes(nodes []int32, layerOf func(node int32) int32) {
	s.g.sortNodes(nodes)
	s.nodes = nodes
	s.items = make([]item, len(nodes), 2*len(nodes))
	for i, n := range nodes {
		s.boxOf[n] = int32(i)
		s.items[i] = item{layer: layerOf(n), src: int32(i), weight: 1, right: -1}
	}
}

// chooseWaves chooses what the whole graph shows: a layer for each wave, and finished work in layers before them, each as
// close to what it made possible as it can be.
func (s *layoutBuilder) chooseWaves() {
	g := s.g
	n := int32(g.Len())
	var nodes []int32
	var of columns
	place := func(i int32) int { return g.Wave(i) }
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
	layer := make(map[int]int32, len(s.waves))
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
