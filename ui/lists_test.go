package ui

import (
	"math/rand"
	"reflect"
	"strconv"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/now"
	"sideboard/ui/view"
)

// Whatever happens, the lists beside a detail are what they would be if nothing were kept from before, and those below the lanes; and who
// is idle has a lane and nothing in it.
func TestTheListsBesideADetailAreAlwaysThoseOfNow(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	m := measure(t, 60, 300, 100)
	said := map[string]bool{}
	for i := range 1500 {
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
		if i%300 == 200 { // they all let go, so that somebody is idle
			for _, k := range m.board.InProgress() {
				t := *m.board.Task(k)
				t.Status, t.Owner, t.Version = tasks.Pending, "", t.Version+10_000
				delta.Put = append(delta.Put, &t)
			}
		}
		m.Update(deltaMsg{delta: delta})
		if r.Intn(50) == 0 {
			q, _ := board.ParseQuery([]string{"", "@agent-1", "is:ready", "-is:done"}[r.Intn(4)], "ann")
			m.board.SetFilter(q)
			m.outdate()
		}
		if r.Intn(3) == 0 {
			continue // several changes between two frames
		}
		fresh := now.New(hosted{&m.notice, m.Model})
		kept, whole := m.lanes.Lists().Blocks, fresh.Picture().Blocks
		if want := fresh.Lists().Blocks; !reflect.DeepEqual(kept, want) {
			t.Fatalf("after %d changes:\n got %v\nwant %v", i, kept, want)
		}
		if got, want := [][]view.NowBlock{kept[0], kept[1][:1]}, [][]view.NowBlock{whole[0], whole[1][:1]}; !reflect.DeepEqual(got, want) {
			t.Fatalf("after %d changes:\n got %v\nwant %v", i, got, want)
		}
		var idle []string
		for _, w := range fresh.Workers() {
			if len(w.InHand()) == 0 && w.Owner != "ann" && w.Owner != "" {
				idle = append(idle, w.Owner)
			}
		}
		want := strconv.Itoa(len(idle)) + " agents are idle"
		switch {
		case m.board.Counts().Ready == 0 || kept[0][1].Ready == 0:
			want = "nothing is ready yet"
		case len(idle) == 0:
			want = ""
		case len(idle) == 1:
			want = idle[0] + " is idle"
		}
		if got := kept[0][1].Says.String(); got != want {
			t.Fatalf("after %d changes it says %q, want %q", i, got, want)
		}
		said[want] = true
	}
	if len(said) < 5 {
		t.Errorf("all that was said is %v", said)
	}
}
