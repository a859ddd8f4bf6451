package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
)

// click clicks on the first place of the screen that shows the text.
func (m *measured) click(t *testing.T, text string) {
	t.Helper()
	for y, row := range strings.Split(m.screenText(), "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			at := tea.Mouse{X: len([]rune(before)), Y: y, Button: tea.MouseLeft}
			m.Update(tea.MouseClickMsg(at))
			m.Update(tea.MouseReleaseMsg(at))
			return
		}
	}
	t.Fatalf("no %q on the screen:\n%s", text, m.screenText())
}

// sees fails if the text is not on the screen.
func (m *measured) sees(t *testing.T, when, text string) {
	t.Helper()
	if !strings.Contains(m.screenText(), text) {
		t.Errorf("%s: no %q on the screen:\n%s", when, text, m.screenText())
	}
}

func TestAKeyWithoutAMeaningSaysSo(t *testing.T) {
	for _, size := range [][2]int{{44, 50}, {80, 24}, {120, 40}} {
		m := measure(t, 100, size[0], size[1])
		for _, k := range "xfFZ]{09Q%" {
			m.Update(tea.KeyPressMsg{Code: k, Text: string(k)})
			m.sees(t, string(k), string(k)+" is no key here")
		}
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
		if strings.Contains(m.screenText(), "is no key") {
			t.Error("the next key does not take it back")
		}
	}
}

func TestTheOldKeyOfAnActionThatWasBoundElsewhereHasNoMeaning(t *testing.T) {
	m := measure(t, 100, 120, 40)
	if err := m.Keys.Rebind(map[string]string{"quit": "Q"}); err != nil {
		t.Fatal(err)
	}
	m.Update(tea.KeyPressMsg{Code: 'q', Text: "q"})
	m.sees(t, "q bound elsewhere", "q is no key here")
}

func TestAClickOnAKeyPressesIt(t *testing.T) {
	m := measure(t, 100, 120, 40)
	for _, c := range []struct{ key, sees string }{
		{"/ filter", "words, @owner"}, {"esc cancel", "/ filter"}, {"n new", "New task"}, {"/ filter", "New task"}, {"esc cancel", "n new"}, {"? help", "What you can do now"},
	} {
		m.click(t, c.key)
		m.sees(t, "after a click on "+c.key, c.sees)
	}
}

func TestAClickOnACountGoesToWhatItCounts(t *testing.T) {
	for _, size := range [][2]int{{100, 30}, {120, 40}} {
		m := measure(t, 600, size[0], size[1])
		m.becomes(m.ts[599].Key, func(t *tasks.Task) { t.WaitsFor = []tasks.ID{{Text: "task_9999"}} })
		for _, c := range []struct {
			count string
			is    board.State
		}{{"✓ 300", board.Done}, {"◐ 6", board.Running}, {"● ", board.Ready}, {"○ ", board.Waiting}} {
			m.Update(tea.KeyPressMsg{Code: '2', Text: "2"})
			m.Update(tea.KeyPressMsg{Code: '1', Text: "1"})
			m.click(t, c.count)
			if on := m.Board.State(m.cards.UnderCursor()); on != c.is {
				t.Errorf("%v: a click on %q leads to a task that is %v", size, c.count, on)
			}
		}
		m.click(t, "1 needs you")
		m.sees(t, "after a click on what needs you", "task_9999")
	}
}

// shownMeanwhile opens the summary of what changed while nobody was there.
func (m *measured) shownMeanwhile(t *testing.T) {
	t.Helper()
	m.Update(tea.BlurMsg{})
	k := m.firstReady()
	m.claims(k)
	m.completes(k)
	m.at = m.at.Add(2 * time.Minute)
	m.Update(tea.FocusMsg{})
	m.sees(t, "after two minutes", "Since you looked")
}

func TestAClickNextToTheSummaryClosesItAndActs(t *testing.T) {
	m := measure(t, 100, 120, 40)
	m.Update(tea.KeyPressMsg{Code: 'G', Text: "G"}) // to what is done
	m.shownMeanwhile(t)
	m.click(t, "● ") // the number of ready tasks in the header
	if strings.Contains(m.screenText(), "Since you looked") {
		t.Error("it is still open")
	}
	if on := m.cards.UnderCursor(); m.Board.State(on) != board.Ready {
		t.Errorf("the click was swallowed: %v is selected, not what is ready", on)
	}
}

func TestAClickOnTheSummaryClosesIt(t *testing.T) {
	m := measure(t, 100, 120, 40)
	m.shownMeanwhile(t)
	m.click(t, "Since you looked")
	if strings.Contains(m.screenText(), "Since you looked") {
		t.Error("it is still open")
	}
}

func TestTheSummaryClosesOnABoardThatNobodyTouches(t *testing.T) {
	m := measure(t, 100, 120, 40)
	m.shownMeanwhile(t)
	m.wakes(t, m.at.Add(time.Minute))
	if !m.Browsing() {
		t.Error("it covers the board until somebody presses a key")
	}
}
