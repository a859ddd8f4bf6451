package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sideboard/board/graph"
)

// breaches returns what a layout does against its promises, looking at its numbers.
func breaches(g *graph.Graph, l *graph.Layout) []string {
	var found []string
	wrong := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	boxes := map[graph.Point]int32{}
	name := func(i int32) string { return g.Node(i).Name }
	for _, b := range l.Boxes {
		if c := l.Columns[b.Column]; b.X != c.X || b.W != c.W {
			wrong("%s does not stand in its column", name(b.Node))
		}
		if b.X < 0 || b.Y < 0 || b.X+b.W > l.W || b.Y+b.H > l.H {
			wrong("%s stands outside the picture", name(b.Node))
		}
		for y := b.Y; y < b.Y+b.H; y++ {
			for _, x := range []int{b.X, b.X + b.W - 1} {
				if o, taken := boxes[graph.Point{X: x, Y: y}]; taken {
					wrong("%s and %s overlap", name(b.Node), name(o))
				}
				boxes[graph.Point{X: x, Y: y}] = b.Node
			}
		}
		last := b.Y
		for _, p := range b.Ports {
			if p.Y <= last || p.Y >= b.Y+b.H-1 {
				wrong("%s has a port in row %d after %d", name(b.Node), p.Y, last)
			}
			last = p.Y
		}
	}
	inside := func(x, y int) (int32, bool) { return l.At(x, y) }
	type use struct {
		source        int32
		level, bent   bool
		upright, used bool
	}
	cells := map[graph.Point][]use{}
	edges := g.Edges()
	ended := map[graph.Point]int32{}
	for _, n := range l.Lines {
		e := edges[n.Edge]
		from, ok := l.Box(e.From)
		to, also := l.Box(e.To)
		what := name(e.From) + " > " + name(e.To)
		if !ok || !also {
			wrong("%s is drawn between boxes that are not", what)
			continue
		}
		p, q := n.Points[0], n.Points[len(n.Points)-1]
		if p.X != from.X+from.W || p.Y != from.OutRow {
			wrong("%s does not leave from where lines leave", what)
		}
		if q.X != to.X-1 || !slices.Contains(to.Ports, graph.Port{Edge: n.Edge, Y: q.Y}) {
			wrong("%s does not end at its port", what)
		}
		if o, taken := ended[q]; taken {
			wrong("%s ends where edge %d ends", what, o)
		}
		ended[q] = n.Edge
		mine := map[graph.Point]use{}
		for i := 1; i < len(n.Points); i++ {
			a, b := n.Points[i-1], n.Points[i]
			if (a.X == b.X) == (a.Y == b.Y) {
				wrong("%s has a piece that is not straight", what)
			}
			for at := a; ; {
				u := mine[at]
				u.source, u.used = e.From, true
				u.level, u.upright = u.level || a.Y == b.Y, u.upright || a.X == b.X
				u.bent = u.level && u.upright
				mine[at] = u
				if at == b {
					break
				}
				at.X += min(max(b.X-at.X, -1), 1)
				at.Y += min(max(b.Y-at.Y, -1), 1)
			}
		}
		if len(n.Points) == 1 {
			mine[p] = use{source: e.From, level: true}
		}
		for at, u := range mine {
			if at.X < 0 || at.Y < 0 || at.X >= l.W || at.Y >= l.H {
				wrong("%s leaves the picture", what)
			}
			if o, ok := inside(at.X, at.Y); ok {
				wrong("%s runs through %s", what, name(o))
			}
			cells[at] = append(cells[at], u)
		}
	}
	for at, us := range cells {
		var level, upright, bent []int32
		add := func(to []int32, s int32) []int32 {
			if !slices.Contains(to, s) {
				to = append(to, s)
			}
			return to
		}
		for _, u := range us {
			if u.level {
				level = add(level, u.source)
			}
			if u.upright {
				upright = add(upright, u.source)
			}
			if u.bent {
				bent = add(bent, u.source)
			}
		}
		if len(level) > 1 || len(upright) > 1 {
			wrong("%v holds ink of two owners", at)
		}
		if len(bent) > 0 && (len(level) > 0 && level[0] != bent[0] || len(upright) > 0 && upright[0] != bent[0]) {
			wrong("%v is a bend of one and a cell of another", at)
		}
	}
	return found
}

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
		edges = append(edges, graph.Edge{From: int32(a), To: int32(b), Open: r.IntN(9) > 0})
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

func TestNoGraphIsDrawnAgainstThePromises(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 1 + r.IntN(60)
		g := wild(r, n)
		o := graph.Options{BoxWidth: 3 + r.IntN(20), Finished: r.IntN(2) == 0, Unlinked: r.IntN(2) == 0, Redundant: r.IntN(3) == 0, Roomy: r.IntN(4) == 0}
		if r.IntN(3) == 0 {
			o.MaxPorts = 1 + r.IntN(4)
		}
		l := g.Layout(o)
		if found := breaches(g, l); len(found) > 0 {
			t.Fatalf("seed %d, %d nodes, %+v: %d breaches, such as %s", seed, n, o, len(found), found[0])
		}
		drawn := map[int32]bool{}
		for _, n := range l.Lines {
			drawn[n.Edge] = true
		}
		for e, x := range g.Edges() {
			_, from := l.Box(x.From)
			b, to := l.Box(x.To)
			want := from && to && (o.Finished || g.LiveEdge(int32(e))) && (o.Redundant || !g.Redundant(int32(e)))
			if drawn[int32(e)] != want && b.Hidden == 0 {
				t.Fatalf("seed %d: edge %d is drawn %v, want %v", seed, e, drawn[int32(e)], want)
			}
		}
	}
}

// Pictures nobody looks at as a whole must still be made, in about the time it takes to notice that they are useless.
func TestALargeGraphIsDrawnAllTheSame(t *testing.T) {
	const n = 10000
	r := rand.New(rand.NewPCG(1, 1))
	shapes := map[string]func(i int) (from, to int){
		"all wait for one":  func(i int) (int, int) { return 0, i },
		"one waits for all": func(i int) (int, int) { return i, 0 },
		"a chain":           func(i int) (int, int) { return i - 1, i },
		"a tree":            func(i int) (int, int) { return i / 2, i },
		"any":               func(i int) (int, int) { return max(0, i-1-r.IntN(3000)), i },
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
		l := g.Layout(graph.Options{})
		hidden := 0
		for _, b := range l.Boxes {
			hidden += b.Hidden
		}
		drawn := 0
		for e := range g.Edges() {
			if !g.Redundant(int32(e)) {
				drawn++
			}
		}
		if len(l.Lines)+hidden != drawn {
			t.Errorf("%s: %d lines and %d hidden of %d", name, len(l.Lines), hidden, drawn)
		}
		if again := g.Layout(graph.Options{Previous: l}); again.H != l.H {
			t.Errorf("%s: %d rows became %d", name, l.H, again.H)
		}
	}
}
