package graph_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"sideboard/board/graph"
	"sideboard/tasks/testdir"
)

// edit is one link more or less.
type edit struct {
	after *graph.Graph
	edge  graph.Edge
	plain bool // it is redundant: nothing may move
}

// randomEdit adds or removes a link, without making a loop; false where that failed.
func randomEdit(g *graph.Graph, r *rand.Rand) (edit, bool) {
	if r.IntN(2) == 0 && len(g.Edges()) > 0 {
		k := int32(r.IntN(len(g.Edges())))
		e := g.Edges()[k]
		return edit{without(g, e.From, e.To), e, g.Redundant(k)}, true
	}
	for range 50 {
		e := graph.Edge{From: int32(r.IntN(g.Len())), To: int32(r.IntN(g.Len())), Open: true}
		if e.From == e.To || leads(g, e.From, e.To) && r.IntN(4) > 0 || leads(g, e.To, e.From) ||
			g.Node(e.From).State == graph.Finished || g.Node(e.To).State != graph.Open {
			continue
		}
		if slices.ContainsFunc(g.Edges(), func(o graph.Edge) bool { return o.From == e.From && o.To == e.To }) {
			continue
		}
		after := with(g, e)
		k := slices.IndexFunc(after.Edges(), func(o graph.Edge) bool { return o.From == e.From && o.To == e.To })
		return edit{after, e, k >= 0 && after.Redundant(int32(k))}, true
	}
	return edit{}, false
}

// leads reports whether one node is behind another, whatever the states.
func leads(g *graph.Graph, from, to int32) bool {
	seen := map[int32]bool{from: true}
	queue := []int32{from}
	for k := 0; k < len(queue) && !seen[to]; k++ {
		for _, e := range g.Out(queue[k]) {
			if x := g.Edges()[e].To; !seen[x] {
				seen[x] = true
				queue = append(queue, x)
			}
		}
	}
	return seen[to]
}

// steadiness is what moved when links changed.
type steadiness struct {
	shares []float64 // for each edit: which part of the nodes it did not concern stands in another row or column
	forced int       // redundant edits after which anything moved
	wrong  []string  // what is wrong with the layouts that came of it
	bent   float64   // crossings seen after all those edits one after another, each from the layout before, against a fresh layout
}

func (s steadiness) median() float64 {
	if len(s.shares) == 0 {
		return 0
	}
	slices.Sort(s.shares)
	return s.shares[len(s.shares)/2]
}

func (s steadiness) mean() float64 {
	sum := 0.0
	for _, x := range s.shares {
		sum += x
	}
	return sum / float64(max(1, len(s.shares)))
}

// sway edits a graph in many ways, each once, and measures what moves. An edit concerns the two nodes it links and
// what waits for the second one; everything else should stay in its row and its wave.
func sway(g *graph.Graph, edits int, r *rand.Rand) steadiness {
	var s steadiness
	old := g.Layout(graph.Options{})
	for range edits {
		e, ok := randomEdit(g, r)
		if !ok {
			continue
		}
		now := e.after.Layout(graph.Options{Previous: old})
		s.wrong = append(s.wrong, measure(e.after, now).wrong...)
		before, after := g.Downstream(e.edge.To), e.after.Downstream(e.edge.To)
		moved, all := 0, 0
		for _, b := range now.Boxes {
			was, ok := old.Box(b.Node)
			if !ok || !e.plain && (b.Node == e.edge.From || b.Node == e.edge.To || before.Has(b.Node) || after.Has(b.Node)) {
				continue
			}
			all++
			if was.Y != b.Y || old.Columns[was.Column].Wave != now.Columns[b.Column].Wave {
				moved++
			}
		}
		switch {
		case e.plain && moved > 0:
			s.forced++
		case !e.plain && all > 0:
			s.shares = append(s.shares, float64(moved)/float64(all))
		}
	}
	now, l := g, old
	for range edits {
		if e, ok := randomEdit(now, r); ok {
			now = e.after
			l = now.Layout(graph.Options{Previous: l})
		}
	}
	m := measure(now, l)
	s.wrong = append(s.wrong, m.wrong...)
	s.bent = float64(m.bridges+1) / float64(measure(now, now.Layout(graph.Options{})).bridges+1)
	return s
}

