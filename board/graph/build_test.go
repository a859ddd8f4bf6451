package graph

import (
	"math/rand"
	"slices"
	"sync"
	"testing"
)

// Laziness must not show: the answers do not depend on which caller asks first, and several may ask at once.
func TestSeveralMayAskAtOnce(t *testing.T) {
	nodes, edges := randomGraph(rand.New(rand.NewSource(1)), 300)
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
