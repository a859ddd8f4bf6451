package board

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"sideboard/tasks"
)

// project makes n tasks as a believable project has them: each waits for up to three earlier ones nearby, the
// first half is mostly completed.
func project(n int) []*tasks.Task {
	r := rand.New(rand.NewSource(1))
	owners := []string{"agent-1", "agent-2", "agent-3", "agent-4"}
	ts := make([]*tasks.Task, n)
	id := func(i int) string { return fmt.Sprintf("task_1778%06d_%04d", i/3, i%10000) }
	for i := range ts {
		t := task(s12, id(i), called(fmt.Sprintf("Wire part %d of the edge router", i)))
		t.Stamp.Mtime -= int64(i) * int64(time.Second)
		switch {
		case i < n/2:
			t.Status, t.Owner = tasks.Completed, owners[r.Intn(4)]
		case i < n/2+n/100:
			t.Status, t.Owner = tasks.InProgress, owners[r.Intn(4)]
		}
		for range r.Intn(3) {
			if i > 0 {
				t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: ts[max(0, i-1-r.Intn(30))].ID.Text})
			}
		}
		ts[i] = t
	}
	return ts
}

// loaded feeds tasks as a store does, in batches.
func loaded(ts []*tasks.Task) *Board {
	b := New()
	const batch = 512
	for i := 0; i < len(ts); i += batch {
		end := min(i+batch, len(ts))
		b.Apply(tasks.Delta{Put: ts[i:end], Loading: end < len(ts), Whole: true, At: noon})
	}
	return b
}

// rounds returns the records of a task that is claimed, completed and reopened, again and again.
func rounds(t *tasks.Task) [3]*tasks.Task {
	return [3]*tasks.Task{
		with(t, is(tasks.InProgress), owned("agent-1")),
		with(t, is(tasks.Completed), owned("agent-1")),
		with(t, is(tasks.Pending), owned("")),
	}
}

var sizes = []int{1000, 10000, 100000}

func BenchmarkApplyOneChange(b *testing.B) {
	perOp := map[int]float64{}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ts := project(n)
			board := loaded(ts)
			var turns [][3]*tasks.Task
			for i := range 64 {
				turns = append(turns, rounds(ts[n/2+n/100+i*(n/200)]))
			}
			d := tasks.Delta{Put: make([]*tasks.Task, 1), At: noon}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				d.Put[0] = turns[i/3%64][i%3]
				d.At = d.At.Add(time.Second)
				board.Apply(d)
				i++
			}
			perOp[n] = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			if small := perOp[sizes[0]]; small > 0 && n > sizes[0] {
				b.ReportMetric(perOp[n]/small, "x-of-1000")
			}
		})
	}
}
