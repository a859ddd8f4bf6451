package graph

import "slices"

// Orders caches the order of items in layers, the most expensive part of a layout, for other layouts of the same graph:
// the order does not depend on the sizes of boxes and the distances between them.
type Orders struct{ parts []orderedPart }

// orderedPart is a component of a drawing before and after its layers were ordered.
type orderedPart struct {
	boxes  int       // in all components
	before [][]int32 // the items of each layer, as they were
	nets   []net
	after  [][]int32 // the same, in the order that was found
}

// order orders the layers of a component as before, or anew if the component is not cached.
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

// is reports whether a component has the same items in the same layers and the same nets.
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

// joins reports whether two nets of one source and gap join the same items, in the same order.
func (n *net) joins(other *net) bool {
	return n.src == other.src && n.gap == other.gap && n.back == other.back && slices.Equal(n.left, other.left) &&
		slices.Equal(n.right, other.right)
}

func cloneLayers(layers [][]int32) [][]int32 {
	all := slices.Clone(layers)
	for k := range all {
		all[k] = slices.Clone(all[k])
	}
	return all
}
