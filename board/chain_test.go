package board

import (
	"math/rand"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sideboard/tasks"
)

// Whatever happened to a directory, its longest chain is that of the graph of it.
func TestTheLongestChainIsThatOfTheGraph(t *testing.T) {
	long := 0
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		dialects := rapid.SampledFrom(append(slices.Clone(every), flow))
		ds := []*tasks.Traits{dialects.Draw(t, "dialect"), dialects.Draw(t, "other dialect")}
		b, m := New(), newModel()
		for i := range 40 {
			delta := randomDelta(r, ds, m, 14, i)
			for _, task := range delta.Put {
				if task.Status != tasks.Pending && r.Intn(3) > 0 {
					task.Status = tasks.Pending // more that can be done one after the other
				}
				task.WaitsFor = task.WaitsFor[:min(len(task.WaitsFor), 1+r.Intn(2))]
				task.Internal = r.Intn(9) == 0
				if r.Intn(3) == 0 {
					task.Blocks = append(task.Blocks, tasks.ID{Text: task.ID.Text + "1", Num: task.ID.Num})
				}
			}
			m.apply(delta, i > 0)
			for _, task := range delta.Put {
				if r.Intn(3) == 0 {
					task.Parent = tasks.ID{Text: "1"}
				}
				if r.Intn(4) == 0 {
					task.List = "other"
				}
			}
			b.Apply(delta)
			if i%9 == 8 {
				b.ShowInternal(i%2 == 0)
			}
			net := b.DepGraph()
			want := net.keys(net.Chain())
			if got := b.Chain(); !slices.Equal(got, want) {
				t.Fatalf("after %d changes: %s, want %s", i, names(got), names(want))
			}
			long = max(long, len(want))
		}
	})
	if long < 4 {
		t.Errorf("no chain is longer than %d tasks", long)
	}
}
