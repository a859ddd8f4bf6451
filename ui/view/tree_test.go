package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"sideboard/board/graph"
)

// rowsOfTitles returns what stands on the screen in the rows of each line, and whether its title is cut.
func rowsOfTitles(s *Screen, l Layout) (said map[int]string, cut map[int]bool) {
	said, cut = map[int]string{}, map[int]bool{}
	pt := NewPainter()
	rows := strings.Split(ansi.Strip(pt.Draw(l, s, plainSheet()).Content), "\n")
	for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
		if at := lineAt(pt, s, y); at >= 0 {
			said[at] += rows[y]
			cut[at] = !strings.Contains(strings.Join(strings.Fields(said[at]), " "), s.DepView.Node(s.DepView.Tree.Row(at).Node).Subject.String())
		}
	}
	return said, cut
}

// Heads are above what they name, at every size: the cells of a column begin below the beginning of its head, or end below its end.
func TestHeadsAreAboveTheirColumns(t *testing.T) {
	plans := []*planned{readPlan(plan), readPlan(tangled), readPlan(dense(60))}
	for _, h := range []int{16, 24, 40, 60} {
		for w := 44; w <= 240; w++ {
			p := plans[w%len(plans)]
			s, l := p.screen(TreeView, p.ids[w%len(p.ids)], w, h, LayoutOptions{}, nil)
			pt, rows := drawnBy(l, &s, plainSheet())
			if l.DepView.Titles.Empty() {
				continue
			}
			heads := rows[l.DepView.Titles.Y]
			for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
				i := lineAt(pt, &s, y)
				if i < 0 || l.Breadth == Narrow {
					continue
				}
				n := s.DepView.Node(s.DepView.Tree.Row(i).Node)
				for _, c := range []struct {
					head, said string
					right      bool
				}{{"agent", n.Owner.String(), false}, {"blocks", fmt.Sprint(n.Behind), true}, {"step", fmt.Sprint(n.Wave), true}} {
					at := strings.Index(heads, c.head)
					if at < 0 || c.said == "" || c.said == "0" || n.State == Done {
						continue // where a cell is empty, the one before it may run on
					}

					from := at
					if c.right {
						from = at + len(c.head) - len(c.said)
					}
					if got := ansi.Cut(rows[y], from, from+len(c.said)); got != c.said {
						t.Fatalf("%dx%d: %q is not below %q but %q\n%s\n%s", w, h, c.said, c.head, got, heads, rows[y])
					}
				}
				if at := strings.Index(heads, headAlsoBrief.String()); at >= 0 && len(s.DepView.Tree.Row(i).Also) > 0 {
					if cell := ansi.Cut(rows[y], at-1, at+1); cell != " #" && cell != " +" {
						t.Fatalf("%dx%d: what it also waits for is not below its head\n%s\n%s", w, h, heads, rows[y])
					}
				}
			}
		}
	}
}

// The head of a step is above the words of its blocks, at every size that has room for the picture.
func TestHeadsOfAPictureAreAboveTheirBlocks(t *testing.T) {
	plans, pictures := []*planned{readPlan(plan), readPlan(tangled), readPlan(dense(12))}, 0
	for _, h := range []int{16, 24, 40, 60} {
		for w := MediumWidth; w <= 240; w += 5 {
			p := plans[w/5%len(plans)]
			l := Arrange(w, h, LayoutOptions{View: GraphView})
			if _, _, fits := l.FitPicture(p.g, graph.Options{}, p.words); !fits {
				continue
			}
			pictures++
			s, l := p.screen(GraphView, p.ids[w%len(p.ids)], w, h, LayoutOptions{}, nil)
			pt, rows := drawnBy(l, &s, plainSheet())
			columns := map[int]int{} // by the first cell of a block: its column
			for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
				for x := range w {
					if spot, ok := pt.SpotAt(x, y, TaskSpot); ok {
						if left, also := pt.SpotAt(x-1, y, TaskSpot); !also || left.Item != spot.Item {
							columns[x] = s.DepView.Graph.Layout.ColumnOf(int32(spot.Item))
						}
					}
				}
			}
			for x, column := range columns {
				spot, ok := pt.SpotAt(x+blockPad, l.DepView.Titles.Y, WaveSpot)
				head := ansi.Cut(rows[l.DepView.Titles.Y], x+blockPad, w)
				if !ok && strings.TrimSpace(head) == "" {
					continue // an earlier step of the same head, or no room for a word
				}
				if !ok || spot.Item > column || spot.Item == column && (strings.HasPrefix(head, " ") || x >= 0 && ansi.Cut(rows[l.DepView.Titles.Y], x+blockPad-1, x+blockPad) != " ") {
					t.Fatalf("%dx%d: column %d begins at cell %d, and its head is not above it\n%s", w, h, column, x, strings.Join(rows, "\n"))
				}
			}
		}
	}
	if pictures < 40 {
		t.Errorf("only %d pictures fit", pictures)
	}
}

