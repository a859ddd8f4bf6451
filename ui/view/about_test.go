package view

import (
	"slices"
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
		about := &About{Said: Said{News: []FeedItem{{Age: txt("3m"), Line: Line{{Text: txt("claimed by agent-1"), Style: style.Plain}}}}}}
		for range lines {
			about.Lines = append(about.Lines, Line{{Text: txt("The lines run between the waves."), Style: style.Plain}})
		}
		up, down := p.g.Around(dv.Selected, 4)
		for side, steps := range [][][]int32{up, down} {
			for _, nodes := range steps[1:] {
				about.Far[side] = append(about.Far[side], nodes...)
			}
			about.More[side] = len(about.Far[side])
		}
		dv.Focus.About = about
		l := Arrange(w, h, LayoutOptions{View: FocusView})
		shape := l.FocusShape(p.g, dv.Selected, 0)
		dv.Focus.Width = l.AboutWidth(shape)
		dv.Focus.Layout = l.LayoutFocus(p.g, dv.Selected, shape, l.SaidInBox(about.Said), graph.Options{}, func(i int32) Node { return p.nodes[i] })
	})
}

func TestAFocusSaysMoreOfItsTaskWhereRowsAreFree(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{44, 50}, {120, 40}, {200, 60}} {
		s, l := described(p, size[0], size[1], 2)
		rows := rowsOf(l, &s, plainSheet())
		said := []string{"The lines run", "claimed by agent-1"}
		if size[0] < WideWidth {
			said = []string{"The lines run", "ABOUT #15", "LATER"}
		}
		for _, want := range said {
			if !strings.Contains(strings.Join(rows, "\n"), want) {
				t.Errorf("%v: %q is not seen:\n%s", size, want, strings.Join(rows, "\n"))
			}
		}
	}
}

func TestBelowAnOrderItsTaskIsNamedOnce(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{120, 50}, {160, 50}} {
		s, l := p.screen(TimelineView, "15", size[0], size[1], LayoutOptions{}, func(dv *DepView) {
			dv.Summary = p.briefly(dv)
			dv.Focus = &Focus{About: &About{Said: Said{Lines: []Line{{{Text: txt("The lines run between the waves."), Style: style.Plain}}}}}}
		})
		said := strings.Join(rowsOf(l, &s, plainSheet()), "\n")
		_, below, _ := strings.Cut(said, "DESCRIPTION")
		beside, _, named := strings.Cut(below, "─ #15 Dependency view ─")
		if !named || !strings.Contains(beside, "The lines run") || strings.Contains(beside, "#15 D") || strings.Contains(beside, "ABOUT") {
			t.Errorf("%v: the task is not named once below its description:\n%s", size, said)
		}
	}
}

func TestBelowAnOrderBesideADetailStandsWhatToBeginWith(t *testing.T) {
	p := readPlan(plan)
	start := p.g.StartNext(8)
	s, l := p.screen(TimelineView, "15", 200, 60, LayoutOptions{Detail: true}, func(dv *DepView) {
		dv.Focus = &Focus{About: &About{Start: start}}
	})
	rows := rowsOf(l, &s, plainSheet())
	head := slices.IndexFunc(rows, func(row string) bool {
		return strings.Contains(row, "START HERE") || strings.Contains(row, "FINISH FIRST")
	})
	if head < 0 {
		t.Fatalf("nothing says what to begin with:\n%s", strings.Join(rows, "\n"))
	}
	for k, i := range start {
		if spot := l.DepViewAt(s.DepView, 10, head+1+k); spot.Node != i || !strings.Contains(rows[head+1+k], s.DepView.Node(i).Subject.String()) {
			t.Errorf("a press on %q finds task %d, not %d", rows[head+1+k], spot.Node, i)
		}
	}
}

func TestWhatAFocusSaysStandsOnNoBoxOfItsPicture(t *testing.T) {
	p, aside := readPlan(plan), 0
	for w := 40; w <= 200; w += 8 {
		for h := 12; h <= 60; h += 4 {
			for _, lines := range []int{0, 1, 40} {
				s, l := described(p, w, h, lines)
				for y, row := range rowsOf(l, &s, plainSheet()) {
					if ansi.StringWidthWc(row) != w {
						t.Fatalf("%dx%d: row %d has %d cells", w, h, y, ansi.StringWidthWc(row))
					}
				}
				var panes focusPanes
				panes.prepare(&l, s.DepView)
				picture, all := l.focusPicture(s.DepView), l.DepView.Canvas
				for k, a := range panes.panes {
					if a.aside {
						for _, box := range s.DepView.Focus.Layout.Boxes {
							x, y := box.X-s.DepView.Focus.X+picture.X, box.Y-s.DepView.Focus.Y+picture.Y
							if x < a.X+a.W && a.X+margin < x+box.W && y < a.Y+a.H && a.Y < y+box.H {
								t.Errorf("%dx%d: list %d at %+v stands on the box of %d", w, h, a.kind, a.Rect, box.Node)
							}
						}
						aside++
					}
					if a.Y < picture.Y+picture.H && !a.aside || a.Y+a.H > all.Y+all.H || a.X+a.W > w {
						t.Errorf("%dx%d: list %d at %+v, the picture at %+v of %+v", w, h, a.kind, a.Rect, picture, all)
					}
					for _, b := range panes.panes[:k] {
						if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
							t.Errorf("%dx%d: list %d stands on list %d", w, h, a.kind, b.kind)
						}
					}
				}
			}
		}
	}
	if aside == 0 {
		t.Error("no list stands beside the box of its task")
	}
}

func TestATaskFurtherAwayCanBePressed(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{44, 50}, {80, 50}} {
		s, l := described(p, size[0], size[1], 1)
		rows, seen := rowsOf(l, &s, plainSheet()), 0
		picture := l.focusPicture(s.DepView)
		for y := picture.Y + picture.H; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
			spot := l.DepViewAt(s.DepView, 5, y)
			if spot.Kind != HitNode {
				continue
			}
			if seen++; !strings.Contains(rows[y], p.nodes[spot.Node].ID.String()) && l.Breadth != Narrow {
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
