package graph_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/board/graph"
	"sideboard/tasks/testdir"
)

var update = flag.Bool("update", false, "write the pictures of the plans anew")

// Each link of a plan can be read from its picture, which has hardly more crossings than dot is left with: on its own ranks, or
// in our waves.
func TestPlansAreDrawnReadablyWithFewCrossings(t *testing.T) {
	var ratios []float64
	for _, p := range readPlans(t, "testdata") {
		g := p.graph(false)
		l := g.Layout(graph.Options{})
		t.Run(p.Name, func(t *testing.T) {
			follow(t, g, graph.Options{})
			follow(t, p.graph(true), graph.Options{})
			if golden := filepath.Join("testdata", p.Name+".txt"); len(l.Boxes) <= 60 {
				p := dressed()
				p.Text = named(g)
				rows := strings.Join(l.Rows(p), "\n") + "\n"
				if *update {
					testdir.Must(t, os.WriteFile(golden, []byte(rows), 0o644))
				}
				if want, err := os.ReadFile(golden); err != nil || string(want) != rows {
					t.Errorf("it is not as in %s (%v): look at it, and write it by -update:\n%s", golden, err, rows)
				}
			}
			if p.Dot == nil {
				return
			}
			seen := float64(measure(g, l).bridges)
			if best := float64(max(p.Dot.Free, p.Dot.Waves)); seen > 1.25*best+1 {
				t.Errorf("%v crossings; dot has %d, and %d in our waves", seen, p.Dot.Free, p.Dot.Waves)
			}
			if len(l.Boxes) >= 18 && len(l.Boxes) <= 120 {
				ratios = append(ratios, (seen+1)/float64(p.Dot.Free+1))
			}
		})
	}
	if slices.Sort(ratios); len(ratios) == 0 || ratios[len(ratios)/2] > 1 {
		t.Errorf("crossings against dot: %.2f", ratios)
	}
}
