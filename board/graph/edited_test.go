package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

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

// with returns a graph with an edge more.
func with(g *graph.Graph, e graph.Edge) *graph.Graph {
	nodes, edges := parts(g)
	return settled(graph.New(nodes, append(edges, e)))
}

// without returns a graph with an edge less, by its ends.
func without(g *graph.Graph, from, to int32) *graph.Graph {
	nodes, edges := parts(g)
	return settled(graph.New(nodes, slices.DeleteFunc(edges, func(e graph.Edge) bool { return e.From == from && e.To == to })))
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

// reaches says by brute force which nodes can be reached from which along links.
func reaches(g *graph.Graph) [][]bool {
	n := g.Len()
	to := make([][]bool, n)
	for i := range to {
		to[i] = make([]bool, n)
	}
	for _, e := range g.Edges() {
		to[e.From][e.To] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				to[i][j] = to[i][j] || to[i][k] && to[k][j]
			}
		}
	}
	return to
}

// rings counts the nodes that reach themselves.
func rings(to [][]bool) int {
	n := 0
	for i := range to {
		if to[i][i] {
			n++
		}
	}
	return n
}

func TestALinkClosesALoopWhereThereIsAWayBack(t *testing.T) {
	offered, refused := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 8))
		n := 2 + r.IntN(9)
		g := rough(r, n, r.IntN(2*n))
		if seed%2 == 0 {
			g = forward(r, n, 1.3)
		}
		now := reaches(g)
		for from := range int32(n) {
			for to := range int32(n) {
				if from == to || g.Node(to).State == graph.Missing {
					continue
				}
				refuse := now[to][from]
				after := with(g, graph.Edge{From: from, To: to, Open: true})
				then := reaches(after)
				if closes := then[from][from] && then[to][from]; closes != refuse {
					t.Fatalf("seed %d: %d waiting for %d closes a loop: %v; there is a way back: %v", seed, to, from, closes, refuse)
				}
				if !refuse {
					offered++
					if rings(then) != rings(now) || len(after.Loops()) > len(g.Loops()) {
						t.Fatalf("seed %d: a link that was offered, %d to %d, makes a loop", seed, from, to)
					}
					continue
				}
				refused++
				back := false
				for e := range after.Edges() {
					back = back || after.Back(int32(e))
				}
				if !back {
					t.Fatalf("seed %d: %d to %d closes a loop, and nothing is drawn as a return", seed, from, to)
				}
			}
		}
	}
	if offered < 100 || refused < 100 {
		t.Errorf("only %d links were offered and %d refused", offered, refused)
	}
}
