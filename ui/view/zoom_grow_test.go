package view

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
)

func TestTheLongestTitlesHaveTheRowsThatAreFree(t *testing.T) {
	l := Arrange(160, 45, LayoutOptions{View: GraphView})
	var nodes []graph.Node
	var edges []graph.Edge
	for i := range int32(48) { // islands of three, in 16 of 30 rows
		nodes = append(nodes, graph.Node{Name: fmt.Sprint(i + 1)})
		if i%3 > 0 {
			edges = append(edges, graph.Edge{From: i - 1, To: i, Open: true})
		}
	}
	words := func(i int32) Words {
		return Words{ID: 3, Subject: safetext.Line("Refactor the parser of the import of releases " + strings.Repeat("x", int(i%16)))}
	}
	of, scale := l.FitGraph(graph.New(nodes, edges), graph.Options{}, words)
	higher := 0
	for _, b := range of.Boxes {
		if b.H > 1 {
			higher++
		}
	}
	if free := l.DepView.Canvas.H - of.H; higher == 0 || higher == len(nodes) || free > 2 {
		t.Errorf("%d of %d tasks have more rows than one, and %d rows are free (%+v)", higher, len(nodes), free, scale)
	}
}