// changed returns a graph in which something small is different: a node is finished or open again, or new, or a link is more
// or less.
func changed(g *graph.Graph, r *rand.Rand) *graph.Graph {
	nodes, edges := parts(g)
	switch r.IntN(4) {
	case 0:
		nodes[r.IntN(len(nodes))].State = graph.State(r.IntN(2) * int(graph.Finished))
	case 1:
		nodes = append(nodes, graph.Node{Name: "new" + nodes[r.IntN(len(nodes))].Name})
		edges = append(edges, graph.Edge{From: int32(r.IntN(len(nodes))), To: int32(len(nodes) - 1), Open: true})
	case 2:
		if len(edges) > 0 {
			k := r.IntN(len(edges))
			edges = slices.Delete(slices.Clone(edges), k, k+1)
		}
	default:
		from, to := r.IntN(len(nodes)), r.IntN(len(nodes))
		if nodes[to].State != graph.Missing {
			edges = append(edges, graph.Edge{From: int32(from), To: int32(to), Open: true})
		}
	}
	return graph.New(nodes, edges)
}

func TestNoPictureThatGrewFromOthersBreaksThePromises(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 11))
		g := wild(r, 2+r.IntN(40))
		o := graph.Options{Finished: r.IntN(3) == 0, Unlinked: r.IntN(2) == 0, MaxPorts: r.IntN(3)}
		for step := range 25 {
			o.Previous = g.Layout(o)
			g = changed(g, r)
			l := g.Layout(o)
			if found := breaches(g, l); len(found) > 0 {
				t.Fatalf("seed %d, step %d: %d breaches, such as %s", seed, step, len(found), found[0])
			}
			o.Previous = l
		}
	}
}

func TestNothingMovesWhenNothingThatIsDrawnChanges(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 13))
		g := wild(r, 2+r.IntN(60))
		old := g.Layout(graph.Options{})
		before := old
		if seed%2 == 1 { // from what was written down of it
			raw, err := json.Marshal(old)
			testdir.Must(t, err)
			before = new(graph.Layout)
			testdir.Must(t, json.Unmarshal(raw, before))
		}
		now := g.Layout(graph.Options{Previous: before})
		if now.W != old.W || now.H != old.H || len(now.Boxes) != len(old.Boxes) {
			t.Fatalf("seed %d: %d by %d became %d by %d", seed, old.W, old.H, now.W, now.H)
		}
		for i, b := range now.Boxes {
			if a := old.Boxes[i]; a.Node != b.Node || a.X != b.X || a.Y != b.Y || a.H != b.H || a.OutRow != b.OutRow || !slices.Equal(a.Ports, b.Ports) {
				t.Fatalf("seed %d: %+v became %+v", seed, a, b)
			}
		}
		for i, n := range now.Lines {
			if a := old.Lines[i]; a.Edge != n.Edge || !slices.Equal(a.Points, n.Points) {
				t.Fatalf("seed %d: %v became %v", seed, a, n)
			}
		}
	}
}

func TestANewTaskTakesAHoleAndMovesNobody(t *testing.T) {
	g := small("a>d b>e c>f d>g e>g f>g")
	old := g.Layout(graph.Options{})
	now := small("a>d b>e c>f d>g e>g f>g b>h")
	l := now.Layout(graph.Options{Previous: old})
	for _, a := range old.Boxes {
		if b, _ := l.Box(a.Node); b.Y != a.Y || b.X != a.X {
			t.Errorf("%s moved from %d, %d to %d, %d", g.Node(a.Node).Name, a.X, a.Y, b.X, b.Y)
		}
	}
}

func TestAPictureFullOfHolesStays(t *testing.T) {
	links := ""
	for c := 'a'; c <= 'y'; c++ {
		links += string(c) + ">z" + string(c) + " "
	}
	g := small(links)
	all := g.Layout(graph.Options{})
	var done []int32
	for i := range int32(g.Len()) {
		if n := g.Node(i).Name; n[len(n)-1] >= 'k' && n[len(n)-1] != 'y' {
			done = append(done, i)
		}
	}
	rest := withFinished(g, done...)
	l := rest.Layout(graph.Options{Previous: all})
	if moved := displaced(g, all, rest, l); moved > 0 {
		t.Errorf("%.0f%% of what is left moved", 100*moved)
	}
}

