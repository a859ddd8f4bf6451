package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
)

// shape makes the links of n tasks: each waits for some before it.
type shape struct {
	name  string
	links func(r *rand.Rand, n int) [][2]int
}

// shapes are the plans that people and agents make.
var shapes = []shape{
	{"a chain", func(_ *rand.Rand, n int) (l [][2]int) {
		for i := 1; i < n; i++ {
			l = append(l, [2]int{i - 1, i})
		}
		return l
	}},
	{"pairs", func(_ *rand.Rand, n int) (l [][2]int) {
		for i := 1; i < n; i += 2 {
			l = append(l, [2]int{i - 1, i})
		}
		return l
	}},
	{"a tree that grows", func(r *rand.Rand, n int) (l [][2]int) {
		for i := 1; i < n; i++ {
			l = append(l, [2]int{max(0, i/2-r.IntN(3)), i})
		}
		return l
	}},
	{"a tree that ends in one", func(r *rand.Rand, n int) (l [][2]int) {
		for i := range n - 1 {
			l = append(l, [2]int{i, min(n-1, i+1+(n-i)/3+r.IntN(3))})
		}
		return l
	}},
	{"a gate", func(_ *rand.Rand, n int) (l [][2]int) {
		for i := range n / 2 {
			l = append(l, [2]int{i, n / 2})
		}
		for i := n/2 + 1; i < n; i++ {
			l = append(l, [2]int{n / 2, i})
		}
		return l
	}},
	{"modules by stages", func(_ *rand.Rand, n int) (l [][2]int) {
		stages := 4
		for i := range n {
			if i%stages > 0 {
				l = append(l, [2]int{i - 1, i})
			} else if i >= stages {
				l = append(l, [2]int{i - stages, i})
			}
		}
		return l
	}},
	{"a grid", func(_ *rand.Rand, n int) (l [][2]int) {
		wide := 6
		for i := range n {
			if i%wide > 0 {
				l = append(l, [2]int{i - 1, i})
			}
			if i >= wide {
				l = append(l, [2]int{i - wide, i})
			}
		}
		return l
	}},
	{"diamonds in a row", func(_ *rand.Rand, n int) (l [][2]int) {
		for i := 0; i+3 < n; i += 3 {
			l = append(l, [2]int{i, i + 1}, [2]int{i, i + 2}, [2]int{i + 1, i + 3}, [2]int{i + 2, i + 3})
		}
		return l
	}},
	{"as plans are", func(r *rand.Rand, n int) (l [][2]int) {
		for i := 1; i < n; i++ {
			for range 1 + r.IntN(2) {
				l = append(l, [2]int{max(0, i-1-int(r.ExpFloat64()*float64(n)/6)), i})
			}
		}
		return l
	}},
	{"anything", func(r *rand.Rand, n int) (l [][2]int) {
		for range n + n/3 {
			a, b := r.IntN(n), r.IntN(n)
			l = append(l, [2]int{min(a, b), max(a, b)})
		}
		return l
	}},
	{"with loops", func(r *rand.Rand, n int) (l [][2]int) {
		for i := 1; i < n; i++ {
			l = append(l, [2]int{max(0, i-1-r.IntN(6)), i})
		}
		return append(l, [2]int{n / 2, n / 4}, [2]int{n - 1, n - 3})
	}},
}

// fitted returns the graph of a shape and so many tasks as large as it fits a screen. Each is worked out once: that takes long.
func (s shape) fitted(n int, l *Layout) (*graph.Graph, fit) {
	key := fitKey{s.name, n, l.W, l.H}
	f, ok := fits[key]
	if !ok {
		f.g = s.graph(n)
		f.fit.of, f.fit.scale = l.FitGraph(f.g, graph.Options{}, usualWords)
		fits[key] = f
	}
	return f.g, f.fit
}

type fitKey struct {
	shape   string
	n, w, h int
}

type shapeFit struct {
	g   *graph.Graph
	fit fit
}

var fits = map[fitKey]shapeFit{}

func (s shape) graph(n int) *graph.Graph {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	nodes := make([]graph.Node, n)
	for i := range nodes {
		nodes[i].Name = fmt.Sprint(i + 1)
	}
	var edges []graph.Edge
	for _, l := range s.links(r, n) {
		if l[0] != l[1] {
			edges = append(edges, graph.Edge{From: int32(l[0]), To: int32(l[1]), Open: true})
		}
	}
	return graph.New(nodes, edges)
}

