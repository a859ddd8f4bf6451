package graph

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Laziness must not show: the answers do not depend on which caller asks first, and several may ask at once.
func TestSeveralMayAskAtOnce(t *testing.T) {
	nodes, edges := randomGraph(rand.New(rand.NewSource(1)), 60)
	want := describe(New(nodes, edges))
	g := New(nodes, edges)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if describe(g) != want {
				t.Error("another answer")
			}
		})
	}
	all.Wait()
}

func TestLinksAreThoseThatWereGivenEachOnce(t *testing.T) {
	onRandomGraphs(t, func(t *testing.T, g *Graph, p *plain) {
		count := 0
		for a := range p.n {
			if g.HasSelfLink(int32(a)) != (p.link[a][a] > 0) {
				t.Errorf("self %d", a)
			}
			if g.Live(int32(a)) != p.live(a) {
				t.Errorf("live %d", a)
			}
			linked := false
			for b := range p.n {
				linked = linked || p.alive(a, b) || p.alive(b, a)
				if a == b {
					continue
				}
				e := g.EdgeBetween(int32(a), int32(b))
				if e >= 0 != (p.link[a][b] > 0) {
					t.Errorf("edge %d-%d: %d", a, b, e)
				}
				if e < 0 {
					continue
				}
				count++
				if x := g.Edges()[e]; x.From != int32(a) || x.To != int32(b) || x.Open != (p.link[a][b] == 2) {
					t.Errorf("edge %d-%d is %v", a, b, x)
				}
				if !slices.Contains(g.Out(int32(a)), e) || !slices.Contains(g.In(int32(b)), e) {
					t.Errorf("edge %d-%d is not in the lists of its ends", a, b)
				}
				if g.LiveEdge(e) != p.alive(a, b) {
					t.Errorf("edge %d-%d alive: %v", a, b, g.LiveEdge(e))
				}
			}
			if g.Linked(int32(a)) != linked {
				t.Errorf("linked %d", a)
			}
		}
		if count != len(g.Edges()) {
			t.Errorf("%d edges, want %d", len(g.Edges()), count)
		}
	})
}

func TestNamesAreInTheOrderAPersonCounts(t *testing.T) {
	names := []string{"a", "a/task_2.json", "a/task_10.json", "b1x", "b01x", "b1y", "b2", "b10", "task_", "task_7?", "task_7?#"}
	for i, a := range names {
		for j, b := range names {
			got, want := CompareNames(a, b), i-j
			if (got < 0) != (want < 0) || (got > 0) != (want > 0) {
				t.Errorf("%s and %s: %d", a, b, got)
			}
		}
	}
}

// describe returns all that a graph says, by names, for comparing one with another.
func describe(g *Graph) string {
	name := func(i int32) string { return g.Node(i).Name }
	list := func(is []int32) (out []string) {
		for _, i := range is {
			out = append(out, name(i))
		}
		return out
	}
	s := fmt.Sprintln(g.Waves(), list(g.Chain()), list(g.StartHere(0)))
	for _, way := range g.Loops() {
		s += fmt.Sprintln("loop", list(way))
	}
	for _, i := range g.Order() {
		s += fmt.Sprintln(g.Node(i), g.Live(i), g.Linked(i), g.HasSelfLink(i), g.Wave(i), g.Loop(i), g.Stuck(i), g.Behind(i), g.Upstream(i).Len(), g.Downstream(i).Len())
	}
	for e, x := range g.Edges() {
		s += fmt.Sprintln(name(x.From), name(x.To), x.Open, x.OneSided, g.LiveEdge(int32(e)), g.Back(int32(e)), g.Redundant(int32(e)))
	}
	for _, finished := range []bool{false, true} {
		l := g.Tree(finished, TreeSteps)
		s += picture(l)
	}
	rows := g.Layout(Options{Finished: true}).Rows(TextOptions{Text: func(node int32, _, width int) string {
		return fmt.Sprintf("%-*s", width, name(node))[:width]
	}})
	return s + strings.Join(rows, "\n")
}

func TestAnyOrderOfTheSameNodesAndEdgesSaysTheSame(t *testing.T) {
	for seed := range int64(100) {
		r := rand.New(rand.NewSource(seed))
		nodes, edges := randomGraph(r, 1+r.Intn(30))
		want := describe(New(nodes, edges))
		edges = slices.DeleteFunc(edges, func(e Edge) bool { return e.From < 0 || int(e.From) == len(nodes) })
		to := r.Perm(len(nodes))
		mixed := make([]Node, len(nodes))
		for i, x := range nodes {
			mixed[to[i]] = x
		}
		for i := range edges {
			edges[i].From, edges[i].To = int32(to[edges[i].From]), int32(to[edges[i].To])
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		if got := describe(New(mixed, edges)); got != want {
			t.Fatalf("seed %d:\n%s\nand in another order\n%s", seed, want, got)
		}
	}
}
