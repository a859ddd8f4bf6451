package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sideboard/board/graph"
)

// sampled calls with graphs of all kinds, and what they are called.
func sampled(t *testing.T, try func(name string, g *graph.Graph)) {
	for _, p := range readPlans(t, "testdata") {
		if g := p.graph(true); g.Len() <= wholeLimit {
			try(p.Name, g)
		}
	}
	r := rand.New(rand.NewPCG(11, 12))
	for n := 5; n <= 80; n += 5 {
		try("rough", rough(r, n, n+n/3))
		try("forward", forward(r, n, 1.3))
	}
}

func TestLinesWithoutFramesRunAsTheyPromise(t *testing.T) {
	sampled(t, func(name string, g *graph.Graph) {
		for _, closely := range []bool{false, true} {
			l := g.Layout(graph.Options{Frameless: true, Close: closely})
			if m := measure(g, l); m.through+m.shared+len(m.wrong) > 0 {
				t.Errorf("%s: %d cells in boxes, %d shared: %v", name, m.through, m.shared, m.wrong)
			}
		}
	})
}

func TestAFoldedGraphSaysOfEveryLinkWhereItLeads(t *testing.T) {
	folds := 0
	sampled(t, func(name string, g *graph.Graph) {
		for _, o := range []graph.Options{{}, {Frameless: true, Close: true}} {
			l := g.Layout(o)
			l.Names = 6
			f := l.Fold(80, 60)
			if len(f.Stubs) > 0 {
				folds++
			}
			saysAllLinks(t, name, g, l, f)
		}
	})
	if folds < 10 {
		t.Errorf("only %d graphs were cut", folds)
	}
}

func TestIslandsStandSideBySide(t *testing.T) {
	sampled(t, func(name string, g *graph.Graph) {
		l := g.Layout(graph.Options{})
		saysAllLinks(t, name, g, l, l.Wrap(200, max(20, l.H/2)))
	})
	var nodes []graph.Node
	var edges []graph.Edge
	for i := range int32(40) {
		nodes = append(nodes, graph.Node{Name: string(rune('A' + i))})
		if i%2 == 1 {
			edges = append(edges, graph.Edge{From: i - 1, To: i, Open: true})
		}
	}
	l := graph.New(nodes, edges).Layout(graph.Options{})
	if f := l.Wrap(200, 40); f.H > 40 || f.W > 200 || l.H < 90 {
		t.Errorf("20 pairs in %d rows stand in %dx%d", l.H, f.W, f.H)
	}
}

// saysAllLinks checks that a folded layout has all that the one it was made of has: each box in cells of its own, and of each
// line the whole, or both ends with a stub that names the other.
func saysAllLinks(t *testing.T, name string, g *graph.Graph, l, f *graph.Layout) {
	t.Helper()
	taken := map[graph.Point]int32{}
	for _, b := range f.Boxes {
		for y := b.Y; y < b.Y+b.H; y++ {
			for x := b.X; x < b.X+b.W; x++ {
				if other, twice := taken[graph.Point{X: x, Y: y}]; twice {
					t.Fatalf("%s: the boxes of %s and %s overlap", name, g.Node(b.Node).Name, g.Node(other).Name)
				}
				taken[graph.Point{X: x, Y: y}] = b.Node
			}
		}
	}
	pieces := map[int32][]graph.Line{}
	owner := map[[3]int]int32{} // by cell and axis
	for _, n := range f.Lines {
		pieces[n.Edge] = append(pieces[n.Edge], n)
		from := g.Edges()[n.Edge].From
		for i := 1; i < len(n.Points); i++ {
			p, q := n.Points[i-1], n.Points[i]
			for x := min(p.X, q.X); x <= max(p.X, q.X); x++ {
				for y := min(p.Y, q.Y); y <= max(p.Y, q.Y); y++ {
					at := [3]int{x, y, 0}
					if p.X == q.X {
						at[2] = 1
					}
					if node, in := taken[graph.Point{X: x, Y: y}]; in {
						t.Fatalf("%s: a line of %s runs through %s", name, g.Node(from).Name, g.Node(node).Name)
					}
					if other, used := owner[at]; used && other != from {
						t.Fatalf("%s: lines of %s and %s share %v", name, g.Node(from).Name, g.Node(other).Name, at)
					}
					owner[at] = from
				}
			}
		}
	}
	names := func(at graph.Point, node int32) bool {
		return slices.ContainsFunc(f.Stubs, func(s graph.Stub) bool {
			return s.Y == at.Y && (s.Left && s.X+s.W == at.X || !s.Left && s.X == at.X+1) && slices.Contains(s.Nodes, node)
		})
	}
	for _, s := range f.Stubs {
		for x := s.X; x < s.X+s.W; x++ {
			if node, in := taken[graph.Point{X: x, Y: s.Y}]; in {
				t.Fatalf("%s: a stub lies on %s", name, g.Node(node).Name)
			}
			if from, in := owner[[3]int{x, s.Y, 0}]; in {
				t.Fatalf("%s: a stub lies on a line of %s", name, g.Node(from).Name)
			}
		}
	}
	for _, n := range l.Lines {
		e := g.Edges()[n.Edge]
		all := pieces[n.Edge]
		box, _ := f.Box(e.From)
		to, _ := f.Box(e.To)
		if len(all) == 0 || len(all) > 2 {
			t.Fatalf("%s: of the link of %s and %s there are %d pieces", name, g.Node(e.From).Name, g.Node(e.To).Name, len(all))
		}
		first, last := all[0].Points, all[len(all)-1].Points
		if p := first[0]; p.X != box.X+box.W || p.Y != box.OutRow {
			t.Fatalf("%s: the link of %s begins at %v beside %+v", name, g.Node(e.From).Name, p, box)
		}
		if p := last[len(last)-1]; p.X != to.X-1 || !slices.Contains(to.Ports, graph.Port{Edge: n.Edge, Y: p.Y}) {
			t.Fatalf("%s: the link to %s ends at %v beside %+v", name, g.Node(e.To).Name, p, to)
		}
		if len(all) == 2 && !(names(first[len(first)-1], e.To) && names(last[0], e.From)) {
			t.Fatalf("%s: the cut link of %s and %s does not say so at both ends", name, g.Node(e.From).Name, g.Node(e.To).Name)
		}
	}
}
