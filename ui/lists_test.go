package ui

import (
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/now"
	"sideboard/ui/view"
)

// After any changes the cached Now equals a new one, and names the idle agents if tasks are ready.
func TestACachedNowEqualsANewOne(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	m := measure(t, 60, 300, 100)
	said := map[string]bool{}
	for i := range 400 {
		task := *m.ts[r.Intn(len(m.ts))]
		task.Version, task.Stamp.Mtime = uint32(i+2), m.at.UnixNano()
		task.Status = []tasks.Status{tasks.Pending, tasks.Pending, tasks.InProgress, tasks.Completed, tasks.Completed}[r.Intn(5)]
		if task.Owner = "agent-" + strconv.Itoa(r.Intn(4)); r.Intn(5) == 0 {
			task.Owner = ""
		}
		if task.WaitsFor = nil; r.Intn(2) == 0 {
			task.WaitsFor = []tasks.ID{m.ts[r.Intn(len(m.ts))].ID, m.ts[r.Intn(len(m.ts))].ID}
		}
		delta := tasks.Delta{Put: []*tasks.Task{&task}, At: m.at}
		if r.Intn(10) == 0 {
			delta = tasks.Delta{Gone: []tasks.Key{task.Key}, At: m.at}
		}
		if r.Intn(4) == 0 {
			m.at = m.at.Add(20 * time.Second)
		}
		if i%100 == 50 { // they all let go, so that an agent is idle
			for _, k := range m.Board.InProgress() {
				t := *m.Board.Task(k)
				t.Status, t.Owner, t.Version = tasks.Pending, "", t.Version+10_000
				delta.Put = append(delta.Put, &t)
			}
		}
		m.Update(deltaMsg{delta: delta})
		if r.Intn(50) == 0 {
			q, _ := board.ParseQuery([]string{"", "@agent-1", "is:ready", "-is:done"}[r.Intn(4)], "ann")
			m.Board.SetFilter(q)
			m.invalidate()
		}
		if r.Intn(3) == 0 {
			continue // several changes between two frames
		}
		fresh := now.New(&m.Program)
		fresh.Uses = m.nowView.Uses
		kept, whole := m.nowView.Picture(), fresh.Picture()
		if !reflect.DeepEqual(kept, whole) {
			t.Fatalf("after %d changes:\n got %v\nwant %v", i, kept, whole)
		}
		if len(kept.Blocks) == 0 {
			continue
		}
		var idle []string
		for _, lane := range kept.Lanes {
			if name := lane.Name.String(); lane.Working == 0 && name != "you" {
				idle = append(idle, name)
			}
		}
		next := kept.Blocks[len(kept.Blocks)-1]
		ready := slices.IndexFunc(kept.Blocks, func(b view.NowBlock) bool { return b.Title.String() == "Ready" })
		if ready >= 0 {
			next = kept.Blocks[ready]
		}
		want := strconv.Itoa(len(idle)) + " agents are free"
		switch {
		case ready < 0:
			want = "nothing is ready yet"
		case len(idle) == 0:
			want = ""
		case len(idle) == 1:
			want = idle[0] + " is free"
		}
		if got := next.Says.String(); got != want {
			t.Fatalf("after %d changes it says %q, want %q", i, got, want)
		}
		said[want] = true
	}
	if len(said) < 5 {
		t.Errorf("all that was said is %v", said)
	}
}
