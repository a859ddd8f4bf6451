package graph_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sideboard/board/graph"
)

// dotCrossings is how many crossings Graphviz's dot is left with for the edges of a layout: it counts them itself,
// between the nodes and bends of neighbouring ranks, and says the number when asked to be verbose. The edges are those
// that are drawn, already without the redundant ones. With waves every node is held in its wave, as it is in ours: left
// to itself dot puts nodes where they cross least, be it later than they could be done. False where there is no dot.
func dotCrossings(t testing.TB, g *graph.Graph, l *graph.Layout, waves bool) (int, bool) {
	t.Helper()
	dot, err := exec.LookPath("dot")
	if err != nil {
		return 0, false
	}
	var s strings.Builder
	s.WriteString("digraph G {\nrankdir=LR\nnode [shape=box width=2 height=0.6]\n")
	for i := range g.Len() {
		if _, ok := l.Box(int32(i)); ok {
			fmt.Fprintf(&s, "n%d\n", i)
		}
	}
	for _, ln := range l.Lines {
		fmt.Fprintf(&s, "n%d -> n%d\n", g.Edges()[ln.Edge].From, g.Edges()[ln.Edge].To)
	}
	if waves {
		for k := range l.Columns {
			fmt.Fprintf(&s, "w%d [style=invis]\n", k)
			if k > 0 {
				fmt.Fprintf(&s, "w%d -> w%d [style=invis weight=1000]\n", k-1, k)
			}
			fmt.Fprintf(&s, "{rank=same w%d", k)
			for _, b := range l.Boxes {
				if b.Column == k {
					fmt.Fprintf(&s, " n%d", b.Node)
				}
			}
			s.WriteString("}\n")
		}
	}
	s.WriteString("}\n")
	cmd := exec.CommandContext(t.Context(), dot, "-v", "-Tplain")
	cmd.Stdin = strings.NewReader(s.String())
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("dot: %v", err)
	}
	m := regexp.MustCompile(`mincross G: (\d+) crossings`).FindStringSubmatch(said.String())
	if m == nil {
		return 0, true // no two edges, nothing to order
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n, true
}
