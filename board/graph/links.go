package graph

import (
	"cmp"
	"slices"
)

// findLinks finds the edges to draw between the boxes, and gives each box its height.
func (s *sketch) findLinks() {
	n := len(s.node)
	s.ins, s.outs = make([][]int32, n), make([][]int32, n)
	next := map[[2]int32]bool{}
	if !s.near {
		chain := s.g.Chain()
		for i := 1; i < len(chain); i++ {
			next[[2]int32{chain[i-1], chain[i]}] = true
		}
	}
	edges := s.g.Edges()
	for u, node := range s.node {
		first := len(s.link)
		for _, e := range s.g.Out(node) {
			v, ok := s.local[edges[e].To]
			if !ok || !s.says(e) || s.implied(e) {
				continue
			}
			s.link = append(s.link, link{from: int32(u), to: v, edge: e, chain: next[[2]int32{node, edges[e].To}]})
		}
		slices.SortFunc(s.link[first:], func(a, b link) int { return cmp.Compare(a.to, b.to) })
	}
	for i := range s.link {
		l := &s.link[i]
		s.ins[l.to] = append(s.ins[l.to], int32(i))
		s.outs[l.from] = append(s.outs[l.from], int32(i))
	}
	s.limitPorts()
	s.limitPassing()
	for v := range s.node {
		s.item[v].h = int32(max(s.o.TextRows, len(s.ins[v]))) + 2
		s.item[v].out = s.outRow(int32(v))
	}
}

// says tells whether an edge has a meaning in the picture: that of finished work has none where finished work is folded.
func (s *sketch) says(e int32) bool { return s.o.Finished || s.g.Alive(e) }

// implied tells whether an edge is left out because a longer way says the same.
func (s *sketch) implied(e int32) bool {
	return !s.o.Redundant && s.g.Redundant(e) && !s.g.Back(e)
}

// outRow is the row in its box where a node's lines leave: the first one, where its title is; in a taller box the middle,
// so that what comes in spreads above and below what goes out.
func (s *sketch) outRow(v int32) int32 {
	if k := len(s.ins[v]); k > 2 {
		return int32(k+1) / 2
	}
	return 1
}

// limitPorts hides the lines for which a box has no port: it keeps those of the longest chain and then of the latest
// waves, the ones that decide when a node can be done.
func (s *sketch) limitPorts() {
	if s.o.MaxPorts <= 0 {
		return
	}
	for v := range s.ins {
		in := s.ins[v]
		if len(in) <= s.o.MaxPorts+1 {
			continue
		}
		slices.SortStableFunc(in, func(a, b int32) int {
			x, y := s.link[a], s.link[b]
			if x.chain != y.chain {
				if x.chain {
					return -1
				}
				return 1
			}
			return cmp.Compare(s.item[y.from].layer, s.item[x.from].layer)
		})
		for _, l := range in[s.o.MaxPorts:] {
			s.hide(l)
		}
		s.ins[v] = in[:s.o.MaxPorts]
		slices.Sort(s.ins[v])
	}
}

// hide leaves a link out of the drawing; its target counts it.
func (s *sketch) hide(l int32) {
	s.link[l].hidden = true
	u := s.link[l].from
	s.outs[u] = slices.DeleteFunc(slices.Clone(s.outs[u]), func(x int32) bool { return x == l })
}

// maxPassing is how many places where lines pass a layer a drawing may have: far more than anybody can look at.
const maxPassing = 100_000

// limitPassing hides the longest lines of a graph so large that passing all its layers would take forever.
func (s *sketch) limitPassing() {
	total := 0
	for u := range s.node {
		lo, hi := s.reach(int32(u))
		total += int(hi - lo)
	}
	if total <= maxPassing {
		return
	}
	span := func(l int32) int32 {
		d := s.item[s.link[l].to].layer - s.item[s.link[l].from].layer
		return max(d-1, 1-d, 0)
	}
	all := make([]int32, 0, len(s.link))
	for i := range s.link {
		if !s.link[i].hidden && span(int32(i)) > 0 {
			all = append(all, int32(i))
		}
	}
	slices.SortStableFunc(all, func(a, b int32) int { return cmp.Compare(span(b), span(a)) })
	for i, l := range all {
		if i%64 == 0 {
			// Lines of one source share their way, so the sum is taken again and not counted down.
			total = 0
			for u := range s.node {
				lo, hi := s.reach(int32(u))
				total += int(hi - lo)
			}
			if total <= maxPassing {
				break
			}
		}
		v := s.link[l].to
		s.hide(l)
		s.ins[v] = slices.DeleteFunc(slices.Clone(s.ins[v]), func(x int32) bool { return x == l })
	}
}

// reach is the first and the last layer that lines of a source pass or end in.
func (s *sketch) reach(u int32) (lo, hi int32) {
	at := s.item[u].layer
	lo, hi = at+1, at
	for _, l := range s.outs[u] {
		t := s.item[s.link[l].to].layer
		lo, hi = min(lo, t), max(hi, t)
	}
	return lo, hi
}

// thread leads the lines of each source through the layers: to the right as far as its last target, one line for all;
// and to the left as far as its first, in layers of its own rows.
func (s *sketch) thread() {
	for u := range int32(len(s.node)) {
		at := s.item[u].layer
		lo, hi := s.reach(u)
		if hi == at && lo == at+1 {
			continue
		}
		ends := map[int32][]int32{}
		for _, l := range s.outs[u] {
			t := s.item[s.link[l].to].layer
			ends[t] = append(ends[t], l)
		}
		first := s.newNet(u, at+1, false)
		s.pinLeft(first, u)
		n := first
		for k := at + 1; k <= hi; k++ {
			for _, l := range ends[k] {
				s.pinRight(n, s.link[l].to, l)
			}
			if k == hi {
				break
			}
			d := s.passing(u, k, false)
			s.pinRight(n, d, -1)
			n = s.newNet(u, k+1, false)
			s.pinLeft(n, d)
		}
		if lo > at {
			continue
		}
		d := s.passing(u, at, true)
		s.pinLeft(first, d)
		for k := at; k >= lo; k-- {
			n = s.newNet(u, k, true)
			s.pinRight(n, d, -1)
			for _, l := range ends[k] {
				s.pinRight(n, s.link[l].to, l)
			}
			if k == lo {
				break
			}
			d = s.passing(u, k-1, true)
			s.pinLeft(n, d)
		}
	}
	s.gap = make([][]int32, s.layers+1)
	for i := range s.net {
		s.gap[s.net[i].gap] = append(s.gap[s.net[i].gap], int32(i))
	}
	s.layer = make([][]int32, s.layers)
	for i := range s.item {
		s.layer[s.item[i].layer] = append(s.layer[s.item[i].layer], int32(i))
	}
	s.meet()
}

func (s *sketch) passing(u, layer int32, back bool) int32 {
	s.item = append(s.item, item{layer: layer, src: u, back: back, h: 1, right: -1})
	return int32(len(s.item) - 1)
}

func (s *sketch) newNet(u, gap int32, back bool) int32 {
	s.net = append(s.net, net{src: u, gap: gap, back: back})
	return int32(len(s.net) - 1)
}

func (s *sketch) pinLeft(n, i int32) {
	s.net[n].left = append(s.net[n].left, i)
	s.item[i].right = n
}

func (s *sketch) pinRight(n, i, l int32) {
	s.net[n].right = append(s.net[n].right, i)
	s.net[n].via = append(s.net[n].via, l)
	s.item[i].left = append(s.item[i].left, n)
}
