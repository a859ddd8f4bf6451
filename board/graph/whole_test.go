package graph_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sideboard/board/graph"
)

// follow takes a graph through everything: laid out, measured, drawn, read.
func follow(t *testing.T, g *graph.Graph, o graph.Options) {
	t.Helper()
	l := g.Layout(o)
	readable(t, g, l, o)
	log := g.Tree(o.Finished, graph.TreeSteps)
	rows := map[int32]bool{}
	for k := range log.Len() {
		r := log.Row(k)
		if rows[r.Node] {
			t.Errorf("%s has two lines", g.Node(r.Node).Name)
		}
		rows[r.Node] = true
		if log.RowOf(r.Node) != k {
			t.Errorf("%s is not found in its line", g.Node(r.Node).Name)
		}
	}
	for i := range int32(g.Len()) {
		_, drawn := l.Box(i)
		switch wanted := g.Live(i) && (o.Unlinked || g.Linked(i)); {
		case g.Node(i).State == graph.Missing:
			if drawn {
				t.Errorf("%s has a box, and no file has it", g.Node(i).Name)
			}
		case wanted && !drawn, drawn && !wanted && !o.Finished:
			t.Errorf("%s is drawn: %v", g.Node(i).Name, drawn)
		case o.Finished && o.Unlinked && !drawn:
			t.Errorf("%s is not drawn although everything is", g.Node(i).Name)
		}
		if g.Live(i) && !rows[i] && g.Node(i).State != graph.Missing {
			t.Errorf("%s is left, and has no line", g.Node(i).Name)
		}
	}
	if o.Roomy {
		return // such a picture is laid out without an older one
	}
	// The same once more, from the rows of a picture of something else.
	again := o
	again.Previous = withFinished(g, 0).Layout(graph.Options{Finished: !o.Finished, BoxWidth: 9})
	readable(t, g, g.Layout(again), o)
}

// readable fails where a drawing of a layout does not say what is meant.
func readable(t *testing.T, g *graph.Graph, l *graph.Layout, o graph.Options) {
	t.Helper()
	wrong := misplaced(g, l)
	light := func(int32) graph.Stroke { return graph.Stroke{Weight: graph.Light} }
	for _, p := range []graph.TextOptions{{Line: light, Frame: light}, dressed()} {
		reached, loose := trace(g, l, l.Draw(0, 0, l.W, l.H, p.Line, p.Frame))
		if wrong = slices.Concat(wrong, misread(meant(g, l, o), reached), loose); len(wrong) > 0 {
			t.Fatalf("%d nodes, %+v:\n%s%s", g.Len(), o, strings.Join(wrong[:min(len(wrong), 15)], "\n"), show(picture(g, l)))
		}
	}
}

func TestAnyGraphIsDrawnReadablyAndWhole(t *testing.T) {
	many := uint64(300)
	if testing.Short() {
		many = 80
	}
	for seed := range many {
		r := rand.New(rand.NewPCG(seed, 7))
		g := wild(r, 1+r.IntN(50))
		o := graph.Options{
			Finished: r.IntN(2) == 0, Unlinked: r.IntN(2) == 0, Redundant: r.IntN(3) == 0, Roomy: r.IntN(4) == 0, Close: r.IntN(4) == 0,
			BoxWidth: []int{0, 3 + r.IntN(20)}[r.IntN(2)], TextRows: r.IntN(4), MaxPorts: []int{0, 1 + r.IntN(4)}[r.IntN(2)],
		}
		if follow(t, g, o); t.Failed() {
			t.Fatalf("seed %d, %+v", seed, o)
		}
	}
}
