package view

import (
	"fmt"
	"slices"
	"testing"

	"sideboard/board/graph"
)

func TestATitleTellsWhatStandsUnderItAndHowMuchOfThatIsLeft(t *testing.T) {
	for _, c := range []struct {
		name, plan string
		titles     []string
	}{
		{"waves", "1 ready A\n2 blocked B\n3 blocked C\n2 < 1\n3 < 1", []string{"Step 1 1", "Step 2 2"}},
		{"stuck in three waves", "1 ready A\n2 blocked B\n3 stuck C\n4 stuck D\n5 stuck E\n2 < 1\n3 < 4\n4 < 3\n5 < 4", []string{"Step 1 1", "Step 2 1", "Stuck 3"}},
		{"completed, and waited for", "1 done A\n2 done B\n3 blocked C\n3 < 1 2", []string{"Done 2", "Step 2 1"}},
		{"completed beside what can be started", "1 done A\n2 ready B\n3 blocked C\n3 < 1 2", []string{"Step 1 1", "Step 2 1"}},
	} {
		p := readPlan(c.plan)
		edges := slices.Clone(p.g.Edges())
		for i := range edges {
			edges[i].Open = true // a completed task holds back too what still names it
		}
		g := graph.New(nodesOf(p.g), edges)
		var titles []string
		for _, h := range appendWaveHeads(nil, g.Layout(graph.Options{})) {
			s := h.word.String()
			if h.number > 0 {
				s += fmt.Sprint(" ", h.number)
			}
			titles = append(titles, fmt.Sprint(s, " ", h.count))
		}
		if !slices.Equal(titles, c.titles) {
			t.Errorf("%s: %q", c.name, titles)
		}
	}
}

func nodesOf(g *graph.Graph) (nodes []graph.Node) {
	for i := range int32(g.Len()) {
		nodes = append(nodes, g.Node(i))
	}
	return nodes
}
