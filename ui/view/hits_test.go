package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/style"
)

// rowsOf returns a frame without colours, a string per row.
func rowsOf(l Layout, s *Screen, sheet *style.Sheet) []string {
	return strings.Split(ansi.Strip(NewPainter().Draw(l, s, sheet).Content), "\n")
}

// cellOf finds where a word stands first, below row from.
func cellOf(rows []string, word string, from int) (x, y int, ok bool) {
	for y := from; y < len(rows); y++ {
		if before, _, found := strings.Cut(rows[y], word); found {
			return ansi.StringWidthWc(before), y, true
		}
	}
	return 0, 0, false
}

func TestAPressFindsWhatIsDrawnThere(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{160, 45}, {200, 60}} {
		s, l := p.screen(GraphView, "15", size[0], size[1], LayoutOptions{}, nil)
		rows := rowsOf(l, &s, plainSheet())
		for _, want := range []struct {
			word string
			spot Hit
		}{
			{"#15", Hit{HitNode, p.find("15"), -1, -1}}, {"#10", Hit{HitNode, p.find("10"), -1, -1}},
			{"WAVE 2", Hit{HitWave, -1, -1, 1}},
			{"4 done", Hit{HitFinished, -1, -1, -1}},
		} {
			x, y, ok := cellOf(rows, want.word, l.Tabs.Y+1)
			if !ok {
				t.Fatalf("%v: %q is not on the screen", size, want.word)
			}
			for dx := range want.word {
				if got := l.DepViewAt(s.DepView, x+dx, y); got != want.spot {
					t.Errorf("%v: a press on cell %d of %q finds %+v, not %+v", size, dx, want.word, got, want.spot)
				}
			}
		}
		if got := l.DepViewAt(s.DepView, 3, size[1]-1); got.Kind != HitNothing {
			t.Errorf("%v: a press on the footer finds %+v", size, got)
		}
	}
}

func TestAPressOnALinkFindsIt(t *testing.T) {
	p := readPlan(plan)
	s, l := p.screen(GraphView, "15", 160, 45, LayoutOptions{}, nil)
	found := map[int32]bool{}
	for y := range 45 {
		for x := range 160 {
			if spot := l.DepViewAt(s.DepView, x, y); spot.Kind == HitEdge {
				found[spot.Edge] = true
			}
		}
	}
	for i := range s.DepView.Graph.Layout.Lines {
		if e := s.DepView.Graph.Layout.Lines[i].Edge; !found[e] {
			edge := p.g.Edges()[e]
			t.Errorf("no cell finds the link of %s and %s", p.ids[edge.From], p.ids[edge.To])
		}
	}
}

func TestEveryLineOfATimelineCanBePressed(t *testing.T) {
	p := readPlan(plan)
	for _, kind := range []ViewKind{TimelineView} {
		s, l := p.screen(kind, "15", 40, 32, LayoutOptions{}, nil)
		rows := rowsOf(l, &s, plainSheet())
		hit := 0
		for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
			spot := l.DepViewAt(s.DepView, 10, y)
			if spot.Node < 0 {
				continue
			}
			hit++
			if id := p.nodes[spot.Node].ID.String(); !strings.Contains(rows[y]+rows[y-1], id) { // how it stands, and the rest of a title
				t.Errorf("a press on %q finds %s", rows[y], id)
			}
		}
		if want := map[ViewKind]int{TimelineView: 16}[kind]; hit != want {
			t.Errorf("projection %d: %d lines can be pressed, not %d", kind, hit, want)
		}
	}
}

// A press on a trunk that several links share takes the one that is seen, and further presses each of the others.
func TestPressesOnASharedTrunkGoFromLinkToLink(t *testing.T) {
	p := readPlan(plan)
	s, l := p.screen(GraphView, "15", 160, 45, LayoutOptions{}, nil)
	of := s.DepView.Graph.Layout
	edge, picked := s.DepView.Edge, int32(-1)
	s.DepView.Edge = func(e int32) Edge {
		is := edge(e)
		is.Picked = e == picked
		return is
	}
	shared := 0
	for y := range of.H {
		for x := range of.W {
			edges := of.EdgesAt(x, y)
			if _, box := of.At(x, y); box || len(edges) < 2 {
				continue
			}
			shared++
			seen := map[int32]bool{}
			picked = -1
			for range edges {
				picked = l.DepViewAt(s.DepView, l.DepView.Canvas.X+x, l.DepView.Canvas.Y+1+y).Edge
				seen[picked] = true
			}
			if len(seen) != len(edges) {
				t.Fatalf("presses at %d,%d find %d of %d links", x, y, len(seen), len(edges))
			}
		}
	}
	if shared == 0 {
		t.Error("no two links share a cell")
	}
}

// Every task that a row below a graph names can be pressed there.
func TestTasksThatAreNamedBelowAGraphCanBePressed(t *testing.T) {
	p := readPlan(tangled)
	for _, size := range [][2]int{{44, 50}, {80, 24}, {120, 34}, {160, 45}} {
		s, l := p.screen(GraphView, "04", size[0], size[1], LayoutOptions{}, nil)
		rows := rowsOf(l, &s, plainSheet())
		for y := l.DepView.Foot.Y + 1; y < l.DepView.Below.Y+l.DepView.Below.H; y++ {
			if y == l.DepView.Below.Y { // the title of the selected one
				continue
			}
			cells := []rune(rows[y])
			for x := range cells {
				if cells[x] != '#' {
					continue
				}
				id := string(cells[x:min(x+3, len(cells))])
				if spot := l.DepViewAt(s.DepView, x, y); spot.Kind != HitNode || p.nodes[spot.Node].ID.String() != id {
					t.Errorf("%v: a press on %s in %q finds %+v", size, id, rows[y], spot)
				}
			}
		}
	}
}
