package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
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

func TestTheTitleOfTheSelectedLineGoesOnBelowIt(t *testing.T) {
	p := readPlan(plan)
	long := strings.Repeat("Atomic moves ", 5)
	p.nodes[p.find("15")].Subject = txt(long)
	s, l := p.screen(TreeView, "15", 44, 50, LayoutOptions{}, nil)
	said, _ := rowsOfTitles(&s, l)
	if got := strings.Count(said[s.DepView.Tree.At], "moves"); got != 5 {
		t.Errorf("%d of 5 words are in %q", got, said[s.DepView.Tree.At])
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
			mark, _ := stateGlyph(sheet, s.DepView.Node(row.Node).State)
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
		for word, n := range map[string]int{" above": g.First, " below": g.Len - 1 - last} {
			if foot := strings.Join(rows[l.DepView.Foot.Y-1:l.DepView.Foot.Y+1], ""); n > 0 && !strings.Contains(foot, fmt.Sprint(n, word)) {
				t.Errorf("%v: %d%s: %q", size, n, word, foot)
			}
		}
	}
}

func TestATaskThatALineWaitsForIsNamedByItsTitleWhereThatHasRoom(t *testing.T) {
	p := readPlan(plan)
	for _, width := range []int{120, 200} {
		s, l := p.screen(TreeView, "15", width, 60, LayoutOptions{}, nil)
		said, _ := rowsOfTitles(&s, l)
		for i, row := range said {
			also := s.DepView.Tree.Row(i).Also
			if n := s.DepView.Node(s.DepView.Tree.Row(i).Node); len(also) == 1 && !strings.Contains(row, s.DepView.Node(also[0]).Subject.String()) {
				t.Errorf("%d cells: %q is not named in the row of %q: %q", width, s.DepView.Node(also[0]).Subject, n.Subject, row)
			}
		}
	}
}
