package graph_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"sideboard/board/graph"
)

// answers returns all that a graph says, for comparing.
func answers(g *graph.Graph) map[string]any {
	a := map[string]any{
		"edges": g.Edges(), "waves": g.Waves(), "loops": g.Loops(), "chain": g.Chain(), "start": g.StartHere(g.Len()),
		"picture": picture(g, g.Layout(graph.Options{Finished: true, Unlinked: true}), false),
	}
	for i := range int32(g.Len()) {
		a[fmt.Sprint("node ", i)] = []any{g.Node(i), g.Live(i), g.Linked(i), g.Wave(i), g.Behind(i), g.Stuck(i), g.Loop(i), g.HasSelfLink(i)}
	}
	for e := range g.Edges() {
		a[fmt.Sprint("edge ", e)] = []bool{g.Redundant(int32(e)), g.Back(int32(e))}
	}
	return a
}

// same fails where two graphs answer differently. Readiness is the board's to say, so it is left out where a preview
// only guesses it.
func same(t *testing.T, what string, got, want *graph.Graph) {
	t.Helper()
	x, y := answers(got), answers(want)
	for k := range y {
		if !reflect.DeepEqual(x[k], y[k]) {
			t.Errorf("%s: %s is %v, not %v", what, k, x[k], y[k])
		}
	}
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

func TestAPreviewEqualsWhatComesOfIt(t *testing.T) {
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 5))
		g := settled(rough(r, 2+r.IntN(24), r.IntN(50)))
		nodes, edges := parts(g)
		e := graph.Edge{From: int32(r.IntN(g.Len())), To: int32(r.IntN(g.Len())), Open: true}
		if nodes[e.To].State != graph.Missing {
			e.Open = nodes[e.To].State != graph.Finished
			same(t, fmt.Sprintf("seed %d, with %v", seed, e), g.With(e), settled(graph.New(nodes, append(slices.Clone(edges), e))))
		}
		if len(edges) > 0 {
			x := edges[r.IntN(len(edges))]
			rest := slices.DeleteFunc(slices.Clone(edges), func(o graph.Edge) bool { return o.From == x.From && o.To == x.To })
			same(t, fmt.Sprintf("seed %d, without %v", seed, x), g.Without(x.From, x.To), settled(graph.New(nodes, rest)))
		}
		done := int32(r.IntN(g.Len()))
		if nodes[done].State == graph.Missing {
			continue
		}
		after, open := slices.Clone(nodes), slices.Clone(edges)
		after[done].State = graph.Finished
		for i := range open {
			open[i].Open = open[i].Open && open[i].From != done && open[i].To != done
		}
		same(t, fmt.Sprintf("seed %d, with %d finished", seed, done), g.WithFinished([]int32{done}), settled(graph.New(after, open)))
	}
}

func TestWhatMovesByALinkIsWhatItsPreviewSays(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 6))
		g := forward(r, 3+r.IntN(30), 1.2)
		e := graph.Edge{From: int32(r.IntN(g.Len())), To: int32(r.IntN(g.Len())), Open: true}
		if e.From == e.To {
			continue
		}
		after := g.With(e)
		shifts := map[int32]graph.WaveShift{}
		for _, s := range g.WaveShifts(after) {
			shifts[s.Node] = s
		}
		for i := range int32(g.Len()) {
			s, moves := shifts[i]
			if moves != (g.Wave(i) != after.Wave(i)) || moves && (s.Before != g.Wave(i) || s.After != after.Wave(i)) {
				t.Errorf("seed %d: %d goes from wave %d to %d, and the preview says %+v", seed, i, g.Wave(i), after.Wave(i), s)
			}
		}
	}
}

// reaches says by brute force which nodes can be reached from which along links.
func reaches(g *graph.Graph) [][]bool {
	n := g.Len()
	to := make([][]bool, n)
	for i := range to {
		to[i] = make([]bool, n)
	}
	for _, e := range g.Edges() {
		to[e.From][e.To] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				to[i][j] = to[i][j] || to[i][k] && to[k][j]
			}
		}
	}
	return to
}

// rings counts the nodes that reach themselves.
func rings(to [][]bool) int {
	n := 0
	for i := range to {
		if to[i][i] {
			n++
		}
	}
	return n
}

func TestNoLinkThatIsOfferedClosesALoopAndEveryOneThatIsRefusedDoes(t *testing.T) {
	offered, refused := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 8))
		n := 2 + r.IntN(9)
		g := rough(r, n, r.IntN(2*n))
		if seed%2 == 0 {
			g = forward(r, n, 1.3)
		}
		now := reaches(g)
		for from := range int32(n) {
			for to := range int32(n) {
				if from == to || g.Node(to).State == graph.Missing {
					continue
				}
				refuse := now[to][from]
				after := g.With(graph.Edge{From: from, To: to, Open: true})
				then := reaches(after)
				if closes := then[from][from] && then[to][from]; closes != refuse {
					t.Fatalf("seed %d: %d waiting for %d closes a loop: %v; there is a way back: %v", seed, to, from, closes, refuse)
				}
				if !refuse {
					offered++
					if rings(then) != rings(now) || len(after.Loops()) > len(g.Loops()) {
						t.Fatalf("seed %d: a link that was offered, %d to %d, makes a loop", seed, from, to)
					}
					continue
				}
				refused++
				back := false
				for e := range after.Edges() {
					back = back || after.Back(int32(e))
				}
				if !back {
					t.Fatalf("seed %d: %d to %d closes a loop, and nothing is drawn as a return", seed, from, to)
				}
			}
		}
	}
	if offered < 100 || refused < 100 {
		t.Errorf("only %d links were offered and %d refused", offered, refused)
	}
}
