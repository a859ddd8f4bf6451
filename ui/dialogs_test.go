package ui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
	"sideboard/ui/view"
)

// window returns the rectangle of what floats over the screen.
func (m *measured) window() (r view.Rect) {
	m.View()
	for y := range m.Height {
		for x := range m.Width {
			if s, ok := m.Painter.SpotAt(x, y); !ok || !s.Floats {
				continue
			}
			if r.Empty() {
				r = view.Rect{X: x, Y: y}
			}
			r.W, r.H = max(r.W, x+1-r.X), y+1-r.Y
		}
	}
	return r
}

// Whoever types would otherwise read a list that moves at each letter.
func TestADialogHasOneSizeFromOpeningToClosing(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {44, 50}, {200, 60}} {
		for open, keys := range map[string][]string{
			":": {"l", "o", "g", "x", "q"}, "?": {"/", "c", "l", "q", "enter", "esc"}, "A": {"/", "x", "q", "enter", "esc"},
			"L": {"W", "i", "q", "q"}, "m": {"e", "v", "x"},
		} {
			m := measure(t, 100, size[0], size[1])
			press := func(key string) {
				k := tea.KeyPressMsg{Code: rune(key[0]), Text: key}
				switch key {
				case "enter":
					k = tea.KeyPressMsg{Code: tea.KeyEnter}
				case "esc":
					k = tea.KeyPressMsg{Code: tea.KeyEscape}
				case "tab":
					k = tea.KeyPressMsg{Code: tea.KeyTab}
				}
				m.Update(k)
			}
			press(open)
			was, typed := m.window(), open
			if was.Empty() {
				t.Errorf("%v: %s opens nothing", size, open)
			}
			for _, key := range keys {
				press(key)
				typed += " " + key
				if is := m.window(); is != was {
					t.Errorf("%v: after %s it has %v, and had %v", size, typed, is, was)
				}
			}
		}
	}
}

// Agents write while a person reads the help. Their files, and the time, are no reason to make it anew.
func TestADialogInWhichNothingChangedIsNotMadeAnew(t *testing.T) {
	if testdir.Race {
		t.Skip("the race detector allocates too")
	}
	for _, open := range []string{"?", ":", "A", "L", "!"} {
		m := measure(t, 1_000, 120, 40)
		m.types(open)
		passes := func() {
			m.at = m.at.Add(time.Millisecond)
			m.Update(tickMsg{seq: m.wake.seq})
			m.View()
		}
		if n := allocations(20, passes); n > 100 { // making a dialog takes some thousands
			t.Errorf("a frame under what %s opens takes %v allocations", open, n)
		}
		// a change of the board makes the dialog once more, because that may show tasks
		if n, alone := allocations(20, m.oneFile), allocations(20, measure(t, 1_000, 120, 40).oneFile); n > 4*alone {
			t.Errorf("a file that changes under what %s opens takes %v allocations, and %v without it", open, n, alone)
		}
	}
}

// Each layout is work for every visible card.
func TestAKeyLaysTheCardsOutAtMostTwice(t *testing.T) {
	for _, size := range screens {
		m := measure(t, 1_000, size[0], size[1])
		for _, key := range []string{"j", "j", "l", "k", "h", "G", "g", "space", "esc", "3", "1", "?", "esc"} {
			before := m.cards.Layouts()
			m.types(key)
			if n := m.cards.Layouts() - before; n > 2 && key != "1" { // a view that opens tries what has room
				t.Errorf("%v: %s lays them out %d times", size, key, n)
			}
		}
	}
}

func TestAFrameOnWhichNothingChangedLaysNoCardsOut(t *testing.T) {
	for _, size := range screens {
		m := measure(t, 1_000, size[0], size[1])
		before := m.cards.Layouts()
		for range 3 {
			m.Update(tickMsg{seq: m.wake.seq})
			m.View()
		}
		if n := m.cards.Layouts() - before; n > 0 {
			t.Errorf("%v: they are laid out %d times", size, n)
		}
	}
}
