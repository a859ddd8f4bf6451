package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sideboard/board/graph"
)

// fromBytes makes a graph of any bytes, and options to lay it out by.
func fromBytes(b []byte) (*graph.Graph, graph.Options) {
	next := func() int {
		if len(b) == 0 {
			return 0
		}
		c := b[0]
		b = b[1:]
		return int(c)
	}
	look := next()
	o := graph.Options{
		Finished: look&1 != 0, Unlinked: look&2 != 0, Redundant: look&4 != 0,
		BoxWidth: []int{0, 6, 12, 31}[look>>3&3], TextRows: []int{0, 1, 3, 2}[look>>5&3], MaxPorts: []int{0, 3}[look>>7],
	}
	n := 1 + next()%48
	nodes := make([]graph.Node, n)
	for i := range nodes {
		nodes[i].Name = fmt.Sprintf("t%d", i)
		if c := next(); c < 100 { // most are simply open
			nodes[i].State = graph.State(c % 4)
		}
	}
	var edges []graph.Edge
	for len(b) > 1 {
		from, to := next(), next()
		edges = append(edges, graph.Edge{From: int32(from%(n+1)) - int32(from/250), To: int32(to % n), Open: from&1 == 0 || to&1 == 0, OneSided: to > 220})
	}
	return graph.New(nodes, edges), o
}

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
	// The same once more, from the rows of a picture of something else.
	again := o
	again.Previous = withFinished(g, 0).Layout(graph.Options{Finished: !o.Finished, BoxWidth: 9})
	readable(t, g, g.Layout(again), o)
}

// readable fails where a drawing of a layout does not say what is meant.
func readable(t *testing.T, g *graph.Graph, l *graph.Layout, o graph.Options) {
	t.Helper()
	m := measure(g, l)
	light := func(int32) graph.Stroke { return graph.Stroke{Weight: graph.Light} }
	for _, p := range []graph.TextOptions{{Line: light, Frame: light}, dressed()} {
		reached, wrong := trace(g, l, l.Draw(0, 0, l.W, l.H, p.Line, p.Frame))
		if wrong = slices.Concat(m.wrong, misread(meant(g, l, o), reached), wrong); len(wrong) > 0 {
			t.Fatalf("%d nodes, %+v:\n%s%s", g.Len(), o, strings.Join(wrong[:min(len(wrong), 15)], "\n"), show(picture(g, l)))
		}
	}
}

func TestAnyGraphIsDrawnReadablyAndWhole(t *testing.T) {
	many := uint64(150)
	if testing.Short() {
		many = 40
	}
	for seed := range many {
		r := rand.New(rand.NewPCG(seed, 7))
		b := make([]byte, 2+r.IntN(160))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		g, o := fromBytes(b)
		if follow(t, g, o); t.Failed() {
			t.Fatalf("bytes %v", b)
		}
	}
}

func FuzzDrawing(f *testing.F) {
	f.Add([]byte{0, 5, 200, 200, 200, 200, 200, 0, 1, 1, 2, 2, 0, 3, 3, 0, 4})
	f.Add([]byte{255, 9, 3, 2, 1, 0, 200, 200, 200, 200, 200, 0, 4, 0, 4, 1, 4, 2, 5, 5, 6, 6, 5, 7, 5})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 400 {
			return
		}
		g, o := fromBytes(b)
		follow(t, g, o)
	})
}

func TestAPictureIsTheSameWhateverOrderItsTasksComeIn(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := wild(r, 2+r.IntN(40))
		rows := picture(g, g.Layout(graph.Options{Finished: seed%2 == 0}))
		other := shuffled(g, r)
		if again := picture(other, other.Layout(graph.Options{Finished: seed%2 == 0})); !slices.Equal(rows, again) {
			t.Fatalf("seed %d:%s\n\nand%s", seed, show(rows), show(again))
		}
	}
}
