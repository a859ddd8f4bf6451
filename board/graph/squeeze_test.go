package graph_test

import (
	"math/rand/v2"
	"testing"

	"sideboard/board/graph"
)

func TestAGraphIsSqueezedIntoTheRowsThereAreAndKeepsItsPromises(t *testing.T) {
	squeezed := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 11))
		g := wild(r, 5+r.IntN(30))
		fit := graph.Fit{Room: 400, Least: 14, Width: func(int32) int { return 14 }}
		o := graph.Options{Snug: true, Fit: &fit}
		free := g.Layout(o)
		fit.High = max(free.H-3, 1)
		of := g.Layout(o)
		if found := breaches(g, of); len(found) > 0 {
			t.Fatalf("seed %d: %d breaches, such as %s", seed, len(found), found[0])
		}
		if of.H > free.H {
			t.Errorf("seed %d: squeezed from %d rows into %d it has %d", seed, free.H, fit.High, of.H)
		}
		if of.H <= fit.High && of.H > 0 {
			squeezed++
		}
	}
	if squeezed < 5 {
		t.Errorf("only %d graphs were squeezed", squeezed)
	}
}
