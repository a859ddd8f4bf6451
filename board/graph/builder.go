package graph

import (
	"cmp"
	"slices"
)

// layoutBuilder is a layout in the making. What stands in a layer is an item: first the boxes, in the order of their names,
// so that nothing depends on the order in which nodes were given; behind them the places where lines pass a layer.
// What runs between two layers is a net: all lines of one source there, drawn as one line that forks.
type layoutBuilder struct {
	g *Graph
	o Options

	nodes          []int32 // the graph's number of each box
	layerCount     int
	finishedLayers int             // how many of the layers are finished work
	focused        bool            // it is a neighbourhood
	firstStep      int             // what its first layer is called
	boxOf          map[int32]int32 // box of a node
	nodeCount      []int           // nodes in each layer, drawn or not

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

	layers     [][]int32 // items of each layer from top to bottom
	netsIn     [][]int32 // nets left of each layer, and right of the last
	inversions int       // inversions, as loose
	slack      float64
	channels   []channel // how each gap is drawn
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
	layer     int32
	src       int32 // whose line passes here; itself for a box
	back      bool  // the line runs from right to left
	h         int32 // rows
	out       int32 // row in the box that lines leave from
	pos       int32 // in its layer
	y         int32
	right     int32   // the net on its right side, -1 for none
	left      []int32 // the nets on its left side
	kept      bool    // it stood in this layer of the older layout, in row y
	hasRow    bool    // y is where it stands, or stood in another layer
	oldHeight int32   // how high it was there
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

func newSketch(g *Graph, o Options) *layoutBuilder {
	if o.BoxWidth <= 0 {
		o.BoxWidth = 20
	}
	o.BoxWidth = max(o.BoxWidth, 3)
	if o.TextRows <= 0 {
		o.TextRows = 2
	}
	return &layoutBuilder{g: g, o: o, boxOf: map[int32]int32{}}
}

// chooseNodes takes the nodes that are drawn and makes boxes of them; layerOf says which layer a node is in.
func (s *layoutBuilder) chooseNodes(nodes []int32, layerOf func(node int32) int32) {
	slices.SortFunc(nodes, func(a, b int32) int {
		return cmp.Compare(s.g.rank[a], s.g.rank[b])
	})
	s.nodes = nodes
	s.items = make([]item, len(nodes), 2*len(nodes))
	for i, n := range nodes {
		s.boxOf[n] = int32(i)
		s.items[i] = item{layer: layerOf(n), src: int32(i), right: -1}
	}
}

// chooseWaves chooses what the whole graph shows: a layer for each wave, and finished work in layers before them, each as
// close to what it made possible as it can be.
func (s *layoutBuilder) chooseWaves() {
	g := s.g
	n := int32(g.Len())
	var nodes []int32
	last := 0
	for i := range n {
		switch {
		case s.o.Finished && (s.o.Unlinked || len(g.In(i))+len(g.Out(i)) > 0):
		case g.Live(i) && (s.o.Unlinked || g.Linked(i)):
		default:
			continue
		}
		nodes = append(nodes, i)
		last = max(last, g.Wave(i))
	}
	height := s.finishedHeights(nodes)
	for _, h := range height {
		s.finishedLayers = max(s.finishedLayers, int(h))
	}
	s.layerCount = s.finishedLayers + last
	s.chooseNodes(nodes, func(i int32) int32 {
		if w := g.Wave(i); w > 0 {
			return int32(s.finishedLayers + w - 1)
		}
		return int32(s.finishedLayers) - height[i]
	})
	s.nodeCount = make([]int, s.layerCount)
	for i := range n {
		if w := g.Wave(i); w > 0 {
			if s.finishedLayers+w-1 < s.layerCount {
				s.nodeCount[s.finishedLayers+w-1]++
			}
		} else if h := height[i]; h > 0 {
			s.nodeCount[s.finishedLayers-int(h)]++
		}
	}
}

// finishedHeights are, for nodes of no wave, how many layers they stand before the first wave: 1 and more.
func (s *layoutBuilder) finishedHeights(nodes []int32) map[int32]int32 {
	g := s.g
	height := map[int32]int32{}
	for _, i := range nodes {
		if g.Wave(i) <= 0 {
			height[i] = 1
		}
	}
	if len(height) == 0 {
		return height
	}
	// Kahn's way from the right: a node's height is known when those of its successors are. Edges that close a loop do
	// not count; should there be a loop all the same, its nodes stay where they are.
	open := map[int32]int{}
	var ready []int32
	counts := func(e int32) (from, to int32, ok bool) {
		x := g.Edges()[e]
		return x.From, x.To, !g.Back(e) && height[x.From] > 0 && height[x.To] > 0
	}
	for i := range height {
		for _, e := range g.Out(i) {
			if _, _, ok := counts(e); ok {
				open[i]++
			}
		}
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, e := range g.In(i) {
			if from, _, ok := counts(e); ok {
				height[from] = max(height[from], height[i]+1)
				if open[from]--; open[from] == 0 {
					ready = append(ready, from)
				}
			}
		}
	}
	return height
}
