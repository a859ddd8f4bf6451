package graph

import (
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
