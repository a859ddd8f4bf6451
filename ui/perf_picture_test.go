package ui

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
	"sideboard/ui/cards"
	"sideboard/ui/depview"
	"sideboard/ui/view"
)

// types presses keys, and draws the screen after each.
func (m *measured) types(keys ...string) {
	for _, k := range keys {
		press := tea.KeyPressMsg{Text: k, Code: []rune(k)[0]}
		switch k {
		case "esc":
			press = tea.KeyPressMsg{Code: tea.KeyEscape}
		case "backspace":
			press = tea.KeyPressMsg{Code: tea.KeyBackspace}
		}
		m.Update(press)
		m.View()
	}
}

// inTreeOf measures the tree of n tasks, which do not fit in a picture.
func inTreeOf(t testing.TB, n int) *measured {
	t.Helper()
	m := measure(t, n, 120, 40)
	m.types("2", "j", "j")
	if m.deps.Shown() != view.TreeView {
		t.Fatalf("%s is shown", depview.ViewWord(m.deps.Shown()))
	}
	return m
}

func TestAFrameOfATreeOnWhichNothingChangedTakesTenAllocations(t *testing.T) {
	if testdir.Race {
		t.Skip("the race detector allocates too")
	}
	if n := allocations(50, inTreeOf(t, 1_000).still); n > 10 {
		t.Errorf("it takes %v", n)
	}
}

// Only visible lines and links are computed, however many tasks there are.
func TestATreeComputesOnlyWhatIsVisible(t *testing.T) {
	m := inTreeOf(t, 10_000)
	p := m.deps.Picture()
	nodes, edges := 0, 0
	node, edge := p.Node, p.Edge
	p.Node = func(i int32) view.Node { nodes++; return node(i) }
	p.Edge = func(e int32) view.Edge { edges++; return edge(e) }
	s := m.contents()
	s.DepView = p
	m.Painter.Draw(m.Layout, s, m.Sheet)
	if nodes == 0 || nodes > 4*m.Height || edges > 100*m.Height {
		t.Errorf("%d tasks and %d links were asked for, for %d rows", nodes, edges, m.Height)
	}
}

// A tree wakes up as often as the board does: once a minute, for the ages.
func TestAnIdleTreeWakesOnceAMinute(t *testing.T) {
	for _, still := range []bool{false, true} {
		m := inTreeOf(t, 1_000)
		m.Still = still
		if n := m.wakes(t, noon.Add(cards.FadeFor+2*time.Second)); n > 1 { // a notice may end
			t.Errorf("still %v: it woke %d times at first", still, n)
		}
		from := m.at
		if n := m.wakes(t, noon.Add(time.Hour)); n > 60 {
			t.Errorf("still %v: it woke %d times from %v on", still, n, from)
		}
	}
}

func TestATreeSleepsAfterASpark(t *testing.T) {
	m, complete := pair(t, false)
	complete()
	if !m.deps.Sparking() {
		t.Fatal("there is no spark")
	}
	// half a second of thirty frames each, and a few wakes while the marks fade
	if n := m.wakes(t, m.at.Add(cards.FadeFor+2*time.Second)); n < 5 || n > 30 {
		t.Errorf("it woke %d times for one completion", n)
	}
	if m.deps.Sparking() {
		t.Error("the spark goes on")
	}
	if n := m.wakes(t, noon.Add(time.Hour)); n > 60 { // once a minute, for the ages
		t.Errorf("it woke %d times in the hour after", n)
	}
}

func TestWithoutMotionACompletionSparksNothing(t *testing.T) {
	m, complete := pair(t, true)
	complete()
	if m.deps.Sparking() {
		t.Error("there is a spark")
	}
	if n := m.wakes(t, m.at.Add(cards.FadeFor+2*time.Second)); n > 1 { // a notice may end
		t.Errorf("it woke %d times for one completion", n)
	}
}

// BenchmarkPictureKey is a key and the frame after it, among more and more tasks.
func BenchmarkPictureKey(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		m := inTreeOf(b, n)
		for _, s := range []struct {
			name string
			step func(m *measured)
		}{
			{"still", (*measured).still},
			{"step", func(m *measured) { m.types("j") }},
			{"type", func(m *measured) { m.types("L", "w", "i", "backspace", "9", "esc") }},
			{"news", (*measured).oneFile},
		} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.step(m)
				}
			})
		}
	}
}

// pair returns a board with two tasks, of which the second waits for the first, in the tree.
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
	m.deps.Show(view.TreeView)
	m.deps.Refresh()
	m.View()
	return m, func() {
		first.Version++
		first.Status, first.Owner = tasks.Completed, "agent-1"
		m.hears(first)
	}
}

// hears changes tasks on the board.
func (m *measured) hears(ts ...tasks.Task) {
	d := tasks.Delta{At: m.at}
	for i := range ts {
		d.Put = append(d.Put, &ts[i])
	}
	m.Update(deltaMsg{delta: d})
}
