package ui

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/find"
	"sideboard/ui/desk"
)

// noon is the time of the boards that are measured.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// project makes n tasks as a believable project has them: the first half is completed, some of the rest run, and
// many wait for earlier ones.
func project(n int) []*tasks.Task {
	traits, _ := dialect.ByName("s12")
	ts := make([]*tasks.Task, n)
	for i := range ts {
		id := fmt.Sprintf("task_1778%06d_%04d", i/3, i%10000)
		t := &tasks.Task{
			Key: tasks.Key{Name: id + ".json"}, ID: tasks.ID{Text: id}, Subject: fmt.Sprintf("Wire part %d of the edge router", i),
			Status: tasks.Pending, Traits: traits, Version: 1,
			Stamp: tasks.Stamp{Mtime: noon.Add(-time.Duration(i+60) * time.Second).UnixNano(), Size: 300},
		}
		switch {
		case i < n/2:
			t.Status, t.Owner = tasks.Completed, fmt.Sprintf("agent-%d", i%4)
		case i < n/2+n/100:
			t.Status, t.Owner = tasks.InProgress, fmt.Sprintf("agent-%d", i%4)
		case i%3 > 0:
			t.WaitsFor = []tasks.ID{{Text: ts[i-1-i%20].ID.Text}}
		}
		ts[i] = t
	}
	return ts
}

// measured is a board of n tasks at a size, all read, over an empty directory that nothing is ever heard of.
type measured struct {
	*Model
	ts   []*tasks.Task
	at   time.Time
	last int // the task that was changed last
}

func measure(t testing.TB, n, w, h int) *measured {
	t.Helper()
	dir := t.TempDir()
	d, err := desk.Open(find.Place{Dir: dir, Project: "my-service"}, desk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &measured{ts: project(n), at: noon}
	m.Model = New(Options{As: "ann", Now: func() time.Time { return m.at }})
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	m.Update(openedMsg{desk: d})
	m.Update(newsMsg{epoch: m.epoch, delta: tasks.Delta{Put: m.ts, Whole: true, At: noon}})
	m.View()
	return m
}

// news tells of one file: a task that an agent claimed, completed and reopened, again and again.
func (m *measured) news() tasks.Delta {
	n := len(m.ts)
	i := n/2 + n/100 + 7
	t := *m.ts[i]
	m.last++
	t.Version += uint64(m.last)
	switch m.last % 3 {
	case 1:
		t.Status, t.Owner = tasks.InProgress, "agent-1"
	case 2:
		t.Status, t.Owner = tasks.Completed, "agent-1"
	default:
		t.Status, t.Owner = tasks.Pending, ""
	}
	m.at = m.at.Add(time.Second)
	return tasks.Delta{Put: []*tasks.Task{&t}, At: m.at}
}

var (
	screens = [][2]int{{120, 40}, {300, 100}}
	crowds  = []int{1_000, 100_000}
)

// frames runs one kind of frame for every screen and every number of tasks, and reports how the cost grows with the
// number.
func frames(b *testing.B, frame func(m *measured)) {
	for _, s := range screens {
		var few float64
		for _, n := range crowds {
			b.Run(fmt.Sprintf("%dx%d/%d", s[0], s[1], n), func(b *testing.B) {
				m := measure(b, n, s[0], s[1])
				b.ReportAllocs()
				for b.Loop() {
					frame(m)
				}
				per := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
				if n == crowds[0] {
					few = per
				} else if few > 0 {
					b.ReportMetric(per/few, "x-of-1000")
				}
			})
		}
	}
}

// BenchmarkView draws a screen on which nothing changed.
func BenchmarkView(b *testing.B) { frames(b, func(m *measured) { m.View() }) }

// BenchmarkNews takes in one changed file and draws the screen.
func BenchmarkNews(b *testing.B) {
	frames(b, func(m *measured) {
		m.Update(newsMsg{epoch: m.epoch, delta: m.news()})
		m.View()
	})
}

// BenchmarkKey moves the cursor down and draws the screen.
func BenchmarkKey(b *testing.B) {
	frames(b, func(m *measured) {
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
		m.View()
	})
}
