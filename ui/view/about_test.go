package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// described returns a focus that says more of its task, on a screen of w by h cells.
func described(p *planned, w, h, lines int) (Screen, Layout) {
	return p.screen(FocusView, "15", w, h, LayoutOptions{}, func(dv *DepView) {
		dv.Summary = p.briefly(dv)
		about := &About{Last: txt("claimed 3m ago")}
		for range lines {
			about.Lines = append(about.Lines, Line{{Text: txt("The lines run between the waves."), Style: style.Plain}})
		}
		up, down := p.g.Around(dv.Selected, 4)
		for side, steps := range [][][]int32{up, down} {
			for _, nodes := range steps[1:] {
				about.Far[side] = append(about.Far[side], nodes...)
			}
		}
		dv.Focus.About = about
		l := Arrange(w, h, LayoutOptions{View: FocusView})
		dv.Focus.Width = l.AboutWidth()
		dv.Focus.Layout = l.LayoutFocus(p.g, dv.Selected, l.FocusDepth(), l.SaidInBox(lines), graph.Options{}, func(i int32) Node { return p.nodes[i] })
	})
}

func TestAFocusSaysMoreOfItsTaskWhereRowsAreFree(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{44, 50}, {120, 40}, {200, 60}} {
		s, l := described(p, size[0], size[1], 2)
		rows := rowsOf(l, &s, plainSheet())
		said := []string{"The lines run", "claimed 3m ago"}
		if size[0] < WideWidth {
			said = []string{"The lines run", "about #15", "through others"}
		}
		for _, want := range said {
			if !strings.Contains(strings.Join(rows, "\n"), want) {
				t.Errorf("%v: %q is not seen:\n%s", size, want, strings.Join(rows, "\n"))
			}
		}
		if rect := l.aboutPlace(s.DepView); rect.Y+rect.H > l.DepView.Below.Y+l.spareBelow(s.DepView) {
			t.Errorf("%v: %+v reaches into what stands below", size, rect)
		}
	}
}

func TestWhatAFocusSaysTakesNoRowOfItsPicture(t *testing.T) {
	p := readPlan(plan)
	for w := 40; w <= 200; w += 8 {
		for h := 12; h <= 60; h += 4 {
			for _, lines := range []int{0, 1, 40} {
				s, l := described(p, w, h, lines)
				for y, row := range rowsOf(l, &s, plainSheet()) {
					if ansi.StringWidthWc(row) != w {
						t.Fatalf("%dx%d: row %d has %d cells", w, h, y, ansi.StringWidthWc(row))
					}
				}
				about, r := l.aboutPlace(s.DepView), l.DepView.Canvas
				if about.Empty() {
					continue
				}
				if l.Breadth == Narrow && about.Y < r.Y+len(l.neighbourRows(s.DepView)) {
					t.Errorf("%dx%d: %+v stands on the neighbours", w, h, about)
				}
				if c, ok := l.viewport(s.DepView); ok && about.Y < r.Y-c.y+c.layout.H {
					t.Errorf("%dx%d: %+v stands on the boxes", w, h, about)
				}
			}
		}
	}
}

func TestATaskFurtherAwayCanBePressed(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{44, 50}, {80, 50}} {
		s, l := described(p, size[0], size[1], 1)
		rows, seen := rowsOf(l, &s, plainSheet()), 0
		about := l.aboutPlace(s.DepView)
		for y := about.Y; y < about.Y+about.H; y++ {
			spot := l.DepViewAt(s.DepView, 5, y)
			if spot.Kind != HitNode {
				continue
			}
			if seen++; !strings.Contains(rows[y], p.nodes[spot.Node].ID.String()) {
				t.Errorf("%v: a press on %q finds %s", size, rows[y], p.nodes[spot.Node].ID)
			}
		}
		if seen < 2 {
			t.Errorf("%v: %d tasks can be pressed", size, seen)
		}
	}
}

func BenchmarkNarrowFocus(b *testing.B) {
	p := readPlan(plan)
	s, l := described(p, 44, 50, 4)
	pt, sheet := NewPainter(), plainSheet()
	b.ReportAllocs()
	for b.Loop() {
		pt.Draw(l, &s, sheet)
	}
}
