package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// A picture has every task that is left, on the screen and with its whole title, or there is none.
func TestAPictureThatFitsHasEveryWholeTitle(t *testing.T) {
	pictures := 0
	for _, size := range [][2]int{{44, 50}, {80, 24}, {120, 40}, {160, 45}, {200, 60}, {250, 70}} {
		for n := 5; n <= 60; n += 5 {
			p := readPlan(dense(n))
			l := Arrange(size[0], size[1], LayoutOptions{View: GraphView})
			of, _, fits := l.FitPicture(p.g, graph.Options{}, p.words)
			if !fits {
				continue
			}
			pictures++
			if r := l.DepView.Canvas; of.W > r.W || of.H > r.H {
				t.Errorf("%v, %d tasks: it takes %dx%d of %dx%d cells", size, n, of.W, of.H, r.W, r.H)
			}
			for i := range int32(p.g.Len()) {
				b, drawn := of.Box(i)
				if drawn != (p.g.Live(i) && p.g.Linked(i)) {
					t.Errorf("%v, %d tasks: a box of #%s: %v", size, n, p.ids[i], drawn)
				}
				if least := p.words(i).leastCells(); drawn && b.W < least && b.H > 1 {
					t.Errorf("%v, %d tasks: a word of #%s is broken in %d cells, it needs %d", size, n, p.ids[i], b.W, least)
				}
				if lines := p.words(i).lines(b.W); drawn && (len(lines) > titleRows || len(lines) > b.H) {
					t.Errorf("%v, %d tasks: #%s has %d rows for a title of %d", size, n, p.ids[i], b.H, len(lines))
				}
			}
		}
	}
	if pictures < 10 {
		t.Errorf("only %d pictures fit", pictures)
	}
}

// Blocks that touch have two grounds, also in the middle of a column; others keep the one of their state.
func TestBlocksThatTouchHaveTwoGrounds(t *testing.T) {
	p := readPlan("1 ready A\n2 ready B\n3 ready C\n4 blocked D\n5 blocked E\n4 < 1 2\n5 < 3")
	for touch, want := range map[bool][]style.Ground{
		true:  {style.Card, style.Card2, style.Card, style.Low, style.Low2},
		false: {style.Card, style.Card, style.Card, style.Low, style.Low},
	} {
		l := p.g.Layout(graph.Options{Bare: true, Close: touch})
		var c canvas
		for i, b := range l.Boxes {
			c.boxes, c.nodes = append(c.boxes, i), append(c.nodes, p.nodes[b.Node])
		}
		if c.chooseGrounds(l, -1); touch && l.Boxes[3].Y+l.Boxes[3].H < l.Boxes[4].Y {
			want[4] = style.Low
		}
		if !slices.Equal(c.grounds, want) {
			t.Errorf("touching %v: %v, not %v", touch, c.grounds, want)
		}
	}
}

// Each blocked row has a line to, or names, each task it waits for, or a count of the rest.
func TestEveryBlockedRowOfATreeSaysWhatItWaitsFor(t *testing.T) {
	rows := 0
	for _, size := range [][2]int{{30, 12}, {44, 50}, {60, 24}, {80, 24}, {99, 30}, {120, 40}, {200, 60}} {
		for n := 5; n <= 120; n += 23 {
			p := readPlan(dense(n))
			for _, selected := range []string{"000", fmt.Sprintf("%03d", n/2), fmt.Sprintf("%03d", n-1)} {
				s, l := p.screen(TreeView, selected, size[0], size[1], LayoutOptions{}, nil)
				said, _ := rowsOfTitles(&s, l)
				for i, row := range said {
					line := s.DepView.Tree.Row(i)
					node, tree := line.Node, s.DepView.Tree.Shape
					unsaid := 0
					for _, e := range p.g.In(node) {
						edge := p.g.Edges()[e]
						lined := tree.Edge(node) == e && line.Cells[max(line.Mark-1, 0)].Edge == e
						if !edge.Open || lined || strings.Contains(row, "#"+p.ids[edge.From]) {
							continue
						}
						unsaid++
					}
					rows++
					if counts := strings.Contains(row, fmt.Sprint("+", unsaid)) || strings.Contains(row, fmt.Sprint(unsaid, " task")); unsaid > 0 && !counts {
						t.Errorf("%v, %d tasks: %d of what #%s waits for are neither drawn, named nor counted: %q", size, n, unsaid, p.ids[node], row)
					}
				}
			}
		}
	}
	if rows < 1000 {
		t.Errorf("only %d rows were looked at", rows)
	}
}

// Who is on a task and how it stands are in its rows at every size.
func TestARowOfATreeSaysWhoIsOnItsTaskAtEverySize(t *testing.T) {
	for _, w := range []int{36, 44, 60, 80, 120, 200} {
		p := readPlan("01 running A title that is rather long for a row\n02 ready Another\n02 < 01\n")
		p.nodes[p.find("01")].Owner, p.nodes[p.find("01")].Hue = txt("agent-7"), style.OwnerHue("agent-7")
		s, l := p.screen(TreeView, "02", w, 30, LayoutOptions{}, nil)
		said, _ := rowsOfTitles(&s, l)
		if of := said[0]; !strings.Contains(of, "#01") || !strings.Contains(of, "agent-7") || !strings.Contains(of, "◐") {
			t.Errorf("%d cells: nobody is on #01\n%s", w, strings.Join(rowsOf(l, &s, plainSheet()), "\n"))
		}
	}
}
