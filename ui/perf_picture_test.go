package ui

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
	"sideboard/ui/cards"
	"sideboard/ui/depview"
	"sideboard/ui/view"
)

// projections are the pictures of the dependencies, with the keys that show them.
var projections = map[string]view.ViewKind{"2": view.TreeView}

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

// inPictureOf measures a picture of n tasks.
func inPictureOf(t testing.TB, n int, key string) *measured {
	t.Helper()
	m := measure(t, n, 120, 40)
	m.types(key, "j", "j")
	if m.deps.Shown() != projections[key] {
		t.Fatalf("%s is shown for %s", depview.ViewWord(m.deps.Shown()), key)
	}
	return m
}

func TestAFrameOfAPictureOnWhichNothingChangedTakesTenAllocations(t *testing.T) {
	if testdir.Race {
		t.Skip("the race detector allocates too")
	}
	for key, p := range projections {
		m := inPictureOf(t, 1_000, key)
		if n := allocations(50, m.still); n > 10 {
			t.Errorf("the %s takes %v", depview.ViewWord(p), n)
		}
	}
}

// Only visible lines and boxes are computed, however many tasks there are.
func TestAPictureComputesOnlyWhatIsVisible(t *testing.T) {
	for _, key := range []string{"2"} {
		m := inPictureOf(t, 10_000, key)
		p := m.deps.Picture()
		nodes, edges := 0, 0
		node, edge := p.Node, p.Edge
		p.Node = func(i int32) view.Node { nodes++; return node(i) }
		p.Edge = func(e int32) view.Edge { edges++; return edge(e) }
		s := m.contents()
		s.DepView = p
		m.Painter.Draw(m.Layout, s, m.Sheet)
		if nodes == 0 || nodes > 4*m.Height || edges > 100*m.Height {
			t.Errorf("%s: %d tasks and %d links were asked for, for %d rows", depview.ViewWord(projections[key]), nodes, edges, m.Height)
		}
	}
}

// Tests assert no milliseconds. With ten times as many tasks a step in a picture, a letter of a search and a change of a file cost at most
// ten times as much.
func TestKeysInAPictureCostNoMoreThanInProportion(t *testing.T) {
	quiet(t)
	for _, key := range []string{"2"} {
		few, many := inPictureOf(t, 500, key), inPictureOf(t, 5_000, key)
		for name, step := range map[string]func(*measured){
			"a step":         func(m *measured) { m.types("j") },
			"a what if":      func(m *measured) { m.types("f", "f") },
			"a letter of it": func(m *measured) { m.types("L", "w", "esc") },
			"news":           (*measured).oneFile,
		} {
			a, b := median(func() { step(few) }, func() { step(many) })
			t.Logf("%s, %s: %v among 500, %v among 5,000", depview.ViewWord(projections[key]), name, a, b)
			if b > 40*a {
				t.Errorf("%s: %s takes %.0f times as long among ten times as many", depview.ViewWord(projections[key]), name, float64(b)/float64(a))
			}
		}
	}
}

// A picture wakes up as often as the board does: once a minute, for the ages.
func TestAnIdlePictureWakesOnceAMinute(t *testing.T) {
	for key, p := range projections {
		for _, still := range []bool{false, true} {
			m := inPictureOf(t, 1_000, key)
			m.Still = still
			if n := m.wakes(t, noon.Add(cards.FadeFor+2*time.Second)); n > 1 { // a notice may end
				t.Errorf("%s, still %v: it woke %d times at first", depview.ViewWord(p), still, n)
			}
			from := m.at
			if n := m.wakes(t, noon.Add(3600e9)); n > 60 {
				t.Errorf("%s, still %v: it woke %d times from %v on", depview.ViewWord(p), still, n, from)
			}
		}
	}
}

// After a spark the program sleeps as if there had been none; without motion there is none to begin with.
func TestAPictureSleepsAfterASpark(t *testing.T) {
	for key, p := range projections {
		for _, still := range []bool{false, true} {
			m, complete := pair(t, still)
			m.deps.Show(p)
			m.deps.Refresh()
			m.View()
			complete()
			if m.deps.Sparking() == still {
				t.Fatalf("%s, still %v: a spark burns: %v", key, still, m.deps.Sparking())
			}
			if n := m.wakes(t, m.at.Add(cards.FadeFor+2*time.Second)); !still && (n < 5 || n > 30) || still && n > 1 {
				t.Errorf("%s, still %v: it woke %d times for one completion", depview.ViewWord(p), still, n)
			}
			if m.deps.Sparking() {
				t.Errorf("%s: the spark burns on", depview.ViewWord(p))
			}
			if n := m.wakes(t, noon.Add(3600e9)); n > 60 {
				t.Errorf("%s, still %v: it woke %d times in the hour after", depview.ViewWord(p), still, n)
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
	for _, key := range []string{"2"} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			m := inPictureOf(b, n, key)
			for _, s := range steps {
				b.Run(fmt.Sprintf("%s/%s/%d", depview.ViewWord(projections[key]), s.name, n), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						s.step(m)
					}
				})
			}
		}
	}
}
