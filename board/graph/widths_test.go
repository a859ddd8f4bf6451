package graph_test

import (
	"testing"

	"sideboard/board/graph"
)

func TestAColumnGetsTheCellsThatOthersDoNotNeed(t *testing.T) {
	nodes := []graph.Node{{Name: "short"}, {Name: "long"}, {Name: "short too"}}
	g := graph.New(nodes, []graph.Edge{{From: 0, To: 1, Open: true}, {From: 1, To: 2, Open: true}})
	needs := []int{14, 20, 14}
	fit := graph.Fit{
		Room: 72, Least: 14,
		Width:  func(node int32) int { return max(needs[node], 24) },
		Breaks: func(node int32, cells int) int { return (needs[node] + cells - 1) / cells },
	}
	of := g.Layout(graph.Options{Fit: &fit})
	if of.W > fit.Room {
		t.Fatalf("%d cells are more than %d", of.W, fit.Room)
	}
	for k, c := range of.Columns {
		if c.W != needs[k] {
			t.Errorf("column %d has %d cells and needs %d", k, c.W, needs[k])
		}
	}
}
