package ui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board/graph"
	"sideboard/ui/view"
)

// projections are the pictures of the dependencies, with the keys that show them.
var projections = map[string]view.ViewKind{"2": view.GraphView, "3": view.FocusView, "4": view.TimelineView}

// types hands keys to the board, has done what they leave to the background, and draws the screen.
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
		m.settled()
		m.View()
	}
}

// settled lays out in the foreground what is laid out in the background.
func (m *measured) settled() {
	for cmd := m.layOutIfShown(); cmd != nil; cmd = m.layOutIfShown() {
		m.Update(cmd())
	}
}

func (m *measured) layOutIfShown() tea.Cmd {
	if l := &m.deps.laid; m.deps.shown == view.GraphView && l.busy {
		l.busy = false
		return m.layOut()
	}
	return nil
}

// inPictureOf measures a picture of n tasks.
func inPictureOf(t testing.TB, n int, key string) *measured {
	t.Helper()
	m := measure(t, n, 120, 40)
	m.types(key, "j", "j")
	if m.deps.shown != projections[key] {
		t.Fatalf("%s is shown for %s", viewWord(m.deps.shown), key)
	}
	return m
}

func TestAFrameOfAPictureOnWhichNothingChangedTakesTenAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which short runs are for, allocates too")
	}
	for key, p := range projections {
		m := inPictureOf(t, 1_000, key)
		if n := testing.AllocsPerRun(50, m.still); n > 10 {
			t.Errorf("the %s takes %v", viewWord(p), n)
		}
	}
}

// What is put into lines or boxes is what the screen shows, however many tasks there are.
func TestAPictureAsksForWhatIsVisibleOnly(t *testing.T) {
	for _, key := range []string{"3", "4"} {
		m := inPictureOf(t, 10_000, key)
		p := m.picture()
		nodes, edges := 0, 0
		node, edge := p.Node, p.Edge
		p.Node = func(i int32) view.Node { nodes++; return node(i) }
		p.Edge = func(e int32) view.Edge { edges++; return edge(e) }
		s := m.screen()
		s.DepView = p
		m.painter.Draw(m.layout, s, m.sheet)
		if nodes == 0 || nodes > 4*m.h || edges > 100*m.h {
			t.Errorf("%s: %d tasks and %d links were asked for, for %d rows", viewWord(projections[key]), nodes, edges, m.h)
		}
	}
}

func TestLinesOfTheLogAreWorkedOutOnceAndNotAllOfThem(t *testing.T) {
	m := inPictureOf(t, 10_000, "4")
	l := &m.deps.log
	made, rows := 0, m.layout.DepView.Canvas.H
	count := func() int {
		before := map[int]graph.TimelineRow{}
		for i, r := range l.rows {
			before[i] = r
		}
		m.types("j")
		fresh := 0
		for i, r := range l.rows {
			if was, ok := before[i]; !ok || &was.Cells[0] != &r.Cells[0] {
				fresh++
			}
		}
		return fresh
	}
	for range 2 * rows {
		made += count()
	}
	if made > 2*rows {
		t.Errorf("%d lines were worked out for %d steps down", made, 2*rows)
	}
	m.types("G", "g")
	for range 40 {
		m.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
		m.View()
	}
	if n := len(l.rows); n == 0 || n > mostLines {
		t.Errorf("%d lines are kept", n)
	}
}

// A step makes nothing anew that hangs on the dependencies alone.
func TestAStepInAPictureKeepsWhatWasWorkedOut(t *testing.T) {
	for key, p := range projections {
		m := inPictureOf(t, 1_000, key)
		net, log, marks := m.deps.net, m.deps.log.log, m.deps.marked.marks
		m.types("j", "k", "l", "C")
		if m.deps.net != net || m.deps.log.log != log || m.deps.marked.marks != marks {
			t.Errorf("%s: worked out anew for a step", viewWord(p))
		}
	}
}

