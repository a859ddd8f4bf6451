package graph_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"sideboard/board/graph"
	"sideboard/tasks/testdir"
)

// dotFile has the crossings that Graphviz' dot leaves in each of the generated graphs.
const dotFile = "testdata/dot.txt"

// dotted is how many crossings dot leaves in a graph: on the ranks it chooses itself, and with every task held in its wave.
type dotted struct{ Free, Waves int }

// families are kinds of graphs that nobody arranged: links from a lower number to a higher one.
var families = []struct {
	name  string
	links func(r *rand.Rand, n int) [][2]int
}{
	{"near", func(r *rand.Rand, n int) (links [][2]int) { // most wait for what was thought of shortly before
		for range n * 5 / 4 {
			to := 1 + r.IntN(n-1)
			links = append(links, [2]int{max(0, to-1-int(r.ExpFloat64()*float64(n)/8)), to})
		}
		return links
	}},
	{"far", func(r *rand.Rand, n int) (links [][2]int) { // anything waits for anything
		for range n * 6 / 5 {
			to := 1 + r.IntN(n-1)
			links = append(links, [2]int{r.IntN(to), to})
		}
		return links
	}},
	{"phases", func(r *rand.Rand, n int) (links [][2]int) { // each waits for one or two of the phase before, seldom of an older one
		wide := max(4, n/9)
		for to := wide; to < n; to++ {
			for range 1 + r.IntN(2) {
				phase := to/wide - 1
				if r.IntN(8) == 0 {
					phase = r.IntN(to / wide)
				}
				links = append(links, [2]int{phase*wide + r.IntN(wide), to})
			}
		}
		return links
	}},
	{"modules", func(r *rand.Rand, n int) (links [][2]int) { // each goes through five steps, some wait for others', and one gate for all
		m := (n - 1) / 5
		for to := m; to < 5*m; to++ {
			links = append(links, [2]int{to - m, to})
			if r.IntN(3) == 0 {
				links = append(links, [2]int{(to/m-1)*m + r.IntN(m), to})
			}
			if to >= 4*m {
				links = append(links, [2]int{to, 5 * m})
			}
		}
		return links
	}},
	{"tree", func(r *rand.Rand, n int) (links [][2]int) { // each makes a few others possible, and some links lie across
		for to := 1; to < n; to++ {
			links = append(links, [2]int{max(0, to-1-r.IntN(min(to, 10))), to})
		}
		for range n / 6 {
			to := 1 + r.IntN(n-1)
			links = append(links, [2]int{r.IntN(to), to})
		}
		return links
	}},
	{"funnel", func(r *rand.Rand, n int) (links [][2]int) { // each waits for a few that can all be begun whenever one likes
		for from := range n - 1 {
			links = append(links, [2]int{from, from + 1 + r.IntN(min(n-from-1, 8))})
		}
		return links
	}},
}

// generated makes a graph of a family; the first of its tasks are finished.
func generated(links [][2]int, n, finished int) *graph.Graph {
	p := plan{}
	for i := range n {
		t := task{ID: fmt.Sprint("t", i)}
		if i < finished {
			t.Status = "done"
		}
		p.Nodes = append(p.Nodes, t)
	}
	for _, l := range links {
		p.Edges = append(p.Edges, struct{ From, To string }{p.Nodes[l[0]].ID, p.Nodes[l[1]].ID})
	}
	return p.graph(true)
}

// readDotted reads what was noted of dot.
func readDotted(t *testing.T) map[string]dotted {
	t.Helper()
	raw, err := os.ReadFile(dotFile)
	testdir.Must(t, err)
	of := map[string]dotted{}
	for line := range strings.Lines(string(raw)) {
		var name string
		var d dotted
		if _, err := fmt.Sscan(line, &name, &d.Free, &d.Waves); err != nil {
			t.Fatalf("%s: %q: %v", dotFile, line, err)
		}
		of[name] = d
	}
	return of
}

// Dot is free to put a task later than it could be done, which our waves are not.
func TestGeneratedGraphsCrossLittle(t *testing.T) {
	noted := readDotted(t)
	for _, class := range []struct {
		name        string
		sizes       []int
		median      float64 // of pairs of links that cross, against dot, over graphs that cross
		free, waves float64 // the sums against dot's, and against dot's in our waves
	}{
		{"to 60", []int{24, 36, 48, 60}, 1, 1, 0.95},
		{"61 to 120", []int{75, 90, 105, 120}, 1, 1.01, 0.82},
		{"to 300", []int{180, 300}, 1, 1.05, 0.86},
	} {
		if testing.Short() && class.name == "to 300" {
			continue
		}
		var ratios []float64
		ours, dot := 0, dotted{}
		for at, f := range families {
			for _, n := range class.sizes {
				for _, begun := range []bool{false, true} {
					r := rand.New(rand.NewPCG(uint64(at), uint64(n)))
					name, finished := fmt.Sprintf("%s-%d", f.name, n), 0
					if begun {
						name, finished = name+"-begun", n/3
					}
					g := generated(f.links(r, n), n, finished)
					l := g.Layout(graph.Options{})
					d, ok := noted[name]
					if !ok {
						t.Fatalf("%s has no %s", dotFile, name)
					}
					crossings := forced(g, l)
					t.Logf("%s: %d links, %d pairs cross; dot has %d, and %d in our waves", name, len(l.Lines), crossings, d.Free, d.Waves)
					if max(crossings, d.Free) == 0 {
						continue
					}
					ratios = append(ratios, float64(crossings)/float64(max(d.Free, 1)))
					ours += crossings
					dot.Free += d.Free
					dot.Waves += d.Waves
				}
			}
		}
		slices.Sort(ratios)
		median, free, waves := ratios[len(ratios)/2], float64(ours)/float64(dot.Free), float64(ours)/float64(dot.Waves)
		t.Logf("%s tasks, %d graphs that cross: pairs of links against dot median %.2f, worst %.2f; together %d, %.2f of dot's, %.2f of dot's in our waves",
			class.name, len(ratios), median, ratios[len(ratios)-1], ours, free, waves)
		if median > class.median || free > class.free || waves > class.waves {
			t.Errorf("%s tasks: more pairs of links cross than before: median %.2f, together %.2f and %.2f of dot's", class.name, median, free, waves)
		}
	}
}
