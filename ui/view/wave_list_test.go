package view

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sideboard/board/graph"
)

func TestAListHasEveryTaskOnceWithItsWholeTitle(t *testing.T) {
	lists, behind := 0, regexp.MustCompile(` \d+$`)
	for _, size := range [][2]int{{44, 50}, {60, 40}, {80, 24}, {99, 40}, {120, 40}} {
		for _, n := range []int{8, 12, 18, 24, 30} {
			s, l := readPlan(dense(n)).screen(GraphView, "002", size[0], size[1], LayoutOptions{}, nil)
			of := s.DepView.Graph.Layout
			if !of.Listed || !l.Holds(of) {
				continue
			}
			lists++
			rows := rowsOf(l, &s, plainSheet())
			taken := map[graph.Point]bool{}
			for i := range of.Boxes {
				b := &of.Boxes[i]
				said := strings.Builder{}
				for y := b.Y; y < b.Y+b.H; y++ {
					for x := b.X; x < b.X+b.W; x++ {
						if taken[graph.Point{X: x, Y: y}] {
							t.Fatalf("%v, %d tasks: two tasks stand at %d,%d", size, n, x, y)
						}
						taken[graph.Point{X: x, Y: y}] = true
					}
					row := ansi.Cut(rows[l.DepView.Canvas.Y+y], l.DepView.Canvas.X+b.X+listSides, l.DepView.Canvas.X+b.X+b.W)
					said.WriteString(behind.ReplaceAllString(strings.TrimRight(row, " "), "") + " ")
				}
				words := strings.Join(strings.Fields(said.String()), " ")
				if node := s.DepView.Node(b.Node); !strings.Contains(words, node.Subject.String()) {
					t.Errorf("%v, %d tasks: %s is not whole in %q", size, n, node.Subject, words)
				}
				if hit := l.DepViewAt(s.DepView, l.DepView.Canvas.X+b.X+2, l.DepView.Canvas.Y+b.Y); hit.Kind != HitNode || hit.Node != b.Node {
					t.Errorf("%v, %d tasks: a press on %s finds %+v", size, n, s.DepView.Node(b.Node).Subject, hit)
				}
			}
		}
	}
	if lists < 8 {
		t.Errorf("only %d plans are lists", lists)
	}
}

// listed returns the rows of a list, by the subjects of its tasks.
func listed(t *testing.T, p *planned, selected string, w, h int) map[string]string {
	t.Helper()
	s, l := p.screen(GraphView, selected, w, h, LayoutOptions{}, nil)
	of := s.DepView.Graph.Layout
	if !of.Listed {
		t.Fatalf("%dx%d is no list", w, h)
	}
	rows, lines := map[string]string{}, rowsOf(l, &s, plainSheet())
	for _, b := range of.Boxes {
		x := l.DepView.Canvas.X + b.X
		rows[s.DepView.Node(b.Node).Subject.String()] = ansi.Cut(lines[l.DepView.Canvas.Y+b.Y], x, x+b.W)
	}
	return rows
}

func TestAListOfNothingIsEmpty(t *testing.T) {
	l := Arrange(80, 24, LayoutOptions{View: GraphView})
	of, _ := l.ZoomGraph(graph.New(nil, nil), graph.Options{}, usualWords, ZoomList)
	if !of.Listed || of.W != 0 || of.H != 0 {
		t.Errorf("it is %dx%d", of.W, of.H)
	}
}

func TestARowOfAListBeginsWithWhatItIsToTheSelectedTask(t *testing.T) {
	g := plainSheet().Glyphs
	rows := listed(t, readPlan(plan), "15", 80, 24)
	for subject, sign := range map[string]string{
		"Wave layout": g.Left, "Edge router": g.Left, "Golden screens": g.Right, "Ship v1": g.Right, "Drag a card": " ", "Board columns": " ",
	} {
		if !strings.HasPrefix(rows[subject], sign) {
			t.Errorf("%q does not begin with %q", rows[subject], sign)
		}
	}
	rows = listed(t, readPlan(plan), "14", 80, 24)
	if chain := rows["Wave layout"]; !strings.HasPrefix(chain, g.BarFull) {
		t.Errorf("%q is on the longest chain and does not begin with %q", chain, g.BarFull)
	}
}

