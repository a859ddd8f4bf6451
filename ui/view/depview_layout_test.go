package view

import (
	"testing"

	"sideboard/board/graph"
)

// whole returns how many waves are wholly in the window that begins with wave i.
func whole(of *graph.Layout, i, w int) (n int) {
	x := 0
	if of.W > w && i > 0 {
		x = of.Columns[i].X - waveLead
	}
	for _, c := range of.Columns[i:] {
		if c.X+c.W-x <= w {
			n++
		}
	}
	return n
}

func TestThreeWavesFitOnATerminalOf80CellsAndOneOn40(t *testing.T) {
	for name, text := range map[string]string{"plan": plan, "dense": dense(48)} {
		p := readPlan(text)
		for _, want := range []struct{ w, waves int }{{40, 1}, {80, 3}, {120, 4}, {160, 5}, {250, 6}} {
			l := Arrange(want.w, 40, LayoutOptions{View: GraphView})
			of := l.LayoutGraph(p.g, graph.Options{})
			for i := 0; i+want.waves <= len(of.Columns); i++ {
				if n := whole(of, i, l.DepView.Canvas.W); n < want.waves {
					t.Errorf("%s: %d waves from %d on fit into %d cells, not %d", name, n, i, want.w, want.waves)
				}
			}
		}
	}
}

func TestAGraphThatIsLaidOutAgainKeepsItsBoxes(t *testing.T) {
	p := readPlan(plan)
	l := Arrange(120, 40, LayoutOptions{View: GraphView})
	first := l.LayoutGraph(p.g, graph.Options{})
	again := l.LayoutGraph(p.g, graph.Options{Previous: first})
	for i := range first.Boxes {
		a, b := first.Boxes[i], again.Boxes[i]
		if a.X != b.X || a.Y != b.Y || a.W != b.W {
			t.Errorf("the box of #%s moved from %d,%d to %d,%d", p.ids[a.Node], a.X, a.Y, b.X, b.Y)
		}
	}
}

func TestAFocusKeepsItsMiddleAndItsWidths(t *testing.T) {
	p := readPlan(plan)
	for _, w := range []int{80, 120, 160} {
		var at, wide int
		for i, id := range []string{"08", "15", "18"} {
			s, l := p.screen(FocusView, id, w, 40, LayoutOptions{}, nil)
			box, ok := s.DepView.Focus.Layout.Box(s.DepView.Selected)
			if !ok {
				t.Fatalf("#%s is not drawn", id)
			}
			x := box.X - s.DepView.Focus.X
			if i > 0 && (x < at-3 || x > at+3 || box.W < wide-2 || box.W > wide+2) {
				t.Errorf("%d cells: #%s stands at %d, %d wide; the one before at %d, %d wide", w, id, x, box.W, at, wide)
			}
			at, wide = x, box.W
			if mid := x + box.W/2; mid < l.DepView.Canvas.W/2-3 || mid > l.DepView.Canvas.W/2+3 {
				t.Errorf("%d cells: the middle of #%s is at %d", w, id, mid)
			}
		}
	}
}