// usualWords are a title of 24 cells and an owner, as agents' tasks have them.
func usualWords(int32) Words {
	return Words{ID: 3, Subject: safetext.Line("Write the parser's tests"), Owner: 7}
}

// seen counts what of a graph the first screen of a layout shows: boxes, and links that are drawn from end to end or cut with
// a name at both ends.
func seen(g *graph.Graph, of *graph.Layout, l *Layout) (boxes, allBoxes, links, allLinks int) {
	r := l.DepView.Canvas
	inside := func(p graph.Point) bool { return p.X >= 0 && p.X < r.W && p.Y >= 0 && p.Y < r.H }
	for _, b := range of.Boxes {
		if inside(graph.Point{X: b.X, Y: b.Y}) && inside(graph.Point{X: b.X + b.W - 1, Y: b.Y + b.H - 1}) {
			boxes++
		}
	}
	drawn := map[int32]bool{}
	for _, n := range of.Lines {
		whole, was := true, drawn[n.Edge]
		for _, p := range n.Points {
			whole = whole && inside(p)
		}
		drawn[n.Edge] = whole && (was || !containsKey(drawn, n.Edge))
	}
	for _, s := range of.Stubs {
		if !inside(graph.Point{X: s.X, Y: s.Y}) || !inside(graph.Point{X: s.X + s.W - 1, Y: s.Y}) {
			drawn[s.Edges[0]] = false
		}
	}
	for e := range int32(len(g.Edges())) {
		if g.LiveEdge(e) && (!g.Redundant(e) || g.Back(e)) {
			allLinks++
			if drawn[e] {
				links++
			}
		}
	}
	return boxes, g.Len() - unlinkedOf(g), links, allLinks
}

func containsKey(m map[int32]bool, k int32) bool { _, ok := m[k]; return ok }

func unlinkedOf(g *graph.Graph) (n int) {
	for i := range int32(g.Len()) {
		if !g.Linked(i) {
			n++
		}
	}
	return n
}

func TestTheFirstScreenShowsNearlyAllOfAGraphOfUpTo60Tasks(t *testing.T) {
	for _, size := range []struct {
		w, h  int
		least float64
	}{{160, 45, 0.95}, {120, 40, 0.90}} {
		l := Arrange(size.w, size.h, LayoutOptions{View: GraphView})
		var boxes, allBoxes, links, allLinks, whole, all int
		var zoomed [zooms]int
		for _, s := range shapes {
			for n := 10; n <= 60; n += 5 {
				g, f := s.fitted(n, &l)
				of, scale := f.of, f.scale
				b, ab, k, ak := seen(g, of, &l)
				boxes, allBoxes, links, allLinks = boxes+b, allBoxes+ab, links+k, allLinks+ak
				zoomed[scale.Zoom]++
				all++
				if b == ab && k == ak {
					whole++
				} else {
					t.Logf("%dx%d: of %s of %d, %d of %d boxes and %d of %d links (%dx%d)", size.w, size.h, s.name, n, b, ab, k, ak, of.W, of.H)
				}
			}
		}
		seenBoxes, seenLinks := float64(boxes)/float64(allBoxes), float64(links)/float64(allLinks)
		t.Logf("%dx%d: %.1f%% of the boxes, %.1f%% of the links, %d of %d graphs whole; boxes, lines, dots: %v",
			size.w, size.h, 100*seenBoxes, 100*seenLinks, whole, all, zoomed)
		if seenBoxes < size.least || seenLinks < size.least {
			t.Errorf("%dx%d shows too little", size.w, size.h)
		}
	}
}

// unsaid returns the links between the tasks of a picture that are neither drawn nor said at both ends.
func unsaid(g *graph.Graph, of *graph.Layout) (links []graph.Edge) {
	drawn := map[int32]bool{}
	for _, line := range of.Lines {
		drawn[line.Edge] = true
	}
	for e, link := range g.Edges() {
		from, seen := of.Box(link.From)
		to, too := of.Box(link.To)
		if e := int32(e); !seen || !too || drawn[e] || !g.LiveEdge(e) || g.Redundant(e) && !g.Back(e) {
			continue
		}
		if !slices.Contains(from.Cut, link.To) || to.Hidden == 0 {
			links = append(links, link)
		}
	}
	return links
}

