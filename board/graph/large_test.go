package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sideboard/board/graph"
)

// Pictures nobody looks at as a whole must still be made, in about the time it takes to notice that they are useless.
func TestALargeGraphIsDrawnAllTheSame(t *testing.T) {
	const n = 10000
	r := rand.New(rand.NewPCG(1, 1))
	shapes := map[string]func(i int) (from, to int){
		"all wait for one":  func(i int) (int, int) { return 0, i },
		"one waits for all": func(i int) (int, int) { return i, 0 },
		"a chain":           func(i int) (int, int) { return i - 1, i },
		"a tree":            func(i int) (int, int) { return i / 2, i },
		"any":               func(i int) (int, int) { return max(0, i-1-r.IntN(3000)), i },
		"two layers":        func(i int) (int, int) { return i % 100, n/2 + r.IntN(n/2) },
	}
	for name, shape := range shapes {
		nodes := make([]graph.Node, n)
		var edges []graph.Edge
		for i := range nodes {
			nodes[i].Name = fmt.Sprint("t", i)
			if from, to := shape(i); from != to && i > 0 {
				edges = append(edges, graph.Edge{From: int32(from), To: int32(to), Open: true})
			}
		}
		g := graph.New(nodes, edges)
		l := g.Layout(graph.Options{})
		hidden := 0
		for _, b := range l.Boxes {
			hidden += b.Hidden
		}
		drawn := 0
		for e := range g.Edges() {
			if !g.Redundant(int32(e)) {
				drawn++
			}
		}
		if len(l.Lines)+hidden != drawn {
			t.Errorf("%s: %d lines and %d hidden of %d", name, len(l.Lines), hidden, drawn)
		}
		if again := g.Layout(graph.Options{Previous: l}); again.H != l.H {
			t.Errorf("%s: %d rows became %d", name, l.H, again.H)
		}
	}
}
