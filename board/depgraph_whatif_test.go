package board

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sideboard/board/graph"
	"sideboard/tasks"
)

// outlook returns where each task stands, as a graph has it.
func outlook(n *DepGraph) string {
	s := ""
	for _, i := range n.Order() {
		if x := n.Node(i); x.State != graph.Missing {
			s += fmt.Sprintln(x, n.Live(i), n.Wave(i), n.Stuck(i), n.Behind(i), n.HasSelfLink(i))
		}
	}
	return s + names(n.keys(n.Chain())) + "\n" + names(n.keys(n.StartHere(0)))
}

func (n *DepGraph) keys(is []int32) []tasks.Key {
	var ks []tasks.Key
	for _, i := range is {
		ks = append(ks, n.Keys[i])
	}
	return ks
}

// plan makes tasks of one dialect, some of them done and some running, linked on both sides where it keeps both.
func plan(r *rand.Rand, d *tasks.Traits, n int) []*tasks.Task {
	ts := make([]*tasks.Task, n)
	for i := range ts {
		ts[i] = task(d, fmt.Sprint(i+1), is([]tasks.Status{tasks.Pending, tasks.Pending, tasks.InProgress, tasks.Completed}[r.Intn(4)]))
	}
	for range r.Intn(2 * n) {
		from, to := ts[r.Intn(n)], ts[r.Intn(n)]
		if from != to && !slices.Contains(to.WaitsFor, from.ID) {
			linkBoth(from, to)
		}
	}
	return ts
}

func linkBoth(from, to *tasks.Task) {
	to.WaitsFor = append(slices.Clone(to.WaitsFor), from.ID)
	if to.Traits.Mirrors {
		from.Blocks = append(slices.Clone(from.Blocks), to.ID)
	}
}

func TestWhatALinkWouldDoIsWhatItDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		d := every[rapid.IntRange(0, len(every)-1).Draw(t, "dialect")]
		ts := plan(r, d, rapid.IntRange(2, 10).Draw(t, "size"))
		b := showing(ts...)
		before := b.DepGraph()
		from, to := with(ts[r.Intn(len(ts))]), with(ts[r.Intn(len(ts))])
		if from.Key == to.Key || slices.Contains(to.WaitsFor, from.ID) {
			return
		}
		f, _ := before.Find(from.Key)
		w, _ := before.Find(to.Key)
		holds := from.Status != tasks.Completed || d.Blocked == tasks.ListNotEmpty
		would := before.With(graph.Edge{From: f, To: w, Open: holds})
		linkBoth(from, to)
		b.Apply(put(from, to))
		is := b.DepGraph()
		if got, want := outlook(&DepGraph{would, before.Keys, before.IDs, before.States}), outlook(is); got != want {
			t.Fatalf("%s for %s would give\n%s\nand gives\n%s", to.Name, from.Name, got, want)
		}
		less := is.Without(f, w)
		if got, want := outlook(&DepGraph{less, is.Keys, is.IDs, is.States}), outlook(before); got != want {
			t.Fatalf("without %s for %s it would be\n%s\nand was\n%s", to.Name, from.Name, got, want)
		}
	})
}

func TestWhatFinishingWouldDoIsWhatItDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		d := every[rapid.IntRange(0, len(every)-1).Draw(t, "dialect")]
		ts := plan(r, d, rapid.IntRange(1, 10).Draw(t, "size"))
		b := showing(ts...)
		before := b.DepGraph()
		done := ts[r.Intn(len(ts))]
		if done.Status == tasks.Completed {
			return
		}
		i, _ := before.Find(done.Key)
		would := before.WithFinished([]int32{i})
		var after []*tasks.Task
		for _, x := range ts {
			y := with(x)
			if x == done {
				y.Status = tasks.Completed
			}
			if d.ClearsOnComplete {
				y.WaitsFor = slices.DeleteFunc(slices.Clone(y.WaitsFor), func(id tasks.ID) bool { return id == done.ID })
			}
			after = append(after, y)
		}
		b.Apply(put(after...))
		if got, want := outlook(&DepGraph{would, before.Keys, before.IDs, before.States}), outlook(b.DepGraph()); got != want {
			t.Fatalf("finishing %s would give\n%s\nand gives\n%s", done.Name, got, want)
		}
	})
}