// edited returns a graph with one link more or less.
func edited(r *rand.Rand, g *graph.Graph) *graph.Graph {
	var nodes []graph.Node
	for i := range int32(g.Len()) {
		nodes = append(nodes, g.Node(i))
	}
	edges := slices.Clone(g.Edges())
	if k := r.IntN(2 * len(edges)); k < len(edges) {
		return graph.New(nodes, slices.Delete(edges, k, k+1))
	}
	from, to := int32(r.IntN(g.Len())), int32(r.IntN(g.Len()))
	if from == to {
		to = (to + 1) % int32(g.Len())
	}
	return graph.New(nodes, append(edges, graph.Edge{From: from, To: to, Open: true}))
}

// In each density, and however often the tasks have changed since the picture was new.
func TestEveryLinkIsDrawnOrSaidAtBothEnds(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {44, 50}} {
		l := Arrange(size[0], size[1], LayoutOptions{View: GraphView})
		for _, s := range shapes {
			for _, n := range []int{20, 60, 120} {
				g, r := s.graph(n), rand.New(rand.NewPCG(3, uint64(n)))
				check := func(how string, g *graph.Graph, of *graph.Layout) {
					if links := unsaid(g, of); len(links) > 0 {
						t.Errorf("%v, %s of %d %s: neither drawn nor said: %v", size, s.name, n, how, links)
					}
				}
				of, scale := l.FitGraph(g, graph.Options{}, usualWords)
				check("as large as it fits", g, of)
				for z := range zooms {
					tried, _ := l.ZoomGraph(g, graph.Options{}, usualWords, z)
					check(fmt.Sprint("in zoom ", z), g, tried)
				}
				for edit := range 8 {
					g = edited(r, g)
					of = l.LayoutGraph(g, graph.Options{Previous: of}, usualWords, scale)
					check(fmt.Sprint("after edit ", edit), g, of)
				}
			}
		}
	}
}

func TestNothingOfAPictureThatFitsIsScrolledAway(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {120, 40}, {80, 24}} {
		l := Arrange(size[0], size[1], LayoutOptions{View: GraphView})
		for _, s := range shapes {
			for n := 10; n <= 60; n += 10 {
				_, f := s.fitted(n, &l)
				of := f.of
				if r := l.DepView.Canvas; of.W > r.W || of.H > r.H {
					continue
				}
				dv := &DepView{Tasks: Tasks{Node: func(int32) Node { return Node{} }}, Selected: int32(n / 2), Graph: &Graph{Layout: of}}
				x, y := l.ScrollGraph(dv)
				hidden := func(q graph.Point) bool { return q.X < x || q.Y < y }
				for _, line := range of.Lines {
					if slices.ContainsFunc(line.Points, hidden) {
						t.Errorf("%v, %s of %d: %v lies outside of the window at %d,%d", size, s.name, n, line.Points, x, y)
					}
				}
			}
		}
	}
}

// wordyWords are a title of 45 cells, as people write them.
func wordyWords(int32) Words {
	return Words{ID: 3, Subject: safetext.Line("Refactor the parser of the import of releases")}
}

func TestTitlesAreWholeWhereThereIsRoom(t *testing.T) {
	l := Arrange(200, 61, LayoutOptions{View: GraphView})
	for _, s := range shapes[:6] {
		for _, n := range []int{12, 30, 48} {
			g := s.graph(n)
			of, scale := l.FitGraph(g, graph.Options{}, wordyWords)
			if of.W > l.DepView.Canvas.W || of.H > l.DepView.Canvas.H {
				continue
			}
			whole := 0
			for _, b := range of.Boxes {
				rows := b.Y + b.H - b.Row
				if scale.Zoom == ZoomBoxes {
					rows = b.H - 3
				}
				if wordyWords(b.Node).titleRows(scale.Zoom, b.W) <= rows {
					whole++
				}
			}
			if free := l.DepView.Canvas.H - of.H; 4*whole < 3*len(of.Boxes) && free > l.DepView.Canvas.H/3 {
				t.Errorf("%s of %d: %d of %d titles are whole, and %d rows are free (%+v)", s.name, n, whole, len(of.Boxes), free, scale)
			}
		}
	}
}

