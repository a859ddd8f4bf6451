package graph

import (
	"cmp"
	"slices"
)

// pack puts the parts below each other, each as high up as the ones above it leave room in the columns and gaps it
// needs, and then knows the order of all items in each layer.
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
				bottom[k] = y + hi[k] + 2
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

// sortLayers puts all items of each layer in the order of their rows.
func (s *layoutBuilder) sortLayers() {
	for _, items := range s.layers {
		slices.SortFunc(items, func(a, b int32) int { return cmp.Compare(s.items[a].y, s.items[b].y) })
		s.numberItems(items)
	}
}

// contour is the first and the last row that a part needs in each gap and layer.
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

// rightRow is the row where a net reaches one of the items on its right.
func (s *layoutBuilder) rightRow(n int32, j int, i int32) int32 {
	if l := s.nets[n].via[j]; l >= 0 {
		return s.items[i].y + s.links[l].port
	}
	return s.items[i].y
}

// leftRow is the row where a net leaves one of the items on its left.
func (s *layoutBuilder) leftRow(i int32) int32 { return s.items[i].y + s.items[i].out }
