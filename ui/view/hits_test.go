package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
	"sideboard/ui/style"
)

// rowsOf returns a frame without colours, a string per row.
func rowsOf(l Layout, s *Screen, sheet *style.Sheet) []string {
	_, rows := drawnBy(l, s, sheet)
	return rows
}

// drawnBy returns a painter that has drawn a frame, and its rows without colours.
func drawnBy(l Layout, s *Screen, sheet *style.Sheet) (pt *Painter, rows []string) {
	pt = NewPainter()
	if s.Board.Columns[0].Len > 0 && len(s.Board.Columns[0].Stack.Runs) == 0 {
		s.Board.Stack = stackOf(&s.Board)
	}
	return pt, strings.Split(ansi.Strip(pt.Draw(l, s, sheet).Content), "\n")
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

// lineAt returns the line of a tree that lies in a row of the screen, -1 for none.
func lineAt(pt *Painter, s *Screen, y int) int {
	g := s.DepView.Tree
	if spot, ok := pt.SpotAt(20, y, TaskSpot); ok {
		for i := range g.Len {
			if g.Row(i).Node == int32(spot.Item) {
				return i
			}
		}
	}
	return -1
}

// cells is what lies at the cells of a screen.
type cells map[[2]int]Spot

// put puts a spot at all cells of a rectangle.
func (c cells) put(r Rect, s Spot) {
	for y := range r.H {
		for x := range r.W {
			c[[2]int{r.X + x, r.Y + y}] = s
		}
	}
}

// cardCells returns where a board has its cards, which are named in their first rows.
func cardCells(t *rapid.T, l Layout, b *Board, rows []string) cells {
	var laid Cards
	at := cells{}
	laid.Lay(&l, &b.Columns, &b.Stack, true)
	for k := range laid.lists {
		r := l.Columns[k].Cards
		if l.Stacked {
			r = l.Body
		}
		for _, it := range laid.lists[k].items {
			if it.kind != cardItem {
				continue
			}
			word, _, _ := strings.Cut(b.Columns[it.column].At(it.index).Subject.String(), " ")
			of := Rect{X: r.X, Y: r.Y + it.row, W: r.W, H: min(it.look.rows, r.H-it.row)}
			if row := ansi.Cut(rows[of.Y], of.X, of.X+of.W); of.W >= 30 && !strings.Contains(row, word) {
				t.Fatalf("%q is not in %q", word, row)
			}
			at.put(of, Spot{Kind: CardSpot, Item: it.index, In: int(it.column)})
		}
	}
	return at
}

// tabCells returns where the header, or the row below it, has the names of views, or their keys.
func tabCells(l Layout, tabs []Tab, rows []string) cells {
	at, from, y := cells{}, 0, l.Tabs.Y
	if l.Tabs.Empty() {
		y = l.Header.Y
	}
	for i, tab := range tabs {
		for _, name := range []string{" " + tab.Key.String() + " " + tab.Name.String() + " ", " " + tab.Key.String() + " "} {
			if before, _, ok := strings.Cut(ansi.Cut(rows[y], from, l.W), name); ok && !l.Header.Empty() {
				x := from + ansi.StringWidthWc(before)
				from = x + ansi.StringWidthWc(name)
				at.put(Rect{X: x, Y: y, W: from - x, H: 1}, Spot{Kind: TabSpot, Item: i})
				break
			}
		}
	}
	return at
}

// treeCells returns where a tree has its tasks: the rows down to the one with the id.
func treeCells(l Layout, s *Screen, rows []string) cells {
	at, r, first := cells{}, l.DepView.Canvas, l.DepView.Canvas.Y
	for y := r.Y; y < r.Y+r.H; y++ {
		row := strings.Trim(rows[y], " ")
		if row == "" || strings.Contains(row, wordNotLinked.String()) || strings.Contains(row, "longest chain") || strings.Contains(row, wordsDone.String()) {
			first = y + 1
			continue
		}
		if _, rest, ok := strings.Cut(row, "#"); ok {
			id, _, _ := strings.Cut(rest, " ")
			for i := range s.DepView.Tree.Len {
				if node := s.DepView.Tree.Row(i).Node; strings.HasPrefix(s.DepView.Node(node).ID.String(), "#"+id) {
					at.put(Rect{X: r.X, Y: first, W: r.W, H: y + 1 - first}, Spot{Kind: TaskSpot, Item: int(node)})
					break
				}
			}
			first = y + 1
		}
	}
	return at
}

// happenedCells returns where a panel has what happened: below its last head a row with an age begins the next thing.
func happenedCells(l Layout, rows []string) cells {
	at, item, below := cells{}, -1, false
	for y := l.Detail.Y; y < l.Detail.Y+l.Detail.H; y++ {
		row := ansi.Cut(rows[y], l.Detail.X+detailPad, l.Detail.X+l.Detail.W)
		switch {
		case strings.HasPrefix(row, wordHappened.String()):
			below = true
		case below && strings.Trim(row, " ") != "":
			if row[0] != ' ' {
				item++
			}
			at.put(Rect{X: l.Detail.X, Y: y, W: l.Detail.W, H: 1}, Spot{Kind: HappenedSpot, Item: item})
		}
	}
	return at
}

// At every size each cell of a card, a name of a view, a row of the tree and a thing that happened leads to it, and no other cell does.
func TestAPressFindsWhatIsDrawnAtEveryCell(t *testing.T) {
	plans := []*planned{readPlan(plan), readPlan(tangled), readPlan(dense(48))}
	found := map[SpotKind]int{}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(MinWidth, 260).Draw(t, "w"), rapid.IntRange(MinHeight, 70).Draw(t, "h")
		var s Screen
		var o LayoutOptions
		what := rapid.SampledFrom([]string{"board", "feed", "feedalone", "tree"}).Draw(t, "what")
		switch what {
		case "board":
			w = max(w, 24) // below that the name of the last view is cut
			s = Screen{Board: anyStack(t)}
			s.Board.News = News{} // a notice covers cards
			o = LayoutOptions{Bare: rapid.Bool().Draw(t, "bare")}
		case "tree":
			p := plans[rapid.IntRange(0, 2).Draw(t, "plan")]
			w = max(w, 40) // below that ids are cut
			s, _ = p.screen(TreeView, rapid.SampledFrom(p.ids).Draw(t, "selected"), w, h, LayoutOptions{}, nil)
			o.View = TreeView
		default:
			w = max(w, PanelWidth) // below that there is no feed
			s, o = samples()[what]()
			s.Board.Stack = stackOf(&s.Board)
		}
		l := Arrange(w, h, o)
		pt, rows := drawnBy(l, &s, plainSheet())
		want := map[SpotKind]cells{TabSpot: tabCells(l, s.Board.Header.Tabs, rows)}
		switch {
		case what == "tree":
			want[TaskSpot] = treeCells(l, &s, rows)
		case !l.Full:
			want[CardSpot] = cardCells(t, l, &s.Board, rows)
		}
		if s.Feed != nil {
			want[HappenedSpot] = happenedCells(l, rows)
		}
		for kind, at := range want {
			found[kind] += len(at)
			for y := range h {
				for x := range w {
					got, _ := pt.SpotAt(x, y, kind)
					got.Rect = Rect{}
					if got != at[[2]int{x, y}] {
						t.Fatalf("%s of %dx%d: at %d,%d in %q a press finds %+v, not %+v", what, w, h, x, y, rows[y], got, at[[2]int{x, y}])
					}
				}
			}
		}
	})
	for _, kind := range []SpotKind{TabSpot, TaskSpot, CardSpot, HappenedSpot} {
		if found[kind] == 0 {
			t.Errorf("nothing of kind %d was drawn", kind)
		}
	}
}

