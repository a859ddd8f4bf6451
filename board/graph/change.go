package graph

import "slices"

// With returns the graph with an edge more; its Open says whether it would hold To back. Node numbers stay. A node that is
// held back by it is not Ready any more.
func (g *Graph) With(e Edge) *Graph {
	nodes := g.nodes
	edges := append(slices.Clip(g.edges), e)
	n := g.rebuild(nodes, append(edges, g.selfLinks()...))
	if e.To >= 0 && int(e.To) < len(nodes) && n.nodes[e.To].Ready && n.isHeld(e.To) {
		n.nodes = slices.Clone(nodes)
		n.nodes[e.To].Ready = false
	}
	return n
}

// Without returns the graph with an edge less, by its ends; one from a node to itself is its mark. A node that was held back
// by it alone becomes Ready.
func (g *Graph) Without(from, to int32) *Graph {
	leaves := func(e Edge) bool { return e.From == from && e.To == to }
	edges := slices.DeleteFunc(append(slices.Clone(g.edges), g.selfLinks()...), leaves)
	n := g.rebuild(g.nodes, edges)
	n.updateReady(g)
	return n
}

// rebuild returns a graph of the same names.
func (g *Graph) rebuild(nodes []Node, edges []Edge) *Graph {
	return newSorted(nodes, g.order, g.rank, edges)
}

// selfLinks returns the links of nodes to themselves.
func (g *Graph) selfLinks() []Edge {
	var marks []Edge
	for _, i := range g.order {
		if g.selfLinked.has(i) {
			marks = append(marks, Edge{From: i, To: i, Open: g.selfHeld.has(i)})
		}
	}
	return marks
}

// isHeld reports whether something holds a node back.
func (g *Graph) isHeld(i int32) bool {
	return g.selfHeld.has(i) || slices.ContainsFunc(g.In(i), func(e int32) bool { return g.kind[e]&openEdge != 0 })
}

// updateReady makes those nodes Ready that were held back before and are not any more.
func (g *Graph) updateReady(before *Graph) {
	shared := true
	for i := range int32(len(g.nodes)) {
		if g.nodes[i].State != Open || g.nodes[i].Ready || !before.isHeld(i) || g.isHeld(i) {
			continue
		}
		if shared {
			g.nodes, shared = slices.Clone(g.nodes), false
		}
		g.nodes[i].Ready = true
	}
}

// WaveShift is a node whose wave is another in a second graph of the same nodes.
type WaveShift struct {
	Node          int32
	Before, After int // waves
}

// WaveShifts returns the nodes that stand in another wave in after, in the order of their waves before and of names.
func (g *Graph) WaveShifts(after *Graph) []WaveShift {
	was, is := g.waveInfo().wave, after.waveInfo().wave
	if len(was) != len(is) {
		return nil
	}
	count := make([]int32, g.Waves()+2)
	n := 0
	for i := range was {
		if was[i] != is[i] {
			count[was[i]+1]++
			n++
		}
	}
	if n == 0 {
		return nil
	}
	prefixSums(count)
	shifts := make([]WaveShift, n)
	for _, i := range g.order {
		if was[i] != is[i] {
			shifts[count[was[i]]] = WaveShift{i, int(was[i]), int(is[i])}
			count[was[i]]++
		}
	}
	return shifts
}
