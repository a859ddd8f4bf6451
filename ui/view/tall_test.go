package view

import (
	"strings"
	"testing"

	"sideboard/board/graph"
)

func TestAGraphWhoseWavesHaveNoRoomBesideTheirTitlesStandsInOneBand(t *testing.T) {
	tall := 0
	for _, n := range []int{12, 18, 24} {
		for _, w := range []int{90, 100, 110, 120, 130, 140, 160} {
			p := readPlan(dense(n))
			s, l := p.screen(GraphView, "002", w, 40, LayoutOptions{}, nil)
			of := s.DepView.Graph.Layout
			if s.DepView.Graph.Tall == 0 {
				continue
			}
			tall++
			if r := l.DepView.Canvas; of.W > r.W || of.H > r.H || len(of.Stubs) > 0 {
				t.Errorf("%d tasks on %d columns: %dx%d with %d cuts has no room in %dx%d", n, w, of.W, of.H, len(of.Stubs), r.W, r.H)
			}
			rows := rowsOf(l, &s, plainSheet())
			pt := NewPainter()
			pt.Draw(l, &s, plainSheet())
			for i := range pt.graph.texts {
				task := &pt.graph.texts[i]
				b, _ := of.Box(task.node)
				for k, part := range task.title {
					if !strings.Contains(rows[l.DepView.Canvas.Y-s.DepView.Graph.Y+b.Row+k], part.String()) {
						t.Errorf("%d tasks on %d columns: %q of %s is not in its row", n, w, part.String(), task.full)
					}
				}
				if !task.whole {
					t.Errorf("%d tasks on %d columns: %s is not whole", n, w, task.full)
				}
			}
		}
	}
	if tall < 3 {
		t.Errorf("only %d graphs stand so", tall)
	}
}

func TestATitleBelowItsIDBreaksNoWord(t *testing.T) {
	for _, title := range []string{"Short codes without clashes", "Seed data for development", "Redirect in under 5 ms", "Click statistics", "Load test at 500 requests/s"} {
		for room := tallLeast; room <= tallMost; room++ {
			w := Words{ID: 3, Subject: txt(title)}
			lines := wrapEvenly(w.Subject, w.tallCells(room, Scale{Tall: tallIndent})-tallIndent)
			var words []string
			for _, line := range lines {
				words = append(words, line.String())
			}
			if strings.Join(words, " ") != title || len(lines) > tallTitle {
				t.Errorf("in rows of %d cells %q is %q", room, title, words)
			}
		}
	}
}

func TestAGraphInOneBandHasNoMargins(t *testing.T) {
	g := shapes[0].graph(4)
	for _, flush := range []bool{false, true} {
		of := g.Layout(graph.Options{Frameless: true, Flush: flush})
		last := of.Columns[len(of.Columns)-1]
		if left, right := of.Columns[0].X, of.W-last.X-last.W; (left == 0 && right == 0) != flush {
			t.Errorf("flush %v: %d cells at the left and %d at the right", flush, left, right)
		}
	}
}
