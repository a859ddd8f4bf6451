package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// becomes changes the file of a task a while later.
func (m *measured) becomes(k tasks.Key, change func(*tasks.Task)) {
	m.at = m.at.Add(10 * time.Second)
	t := *m.Board.Task(k)
	t.Version++
	t.Stamp.Mtime = m.at.UnixNano()
	change(&t)
	m.Update(deltaMsg{delta: tasks.Delta{Put: []*tasks.Task{&t}, At: m.at}})
}

// claims lets an agent claim a task, and completes lets it complete one.
func (m *measured) claims(k tasks.Key) {
	m.becomes(k, func(t *tasks.Task) { t.Status, t.Owner = tasks.InProgress, "agent-1" })
}

func (m *measured) completes(k tasks.Key) {
	m.becomes(k, func(t *tasks.Task) { t.Status = tasks.Completed })
}

// screenText returns the text of the screen.
func (m *measured) screenText() string { return ansi.Strip(m.View().Content) }

// shows reports whether the card of a task is on the screen.
func shows(screen string, t *tasks.Task) bool {
	return strings.Contains(screen, t.Subject[:strings.Index(t.Subject, " of ")+1])
}

// firstReady returns the first ready task.
func (m *measured) firstReady() (k tasks.Key) {
	for i := range m.Board.Len(board.PendingColumn) {
		if k = m.Board.At(board.PendingColumn, i); m.Board.State(k) == board.Ready {
			return k
		}
	}
	return tasks.Key{}
}

// showsWork fails if tasks of a kind have room on the screen and none of them is visible, or if one that needs a person is not.
func (m *measured) showsWork(t *testing.T, when string) {
	t.Helper()
	screen := m.screenText()
	seen, all := map[board.State]int{}, map[board.State]int{}
	for _, task := range m.ts {
		s := m.Board.State(task.Key)
		all[s]++
		if shows(screen, task) {
			seen[s]++
		}
	}
	for s, n := range all {
		below := s == board.Missing || s == board.Waiting || s == board.Done && m.Layout.Stacked // others have their rows first
		if n > 0 && seen[s] == 0 && !below {
			t.Fatalf("%s: none of the %d tasks in state %v is seen:\n%s", when, n, s, screen)
		}
	}
	for _, need := range m.needs.List()[:min(len(m.needs.List()), 3)] {
		if !shows(screen, m.Board.Task(need.Key)) {
			t.Fatalf("%s: %s needs a person and is not seen:\n%s", when, m.Board.Task(need.Key).Subject, screen)
		}
	}
	if strings.Contains(screen, "more above") {
		t.Fatalf("%s: the board is not at its top:\n%s", when, screen)
	}
	if rows := strings.Split(screen, "\n"); m.Layout.Stacked {
		for _, row := range rows[:len(rows)-3] { // without the news and the keys
			if strings.TrimSpace(row) == "" {
				t.Fatalf("%s: a row is empty while tasks have no room:\n%s", when, screen)
			}
		}
	}
}

func TestABoardThatNobodyTouchesShowsTheWork(t *testing.T) {
	for _, size := range [][2]int{{44, 50}, {80, 24}, {120, 40}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			m := measure(t, 600, size[0], size[1])
			m.becomes(m.ts[599].Key, func(t *tasks.Task) { t.WaitsFor = []tasks.ID{{Text: "task_9999"}} })
			for n := range 40 {
				k := m.cards.UnderCursor()
				if s := m.Board.State(k); s != board.Running && s != board.Ready {
					k = m.firstReady()
				}
				m.claims(k)
				m.showsWork(t, fmt.Sprintf("after claim %d", n))
				m.completes(k)
				m.showsWork(t, fmt.Sprintf("after completion %d", n))
				newest := m.Board.At(board.CompletedColumn, 0)
				if newest != k || !m.Layout.Stacked && !shows(m.screenText(), m.Board.Task(k)) {
					t.Fatalf("%s was completed last and is not seen:\n%s", m.Board.Task(k).Subject, m.screenText())
				}
				if on := m.cards.UnderCursor(); m.Board.State(on) == board.Done {
					t.Fatalf("completion %d: the selection stays on what is done", n)
				}
			}
		})
	}
}

