package graph_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"sideboard/board/graph"
)

// wild returns a random graph with everything a layout must bear: loops, hubs, long edges, ghosts, several pieces.
func wild(r *rand.Rand, n int) *graph.Graph {
	nodes := make([]graph.Node, n)
	for i := range nodes {
		nodes[i] = graph.Node{Name: fmt.Sprintf("t%03d", i), State: graph.State(r.IntN(3) % 2)}
		if r.IntN(8) == 0 {
			nodes[i].State = graph.Finished
		}
	}
	var edges []graph.Edge
	m := r.IntN(2*n + 1)
	hub := r.IntN(n)
	for range m {
		a, b := r.IntN(n), r.IntN(n)
		switch r.IntN(12) {
		case 0: // any way round
		case 1:
			b = hub
		case 2:
			a = hub
		default:
			if a > b {
				a, b = b, a
			}
		}
		edges = append(edges, graph.Edge{From: int32(a), To: int32(b), Open: a == b || r.IntN(9) > 0})
	}
	if r.IntN(3) == 0 {
		for i := range nodes {
			if i%7 == 3 {
				nodes[i].State = graph.Missing
			}
		}
		edges = slices.DeleteFunc(edges, func(e graph.Edge) bool { return nodes[e.To].State == graph.Missing })
	}
	return graph.New(nodes, edges)
}

// Pictures nobody looks at as a whole must still be made, in about the time it takes to notice that they are useless.
func TestALargeGraphIsDrawnAllTheSame(t *testing.T) {
	const n = 3000
	r := rand.New(rand.NewPCG(1, 1))
	shapes := map[string]func(i int) (from, to int){
		"all wait for one":  func(i int) (int, int) { return 0, i },
		"one waits for all": func(i int) (int, int) { return i, 0 },
		"all in one loop":   func(i int) (int, int) { return i, (i + 1) % n },
		"a chain":           func(i int) (int, int) { return i - 1, i },
		"a tree":            func(i int) (int, int) { return i / 2, i },
		"any":               func(i int) (int, int) { return max(0, i-1-r.IntN(900)), i },
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
		l := g.Layout(graph.Options{MaxPorts: 3})
		drawn, shown := 0, len(l.Lines)
		for _, b := range l.Boxes {
			shown += b.Hidden
		}
		for e := range g.Edges() {
			if !g.Redundant(int32(e)) {
				drawn++
			}
		}
		if shown != drawn {
			t.Errorf("%s: %d lines, drawn or hidden, of %d", name, shown, drawn)
		}
		if again := g.Layout(graph.Options{MaxPorts: 3, Previous: l}); again.H != l.H {
			t.Errorf("%s: %d rows became %d", name, l.H, again.H)
		}
		if tree := g.Tree(true, graph.TreeSteps); tree.Len() != n {
			t.Errorf("%s: a tree of %d rows", name, tree.Len())
		}
	}
}

func TestAnOrderThatIsRememberedChangesNoPicture(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 4 {
		g := wild(r, 12+r.IntN(60))
		orders := &graph.Orders{}
		for _, o := range []graph.Options{
			{}, {TextRows: 1}, {TextRows: 3, BoxWidth: 12}, {Close: true}, {TextRows: 1, Close: true}, {MaxPorts: 3}, {Unlinked: true}, {Redundant: true}, {Roomy: true}, {},
		} {
			plain := g.Layout(o)
			o.Orders = orders
			if again := g.Layout(o); !reflect.DeepEqual(plain, again) {
				t.Fatalf("%d tasks, %+v: it is another picture", g.Len(), o)
			}
		}
	}
}

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

func TestTheEdgesOfACellAreThoseWhoseLinesRunThroughIt(t *testing.T) {
	l := wild(rand.New(rand.NewPCG(4, 4)), 12).Layout(graph.Options{})
	want := map[graph.Point][]int32{}
	for _, n := range l.Lines {
		for _, c := range cellsOf(n.Points) {
			if !slices.Contains(want[c], n.Edge) {
				want[c] = append(want[c], n.Edge)
			}
		}
	}
	for y := range l.H {
		for x := range l.W {
			at := want[graph.Point{X: x, Y: y}]
			if slices.Sort(at); !slices.Equal(l.EdgesAt(x, y), at) {
				t.Fatalf("in %d, %d are %v, want %v", x, y, l.EdgesAt(x, y), at)
			}
		}
	}
	if len(want) < 50 {
		t.Errorf("lines are in %d cells", len(want))
	}
}
