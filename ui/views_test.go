package ui

import (
	"fmt"
	"testing"
	"time"

	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/cards"
	"sideboard/ui/depview"
	"sideboard/ui/view"
)

// pair returns a board with two tasks, of which the second waits for the first, in the picture.
func pair(t *testing.T, still bool) (m *measured, complete func()) {
	t.Helper()
	m = measure(t, 60, 600, 200)
	m.Still = still
	first, second := *m.ts[0], *m.ts[0]
	for i, task := range []*tasks.Task{&first, &second} {
		task.ID = tasks.ID{Text: fmt.Sprintf("task_1779000000_000%d", i)}
		task.Key, task.Status, task.Owner = tasks.Key{Name: task.ID.Text + ".json"}, tasks.Pending, ""
	}
	second.WaitsFor = []tasks.ID{first.ID}
	m.hears(first, second)
	m.deps.Show(view.GraphView)
	m.hears()
	m.deps.GoTo(m.deps.ShownGraph(), m.nodeOf(first.Key))
	return m, func() {
		first.Version++
		first.Status, first.Owner = tasks.Completed, "agent-1"
		m.hears(first)
	}
}

// nodeOf returns the node of a task in the shown picture.
func (m *measured) nodeOf(k tasks.Key) int32 {
	i, _ := m.deps.ShownGraph().Find(k)
	return i
}

// drawn returns the shown layout.
func (m *measured) drawn() *graph.Layout {
	if p := m.deps.Picture(); p.Graph != nil {
		return p.Graph.Layout
	}
	return nil
}

// hears changes tasks on the board.
func (m *measured) hears(ts ...tasks.Task) {
	d := tasks.Delta{At: m.at}
	for i := range ts {
		d.Put = append(d.Put, &ts[i])
	}
	m.Update(deltaMsg{delta: d})
}

// later lets time pass, and delivers the pending tick.
func (m *measured) later(d time.Duration) {
	m.at = m.at.Add(d)
	m.Update(tickMsg{m.wake.seq})
}

func TestASparkRunsForHalfASecondAndThenTheProgramSleeps(t *testing.T) {
	m, complete := pair(t, false)
	layout := m.drawn()
	complete()
	if !m.deps.Sparking() || m.wake.at.Sub(m.at) > 2*depview.SparkFrame {
		t.Fatalf("no spark: %+v, next frame in %s", m.deps.Sparking(), m.wake.at.Sub(m.at))
	}
	m.later(depview.SparkFor / 2)
	if p := m.deps.Picture(); p.Spark == nil || len(p.Spark.Edges) != 1 || p.Spark.Phase < 0.4 || p.Spark.Phase > 0.6 {
		t.Errorf("half way the spark is %+v", p.Spark)
	}
	if m.drawn() != layout {
		t.Error("the picture moved while the spark ran")
	}
	if p := m.deps.Picture(); p.Node(p.Selected).State != view.Done {
		t.Errorf("the completed task is shown as %d", p.Node(p.Selected).State)
	}
	m.later(depview.SparkFor)
	if m.deps.Sparking() || m.drawn() != layout {
		t.Error("the picture did not stand still at the end of the spark")
	}
	m.later(depview.LitFor)
	if m.drawn() == layout {
		t.Error("the picture did not follow the board in the end")
	}
	if depview.SparkFor > 600*time.Millisecond {
		t.Errorf("a spark lasts %s", depview.SparkFor)
	}
	m.later(cards.FadeFor + time.Second)
	if next := m.wake.at.Sub(m.at); next < time.Second {
		t.Errorf("nothing moves, and the next frame is in %s", next)
	}
}

func TestNoSparkRunsWithoutAnimation(t *testing.T) {
	m, complete := pair(t, true)
	before := m.header().Counts
	complete()
	if m.deps.Sparking() {
		t.Error("a spark runs all the same")
	}
	if now := m.header().Counts; now[view.DoneSection] != before[view.DoneSection]+1 || now[view.BlockedSection] != before[view.BlockedSection]-1 {
		t.Errorf("the picture says %+v, it said %+v", now, before)
	}
}

func TestAPictureIsComputedAgainOnlyAfterAChangeOfTheBoard(t *testing.T) {
	m, complete := pair(t, true)
	net, layout := m.deps.ShownGraph(), m.drawn()
	for range 3 {
		m.run(keymap.Right)
		m.deps.Refresh()
		m.later(time.Minute)
		m.hears()
	}
	if m.deps.ShownGraph() != net || m.drawn() != layout {
		t.Error("the picture was made anew although nothing changed")
	}
	m.deps.Show(view.BoardView)
	complete()
	if n := m.deps.ShownGraph(); n != nil && n != net {
		t.Error("the dependencies were worked out while the board is shown")
	}
	m.deps.Show(view.TreeView)
	m.deps.Refresh()
	if m.deps.ShownGraph() == net {
		t.Error("the log is of an older board")
	}
}

// pictured measures a picture of n tasks.
func pictured(b *testing.B, p view.ViewKind, n int, frame func(m *measured)) {
	b.Helper()
	m := measure(b, n, 160, 50)
	m.deps.Show(p)
	m.deps.Refresh()
	if m.deps.Shown() != p {
		b.Fatalf("%s is shown", depview.ViewWord(m.deps.Shown()))
	}
	m.View()
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		frame(m)
	}
}

// BenchmarkWalkInAPicture is a key that moves the selection, and the frame after it.
func BenchmarkWalkInAPicture(b *testing.B) {
	for p, sizes := range map[view.ViewKind][]int{
		view.GraphView: {120, 1000}, view.TreeView: {1000, 10_000, 100_000},
	} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/%d", depview.ViewWord(p), n), func(b *testing.B) {
				pictured(b, p, n, func(m *measured) {
					m.presses++
					a := keymap.Right
					if m.presses%7 > 3 {
						a = keymap.Down
					} else if m.presses%2 == 0 {
						a = keymap.Left
					}
					m.run(a)
					m.deps.Refresh()
					m.View()
				})
			})
		}
	}
}

// BenchmarkNewsInAPicture is one file that changed, and the frame after it.
func BenchmarkNewsInAPicture(b *testing.B) {
	for p, n := range map[view.ViewKind]int{view.GraphView: 120, view.TreeView: 10_000} {
		b.Run(fmt.Sprintf("%s/%d", depview.ViewWord(p), n), func(b *testing.B) {
			pictured(b, p, n, func(m *measured) {
				m.Update(deltaMsg{delta: m.news()})
				m.View()
			})
		})
	}
}
