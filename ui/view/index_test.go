package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestWhatAPictureDoesNotNameIsNamedBelowItOrCounted(t *testing.T) {
	indexed := 0
	for _, size := range [][2]int{{44, 50}, {80, 24}, {120, 40}, {160, 45}, {200, 60}} {
		for _, n := range []int{12, 24, 40, 60, 100} {
			s, l := readPlan(dense(n)).screen(GraphView, "002", size[0], size[1], LayoutOptions{}, nil)
			pt := NewPainter()
			rows := strings.Split(ansi.Strip(pt.Draw(l, &s, plainSheet()).Content), "\n")
			canvas := strings.Join(rows[l.DepView.Canvas.Y:l.DepView.Foot.Y], "\n")
			nameless := 0
			for i := range pt.graph.texts {
				if task := &pt.graph.texts[i]; !task.whole {
					nameless++
				} else if title := strings.Fields(task.full.String()); !strings.Contains(canvas, title[len(title)-1]) {
					t.Errorf("%v, %d tasks: %v is not in\n%s", size, n, title, canvas)
				}
			}
			for _, e := range pt.graph.index {
				node := s.DepView.Node(e.node)
				line := ansi.Cut(rows[e.Y], e.X, e.X+e.W)
				if !strings.HasPrefix(line, node.ID.String()) || !strings.HasSuffix(line, node.Subject.String()) {
					t.Errorf("%v, %d tasks: %q is said to be %s %s", size, n, line, node.ID, node.Subject)
				}
				if hit := l.DepViewAt(s.DepView, e.X, e.Y); hit.Kind != HitNode || hit.Node != e.node {
					t.Errorf("%v, %d tasks: a press on %q finds %+v", size, n, line, hit)
				}
			}
			if named := len(pt.graph.index); named > 0 && named < nameless && !strings.Contains(canvas, " more") {
				t.Errorf("%v, %d tasks: of %d that have no title %d are named, and the others not counted:\n%s", size, n, nameless, named, canvas)
			}
			indexed += len(pt.graph.index)
		}
	}
	if indexed < 20 {
		t.Errorf("only %d tasks are named below a picture", indexed)
	}
}
