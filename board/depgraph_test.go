package board

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sideboard/board/graph"
	"sideboard/tasks"
)

// drawnLinks returns the edges of a graph in words: "1>2 open, 2>3 one-sided".
func drawnLinks(n *DepGraph) string {
	name := func(i int32) string {
		if n.Keys[i] == (tasks.Key{}) {
			return n.IDs[i].Text
		}
		return stemOf(n.Keys[i].Name)
	}
	var words []string
	for _, e := range n.Edges() {
		w := name(e.From) + ">" + name(e.To)
		if e.Open {
			w += " open"
		}
		if e.OneSided {
			w += " one-sided"
		}
		words = append(words, w)
	}
	for i := range int32(n.Len()) {
		if n.HasSelfLink(i) {
			words = append(words, name(i)+" itself")
		}
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}

// checkGraph compares the nodes of the graph with the states of the cards.
func checkGraph(t *rapid.T, b *Board, m *model) {
	n := b.DepGraph()
	for _, k := range m.keys() {
		i, ok := n.Find(k)
		if !ok || n.Keys[i] != k || b.Task(k) != nil && n.IDs[i] != b.Task(k).ID {
			t.Fatalf("%s is node %d of %v", k.Name, i, n.Keys)
		}
		state := b.State(k)
		want := map[State]graph.State{Running: graph.Running, Done: graph.Finished}[state]
		if n.Node(i).State != want || n.Node(i).Ready != (state == Ready) {
			t.Fatalf("%s is %v, ready %v, and its state is %v", k.Name, n.Node(i).State, n.Node(i).Ready, state)
		}
		if state == Stuck && !n.Stuck(i) || state == Waiting && n.Stuck(i) {
			t.Fatalf("%s is stuck: %v, and its state is %v", k.Name, n.Stuck(i), state)
		}
		if got, want := n.Behind(i), b.Behind(k, 1000); b.Task(k) != nil && state != Done && got != want {
			t.Fatalf("%d tasks are behind %s, want %d", got, k.Name, want)
		}
	}
}

func TestAPartOfTheGraphHasTheLinksWithinIt(t *testing.T) {
	b := showing(task(s12, "a"), task(s12, "b", waitsFor("a", "nobody")), task(s12, "c", waitsFor("b")), task(s12, "d", waitsFor("c", "a")))
	n := b.DepGraph()
	var nodes []int32
	for _, id := range []string{"d", "c", "b"} {
		i, _ := n.Find(keyFor(s12, id))
		nodes = append(nodes, i)
	}
	only := n.Only(nodes)
	same(t, "keys", names(only.Keys), "d c b")
	same(t, "ids", only.IDs, "[d c b]")
	same(t, "links", drawnLinks(only), "b>c open, c>d open")
	if _, ok := only.Find(keyFor(s12, "a")); ok {
		t.Error("it has a node that was left out")
	}
}

func TestInternalTasksAreInTheGraphWhileTheyAreShown(t *testing.T) {
	secret := task(claude, "1")
	secret.Internal = true
	b := showing(secret, task(claude, "2", waitsFor("1")))
	b.SetFilter(query("nothing")) // a filter changes no graph
	same(t, "hidden", b.DepGraph().Len(), 1)
	b.ShowInternal(true)
	same(t, "shown", b.DepGraph().Len(), 2)
	same(t, "and linked", len(b.DepGraph().Edges()), 1)
}

func TestTheGraphIsTheSameHoweverTheTasksWereRead(t *testing.T) {
	say := func(n *DepGraph) string {
		var s strings.Builder
		for _, i := range n.Order() {
			fmt.Fprint(&s, n.Node(i), n.Keys[i], n.IDs[i], n.Wave(i))
			for _, e := range n.In(i) {
				x := n.Edges()[e]
				fmt.Fprint(&s, n.Node(x.From).Name, x.Open, x.OneSided, n.Redundant(e), n.Back(e))
			}
		}
		return s.String()
	}
	ts := project(200)
	ts[40] = with(ts[40], waitsFor("nobody", ts[180].ID.Text))
	want := say(showing(ts...).DepGraph())
	r := rand.New(rand.NewSource(3))
	for range 5 {
		r.Shuffle(len(ts), func(i, j int) { ts[i], ts[j] = ts[j], ts[i] })
		b := loaded(ts[:100])
		b.DepGraph() // what it remembers of the order must not show
		b.Apply(put(ts[100:]...))
		if got := say(b.DepGraph()); got != want {
			t.Fatal("another order, another net")
		}
	}
}
