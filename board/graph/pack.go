package graph

import (
	"cmp"
	"slices"
)

// pack puts the parts below each other, each as high up as the ones above it leave room in the columns and gaps it
// needs, and then knows the order of all items in each layer.
func (s *sketch) pack(parts []*part) {
	bottom := make([]int32, 2*s.layers+1) // of gaps at even places, of layers at odd ones
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
		for _, items := range p.layer {
			for _, i := range items {
				s.item[i].y += y
			}
		}
	}
	s.sortLayers()
}

// sortLayers puts all items of each layer in the order of their rows.
func (s *sketch) sortLayers() {
	for _, items := range s.layer {
		slices.SortFunc(items, func(a, b int32) int { return cmp.Compare(s.item[a].y, s.item[b].y) })
		s.number(items)
	}
}

// contour is the first and the last row that a part needs in each gap and layer.
func (s *sketch) contour(p *part) (lo, hi []int32) {
	lo, hi = make([]int32, 2*s.layers+1), make([]int32, 2*s.layers+1)
	for k := range lo {
		lo[k], hi[k] = 1<<28, -1
	}
	for k, items := range p.layer {
		for _, i := range items {
			t := &s.item[i]
			lo[2*k+1], hi[2*k+1] = min(lo[2*k+1], t.y), max(hi[2*k+1], t.y+t.h-1)
		}
	}
	for k, nets := range p.gap {
		for _, n := range nets {
			for _, i := range s.net[n].left {
				y := s.item[i].y + s.item[i].out
				lo[2*k], hi[2*k] = min(lo[2*k], y), max(hi[2*k], y)
			}
			for j, i := range s.net[n].right {
				y := s.rightRow(n, j, i)
				lo[2*k], hi[2*k] = min(lo[2*k], y), max(hi[2*k], y)
			}
		}
	}
	return lo, hi
}

// rightRow is the row where a net reaches one of the items on its right.
func (s *sketch) rightRow(n int32, j int, i int32) int32 {
	if l := s.net[n].via[j]; l >= 0 {
		return s.item[i].y + s.link[l].port
	}
	return s.item[i].y
}

// leftRow is the row where a net leaves one of the items on its left.
func (s *sketch) leftRow(i int32) int32 { return s.item[i].y + s.item[i].out }