// A title on a narrow screen is whole as long as there are rows for it.
func TestATitleOfANarrowTreeGoesOnBelow(t *testing.T) {
	p := readPlan(plan)
	p.nodes[p.find("15")].Subject = txt(strings.Repeat("Atomic moves ", 4) + "end")
	s, _ := p.screen(TreeView, "15", 44, 70, LayoutOptions{}, nil)
	l := Arrange(44, 70, LayoutOptions{View: TreeView})
	said, _ := rowsOfTitles(&s, l)
	if got := said[s.DepView.Tree.At]; strings.Count(got, "moves") != 4 || !strings.Contains(got, "end") {
		t.Errorf("the title is cut: %q", got)
	}
}

func TestEveryMarkOfATreeStandsInItsColumn(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{40, 12}, {44, 50}, {60, 24}, {80, 24}, {200, 60}} {
		s, l := p.screen(TreeView, "15", size[0], size[1], LayoutOptions{}, nil)
		sheet, pt := plainSheet(), NewPainter()
		rows := strings.Split(ansi.Strip(pt.Draw(l, &s, sheet).Content), "\n")
		last := -1
		for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
			at := lineAt(pt, &s, y)
			if at < 0 || at == last {
				continue
			}
			last = at
			row := s.DepView.Tree.Row(last)
			n := s.DepView.Node(row.Node)
			mark := n.mark(sheet).Sign
			if at := 1 + row.Mark; !strings.HasPrefix(string([]rune(rows[y])[at:]), mark) {
				t.Errorf("%v: the mark of line %d is not at cell %d of %q", size, last, at, rows[y])
			}
		}
	}
}

func TestATreeSaysHowManyLinesAreAboveAndBelow(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {44, 50}} {
		s, l := sampleDepViews()["denselog"](size[0], size[1])
		rows := rowsOf(l, &s, plainSheet())
		said, _ := rowsOfTitles(&s, l)
		g, last := s.DepView.Tree, 0
		for i := range said {
			last = max(last, i)
		}
		for arrow, n := range map[string]int{"↑": g.First, "↓": g.Len - 1 - last} {
			if foot := strings.Join(rows[l.DepView.Foot.Y-1:l.DepView.Foot.Y+1], ""); n > 0 && !strings.Contains(foot, fmt.Sprint(n, " more ", arrow)) {
				t.Errorf("%v: %d more %s: %q", size, n, arrow, foot)
			}
		}
	}
}

// While done tasks are folded nobody can see what waited for them, so those without open links are not said to be not linked.
func TestATreeSaysWhatHasNoOpenLinks(t *testing.T) {
	for _, c := range []struct {
		chip Chip
		want string
	}{{Chip{}, "Not linked"}, {Chip{Count: 4}, "No open links"}, {Chip{Count: 4, Open: true}, "Not linked"}} {
		p := readPlan(plan)
		s, l := p.screen(TreeView, "08", 80, 60, LayoutOptions{}, func(dv *DepView) { dv.Tree.Finished = c.chip })
		frame := strings.Join(rowsOf(l, &s, plainSheet()), "\n")
		if got := strings.Contains(frame, "No open links"); strings.Contains(frame, "Not linked") == got || got != (c.want == "No open links") {
			t.Errorf("%+v: want %q in\n%s", c.chip, c.want, frame)
		}
	}
}

// A file that cannot be read says so and which key opens it; a stalled task says who has it, without the bar of what waits.
func TestATreeSaysWhatIsWrongAndWhatHelps(t *testing.T) {
	for _, size := range [][2]int{{44, 70}, {44, 22}, {120, 60}} {
		p := readPlan(plan)
		p.nodes[p.find("21")].State = Broken
		p.nodes[p.find("21")].Trouble = Trouble{Warn: txt("half-written, cannot be read"), WarnShort: txt("half-written, unreadable"), Help: key("E", "open file")}
		p.nodes[p.find("06")].Alarm = true
		s, l := p.screen(TreeView, "08", size[0], size[1], LayoutOptions{}, nil)
		for _, row := range rowsOf(l, &s, plainSheet()) {
			switch {
			case size[1] < 50 && strings.Contains(row, "#21") && !strings.HasSuffix(strings.TrimSpace(row), " E"),
				strings.Contains(row, "half-written") && !strings.HasSuffix(strings.TrimSpace(row), "E open file"),
				size[1] > 50 && strings.Contains(row, "stalled") && !strings.Contains(row, "agent-2 stalled"),
				strings.Contains(row, "Merge live edits") && strings.HasPrefix(row, "▎"):
				t.Errorf("%v: %q", size, row)
			}
		}
		if rows := strings.Join(rowsOf(l, &s, plainSheet()), "\n"); size[1] > 50 && (!strings.Contains(rows, "half-written, ") || !strings.Contains(rows, "stalled")) {
			t.Errorf("%v:\n%s", size, rows)
		}
	}
}
