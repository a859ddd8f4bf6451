package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sideboard/board/graph"
)

func TestAMarkStandsUnderAnotherOnlyWhereItWaitsForIt(t *testing.T) {
	pairs, lies := 0, 0
	sampled(t, func(name string, g *graph.Graph) {
		for _, columns := range []int{0, 7, 9, 20} {
			l := g.Timeline(false, graph.Rails{Columns: columns})
			linked := func(i int32) bool { return g.Linked(i) && g.Live(i) }
			for k := 1; k < l.Len(); k++ {
				a, b := l.Row(k-1), l.Row(k)
				if a.Mark != b.Mark || !linked(a.Node) && !linked(b.Node) {
					continue
				}
				pairs++
				if g.EdgeBetween(a.Node, b.Node) < 0 {
					lies++
					t.Logf("%s, %d columns: %s stands under %s", name, columns, g.Node(b.Node).Name, g.Node(a.Node).Name)
				}
			}
		}
	})
	if lies > 0 || pairs < 50 {
		t.Errorf("%d of %d marks under marks are no links", lies, pairs)
	}
}

func TestEveryLinkOfATimelineIsDrawnOrNamedAtBothEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	g := rough(r, 300, 500)
	for _, columns := range []int{0, 7, 9, 20} {
		l := g.Timeline(false, graph.Rails{Columns: columns})
		drawn, named := 0, 0
		for k := range l.Len() {
			row := l.Row(k)
			lines := map[int32]bool{}
			for _, c := range row.Cells {
				lines[c.Edge] = true
			}
			for _, e := range g.In(row.Node) {
				from := g.Edges()[e].From
				switch {
				case slices.Contains(row.Linked[0], from):
					if named++; !slices.Contains(l.Row(l.RowOf(from)).Linked[1], row.Node) {
						t.Errorf("%d columns: the link %v is named at one end only", columns, g.Edges()[e])
					}
				case lines[e]:
					drawn++
				}
			}
		}
		if drawn < 5 || named < 10 {
			t.Errorf("%d columns: %d are drawn, %d named", columns, drawn, named)
		}
	}
}
