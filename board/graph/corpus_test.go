package graph_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/board/graph"
	"sideboard/tasks/testdir"
)

var update = flag.Bool("update", false, "write the pictures of the plans anew")

func TestEachLinkOfAPlanCanBeReadFromItsPicture(t *testing.T) {
	for _, p := range readPlans(t, "testdata") {
		g := p.graph(false)
		l := g.Layout(graph.Options{})
		t.Run(p.Name, func(t *testing.T) {
			follow(t, g, graph.Options{})
			follow(t, p.graph(true), graph.Options{})
			if golden := filepath.Join("testdata", p.Name+".txt"); len(l.Boxes) <= 60 {
				p := dressed()
				p.Text = named(g)
				rows := strings.Join(l.Rows(p), "\n") + fmt.Sprintf("\n%d pairs of links cross\n", forced(g, l))
				if *update {
					testdir.Must(t, os.WriteFile(golden, []byte(rows), 0o644))
				}
				if want, err := os.ReadFile(golden); err != nil || string(want) != rows {
					t.Errorf("it is not as in %s (%v): look at it, and write it by -update:\n%s", golden, err, rows)
				}
			}
		})
	}
}
