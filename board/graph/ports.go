package graph

import (
	"cmp"
	"slices"
)

// sortPorts puts the ports of the boxes in a part in the order in which their lines arrive, so that those do not cross.
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
		s.links[l].port = int32(at) + 1
	}
}

// arrival orders the lines that end in a box. Those from the left come in the order of what they come from. A return
// line comes round from above or below: the nearest is the outermost, and so they lie around each other.
func (s *layoutBuilder) arrival(n, v int32) int {
	t := &s.nets[n]
	const beyond = 1 << 24
	if !t.back {
		return int(s.items[t.left[0]].pos)
	}
	pass := s.items[t.right[0]].pos
	if pass < s.items[v].pos {
		return -beyond - int(pass)
	}
	return beyond - int(pass)
}
