package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
)

// wakes lets time pass, and counts how often the board wakes up by itself.
func (m *measured) wakes(t *testing.T, until time.Time) (n int) {
	t.Helper()
	for m.wake.at.Before(until) {
		if !m.wake.at.After(m.at) {
			t.Fatalf("an alarm for %v is set at %v", m.wake.at, m.at)
		}
		m.at = m.wake.at
		m.Update(tickMsg{seq: m.wake.seq})
		n++
	}
	return n
}

func TestAnIdleBoardWakesOnceAMinute(t *testing.T) {
	m := measure(t, 1_000, 120, 40)
	if n := m.wakes(t, noon.Add(time.Hour)); n != 60 {
		t.Errorf("it woke %d times in an hour: once a minute, and when the tasks that stalled got their places", n)
	}
}

func TestAChangeWakesTheBoardOnlyWhenItsMarkFades(t *testing.T) {
	m := measure(t, 1_000, 120, 40)
	m.oneFile() // a second after noon
	if n := m.wakes(t, noon.Add(59*time.Second)); n != 2 {
		t.Errorf("it woke %d times; the card is lit less after one second and a half, and no more after ten", n)
	}
	if n := m.wakes(t, noon.Add(time.Hour)); n != 60 {
		t.Errorf("it woke %d times in the hour after: once a minute, and when the tasks that stalled got their places", n)
	}
}

func TestManyMarksMoveFifteenTimesASecond(t *testing.T) {
	m := measure(t, 1_000, 120, 40)
	for _, old := range m.ts[500:600] { // a change each 20 ms, for two seconds
		changed := *old
		changed.Version, changed.Subject = 2, "Changed"
		m.at = m.at.Add(20 * time.Millisecond)
		m.Update(deltaMsg{delta: tasks.Delta{Put: []*tasks.Task{&changed}, At: m.at}})
	}
	// Each change fades in three steps; the changes are spread over two seconds, at fifteen frames a second.
	if n := m.wakes(t, noon.Add(59*time.Second)); n < 3 || n > 3*2*15+3 {
		t.Errorf("it woke %d times", n)
	}
}

func TestNothingWakesTheBoardTwiceForOneMoment(t *testing.T) {
	m := measure(t, 1_000, 120, 40)
	before := m.wake.seq
	for range 100 {
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
	}
	if m.wake.seq != before {
		t.Errorf("%d alarms were set by keys that change nothing later", m.wake.seq-before)
	}
}

func TestWithoutMotionAChangeWakesNothing(t *testing.T) {
	m := measure(t, 1_000, 120, 40)
	m.Still = true
	m.oneFile()
	if n := m.wakes(t, noon.Add(59*time.Second)); n != 0 {
		t.Errorf("it woke %d times", n)
	}
}

func TestOnAWideScreenChangesGather(t *testing.T) {
	for _, c := range []struct {
		w       int
		loading bool
		rest    time.Duration
	}{{120, false, 0}, {300, false, 50 * time.Millisecond}, {300, true, 0}} {
		m := measure(t, 100, c.w, 40)
		if got := m.gatherTime(tasks.Delta{Loading: c.loading}); got != c.rest {
			t.Errorf("%d columns, loading %v: a rest of %v, want %v", c.w, c.loading, got, c.rest)
		}
	}
}