func TestAPressFindsWhatAPictureHas(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{160, 45}, {200, 60}} {
		s, l := p.screen(GraphView, "15", size[0], size[1], LayoutOptions{}, nil)
		pt, rows := drawnBy(l, &s, plainSheet())
		for _, want := range []struct {
			word string
			kind SpotKind
			item int
		}{
			{"#15", TaskSpot, int(p.find("15"))}, {"#10", TaskSpot, int(p.find("10"))}, {"Step 2", WaveSpot, 1}, {"4 done", FinishedSpot, 0},
		} {
			x, y, ok := cellOf(rows, want.word, l.Body.Y)
			if !ok {
				t.Fatalf("%v: %q is not on the screen", size, want.word)
			}
			for dx := range want.word {
				if got, _ := pt.SpotAt(x+dx, y); got.Kind != want.kind || got.Item != want.item {
					t.Errorf("%v: a press on cell %d of %q finds %+v", size, dx, want.word, got)
				}
			}
		}
		if got, ok := pt.SpotAt(0, size[1]-1); ok {
			t.Errorf("%v: a press on the edge of the footer finds %+v", size, got)
		}
	}
}

func TestAPressOnALinkFindsIt(t *testing.T) {
	p := readPlan(plan)
	s, l := p.screen(GraphView, "15", 160, 45, LayoutOptions{}, nil)
	pt, _ := drawnBy(l, &s, plainSheet())
	found := map[int]bool{}
	for y := range 45 {
		for x := range 160 {
			if spot, _ := pt.SpotAt(x, y); spot.Kind == LinkSpot {
				found[spot.Item] = true
			}
		}
	}
	for i := range s.DepView.Graph.Layout.Lines {
		if e := s.DepView.Graph.Layout.Lines[i].Edge; !found[int(e)] {
			edge := p.g.Edges()[e]
			t.Errorf("no cell finds the link of %s and %s", p.ids[edge.From], p.ids[edge.To])
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
	shared, pt := 0, NewPainter()
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
				pt.Draw(l, &s, plainSheet())
				spot, _ := pt.SpotAt(l.DepView.Canvas.X+x, l.DepView.Canvas.Y+1+y)
				picked = int32(spot.Item)
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
		pt, rows := drawnBy(l, &s, plainSheet())
		for y := l.DepView.Foot.Y + 1; y < l.DepView.Foot.Y+l.DepView.Foot.H; y++ {
			cells := []rune(rows[y])
			for x := range cells {
				if cells[x] != '#' {
					continue
				}
				id := string(cells[x:min(x+3, len(cells))])
				if spot, _ := pt.SpotAt(x, y); spot.Kind != TaskSpot || p.nodes[spot.Item].ID.String() != id {
					t.Errorf("%v: a press on %s in %q finds %+v", size, id, rows[y], spot)
				}
			}
		}
	}
}

// What floats covers what lies below it, and its own keys are found.
func TestAPressFindsNothingBelowWhatFloats(t *testing.T) {
	s := Screen{Board: sampleBoard(), Overlay: &Confirm{Question: txt("Delete #05?"), Keys: []Key{key("y", "delete"), key("n", "keep it")}}}
	l := Arrange(120, 40, LayoutOptions{})
	pt, rows := drawnBy(l, &s, plainSheet())
	x, y, _ := cellOf(rows, "Delete #05", 0)
	if spot, ok := pt.SpotAt(x, y); !ok || spot.Kind != 0 || !spot.Floats {
		t.Errorf("on the question a press finds %+v", spot)
	}
	if spot, ok := pt.SpotAt(x, y, CardSpot, ColumnSpot); ok {
		t.Errorf("below the question a press finds %+v", spot)
	}
	if x, y, _ = cellOf(rows, "keep it", 0); true {
		if spot, _ := pt.SpotAt(x, y); spot.Key.String() != "n" {
			t.Errorf("on a key of the question a press finds %+v", spot)
		}
	}
}
