package graph

import (
	"fmt"
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
		l := g.Timeline(false)
		for i := range int32(g.Len()) {
			if g.Live(i) != (g.Wave(i) > 0) || g.Live(i) != (l.RowOf(i) >= 0) {
				t.Fatalf("node %d: live %v, wave %d, row %d", i, g.Live(i), g.Wave(i), l.RowOf(i))
			}
		}
		for e, x := range g.Edges() {
			if g.LiveEdge(int32(e)) && !g.Back(int32(e)) && g.Wave(x.From) >= g.Wave(x.To) {
				t.Fatalf("edge %v leads from wave %d to %d", x, g.Wave(x.From), g.Wave(x.To))
			}
		}
		told(g)
		if g.Len() > 1 {
			g.WaveShifts(g.With(Edge{From: 0, To: int32(g.Len() - 1), Open: true}))
			g.WaveShifts(g.Without(0, 1))
			g.WaveShifts(g.WithFinished([]int32{0}))
		}
	})
}

func TestAChainOfAHundredThousandIsWalkedWithoutRecursion(t *testing.T) {
	const n = 100000
	nodes, edges := make([]Node, n), make([]Edge, 0, n)
	for i := range nodes {
		nodes[i].Name = fmt.Sprint("t", i)
		edges = append(edges, Edge{From: int32(i), To: int32((i + 1) % n), Open: true})
	}
	g := New(nodes, edges[:n-1])
	if g.Waves() != n || len(g.Chain()) != n || g.Behind(0) != n-1 || g.Timeline(false).Rails() != 1 {
		t.Errorf("%d waves, a chain of %d", g.Waves(), len(g.Chain()))
	}
	g = New(nodes, edges)
	if loops := g.Loops(); len(loops) != 1 || len(loops[0]) != n || loops[0][0] != 0 || !g.Back(int32(n-1)) && g.Waves() != n {
		t.Errorf("%d loops", len(loops))
	}
}

func TestTenThousandTasksBehindOneAndBeforeOne(t *testing.T) {
	const n = 10000
	nodes := []Node{{Name: "first", Ready: true}, {Name: "last"}}
	var edges []Edge
	for i := range int32(n) {
		nodes = append(nodes, Node{Name: fmt.Sprint("t", i)})
		edges = append(edges, Edge{From: 0, To: i + 2, Open: true}, Edge{From: i + 2, To: 1, Open: true})
	}
	edges = append(edges, Edge{From: 0, To: 1, Open: true})
	g := New(nodes, edges)
	if g.Behind(0) != n+1 || !g.Redundant(g.EdgeBetween(0, 1)) || g.Waves() != 3 || len(g.In(1)) != n+1 {
		t.Errorf("%d behind, %d waves", g.Behind(0), g.Waves())
	}
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
