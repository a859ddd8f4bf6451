package graph

import "slices"

// Orders remembers the orders into which layers were put, the dearest part of a layout, for others of the same graph: how large boxes are,
// and how far from each other, has no part in that.
type Orders struct{ parts []orderedPart }

// orderedPart is a part of a drawing before its layers were put in an order, and after.
type orderedPart struct {
	boxes  int // in all parts
	before [][]int32
	nets   []net
	after  [][]int32
}

// order puts the layers of a part in an order with few crossings: the one that was found for it before.
func (o *Orders) order(s *layoutBuilder, p *component) {
	if o == nil {
		s.orderLayers(p)
		return
	}
	for i := range o.parts {
		if was := &o.parts[i]; was.is(s, p) {
			for k, items := range was.after {
				copy(p.layers[k], items)
				s.numberItems(items)
			}
			s.updateSpans(p)
			return
		}
	}
	part := orderedPart{boxes: len(s.nodes), before: cloneLayers(p.layers)}
	for _, nets := range p.nets {
		for _, n := range nets {
			part.nets = append(part.nets, s.nets[n])
		}
	}
	s.orderLayers(p)
	part.after = cloneLayers(p.layers)
	o.parts = append(o.parts, part)
}

// is reports whether a part has the same items in the same layers, and the same lines between them.
func (was *orderedPart) is(s *layoutBuilder, p *component) bool {
	if was.boxes != len(s.nodes) || !slices.EqualFunc(was.before, p.layers, slices.Equal) {
		return false
	}
	k := 0
	for _, nets := range p.nets {
		for _, n := range nets {
			if k == len(was.nets) || !was.nets[k].joins(&s.nets[n]) {
				return false
			}
			k++
		}
	}
	return k == len(was.nets)
}

// joins reports whether a net is the same as another, wherever their items stand.
func (n *net) joins(other *net) bool {
	return n.src == other.src && n.gap == other.gap && n.back == other.back && slices.Equal(n.left, other.left) && slices.Equal(n.right, other.right)
}

func cloneLayers(layers [][]int32) [][]int32 {
	all := slices.Clone(layers)
	for k := range all {
		all[k] = slices.Clone(all[k])
	}
	return all
}
