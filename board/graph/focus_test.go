package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sideboard/board/graph"
)

func TestANeighbourhoodKeepsThePromises(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 17))
		n := 1 + r.IntN(60)
		g := wild(r, n)
		i, depth, limit := int32(r.IntN(n)), 1+r.IntN(3), r.IntN(4)
		l := g.Focus(i, depth, limit, graph.Options{})
		if found := breaches(g, l); len(found) > 0 {
			t.Fatalf("seed %d: %d breaches, such as %s", seed, len(found), found[0])
		}
		b, ok := l.Box(i)
		if !ok || l.Columns[b.Column].Wave != 0 {
			t.Fatalf("seed %d: the node is not in the middle", seed)
		}
		held := make([]int, len(l.Columns))
		for _, b := range l.Boxes {
			held[b.Column]++
		}
		for k, c := range l.Columns {
			if limit > 0 && held[k] > limit || held[k] > c.Count || limit == 0 && held[k] != c.Count || held[k]+len(c.Hidden) != c.Count {
				t.Fatalf("seed %d: %d boxes of %d in a column of at most %d", seed, held[k], c.Count, limit)
			}
			if k > 0 && c.Wave != l.Columns[k-1].Wave+1 {
				t.Fatalf("seed %d: step %d after %d", seed, c.Wave, l.Columns[k-1].Wave)
			}
		}
		for _, e := range append(slices.Clone(g.In(i)), g.Out(i)...) {
			edge := g.Edges()[e]
			other := edge.From + edge.To - i
			if b, ok := l.Box(other); ok && other != i && g.LiveEdge(e) && max(l.Columns[b.Column].Wave, -l.Columns[b.Column].Wave) != 1 {
				t.Fatalf("seed %d: %s is linked to it, and %d steps away", seed, g.Node(other).Name, l.Columns[b.Column].Wave)
			}
		}
		up, down := g.Around(i, depth)
		for side, rings := range [2][][]int32{up, down} {
			for _, ring := range rings {
				for _, n := range ring {
					b, ok := l.Box(n)
					if !ok && limit == 0 {
						t.Fatalf("seed %d: %s is around it and not drawn", seed, g.Node(n).Name)
					}
					if ok && (l.Columns[b.Column].Wave < 0) != (side == 0) {
						t.Fatalf("seed %d: %s is on the wrong side", seed, g.Node(n).Name)
					}
				}
			}
		}
		for _, n := range l.Lines {
			x := g.Edges()[n.Edge]
			a, _ := l.Box(x.From)
			b, _ := l.Box(x.To)
			if a.Column >= b.Column && g.Loop(x.From) < 0 && !g.Back(n.Edge) {
				t.Fatalf("seed %d: %s > %s leads to the left and is in no loop", seed, g.Node(x.From).Name, g.Node(x.To).Name)
			}
		}
	}
}

func TestTheBlockersThatDecideAreShownFirst(t *testing.T) {
	g := small("a>x b>c c>d d>x e>x")
	l := g.Focus(1, 1, 1, graph.Options{})
	if _, ok := l.Box(4); !ok || l.Columns[0].Count != 3 {
		t.Errorf("of three blockers in %+v the one that is done last is not the one that is shown", l.Columns)
	}
}

func TestEveryDirectBlockerStandsNextToItWithALineThoughAnotherWaitsForItToo(t *testing.T) {
	g := small("a>b a>x b>x x>y x>z y>z")
	x, _ := g.NodeNamed("x")
	l := g.Focus(x, 1, 0, graph.Options{})
	if b, _ := l.Box(x); len(l.Columns) != 3 || l.Columns[0].Count != 2 || l.Columns[2].Count != 2 || len(b.Ports) != 2 || len(b.Implied) != 0 {
		t.Errorf("%+v, and the node in the middle is %+v", l.Columns, b)
	}
	b, _ := g.NodeNamed("b")
	if box, _ := l.Box(b); box.Hidden != 1 || l.Linked(0, b) || !l.Linked(0, x) {
		t.Errorf("of what the two nearest wait for among each other there is no line, and it is counted: %+v", box)
	}
}

func TestABoxShowsSomePortsAndACount(t *testing.T) {
	g := small("a>x b>x c>x d>x e>x")
	for most, want := range []int{5, 1, 2, 3, 5, 5} {
		l := g.Layout(graph.Options{MaxPorts: most})
		b, _ := l.Box(1)
		if len(b.Ports) != want || b.Hidden != 5-want {
			t.Errorf("with at most %d ports: %d, and %d hidden", most, len(b.Ports), b.Hidden)
		}
	}
}

func BenchmarkFocus(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	nodes := make([]graph.Node, 10000)
	var edges []graph.Edge
	for i := range nodes {
		nodes[i].Name = fmt.Sprint("t", i)
		for range min(i, r.IntN(4)) {
			edges = append(edges, graph.Edge{From: int32(max(0, i-1-r.IntN(500))), To: int32(i), Open: true})
		}
	}
	g := graph.New(nodes, edges)
	g.Focus(0, 2, 8, graph.Options{})
	for i := 0; b.Loop(); i++ {
		g.Focus(int32(i*7919%10000), 2, 8, graph.Options{})
	}
}
