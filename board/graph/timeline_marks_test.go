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
		l := g.Timeline(false)
		linked := func(i int32) bool { return g.Linked(i) && g.Live(i) }
		for k := 1; k < l.Len(); k++ {
			a, b := l.Row(k-1), l.Row(k)
			if a.Rail != b.Rail || !linked(a.Node) && !linked(b.Node) {
				continue
			}
			pairs++
			if g.EdgeBetween(a.Node, b.Node) < 0 {
				lies++
				t.Logf("%s: %s stands under %s", name, g.Node(b.Node).Name, g.Node(a.Node).Name)
			}
		}
	})
	if lies > 0 || pairs < 50 {
		t.Errorf("%d of %d marks under marks are no links", lies, pairs)
	}
}

func TestEveryLinkOfATimelineIsDrawnOrCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	g := rough(r, 300, 500)
	l := g.Timeline(false)
	drawn, counted := 0, 0
	for k := range l.Len() {
		in, _ := l.Counted(l.Node(k))
		row := l.Row(k)
		lines := map[int32]bool{}
		for _, c := range row.Cells {
			lines[c.Edge] = true
		}
		for _, e := range g.In(l.Node(k)) {
			switch {
			case slices.Contains(in, e):
				_, out := l.Counted(g.Edges()[e].From)
				if counted++; !slices.Contains(out, e) {
					t.Errorf("the link %v is said at one end only", g.Edges()[e])
				}
			case lines[e]:
				drawn++
			}
		}
	}
	if drawn < 30 || counted < 20 {
		t.Errorf("%d are drawn, %d said", drawn, counted)
	}
}
