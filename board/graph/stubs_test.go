package graph_test

import (
	"slices"
	"testing"

	"sideboard/board/graph"
)

// Wherever a line runs out of a window at its left or right there is a name of what it leads to, and nothing lies on another; of those
// that run out at the top or bottom most have one.
func TestALineThatLeavesTheWindowSaysWhereItLeads(t *testing.T) {
	uprights, named := 0, 0
	sampled(t, func(name string, g *graph.Graph) {
		for _, o := range []graph.Options{{}, {Frameless: true, Close: true}} {
			o.Fit = &graph.Fit{Room: 400, Least: 16, Width: func(int32) int { return 16 }, Names: 3}
			l := g.Layout(o)
			for x := 7; x < l.W; x += 31 {
				for y := 3; y < l.H; y += 17 {
					w := graph.Window{X: x, Y: y, W: min(70, l.W-x), H: min(20, l.H-y), Left: 5, Right: 7}
					stubs := l.Leaving(w)
					apart(t, name, stubs, w)
					says := func(way graph.Way, y int, node int32) bool {
						return slices.ContainsFunc(stubs, func(s graph.Stub) bool {
							return s.Way == way && (y < 0 || s.Y == y) && slices.Contains(s.Nodes, node)
						})
					}
					for _, n := range l.Lines {
						e, last := g.Edges()[n.Edge], n.Points[len(n.Points)-1]
						if box, _ := l.Box(e.To); last.Y >= y && last.Y < y+w.H && box.X >= x+w.W && runsInto(n, x+w.W-1, last.Y) && !says(graph.Rightwards, last.Y, e.To) {
							t.Fatalf("%s: nothing says at %+v that the line in row %d leads to %s", name, w, last.Y, g.Node(e.To).Name)
						}
						first := n.Points[0]
						if box, _ := l.Box(e.From); first.Y >= y && first.Y < y+w.H && box.X+box.W <= x && runsInto(n, x, first.Y) && !says(graph.Leftwards, first.Y, e.From) {
							t.Fatalf("%s: nothing says at %+v that the line in row %d comes from %s", name, w, first.Y, g.Node(e.From).Name)
						}
						if in := first.X > x && first.X < x+w.W && first.Y >= y && first.Y < y+w.H; in && last.X > x && last.X < x+w.W-1 && last.Y >= y+w.H {
							if uprights++; says(graph.Downwards, -1, e.To) || says(graph.Rightwards, -1, e.To) {
								named++
							}
						}
					}
				}
			}
		}
	})
	if uprights < 100 || named*100 < uprights*75 {
		t.Errorf("%d of %d lines that run out below say where they lead", named, uprights)
	}
}

// runsInto reports whether a line has a level piece through a cell.
func runsInto(n graph.Line, x, y int) bool {
	for i := 1; i < len(n.Points); i++ {
		if a, b := n.Points[i-1], n.Points[i]; a.Y == y && b.Y == y && min(a.X, b.X) < x && max(a.X, b.X) > x {
			return true
		}
	}
	return false
}

// apart checks that stubs lie beside each other, around the window or in it.
func apart(t *testing.T, name string, stubs []graph.Stub, w graph.Window) {
	t.Helper()
	for i, s := range stubs {
		if s.X < w.X-w.Left || s.X+s.W > w.X+w.W+w.Right || s.Y < w.Y || s.Y >= w.Y+w.H {
			t.Fatalf("%s: a stub at %+v is out of reach of %+v", name, s, w)
		}
		for _, o := range stubs[:i] {
			if o.Y == s.Y && o.X < s.X+s.W && s.X < o.X+o.W {
				t.Fatalf("%s: the stubs %+v and %+v lie on each other", name, s, o)
			}
		}
	}
}