func TestAListHasItsWavesInOrderAndTheLongestChainFirst(t *testing.T) {
	p := readPlan(plan)
	s, _ := p.screen(GraphView, "15", 80, 24, LayoutOptions{}, nil)
	of := s.DepView.Graph.Layout
	boxes := slices.Clone(of.Boxes)
	slices.SortFunc(boxes, func(a, b graph.Box) int { return (a.X-b.X)*1000 + a.Y - b.Y })
	var order, first []string
	for i, b := range boxes {
		if i > 0 && b.Column < boxes[i-1].Column {
			t.Errorf("wave %d stands behind wave %d", b.Column, boxes[i-1].Column)
		}
		if order = append(order, fmt.Sprint(b.Column)); i == 0 || boxes[i-1].Column != b.Column {
			first = append(first, s.DepView.Node(b.Node).ID.String())
		}
	}
	var chain []string
	for _, i := range s.DepView.Chain {
		chain = append(chain, s.DepView.Node(i).ID.String())
	}
	if !slices.Equal(first, chain) {
		t.Errorf("the waves %v begin with %v, and the chain is %v", order, first, chain)
	}
}

func TestAListThatIsScrolledHasTheTitleOfEachOfItsColumnsOnTop(t *testing.T) {
	s, _ := readPlan(plan).screen(GraphView, "15", 80, 24, LayoutOptions{}, nil)
	of, checked := s.DepView.Graph.Layout, 0
	l := Arrange(80, 24, LayoutOptions{View: GraphView, Linking: true}) // where a panel takes half of its rows
	for y := range of.H {
		s.DepView.Graph.Y = y
		titles := rowsOf(l, &s, plainSheet())[l.DepView.Titles.Y]
		for _, b := range of.Boxes {
			if b.Y != y {
				continue
			}
			x := l.DepView.Canvas.X + b.X
			said := strings.TrimSpace(ansi.Cut(titles, x, x+titleCells))
			if wave := of.Columns[b.Column].Wave; wave > 1 {
				checked++
				if !strings.HasPrefix(said, fmt.Sprint("WAVE ", wave)) {
					t.Errorf("above the tasks of wave %d stands %q", wave, said)
				}
			}
		}
	}
	if checked < 8 {
		t.Errorf("only %d rows have a title on top", checked)
	}
}

func TestWhoeverZoomsFromAListToLinesAndBackSeesThemAsBefore(t *testing.T) {
	p := readPlan(plan)
	l := Arrange(120, 34, LayoutOptions{View: GraphView})
	of, scale := l.FitGraph(p.g, graph.Options{}, p.words)
	again, at := l.ZoomGraph(p.g, graph.Options{}, p.words, scale.Zoom)
	if at != scale || again.W != of.W || again.H != of.H {
		t.Errorf("it was %+v of %dx%d and is %+v of %dx%d", scale, of.W, of.H, at, again.W, again.H)
	}
}

// When all is done, rows do without their state rather than without who did them: the title above says the one, nothing else the other.
func TestAFinishedListSaysWhoDidEachTask(t *testing.T) {
	b := listForm{owners: true, stateless: true}
	words := Words{ID: 3, Subject: txt("Short codes without clashes"), Owner: 7}
	if with, without := words.besideListed(listForm{owners: true}, 3), words.besideListed(b, 3); without != with-2 {
		t.Errorf("%d cells beside a title with the state, %d without", with, without)
	}
	live := (&fitter{live: true}).listForms()
	if slices.Contains(live, b) || !slices.Contains((&fitter{}).listForms(), b) {
		t.Errorf("rows of what is left to do may be %+v", live)
	}
}
