package ui

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// noon is the time of the measured boards.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// project returns n tasks like those of a real project: the first half is completed, some of the rest are in progress, and many wait for
// earlier ones.
func project(n int) []*tasks.Task {
	traits := dialect.S12
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

// measured is a board of n tasks at a size, all read, over an empty directory without events.
type measured struct {
	*Model
	ts      []*tasks.Task
	at      time.Time
	changes int // how often a file has changed
	presses int // how often a key was pressed
	stuck   int // how often the cursor stayed where it was
}

func measure(t testing.TB, n, w, h int) *measured { return measureWith(t, "", n, w, h) }

// measureWith is measure with a state directory for the history, "" for none.
func measureWith(t testing.TB, state string, n, w, h int) *measured {
	t.Helper()
	dir := t.TempDir()
	d, err := workspace.Open(locate.Place{Dir: dir, Project: "my-service"}, workspace.Options{State: state})
	testdir.Must(t, err)
	m := &measured{ts: project(n), at: noon}
	m.Model = New(Options{As: "ann", Now: func() time.Time { return m.at }})
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	m.Update(openedMsg{workspace: d})
	m.Update(deltaMsg{delta: tasks.Delta{Put: m.ts, Whole: true, At: noon}})
	m.View()
	return m
}

// amongMany is measure with the cursor on the pending tasks: there are enough of them for it to move, however few tasks there are.
func amongMany(t testing.TB, n, w, h int) *measured {
	t.Helper()
	m := measure(t, n, w, h)
	m.press('h')
	m.View()
	return m
}

func (m *measured) press(key rune) { m.Update(tea.KeyPressMsg{Code: key, Text: string(key)}) }

// news is a change of one file: a task that an agent claims, completes and reopens, over and over.
func (m *measured) news() tasks.Delta {
	n := len(m.ts)
	i := n/2 + n/100 + 7
	t := *m.ts[i]
	m.changes++
	t.Version += uint32(m.changes)
	switch m.changes % 3 {
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
	screens = [][2]int{{120, 40}, {300, 100}, {44, 50}}
	crowds  = []int{1_000, 100_000}
)

// frames measures one kind of frame at every size and with every number of tasks.
func frames(b *testing.B, frame func(m *measured)) {
	for _, s := range screens {
		var few float64
		for _, n := range crowds {
			b.Run(fmt.Sprintf("%dx%d/%d", s[0], s[1], n), func(b *testing.B) {
				m := amongMany(b, n, s[0], s[1])
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
				if m.stuck > 0 {
					b.Errorf("of %d keys %d moved nothing", m.presses, m.stuck)
				}
			})
		}
	}
}

// still draws a screen on which nothing changed.
func (m *measured) still() { m.View() }

// oneFile handles one changed file and draws the screen.
func (m *measured) oneFile() {
	m.Update(deltaMsg{delta: m.news()})
	m.View()
}

// oneKey moves the cursor and draws the screen: down through some pages and up again.
func (m *measured) oneKey() {
	key, was := 'j', m.cards.UnderCursor()
	if m.presses/200%2 == 1 {
		key = 'k'
	}
	m.presses++
	m.press(key)
	m.View()
	if m.cards.UnderCursor() == was {
		m.stuck++
	}
}

// BenchmarkThousand is a thousand of 10,000 files that change at once, and the frame after it, with a history and without.
func BenchmarkThousand(b *testing.B) {
	for name, state := range map[string]string{"kept": b.TempDir(), "not": ""} {
		b.Run(name, func(b *testing.B) {
			m := measureWith(b, state, 10_000, 120, 40)
			b.ReportAllocs()
			for version := uint32(2); b.Loop(); version++ {
				put := make([]*tasks.Task, 1000)
				for i := range put {
					t := *m.ts[6000+i]
					if t.Version = version; version%2 == 0 {
						t.Status, t.Owner = tasks.InProgress, "agent-1"
					}
					put[i] = &t
				}
				m.at = m.at.Add(3 * time.Second)
				m.Update(deltaMsg{delta: tasks.Delta{Put: put, At: m.at}})
				m.View()
			}
		})
	}
}

func BenchmarkView(b *testing.B) { frames(b, (*measured).still) }
func BenchmarkNews(b *testing.B) { frames(b, (*measured).oneFile) }
func BenchmarkKey(b *testing.B)  { frames(b, (*measured).oneKey) }

func TestAFrameOnWhichNothingChangedTakesTenAllocations(t *testing.T) {
	for _, s := range screens {
		m := measure(t, 1_000, s[0], s[1])
		if n := allocations(50, m.still); n > 10 {
			t.Errorf("%v allocations at %dx%d", n, s[0], s[1])
		}
	}
}

// Work done for every task would cost twenty times as much with twenty times as many.
func TestFramesCostTheSameHoweverManyTasksThereAre(t *testing.T) {
	if testdir.Race {
		t.Skip("the race detector allocates too")
	}
	for _, size := range [][2]int{{120, 40}, {44, 50}} {
		few, many := amongMany(t, 1_000, size[0], size[1]), amongMany(t, 20_000, size[0], size[1])
		for name, frame := range map[string]func(*measured){
			"a still frame": (*measured).still, "one changed file": (*measured).oneFile, "one key": (*measured).oneKey,
		} {
			name = fmt.Sprintf("%s at %dx%d", name, size[0], size[1])
			x, y := allocations(50, func() { frame(few) }), allocations(50, func() { frame(many) })
			if y > 1.5*x+20 {
				t.Errorf("%s: %v allocations among 1,000 tasks, %v among 20,000", name, x, y)
			}
		}
		if few.stuck+many.stuck > 0 {
			t.Errorf("of %d keys %d moved nothing", few.presses+many.presses, few.stuck+many.stuck)
		}
	}
}

func TestABurstDoesNotSlowDownTheKeysThatFollow(t *testing.T) {
	burst := measure(t, 10_000, 120, 40)
	changed := make([]*tasks.Task, len(burst.ts))
	for i, old := range burst.ts {
		t := *old
		t.Version, t.Subject = 2, old.Subject+" now"
		changed[i] = &t
	}
	burst.Update(deltaMsg{delta: tasks.Delta{Put: changed, At: burst.at}})
	for _, task := range changed {
		if burst.cards.Card(task.Key).Fresh == 0 {
			t.Fatalf("the change of %s is not marked", task.Key.Name)
		}
	}
	if n := allocations(50, burst.oneKey); n > 500 { // the cards on the screen are drawn again
		t.Errorf("a key takes %v allocations while %d marks fade", n, len(changed))
	}
}

// allocations returns the fewest allocations of f in three measurements: other goroutines are counted too.
func allocations(runs int, f func()) float64 {
	return min(testing.AllocsPerRun(runs, f), testing.AllocsPerRun(runs, f), testing.AllocsPerRun(runs, f))
}
