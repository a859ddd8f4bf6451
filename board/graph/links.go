package graph

import (
	"cmp"
	"slices"
)

// collectLinks finds the edges to draw, and sets the height of each box.
func (s *layoutBuilder) collectLinks() {
	n := len(s.nodes)
	s.ins, s.outs = make([][]int32, n), make([][]int32, n)
	next := map[[2]int32]bool{}
	chain := s.g.Chain()
	for i := 1; i < len(chain); i++ {
		next[[2]int32{chain[i-1], chain[i]}] = true
	}
	edges := s.g.Edges()
	for u, node := range s.nodes {
		first := len(s.links)
		for _, e := range s.g.Out(node) {
			v, ok := s.boxOf[edges[e].To]
			if !ok || !s.shows(e) || s.isImplied(e) {
				continue
			}
			s.links = append(s.links, link{from: int32(u), to: v, edge: e, chain: next[[2]int32{node, edges[e].To}]})
		}
		slices.SortFunc(s.links[first:], func(a, b link) int { return cmp.Compare(a.to, b.to) })
	}
	for i := range s.links {
		l := &s.links[i]
		s.ins[l.to] = append(s.ins[l.to], int32(i))
		s.outs[l.from] = append(s.outs[l.from], int32(i))
	}
	s.limitPorts()
	s.limitPassing()
	for v := range s.nodes {
		t := &s.items[v]
		t.out = s.outRow(int32(v))
		t.h = int32(max(s.textRows(int32(v)), len(s.ins[v]))) + 2*s.frame()
	}
}

// textRows returns the rows of text in a box, with that for missing ids.
func (s *layoutBuilder) textRows(v int32) int {
	rows := s.o.TextRows
	if s.o.Fit != nil && s.o.Fit.Rows != nil {
		rows = min(s.o.Fit.Rows(s.nodes[v]), rows)
	}
	if len(s.missing(s.nodes[v])) > 0 {
		rows++
	}
	return rows
}

// missing returns the missing nodes that a node waits for.
func (s *layoutBuilder) missing(node int32) (ids []int32) {
	for e, from := range s.g.neighbours(node, false) {
		if s.g.nodes[from].State == Missing && s.shows(e) {
			ids = append(ids, from)
		}
	}
	return ids
}

// shows reports whether an edge is in the picture: edges of finished nodes are not if those are folded.
func (s *layoutBuilder) shows(e int32) bool {
	return s.o.Finished || s.g.LiveEdge(e) || s.o.keeps(s.g.Edges()[e].From)
}

// isImplied reports whether an edge is left out because it is redundant.
func (s *layoutBuilder) isImplied(e int32) bool {
	return !s.o.Redundant && s.g.Redundant(e) && !s.g.Back(e)
}

// outRow returns the row of a box where its lines leave: the first row of the title, or the middle of a box with many
// lines in, so that these are spread above and below.
func (s *layoutBuilder) outRow(v int32) int32 {
	if k := len(s.ins[v]); k > 2 {
		return int32(k-1)/2 + s.frame()
	}
	return s.frame()
}

// frame returns the rows of the frame above the text of a box.
func (s *layoutBuilder) frame() int32 {
	if s.o.Bare {
		return 0
	}
	return 1
}

// freeRows returns the number of free rows between boxes.
func (s *layoutBuilder) freeRows() int32 {
	switch {
	case s.o.Close:
		return 0
	case s.o.Roomy:
		return 2
	}
	return 1
}

// firstRow returns the first row of an item where a line can end.
func (s *layoutBuilder) firstRow(i int32) int32 {
	if int(i) >= len(s.nodes) {
		return 0
	}
	return s.frame()
}

// limitPorts hides the links for which a box has no port. It keeps those of the longest chain, and then those from the
// latest waves, which decide when a node can be done.
func (s *layoutBuilder) limitPorts() {
	if s.o.MaxPorts <= 0 {
		return
	}
	for v := range s.ins {
		in := s.ins[v]
		if len(in) <= s.o.MaxPorts+1 {
			continue
		}
		slices.SortStableFunc(in, func(a, b int32) int {
			x, y := s.links[a], s.links[b]
			if x.chain != y.chain {
				if x.chain {
					return -1
				}
				return 1
			}
			return cmp.Compare(s.items[y.from].layer, s.items[x.from].layer)
		})
		for _, l := range in[s.o.MaxPorts:] {
			s.hideLink(l)
		}
		s.ins[v] = in[:s.o.MaxPorts]
		slices.Sort(s.ins[v])
	}
}

// hideLink leaves a link out of the drawing. Its target shows the number of hidden links.
func (s *layoutBuilder) hideLink(l int32) {
	s.links[l].hidden = true
	u := s.links[l].from
	s.outs[u] = slices.DeleteFunc(slices.Clone(s.outs[u]), func(x int32) bool { return x == l })
}

// maxPassing is the most places where lines pass a layer, far more than a person can look at.
const maxPassing = 100_000

