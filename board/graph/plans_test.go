package graph_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/board/graph"
	"sideboard/tasks/testdir"
)

// plan is a file of tasks and links.
type plan struct {
	Name  string
	Nodes []task
	Edges []struct{ From, To string }
}

type task struct{ ID, Title, Status string }

// readPlans reads all plans of a directory.
func readPlans(t testing.TB, dir string) []plan {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no plans: %v", dir, err)
	}
	var ps []plan
	for _, f := range files {
		raw, err := os.ReadFile(f)
		testdir.Must(t, err)
		var p plan
		if err := json.Unmarshal(raw, &p); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		p.Name = strings.TrimSuffix(filepath.Base(f), ".json")
		ps = append(ps, p)
	}
	return ps
}

// states are the words for what is not simply open.
var states = map[string]graph.State{
	"doing": graph.Running, "in_progress": graph.Running, "running": graph.Running,
	"done": graph.Finished, "completed": graph.Finished, "closed": graph.Finished, "skipped": graph.Finished, "cancelled": graph.Finished,
}

// graph makes the graph of a plan, as its files say or as if nothing were finished yet. An id that no task has is a
// ghost where something waits for it.
func (p plan) graph(asIs bool) *graph.Graph {
	var nodes []graph.Node
	at := map[string]int32{}
	for _, n := range p.Nodes {
		if _, twice := at[n.ID]; twice {
			continue
		}
		at[n.ID] = int32(len(nodes))
		nd := graph.Node{Name: n.ID}
		if asIs {
			nd.State = states[n.Status]
		}
		nodes = append(nodes, nd)
	}
	known := len(nodes)
	var edges []graph.Edge
	held := map[int32]bool{}
	for _, e := range p.Edges {
		to, ok := at[e.To]
		if !ok || int(to) >= known {
			continue
		}
		from, ok := at[e.From]
		if !ok {
			from = int32(len(nodes))
			at[e.From] = from
			nodes = append(nodes, graph.Node{Name: e.From, State: graph.Missing})
		}
		open := nodes[from].State != graph.Finished && nodes[to].State != graph.Finished
		held[to] = held[to] || open
		edges = append(edges, graph.Edge{From: from, To: to, Open: open})
	}
	for i := range nodes {
		nodes[i].Ready = nodes[i].State == graph.Open && !held[int32(i)]
	}
	return graph.New(nodes, edges)
}

// forward returns a graph without loops: everything waits for what was thought of before it, most often shortly before.
func forward(r *rand.Rand, n int, perNode float64) *graph.Graph {
	nodes := make([]graph.Node, n)
	for i := range nodes {
		nodes[i].Name = fmt.Sprintf("t%d", i)
	}
	var edges []graph.Edge
	for range int(float64(n) * perNode) {
		to := 1 + r.IntN(n-1)
		from := max(0, to-1-int(r.ExpFloat64()*float64(n)/8))
		edges = append(edges, graph.Edge{From: int32(from), To: int32(to), Open: true})
	}
	return graph.New(nodes, edges)
}

var update = flag.Bool("update", false, "write the pictures of the plans anew")

func TestEachLinkOfAPlanCanBeReadFromItsPicture(t *testing.T) {
	for _, p := range readPlans(t, "testdata") {
		g := p.graph(false)
		l := g.Layout(graph.Options{})
		t.Run(p.Name, func(t *testing.T) {
			follow(t, g, graph.Options{})
			follow(t, p.graph(true), graph.Options{})
			if golden := filepath.Join("testdata", p.Name+".txt"); len(l.Boxes) <= 60 {
				p := dressed()
				p.Text = named(g)
				rows := strings.Join(l.Rows(p), "\n") + fmt.Sprintf("\n%d bends, %d pairs of links cross\n", bends(l), forced(g, l))
				if *update {
					testdir.Must(t, os.WriteFile(golden, []byte(rows), 0o644))
				}
				if want, err := os.ReadFile(golden); err != nil || string(want) != rows {
					t.Errorf("it is not as in %s (%v): look at it, and write it by -update:\n%s", golden, err, rows)
				}
			}
		})
	}
}

func TestLinesBendSeldomAndTheLongestChainHardlyEver(t *testing.T) {
	var rows strings.Builder
	count := func(name string, graphs ...*graph.Graph) {
		all, chain := 0, 0
		for _, g := range graphs {
			l := g.Layout(graph.Options{Bare: true, Close: true})
			all, chain = all+bends(l), chain+chainBends(g, l)
		}
		fmt.Fprintf(&rows, "%-30s %5d %3d\n", name, all, chain)
	}
	for _, p := range readPlans(t, "testdata") {
		count(p.Name, p.graph(false))
	}
	for _, perNode := range []float64{1.1, 1.4, 2} {
		var graphs []*graph.Graph
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 99))
			graphs = append(graphs, forward(r, 12+r.IntN(50), perNode))
		}
		count(fmt.Sprintf("20 with %.1f links a node", perNode), graphs...)
	}
	golden := filepath.Join("testdata", "bends")
	if *update {
		testdir.Must(t, os.WriteFile(golden, []byte(rows.String()), 0o644))
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != rows.String() {
		t.Errorf("%s has (%v)\n%swhich is now\n%s", golden, err, want, rows.String())
	}
}

// chainBends returns how often the line of the longest chain turns.
func chainBends(g *graph.Graph, l *graph.Layout) (n int) {
	chain := g.Chain()
	for i := 1; i < len(chain); i++ {
		for _, ln := range l.Lines {
			if ln.Edge == g.EdgeBetween(chain[i-1], chain[i]) {
				n += max(len(ln.Points)-2, 0)
			}
		}
	}
	return n
}
