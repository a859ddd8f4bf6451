package graph

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

// decoded makes a graph of bytes: how many nodes, their states, and then links by twos.
func decoded(data []byte) *Graph {
	if len(data) == 0 {
		return New(nil, nil)
	}
	n := int(data[0])
	data = data[1:]
	nodes := make([]Node, n)
	for i := range nodes {
		nodes[i].Name = fmt.Sprint("t", i%200) // some names are there twice
		if len(data) > 0 {
			nodes[i].State, nodes[i].Ready = State(data[0]&3), data[0]&4 != 0
			data = data[1:]
		}
	}
	var edges []Edge
	for ; len(data) > 1; data = data[2:] {
		a, b := int32(data[0]), int32(data[1])
		edges = append(edges, Edge{From: a - 1, To: b - 1, Open: (a+b)%3 > 0, OneSided: (a*b)%5 == 0})
	}
	return New(nodes, edges)
}

func FuzzGraph(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{3, 0, 0, 0, 1, 2, 2, 3, 3, 1})
	f.Add([]byte{5, 0, 1, 2, 3, 4, 1, 1, 1, 2, 2, 1, 4, 3, 3, 4, 9, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		g := decoded(data)
		l := g.Tree(false, TreeSteps)
		for i := range int32(g.Len()) {
			if g.Live(i) != (g.Wave(i) > 0) || (g.Live(i) && g.Node(i).State != Missing) != (l.RowOf(i) >= 0) {
				t.Fatalf("node %d: live %v, wave %d, row %d", i, g.Live(i), g.Wave(i), l.RowOf(i))
			}
		}
		for e, x := range g.Edges() {
			if g.LiveEdge(int32(e)) && !g.Back(int32(e)) && g.Wave(x.From) >= g.Wave(x.To) {
				t.Fatalf("edge %v leads from wave %d to %d", x, g.Wave(x.From), g.Wave(x.To))
			}
		}
		told(g)
	})
}

// Laziness must not show: whoever asks first, the answers are the same, and several may ask at once.
func TestSeveralMayAskAtOnce(t *testing.T) {
	nodes, edges := believable(500)
	want := told(New(nodes, edges))
	g := New(nodes, edges)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if told(g) != want {
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