// limitPassing hides the longest links of a graph so large that laying out all of them would take too long.
func (s *layoutBuilder) limitPassing() {
	tooMany := func() bool {
		total := 0
		for u := range s.nodes {
			lo, hi := s.layerSpan(int32(u))
			total += int(hi - lo)
		}
		return total > maxPassing
	}
	if !tooMany() {
		return
	}
	span := func(l int32) int32 { // the layers that it passes; a return line also passes those of its two ends
		d := s.items[s.links[l].to].layer - s.items[s.links[l].from].layer
		return max(d-1, 1-d, 0)
	}
	all := make([]int32, 0, len(s.links))
	for i := range s.links {
		if !s.links[i].hidden && span(int32(i)) > 0 {
			all = append(all, int32(i))
		}
	}
	slices.SortStableFunc(all, func(a, b int32) int { return cmp.Compare(span(b), span(a)) })
	for i, l := range all {
		// lines of one source share their way, so the sum is taken again and not counted down
		if i%64 == 0 && !tooMany() {
			break
		}
		v := s.links[l].to
		s.hideLink(l)
		s.ins[v] = slices.DeleteFunc(slices.Clone(s.ins[v]), func(x int32) bool { return x == l })
	}
}

// layerSpan returns the first and the last layer of the lines of a source.
func (s *layoutBuilder) layerSpan(u int32) (lo, hi int32) {
	at := s.items[u].layer
	lo, hi = at+1, at
	for _, l := range s.outs[u] {
		t := s.items[s.links[l].to].layer
		lo, hi = min(lo, t), max(hi, t)
	}
	return lo, hi
}

// makeNets makes the nets of each source: one to the right as far as its last target, and one to the left as far as its
// first.
func (s *layoutBuilder) makeNets() {
	for u := range int32(len(s.nodes)) {
		at := s.items[u].layer
		lo, hi := s.layerSpan(u)
		if hi == at && lo == at+1 {
			continue
		}
		ends := map[int32][]int32{}
		for _, l := range s.outs[u] {
			t := s.items[s.links[l].to].layer
			ends[t] = append(ends[t], l)
		}
		first := s.addNet(u, at+1, false)
		s.attachLeft(first, u)
		passing := int32(0) // the number of links whose targets are further on
		for k := at + 1; k <= hi; k++ {
			passing += int32(len(ends[k]))
		}
		n := first
		for k := at + 1; k <= hi; k++ {
			for _, l := range ends[k] {
				s.attachRight(n, s.links[l].to, l)
			}
			if k == hi {
				break
			}
			passing -= int32(len(ends[k]))
			d := s.addDummy(u, k, passing, false)
			s.attachRight(n, d, -1)
			n = s.addNet(u, k+1, false)
			s.attachLeft(n, d)
		}
		if lo > at {
			continue
		}
		// return lines: from the gap on the right of the source back past it, and then layer by layer to the left
		passing = 0
		for k := lo; k <= at; k++ {
			passing += int32(len(ends[k]))
		}
		d := s.addDummy(u, at, passing, true)
		s.attachLeft(first, d)
		for k := at; k >= lo; k-- {
			n = s.addNet(u, k, true)
			s.attachRight(n, d, -1)
			for _, l := range ends[k] {
				s.attachRight(n, s.links[l].to, l)
			}
			if k == lo {
				break
			}
			passing -= int32(len(ends[k]))
			d = s.addDummy(u, k-1, passing, true)
			s.attachLeft(n, d)
		}
	}
	s.netsIn = make([][]int32, s.layerCount+1)
	for i := range s.nets {
		s.netsIn[s.nets[i].gap] = append(s.netsIn[s.nets[i].gap], int32(i))
	}
	s.layers = make([][]int32, s.layerCount)
	for i := range s.items {
		s.layers[s.items[i].layer] = append(s.layers[s.items[i].layer], int32(i))
	}
	s.collectNeighbours()
}

// addDummy adds an item where weight links of box u pass a layer, and returns it.
func (s *layoutBuilder) addDummy(u, layer, weight int32, back bool) int32 {
	s.items = append(s.items, item{layer: layer, src: u, weight: weight, back: back, h: 1, right: -1})
	return int32(len(s.items) - 1)
}

// addNet adds a net of box u in a gap, and returns it.
func (s *layoutBuilder) addNet(u, gap int32, back bool) int32 {
	s.nets = append(s.nets, net{src: u, gap: gap, back: back})
	return int32(len(s.nets) - 1)
}

// attachLeft makes item i one on the left of net n.
func (s *layoutBuilder) attachLeft(n, i int32) {
	s.nets[n].left = append(s.nets[n].left, i)
	s.items[i].right = n
}

// attachRight makes item i one on the right of net n: the end of link l, or with -1 a dummy.
func (s *layoutBuilder) attachRight(n, i, l int32) {
	s.nets[n].right = append(s.nets[n].right, i)
	s.nets[n].via = append(s.nets[n].via, l)
	s.items[i].left = append(s.items[i].left, n)
}
