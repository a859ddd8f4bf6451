package graph_test

import (
	"testing"

	"sideboard/board/graph"
)

// The longest chain is told from other links by its thickness alone where there is no colour. A thin link of the same
// task that stands out more must not thin the piece of way that both share.
func TestAHeavyLineStaysHeavyWhereItSharesItsWay(t *testing.T) {
	nodes := []graph.Node{{Name: "a", Ready: true}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	g := graph.New(nodes, []graph.Edge{{From: 0, To: 1, Open: true}, {From: 0, To: 2, Open: true}, {From: 1, To: 3, Open: true}})
	heavy := g.EdgeBetween(0, 1)
	l := g.Layout(graph.Options{})
	box, ok := l.Box(0)
	if !ok {
		t.Fatal("a is not drawn")
	}
	ink := l.Draw(0, 0, l.W, l.H, func(e int32) graph.Stroke {
		if e == heavy {
			return graph.Stroke{Weight: graph.Heavy, Class: 1}
		}
		return graph.Stroke{Weight: graph.Light, Class: 2}
	}, func(int32) graph.Stroke { return graph.Stroke{Weight: graph.Light} })
	for x := box.X + box.W; x < l.W; x++ {
		c := ink.At(x, box.OutRow)
		if c.Left != graph.Heavy {
			t.Fatalf("cell %d of the shared way has weight %d from the left", x-box.X-box.W, c.Left)
		}
		if c.Up != graph.None || c.Down != graph.None || c.Arrow { // where they part
			return
		}
		if c.Class != 2 {
			t.Fatalf("cell %d of the shared way has class %d", x-box.X-box.W, c.Class)
		}
	}
}