func TestTheSelectionStaysOnAnOpenTaskAndLeavesADoneOne(t *testing.T) {
	m := measure(t, 600, 44, 50)
	first := m.cards.UnderCursor()
	if m.Board.State(first) != board.Running {
		t.Fatalf("it begins on what is %v", m.Board.State(first))
	}
	ready := m.firstReady()
	m.claims(ready)
	m.completes(ready)
	if m.cards.UnderCursor() != first {
		t.Error("it left a task that is still open")
	}
	next := m.firstReady()
	m.completes(first)
	if m.cards.UnderCursor() != next {
		t.Errorf("it went to %v, and %v is ready first", m.cards.UnderCursor(), next)
	}
	lost := m.firstReady()
	m.becomes(m.ts[500].Key, func(t *tasks.Task) { t.WaitsFor = []tasks.ID{{Text: "task_9999"}} })
	m.completes(lost)
	if m.cards.UnderCursor() != m.ts[500].Key {
		t.Errorf("it went to %v, and %v needs a person", m.cards.UnderCursor(), m.ts[500].Key)
	}
}

func TestTheSelectionStaysOnWhatAFilterChose(t *testing.T) {
	m := measure(t, 600, 44, 50)
	m.cards.SetFilter("is:blocked")
	chosen := m.cards.UnderCursor()
	m.cards.SetFilter("")
	m.wakes(t, m.at.Add(2*time.Minute))
	if m.cards.UnderCursor() != chosen || m.Board.State(chosen) != board.Waiting {
		t.Errorf("it went from %v to %v", chosen, m.cards.UnderCursor())
	}
}

// atTheEnd is a board of which a person pressed keys: G goes to its end.
func atTheEnd(t *testing.T, keys string) *measured {
	t.Helper()
	m := measure(t, 600, 44, 50)
	for _, k := range keys {
		m.Update(tea.KeyPressMsg{Code: k, Text: strings.TrimSpace(string(k))})
	}
	return m
}

func TestABoardGoesBackToItsTopAfterHalfAMinuteWithoutAKey(t *testing.T) {
	m := atTheEnd(t, "G")
	last := m.cards.UnderCursor()
	top := func() bool { return shows(m.screenText(), m.Board.Task(m.Board.InProgress()[0])) }
	if top() {
		t.Error("the end of the list is not seen after G")
	}
	m.at = m.at.Add(29 * time.Second)
	m.Update(tea.FocusMsg{})
	if top() {
		t.Error("it was taken back to the top after 29 seconds")
	}
	m.wakes(t, m.at.Add(time.Minute))
	if !top() || m.cards.UnderCursor() != last {
		t.Errorf("a minute later %v is selected, and the screen is\n%s", m.cards.UnderCursor(), m.screenText())
	}
}

func TestABoardUnderSomethingOpenStaysWhereThePersonLeftIt(t *testing.T) {
	for what, keys := range map[string]string{"a dialog": "G?", "a detail": "G\r", "a filter": "/part\rG", "a mark": "G "} {
		m := atTheEnd(t, keys)
		last := m.cards.UnderCursor()
		m.wakes(t, m.at.Add(2*time.Minute))
		if m.cards.UnderCursor() != last {
			t.Errorf("with %s the selection moved from a done task that a person chose", what)
		}
		if !m.cards.NeedsShowTop() {
			t.Errorf("with %s the board went to its top", what)
		}
	}
}

// No row of a tree is hidden for a blank one around the news; a tree that leaves some keeps them.
func TestATreeThatScrollsLeavesNoRowsBlank(t *testing.T) {
	for _, c := range []struct{ n, w, h, air int }{{300, 44, 50, 0}, {40, 120, 40, 2}, {300, 120, 40, 0}} {
		m := measure(t, c.n, c.w, c.h)
		if m.press('2'); m.Layout.View != view.TreeView {
			m.press('2')
		}
		if m.Layout.View != view.TreeView || m.Layout.Air != c.air {
			t.Errorf("%+v: view %v with %d blank rows:\n%s", c, m.Layout.View, m.Layout.Air, m.screenText())
		}
	}
}
