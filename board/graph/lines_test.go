package graph

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

func TestLinesThatRunAlongOthersLookAsIfEachWasDrawnWhole(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		nodes, edges := randomGraph(r, 2+r.Intn(20))
		l := New(nodes, edges).Layout(Options{Redundant: seed%2 == 0, Finished: seed%3 == 0})
		looks := 1 + r.Intn(3)
		line := func(e int32) Stroke {
			return Stroke{Weight: Weight(1 + int(e)%looks), Class: uint8(int(e) % (1 + looks/2))}
		}
		frame := func(int32) Stroke { return Stroke{Weight: Light} }
		got := l.Draw(0, 0, l.W, l.H, line, frame)
		for i := range l.ends {
			l.ends[i].along = -1
		}
		if want := l.Draw(0, 0, l.W, l.H, line, frame); !slices.Equal(got.Cells, want.Cells) {
			t.Fatalf("seed %d: the picture is another where lines are drawn whole", seed)
		}
	}
}

func TestTheManyLinesOfADenseGraphRunAlongEachOther(t *testing.T) {
	const n = 60
	l := New(dense(n)).Layout(Options{Redundant: true})
	whole, own := 0, 0
	for i := range l.Lines {
		p := l.Lines[i].Points
		whole += len(p)
		own += len(p) - int(l.ends[i].shared)
	}
	if own > 5*len(l.Lines) {
		t.Errorf("%d lines have %d points of their own of %d", len(l.Lines), own, whole)
	}
}

// dense returns nodes each of which waits for all before it.
func dense(n int) ([]Node, []Edge) {
	nodes := make([]Node, n)
	var edges []Edge
	for i := range nodes {
		nodes[i].Name = fmt.Sprint(i)
		for j := range i {
			edges = append(edges, Edge{From: int32(j), To: int32(i), Open: true})
		}
	}
	return nodes, edges
}
