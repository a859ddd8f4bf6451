package graph

import (
	"cmp"
	"slices"
)

// component is a connected component of the drawing: its items and nets, layer by layer. Components are arranged
// separately.
type component struct {
	layers [][]int32
	nets   [][]int32
	first  int // of its layers
	last   int
	size   int    // items
	rng    uint64 // the state of random
	work   int    // on its order, in comparisons
}

// components returns the connected components, the largest first, then by the name of the first box.
func (s *layoutBuilder) components() []*component {
	up := make([]int32, len(s.nodes))
	for i := range up {
		up[i] = int32(i)
	}
	root := func(i int32) int32 {
		for up[i] != i {
			up[i] = up[up[i]]
			i = up[i]
		}
		return i
	}
	for _, l := range s.links {
		if l.hidden {
			continue
		}
		a, b := root(l.from), root(l.to)
		up[max(a, b)] = min(a, b)
	}
	of := map[int32]*component{}
	var parts []*component
	find := func(i int32) *component {
		r := root(s.items[i].src)
		p := of[r]
		if p == nil {
			p = &component{layers: make([][]int32, s.layerCount), nets: make([][]int32, s.layerCount+1),
				first: s.layerCount, rng: 0x9e3779b97f4a7c15}
			of[r] = p
			parts = append(parts, p)
		}
		return p
	}
	for i := range s.items {
		p := find(int32(i))
		k := int(s.items[i].layer)
		p.layers[k] = append(p.layers[k], int32(i))
		p.first, p.last = min(p.first, k), max(p.last, k)
		p.size++
	}
	for i := range s.nets {
		p := find(s.nets[i].src)
		p.nets[s.nets[i].gap] = append(p.nets[s.nets[i].gap], int32(i))
	}
	slices.SortStableFunc(parts, func(a, b *component) int { return b.size - a.size })
	return parts
}

// random returns a pseudo-random number below n. The sequence is the same for every component.
func (p *component) random(n int) int {
	p.rng ^= p.rng << 13
	p.rng ^= p.rng >> 7
	p.rng ^= p.rng << 17
	return int(p.rng >> 32 * uint64(n) >> 32)
}

// packComponents puts the components below each other, each as high as there is room in its layers and gaps, and then
// sorts all layers.
func (s *layoutBuilder) packComponents(parts []*component) {
	bottom := make([]int32, 2*s.layerCount+1) // of gaps at even places, of layers at odd ones
	for _, p := range parts {
		lo, hi := s.contour(p)
		y := int32(0)
		for k := range lo {
			if lo[k] <= hi[k] {
				y = max(y, bottom[k]-lo[k])
			}
		}
		for k := range lo {
			if lo[k] <= hi[k] {
				bottom[k] = y + hi[k] + 1 + s.freeRows()
			}
		}
		for _, items := range p.layers {
			for _, i := range items {
				s.items[i].y += y
			}
		}
	}
	s.sortLayers()
}

// sortLayers sorts the items of each layer by row.
func (s *layoutBuilder) sortLayers() {
	for _, items := range s.layers {
		slices.SortFunc(items, func(a, b int32) int { return cmp.Compare(s.items[a].y, s.items[b].y) })
		s.numberItems(items)
	}
}

// contour returns the first and the last row of a component in each gap, at even places, and in each layer, at odd
// ones. Where it has none, the first is after the last.
func (s *layoutBuilder) contour(p *component) (lo, hi []int32) {
	lo, hi = make([]int32, 2*s.layerCount+1), make([]int32, 2*s.layerCount+1)
	for k := range lo {
		lo[k], hi[k] = 1<<28, -1
	}
	for k, items := range p.layers {
		for _, i := range items {
			t := &s.items[i]
			lo[2*k+1], hi[2*k+1] = min(lo[2*k+1], t.y), max(hi[2*k+1], t.y+t.h-1)
		}
	}
	for k, nets := range p.nets {
		for _, n := range nets {
			for _, i := range s.nets[n].left {
				y := s.items[i].y + s.items[i].out
				lo[2*k], hi[2*k] = min(lo[2*k], y), max(hi[2*k], y)
			}
			for j, i := range s.nets[n].right {
				y := s.rightRow(n, j, i)
				lo[2*k], hi[2*k] = min(lo[2*k], y), max(hi[2*k], y)
			}
		}
	}
	return lo, hi
}

// rightRow returns the row where a net enters an item on its right.
func (s *layoutBuilder) rightRow(n int32, j int, i int32) int32 {
	if l := s.nets[n].via[j]; l >= 0 {
		return s.items[i].y + s.links[l].port
	}
	return s.items[i].y
}

// leftRow returns the row where a net leaves an item on its left.
func (s *layoutBuilder) leftRow(i int32) int32 { return s.items[i].y + s.items[i].out }

// sortPorts sorts the ports of the boxes in a component by the order in which their lines arrive, so that these do not
// cross.
func (s *layoutBuilder) sortPorts(p *component) {
	for k := p.first; k <= p.last; k++ {
		for _, v := range p.layers[k] {
			if int(v) < len(s.nodes) {
				s.sortPortsOf(v)
			}
		}
	}
}

func (s *layoutBuilder) sortPortsOf(v int32) {
	in := s.ins[v]
	if len(in) > 1 {
		from := make(map[int32]int, len(in))
		for _, n := range s.items[v].left {
			for j, l := range s.nets[n].via {
				if l >= 0 && s.links[l].to == v && s.nets[n].right[j] == v {
					from[l] = s.arrival(n, v)
				}
			}
		}
		slices.SortStableFunc(in, func(a, b int32) int { return cmp.Compare(from[a], from[b]) })
	}
	for at, l := range in {
		s.links[l].port = int32(at) + s.frame()
	}
}

// arrival returns a key for sorting the lines that end in a box. Lines from the left are in the order of their items. A
// return line comes from above or below: the one from the nearest item is the outermost.
func (s *layoutBuilder) arrival(n, v int32) int {
	t := &s.nets[n]
	const beyond = 1 << 24 // above the place of any item
	if !t.back {
		return int(s.items[t.left[0]].pos)
	}
	pass := s.items[t.right[0]].pos
	if pass < s.items[v].pos {
		return -beyond - int(pass)
	}
	return beyond - int(pass)
}
