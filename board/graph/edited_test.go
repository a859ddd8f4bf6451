package graph_test

import (
	"slices"

	"sideboard/board/graph"
)

// parts returns the nodes and links a graph was made of.
func parts(g *graph.Graph) (nodes []graph.Node, edges []graph.Edge) {
	for i := range int32(g.Len()) {
		nodes = append(nodes, g.Node(i))
		if g.HasSelfLink(i) {
			edges = append(edges, graph.Edge{From: i, To: i, Open: true})
		}
	}
	return nodes, append(edges, g.Edges()...)
}

// settled returns a graph whose readiness agrees with its links, as a board's does.
func settled(g *graph.Graph) *graph.Graph {
	nodes, edges := parts(g)
	held := map[int32]bool{}
	for _, e := range edges {
		held[e.To] = held[e.To] || e.Open
	}
	for i := range nodes {
		nodes[i].Ready = nodes[i].State == graph.Open && !held[int32(i)]
	}
	return graph.New(nodes, edges)
}

// withFinished returns a graph with some nodes finished.
func withFinished(g *graph.Graph, done ...int32) *graph.Graph {
	nodes, edges := parts(g)
	for _, i := range done {
		nodes[i].State = graph.Finished
	}
	for k := range edges {
		edges[k].Open = edges[k].Open && !slices.Contains(done, edges[k].From)
	}
	return settled(graph.New(nodes, edges))
}