func TestAPictureWithLongTitlesStaysStillWhenATaskComes(t *testing.T) {
	l := Arrange(200, 60, LayoutOptions{View: GraphView})
	s := shapes[8]
	of, scale := l.FitGraph(s.graph(30), graph.Options{}, wordyWords)
	moved, g := 0, s.graph(30)
	nodes, edges := []graph.Node{}, append([]graph.Edge{}, g.Edges()...)
	for i := range int32(g.Len()) {
		nodes = append(nodes, g.Node(i))
	}
	nodes = append(nodes, graph.Node{Name: "new"})
	edges = append(edges, graph.Edge{From: 0, To: 30, Open: true})
	after := l.LayoutGraph(graph.New(nodes, edges), graph.Options{Previous: of}, wordyWords, scale)
	for _, b := range of.Boxes {
		if now, ok := after.Box(b.Node); !ok || now.Y != b.Y {
			moved++
		}
	}
	if moved > len(of.Boxes)/3 {
		t.Errorf("%d of %d tasks moved for one that came", moved, len(of.Boxes))
	}
}

// sideBySide counts, gap by gap, the pairs of upright lines of different tasks that run next to each other without a blank between
// them, and how many upright lines such a gap has.
func sideBySide(g *graph.Graph, of *graph.Layout) (pairs int, lines []int) {
	type run struct{ x, lo, hi int }
	runs := map[run]int32{} // and whose it is
	for _, n := range of.Lines {
		for i, q := range n.Points[1:] {
			if p := n.Points[i]; p.X == q.X {
				runs[run{p.X, min(p.Y, q.Y), max(p.Y, q.Y)}] = g.Edges()[n.Edge].From
			}
		}
	}
	for k := 1; k < len(of.Columns); k++ {
		from, to := of.Columns[k-1].X+of.Columns[k-1].W, of.Columns[k].X
		at, here := map[int]bool{}, 0
		for a, source := range runs {
			if a.x < from || a.x >= to {
				continue
			}
			at[a.x] = true
			for b, other := range runs {
				if b.x == a.x+1 && other != source && a.lo <= b.hi && b.lo <= a.hi {
					here++
				}
			}
		}
		if pairs += here; here > 0 {
			lines = append(lines, len(at))
		}
	}
	return pairs, lines
}

func TestUprightLinesStandSideBySideOnlyWhereThereIsNoRoom(t *testing.T) {
	for size, most := range map[[2]int]int{{200, 60}: 80, {160, 45}: 120, {120, 40}: 170} {
		l := Arrange(size[0], size[1], LayoutOptions{View: GraphView})
		pictures, all := 0, 0
		for _, s := range shapes {
			for n := 10; n <= 60; n += 5 {
				g, f := s.fitted(n, &l)
				of, scale := f.of, f.scale
				pairs, lines := sideBySide(g, of)
				if all += pairs; pairs > 0 {
					pictures++
				}
				for _, n := range lines {
					if more := n - 1; !scale.Folded && of.W+more <= l.DepView.Canvas.W {
						t.Errorf("%v, %s of %d: %d upright lines, and %d cells are left", size, s.name, g.Len(), n, l.DepView.Canvas.W-of.W)
					}
				}
			}
		}
		if t.Logf("%v: %d pairs of lines side by side in %d pictures", size, all, pictures); all > most {
			t.Errorf("%v: %d pairs of lines are side by side, more than %d", size, all, most)
		}
	}
}

func TestTheTitlesOnTopAreOfTheWavesBelowThem(t *testing.T) {
	s, l := readPlan(dense(48)).screen(GraphView, "002", 44, 50, LayoutOptions{}, func(dv *DepView) { dv.Selected = -1 })
	of, bands := s.DepView.Graph.Layout, map[int]bool{}
	for y := range of.H - l.DepView.Canvas.H {
		s.DepView.Graph.Y = y
		title := rowsOf(l, &s, plainSheet())[l.DepView.Titles.Y]
		for _, head := range appendWaveHeads(nil, of) {
			i := head.first
			col := &of.Columns[i]
			boxes := slices.ContainsFunc(of.Boxes, func(b graph.Box) bool { return b.Column == i && b.Row >= y && b.Row < y+l.DepView.Canvas.H })
			if said := fmt.Sprint(head.word, " ", head.number); col.Top < y && boxes && head.number > 0 {
				if bands[col.Top] = true; !strings.Contains(title+" ", said+" ") {
					t.Errorf("scrolled to %d there are tasks of %s, and on top stands %q", y, said, title)
				}
			}
		}
	}
	if len(bands) < 3 {
		t.Errorf("of %d bands alone the titles are on top", len(bands))
	}
}
