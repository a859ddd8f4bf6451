package graph_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"sideboard/board/graph"
)

func TestNothingMovesWhenNothingThatIsDrawnChanges(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 13))
		g := wild(r, 2+r.IntN(60))
		old := g.Layout(graph.Options{})
		now := g.Layout(graph.Options{Previous: old})
		if now.W != old.W || now.H != old.H || !reflect.DeepEqual(now.Boxes, old.Boxes) || !reflect.DeepEqual(now.Lines, old.Lines) {
			t.Fatalf("seed %d: it was%s\n\nand is%s", seed, show(picture(g, old)), show(picture(g, now)))
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
	if h := l.Boxes[len(l.Boxes)-1]; l.W != old.W || l.H > old.H+h.H+1 {
		t.Errorf("for one task the picture grew from %d, %d to %d, %d", old.W, old.H, l.W, l.H)
	}
}

// A life is a graph that agents work on: they link, complete, and add tasks, one after another.
func TestNothingIsLaidOutAnewByItself(t *testing.T) {
	steps, jumps, small, worst := 0, 0, 0, 0.0
	for seed := range uint64(6) {
		o := [...]graph.Options{{MaxPorts: 3}, {Roomy: true}, {TextRows: 1, Close: true}}[seed%3]
		r := rand.New(rand.NewPCG(seed, 99))
		g := forward(r, 60+int(seed)*24, 1.2)
		l := g.Layout(o)
		for step := range 200 {
			next := lived(r, g)
			o.Previous = l
			again := next.Layout(o)
			if step%50 == 0 {
				readable(t, next, again, o)
			}
			moved := displaced(g, l, next, again)
			steps++
			if moved > 0.05 {
				small++
			}
			if worst = max(worst, moved); moved > 0.34 {
				jumps++
			}
			g, l = next, again
		}
	}
	t.Logf("of %d steps %d move more than 5%% of what stays in its wave, %d more than a third; the worst %.0f%%", steps, small, jumps, 100*worst)
	if jumps > 0 || small*100 > steps {
		t.Errorf("of %d steps %d make the picture jump, and %d move more than a little", steps, jumps, small)
	}
}

// lived returns a graph after one more event.
func lived(r *rand.Rand, g *graph.Graph) *graph.Graph {
	nodes, edges := parts(g)
	switch r.IntN(4) {
	case 0, 1: // an agent completes what can be done
		for range 50 {
			if i := int32(r.IntN(len(nodes))); g.Live(i) && g.Wave(i) == 1 && g.Linked(i) {
				nodes[i].State = graph.Finished
				for e := range edges {
					edges[e].Open = edges[e].Open && edges[e].From != i
				}
				break
			}
		}
	case 2: // a new task waits for another
		nodes = append(nodes, graph.Node{Name: "new" + strconv.Itoa(len(nodes))})
		edges = append(edges, graph.Edge{From: int32(r.IntN(len(nodes) - 1)), To: int32(len(nodes) - 1), Open: true})
	default:
		a, b := int32(r.IntN(len(nodes))), int32(r.IntN(len(nodes)))
		if a != b && g.EdgeBetween(a, b) < 0 && g.Wave(a) < g.Wave(b) {
			edges = append(edges, graph.Edge{From: a, To: b, Open: true})
		}
	}
	return graph.New(nodes, edges)
}

// displaced is the share of the boxes, of those that stay in their wave, whose rows change by anything but what most do.
func displaced(g *graph.Graph, l *graph.Layout, next *graph.Graph, again *graph.Layout) float64 {
	shifts := map[int]int{}
	all, most := 0, 0
	for _, b := range again.Boxes {
		i, ok := g.NodeNamed(next.Node(b.Node).Name)
		if !ok || g.Wave(i) != next.Wave(b.Node) {
			continue
		}
		if old, drawn := l.Box(i); drawn {
			shifts[b.Y-old.Y]++
			all++
			most = max(most, shifts[b.Y-old.Y])
		}
	}
	if all < 4 {
		return 0
	}
	return 1 - float64(most)/float64(all)
}

// parts returns the nodes and links a graph was made of.
func parts(g *graph.Graph) (nodes []graph.Node, edges []graph.Edge) {
	for i := range int32(g.Len()) {
		nodes = append(nodes, g.Node(i))
		if g.HasSelfLink(i) {
			edges = append(edges, graph.Edge{From: i, To: i, Open: true})
		}
	}
	return nodes, append(edges, g.Edges()...)
}

// settled returns a graph whose readiness agrees with its links, as a board's does.
func settled(g *graph.Graph) *graph.Graph {
	nodes, edges := parts(g)
	held := map[int32]bool{}
	for _, e := range edges {
		held[e.To] = held[e.To] || e.Open
	}
	for i := range nodes {
		nodes[i].Ready = nodes[i].State == graph.Open && !held[int32(i)]
	}
	return graph.New(nodes, edges)
}

// withFinished returns a graph with some nodes finished.
func withFinished(g *graph.Graph, done ...int32) *graph.Graph {
	nodes, edges := parts(g)
	for _, i := range done {
		nodes[i].State = graph.Finished
	}
	for k := range edges {
		edges[k].Open = edges[k].Open && !slices.Contains(done, edges[k].From)
	}
	return settled(graph.New(nodes, edges))
}
