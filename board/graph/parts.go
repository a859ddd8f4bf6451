package graph

import "slices"

// part is a connected piece of the drawing: its items and nets, layer by layer. What is in different parts has
// nothing to do with each other and is arranged apart.
type component struct {
	layers [][]int32
	nets   [][]int32
	first  int // of its layers
	last   int
	size   int // items
	rng    uint64
	work   int // work done on its order, in comparisons
}

// parts are the connected pieces, the largest first, then by the name of the first box.
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
			p = &component{layers: make([][]int32, s.layerCount), nets: make([][]int32, s.layerCount+1), first: s.layerCount, rng: 0x9e3779b97f4a7c15}
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

// random is a number below n: the same ones in the same order for the same part, whatever it was given in.
func (p *component) random(n int) int {
	p.rng ^= p.rng << 13
	p.rng ^= p.rng >> 7
	p.rng ^= p.rng << 17
	return int(p.rng % uint64(n))
}
