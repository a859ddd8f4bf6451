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

// tie is what an edge of a Net says, but for its ends.
type tie struct{ open, oneSided bool }

// ties returns the edges of a Net by the names of their ends.
func ties(n *DepGraph) map[[2]string]tie {
	out := map[[2]string]tie{}
	for _, e := range n.Edges() {
		out[[2]string{n.Node(e.From).Name, n.Node(e.To).Name}] = tie{e.Open, e.OneSided}
	}
	return out
}

// tiesOf works them out from what the board tells of each card.
func tiesOf(b *Board, cards []tasks.Key) (edges map[[2]string]tie, selves map[string]bool) {
	edges, selves = map[[2]string]tie{}, map[string]bool{}
	add := func(from, to string, t tie) {
		if from == to {
			selves[from] = true
			return
		}
		if old, there := edges[[2]string{from, to}]; there {
			t = tie{old.open || t.open, old.oneSided && t.oneSided}
		}
		edges[[2]string{from, to}] = t
	}
	there := map[tasks.Key]bool{}
	for _, k := range cards {
		there[k] = true
	}
	for _, k := range cards {
		w := b.Task(k)
		if w == nil {
			continue
		}
		named := map[tasks.Key]bool{}
		for _, l := range b.WaitsFor(k) {
			from := missingName(k.List, l.ID)
			if l.Key != (tasks.Key{}) {
				from = nodeName(l.Key.List, l.Key.Name)
				if !there[l.Key] {
					continue
				}
			}
			named[l.Key] = true
			open := l.Open || l.Satisfied && w.Traits.Blocked == tasks.ListNotEmpty
			add(from, nodeName(k.List, k.Name), tie{open && !isFinished(w), l.OneSided})
		}
	}
	for _, k := range cards {
		waiting := map[tasks.Key]bool{}
		for _, l := range b.Unblocks(k) {
			own := l.Task != nil && slices.ContainsFunc(b.WaitsFor(l.Key), func(x LinkEnd) bool { return x.Key == k })
			if own {
				waiting[l.Key] = true
				continue
			}
			if l.Key == (tasks.Key{}) || !there[l.Key] {
				continue
			}
			add(nodeName(k.List, k.Name), nodeName(l.Key.List, l.Key.Name), tie{false, l.OneSided})
		}
	}
	return edges, selves
}

func TestTheGraphSaysWhatTheBoardSaysOfEachTask(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		ds := []*tasks.Traits{every[rapid.IntRange(0, len(every)-1).Draw(t, "dialect")]}
		if rapid.Bool().Draw(t, "mixed") {
			ds = append(ds, every[rapid.IntRange(0, len(every)-1).Draw(t, "other dialect")])
		}
		size := rapid.IntRange(2, 12).Draw(t, "size")
		b, m := New(), newModel()
		b.SetTraits("", ds[0])
		for i := range rapid.IntRange(1, 25).Draw(t, "steps") {
			d := randomDelta(r, ds, m, size, i)
			for _, x := range d.Put {
				x.Internal = r.Intn(20) == 0
				x.DroppedLinks, x.DroppedBlockers = 0, false
				for range r.Intn(4) {
					x.Blocks = append(x.Blocks, tasks.ID{Text: fmt.Sprint(1 + r.Intn(size+2)), Num: x.Traits.NumericIDs})
				}
			}
			m.apply(d, b.Loaded())
			if b.Apply(d).Reset {
				return
			}
			checkNet(t, b, m)
		}
	})
}

func checkNet(t *rapid.T, b *Board, m *model) {
	var cards []tasks.Key
	for _, k := range m.keys() {
		if x := b.Task(k); x == nil || !x.Internal {
			cards = append(cards, k)
		}
	}
	n := b.DepGraph()
	edges, selves := tiesOf(b, cards)
	if got := ties(n); fmt.Sprint(got) != fmt.Sprint(edges) {
		t.Fatalf("edges:\n got %v\nwant %v", got, edges)
	}
	nodes := 0
	for i := range int32(n.Len()) {
		node := n.Node(i)
		if n.HasSelfLink(i) != selves[node.Name] {
			t.Fatalf("%s waits for itself: %v", node.Name, n.HasSelfLink(i))
		}
		if node.State == graph.Missing {
			if n.Keys[i] != (tasks.Key{}) || len(n.Out(i)) == 0 || node.Ready {
				t.Fatalf("ghost %s: %v", node.Name, n.Keys[i])
			}
			continue
		}
		nodes++
	}
	if nodes != len(cards) {
		t.Fatalf("%d tasks in the graph, %d on the board", nodes, len(cards))
	}
	internal := slices.ContainsFunc(m.keys(), func(k tasks.Key) bool { x := b.Task(k); return x != nil && x.Internal })
	for _, k := range cards {
		i, ok := n.Find(k)
		if !ok || n.Keys[i] != k {
			t.Fatalf("%s is not found", k.Name)
		}
		if x := b.Task(k); x != nil && n.IDs[i] != x.ID {
			t.Fatalf("%s has the id %v", k.Name, n.IDs[i])
		}
		state := b.State(k)
		if n.Node(i).Ready != (state == Ready) {
			t.Fatalf("%s ready: %v, state %v", k.Name, n.Node(i).Ready, state)
		}
		want := map[State]graph.State{Running: graph.Running, Done: graph.Finished}[state]
		if n.Node(i).State != want {
			t.Fatalf("%s is %v, state %v", k.Name, n.Node(i).State, state)
		}
		if state == Stuck && !internal && !n.Stuck(i) || state == Waiting && n.Stuck(i) {
			t.Fatalf("%s is stuck: %v, state %v", k.Name, n.Stuck(i), state)
		}
		if x := b.Task(k); x != nil && x.Status != tasks.Completed && !internal {
			if got, want := n.Behind(i), b.Behind(k, 1000); got != want {
				t.Fatalf("behind %s: %d, want %d", k.Name, got, want)
			}
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
	same(t, "links", ties(only), "map[[b.json c.json]:{true false} [c.json d.json]:{true false}]")
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

func TestAMissingBlockerIsOneNodeForAllWhoWaitForIt(t *testing.T) {
	b := showing(task(s12, "a", waitsFor("gone")), task(s12, "b", waitsFor("gone")))
	n := b.DepGraph()
	same(t, "nodes", n.Len(), 3)
	same(t, "edges", len(n.Edges()), 2)
	for i := range int32(n.Len()) {
		if n.Node(i).State == graph.Missing {
			same(t, "its id", n.IDs[i], "gone")
			same(t, "its wave", n.Wave(i), 1)
		} else {
			same(t, "the wave of "+n.Keys[i].Name, n.Wave(i), 2)
		}
	}
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