// A life is a graph that agents work on: they link, complete, and add tasks, one after another.
func TestNothingIsLaidOutAnewByItself(t *testing.T) {
	steps, jumps, small, worst := 0, 0, 0, 0.0
	for seed := range uint64(6) {
		o := [...]graph.Options{{MaxPorts: 3}, {Roomy: true}, {TextRows: 1, Close: true}}[seed%3]
		r := rand.New(rand.NewPCG(seed, 99))
		g := forward(r, 60+int(seed)*24, 1.2)
		l := g.Layout(o)
		for range 200 {
			next := lived(r, g)
			o.Previous = l
			again := next.Layout(o)
			moved := displaced(g, l, next, again)
			steps++
			if moved > 0.05 {
				small++
			}
			if worst = max(worst, moved); moved > 0.34 {
				jumps++
			}
			g, l = next, again
		}
	}
	t.Logf("of %d steps %d move more than 5%% of what stays in its wave, %d more than a third; the worst %.0f%%", steps, small, jumps, 100*worst)
	if jumps > 0 || small*100 > steps {
		t.Errorf("of %d steps %d make the picture jump, and %d move more than a little", steps, jumps, small)
	}
}

// lived returns a graph after one more event.
func lived(r *rand.Rand, g *graph.Graph) *graph.Graph {
	nodes, edges := []graph.Node{}, slices.Clone(g.Edges())
	for i := range int32(g.Len()) {
		nodes = append(nodes, g.Node(i))
	}
	switch r.IntN(4) {
	case 0, 1: // somebody completes what can be done
		for range 50 {
			if i := int32(r.IntN(len(nodes))); g.Live(i) && g.Wave(i) == 1 && g.Linked(i) {
				nodes[i].State = graph.Finished
				for e := range edges {
					edges[e].Open = edges[e].Open && edges[e].From != i
				}
				break
			}
		}
	case 2: // a new task waits for another
		nodes = append(nodes, graph.Node{Name: "new" + strconv.Itoa(len(nodes))})
		edges = append(edges, graph.Edge{From: int32(r.IntN(len(nodes) - 1)), To: int32(len(nodes) - 1), Open: true})
	default:
		a, b := int32(r.IntN(len(nodes))), int32(r.IntN(len(nodes)))
		if a != b && g.EdgeBetween(a, b) < 0 && g.Wave(a) < g.Wave(b) {
			edges = append(edges, graph.Edge{From: a, To: b, Open: true})
		}
	}
	return graph.New(nodes, edges)
}

// displaced is the share of the boxes, of those that stay in their wave, whose rows change by anything but what most do.
func displaced(g *graph.Graph, l *graph.Layout, next *graph.Graph, again *graph.Layout) float64 {
	shifts := map[int]int{}
	all, most := 0, 0
	for _, b := range again.Boxes {
		i, ok := g.NodeNamed(next.Node(b.Node).Name)
		if !ok || g.Wave(i) != next.Wave(b.Node) {
			continue
		}
		if old, drawn := l.Box(i); drawn {
			shifts[b.Y-old.Y]++
			all++
			most = max(most, shifts[b.Y-old.Y])
		}
	}
	if all < 4 {
		return 0
	}
	return 1 - float64(most)/float64(all)
}

func FuzzAnyLayoutThatIsReadCanBeThePreviousOfAnother(f *testing.F) {
	g := small("a>d b>e c>f d>g e>g f>g")
	raw, err := json.Marshal(g.Layout(graph.Options{}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(`{"Boxes":[{"Name":"a","Layer":-5,"Y":1048575,"Out":99},{"Name":"d","Layer":7,"Y":3,"Out":3}],"Widths":{"1":1000000},"TextRows":2}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var old graph.Layout
		if json.Unmarshal(raw, &old) != nil {
			return
		}
		if found := breaches(g, g.Layout(graph.Options{Previous: &old})); len(found) > 0 {
			t.Fatalf("%d breaches, such as %s", len(found), found[0])
		}
	})
}
