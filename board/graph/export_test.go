package graph

import "slices"

// WithFinished returns the graph with some nodes finished: what holds others back holds them no more, and those that are held
// back by nothing else become Ready.
func (g *Graph) WithFinished(done []int32) *Graph {
	nodes := slices.Clone(g.nodes)
	finished := newBits(len(nodes))
	for _, i := range done {
		nodes[i].State, nodes[i].Ready = Finished, false
		finished.add(i)
	}
	edges := append(slices.Clone(g.edges), g.selfLinks()...)
	for k := range edges {
		if finished.has(edges[k].From) {
			edges[k].Open = false
		}
	}
	n := g.rebuild(nodes, edges)
	n.updateReady(g)
	return n
}
