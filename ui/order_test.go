package ui

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func press(keys string) (all []tea.Msg) {
	for _, r := range keys {
		all = append(all, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return all
}

func TestWhatWritesStartsWhenTheOneBeforeHasAnswered(t *testing.T) {
	m := measure(t, 100, 120, 40)
	var did []string
	does := func(name string) tea.Cmd { return func() tea.Msg { did = append(did, name); return nil } }
	first, second, third := m.inTurn(does("first")), m.inTurn(does("second")), m.inTurn(does("third"))
	if first == nil || second != nil || third != nil {
		t.Fatal("they run side by side")
	}
	for cmd := first; cmd != nil; {
		msg, ok := cmd().(turnOverMsg)
		if !ok {
			t.Fatal("a turn ends without a word")
		}
		cmd = m.turnOver(msg)
	}
	if want := []string{"first", "second", "third"}; !slices.Equal(did, want) {
		t.Errorf("done: %v", did)
	}
}

func TestWhatWasPressedIsWrittenWhenTheProgramIsEnded(t *testing.T) {
	m := measure(t, 100, 120, 40)
	n := 0
	one := func() tea.Msg { n++; return nil }
	running := m.inTurn(one)
	m.inTurn(one)
	running()
	m.writeRest()
	if n != 2 {
		t.Errorf("%d of 2 edits were written, each once", n)
	}
}

func TestKeysWaitForWhatTheKeyBeforeThemOpens(t *testing.T) {
	m := measure(t, 100, 120, 40)
	k, _ := m.selected()
	for _, msg := range press("ejj") { // the form of a task is read from the disk
		m.Update(msg)
	}
	if now, _ := m.selected(); now != k {
		t.Error("what was typed for the form moved the cursor")
	}
	m.Update(m.turns.now.runForTest()) // there is no file: no form opens
	if now, _ := m.selected(); now == k {
		t.Error("what was kept was lost")
	}
}

func TestNothingIsKeptForEver(t *testing.T) {
	m := measure(t, 100, 120, 40)
	k, _ := m.selected()
	for _, msg := range press("ej") {
		m.Update(msg)
	}
	m.Update(hurryMsg{m.turns.seq})
	if now, _ := m.selected(); now == k || len(m.turns.held) > 0 {
		t.Errorf("%d keys wait for a disk that does not answer", len(m.turns.held))
	}
}

func TestAVerbWaitsUntilTheOneBeforeItIsOnTheBoard(t *testing.T) {
	m := measure(t, 100, 120, 40)
	for _, msg := range press("gcd") {
		m.Update(msg)
	}
	if len(m.turns.next) > 0 || len(m.turns.held) != 1 {
		t.Fatalf("%d edits and %d keys wait", len(m.turns.next), len(m.turns.held))
	}
	m.Update(hurryMsg{m.turns.seq})
	if len(m.turns.held) > 0 {
		t.Error("it waits for a file that never tells")
	}
}

func TestQuittingWaitsForTheWritingAndAskedAgainDoesNot(t *testing.T) {
	m := measure(t, 100, 120, 40)
	m.inTurn(func() tea.Msg { return nil })
	if cmd := m.quit(); cmd != nil {
		t.Fatal("it quits while an edit is written")
	}
	if cmd := m.quit(); cmd == nil {
		t.Error("it cannot be quit while an edit is written")
	}
	m.Update(turnOverMsg{})
	if m.turns.now != nil || !m.leave.asked {
		t.Error("it does not quit when the edit is written")
	}
}

// runForTest runs what has its turn and answers what Bubble Tea would be told.
func (t *turn) runForTest() tea.Msg { return turnOverMsg{t.run()} }
