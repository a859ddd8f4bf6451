package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sideboard/board/graph"
)

// changed returns a graph in which something small is different: a node is finished or open again, or new, or a link is more
// or less.
func changed(g *graph.Graph, r *rand.Rand) *graph.Graph {
	nodes, edges := parts(g)
	switch r.IntN(4) {
	case 0:
		nodes[r.IntN(len(nodes))].State = graph.State(r.IntN(2) * int(graph.Finished))
	case 1:
		nodes = append(nodes, graph.Node{Name: "new" + nodes[r.IntN(len(nodes))].Name})
		edges = append(edges, graph.Edge{From: int32(r.IntN(len(nodes))), To: int32(len(nodes) - 1), Open: true})
	case 2:
		if len(edges) > 0 {
			k := r.IntN(len(edges))
			edges = slices.Delete(slices.Clone(edges), k, k+1)
		}
	default:
		from, to := r.IntN(len(nodes)), r.IntN(len(nodes))
		if nodes[to].State != graph.Missing {
			edges = append(edges, graph.Edge{From: int32(from), To: int32(to), Open: true})
		}
	}
	return graph.New(nodes, edges)
}

func TestNoPictureThatGrewFromOthersBreaksThePromises(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 11))
		g := wild(r, 2+r.IntN(40))
		o := graph.Options{Finished: r.IntN(3) == 0, Unlinked: r.IntN(2) == 0, MaxPorts: r.IntN(3)}
		for step := range 25 {
			o.Previous = g.Layout(o)
			g = changed(g, r)
			l := g.Layout(o)
			if found := breaches(g, l); len(found) > 0 {
				t.Fatalf("seed %d, step %d: %d breaches, such as %s", seed, step, len(found), found[0])
			}
			o.Previous = l
		}
	}
}

func TestNothingMovesWhenNothingThatIsDrawnChanges(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 13))
		g := wild(r, 2+r.IntN(60))
		old := g.Layout(graph.Options{})
		now := g.Layout(graph.Options{Previous: old})
		if now.W != old.W || now.H != old.H || len(now.Boxes) != len(old.Boxes) {
			t.Fatalf("seed %d: %d by %d became %d by %d", seed, old.W, old.H, now.W, now.H)
		}
		for i, b := range now.Boxes {
			if a := old.Boxes[i]; a.Node != b.Node || a.X != b.X || a.Y != b.Y || a.H != b.H || a.OutRow != b.OutRow || !slices.Equal(a.Ports, b.Ports) {
				t.Fatalf("seed %d: %+v became %+v", seed, a, b)
			}
		}
		for i, n := range now.Lines {
			if a := old.Lines[i]; a.Edge != n.Edge || !slices.Equal(a.Points, n.Points) {
				t.Fatalf("seed %d: %v became %v", seed, a, n)
			}
		}
	}
}

func TestANewTaskTakesAHoleAndMovesNobody(t *testing.T) {
	g := small("a>d b>e c>f d>g e>g f>g")
	old := g.Layout(graph.Options{})
	now := small("a>d b>e c>f d>g e>g f>g b>h")
	l := now.Layout(graph.Options{Previous: old})
	for _, a := range old.Boxes {
		if b, _ := l.Box(a.Node); b.Y != a.Y || b.X != a.X {
			t.Errorf("%s moved from %d, %d to %d, %d", g.Node(a.Node).Name, a.X, a.Y, b.X, b.Y)
		}
	}
}

func TestAPictureFullOfHolesIsMadeAnew(t *testing.T) {
	links := ""
	for c := 'a'; c <= 'y'; c++ {
		links += string(c) + ">z" + string(c) + " "
	}
	g := small(links)
	all := g.Layout(graph.Options{})
	var done []int32
	for i := range int32(g.Len()) {
		if n := g.Node(i).Name; n[len(n)-1] >= 'k' && n[len(n)-1] != 'y' {
			done = append(done, i)
		}
	}
	rest := g.WithFinished(done)
	fresh := rest.Layout(graph.Options{})
	if l := rest.Layout(graph.Options{Previous: all}); l.H > 2*fresh.H || l.H >= all.H {
		t.Errorf("%d rows are left of %d, where %d would do", l.H, all.H, fresh.H)
	}
}