// The goals are in milliseconds, and tests hold none. This one holds what makes them true: ten times the tasks make no
// step in a picture, no letter of a search and no news dearer than in proportion.
func TestKeysInAPictureCostNoMoreThanInProportion(t *testing.T) {
	quiet(t)
	for _, key := range []string{"3", "4"} {
		few, many := inPictureOf(t, 500, key), inPictureOf(t, 5_000, key)
		for name, step := range map[string]func(*measured){
			"a step":         func(m *measured) { m.types("j") },
			"a what if":      func(m *measured) { m.types("f", "f") },
			"a letter of it": func(m *measured) { m.types("L", "w", "esc") },
			"news":           (*measured).oneFile,
		} {
			a, b := median(func() { step(few) }, func() { step(many) })
			t.Logf("%s, %s: %v among 500, %v among 5,000", viewWord(projections[key]), name, a, b)
			if b > 40*a {
				t.Errorf("%s: %s takes %.0f times as long among ten times as many", viewWord(projections[key]), name, float64(b)/float64(a))
			}
		}
	}
}

// While the board is shown, nothing of the pictures is kept.
func TestTheBoardKeepsNothingOfThePictures(t *testing.T) {
	m := inPictureOf(t, 1_000, "3")
	m.types("4", "2", "1")
	d := &m.deps
	if d.real != nil || d.net != nil || d.laid.layout != nil || d.log.log != nil || d.focus.layout != nil || d.marked.marks != nil || d.tally.net != nil {
		t.Errorf("kept: %+v", d)
	}
	m.types("L")
	if d.net == nil {
		t.Error("a link that is being made has nothing to be judged by")
	}
	m.types("esc")
	if d.real != nil {
		t.Error("it is kept after the gesture")
	}
}

// A picture wakes up as often as the board does: once a minute, for the ages.
func TestAnIdlePictureWakesOnceAMinute(t *testing.T) {
	for key, p := range projections {
		for _, still := range []bool{false, true} {
			m := inPictureOf(t, 1_000, key)
			m.o.Still = still
			if n := m.wakes(t, noon.Add(fadeFor+fadeStep)); n > 1 { // a notice may end
				t.Errorf("%s, still %v: it woke %d times at first", viewWord(p), still, n)
			}
			from := m.at
			if n := m.wakes(t, noon.Add(3600e9)); n > 60 {
				t.Errorf("%s, still %v: it woke %d times from %v on", viewWord(p), still, n, from)
			}
		}
	}
}

// After a spark the program sleeps as if there had been none; without motion there is none to begin with.
func TestAPictureSleepsAfterASpark(t *testing.T) {
	for key, p := range projections {
		for _, still := range []bool{false, true} {
			m, complete := pair(t, still)
			m.show(p)
			m.refreshPicture()
			m.View()
			complete()
			if m.deps.spark.on == still {
				t.Fatalf("%s, still %v: a spark burns: %v", key, still, m.deps.spark.on)
			}
			if n := m.wakes(t, m.at.Add(fadeFor+fadeStep)); !still && (n < 5 || n > 30) || still && n > 1 {
				t.Errorf("%s, still %v: it woke %d times for one completion", viewWord(p), still, n)
			}
			if m.deps.spark.on {
				t.Errorf("%s: the spark burns on", viewWord(p))
			}
			if n := m.wakes(t, noon.Add(3600e9)); n > 60 {
				t.Errorf("%s, still %v: it woke %d times in the hour after", viewWord(p), still, n)
			}
		}
	}
}

// BenchmarkPictureKey is a key and the frame after it, among more and more tasks.
func BenchmarkPictureKey(b *testing.B) {
	steps := []struct {
		name string
		step func(m *measured)
	}{
		{"still", (*measured).still},
		{"step", func(m *measured) { m.types("j") }},
		{"type", func(m *measured) { m.types("L", "w", "i", "backspace", "9", "esc") }},
		{"whatif", func(m *measured) { m.types("f", "f") }},
		{"news", (*measured).oneFile},
	}
	for _, key := range []string{"3", "4"} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			m := inPictureOf(b, n, key)
			for _, s := range steps {
				b.Run(fmt.Sprintf("%s/%s/%d", viewWord(projections[key]), s.name, n), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						s.step(m)
					}
				})
			}
		}
	}
}
