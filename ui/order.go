package ui

import (
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
)

// What is pressed fast is written in the order in which it was pressed. Bubble Tea runs commands side by side, so
// whatever writes, or reads what was written, takes its turn: the next one starts when the one before has answered.
//
// Written is not yet shown: the board moves a card when its file tells of it. A verb that is pressed before the
// edit in front of it has arrived is therefore kept, with all that is pressed after it, and means what it means on
// the board that has arrived. What opens a form or a question is waited for in the same way, so that the letters
// typed after the key that opens it go into it and not to the board. Nothing is kept for longer than patience.

// turns is who writes now, who waits for that, and what was pressed meanwhile.
type turns struct {
	now  *turn
	next []*turn

	held    []tea.Msg    // keys and what else a person does, in order
	seq     int          // of the alarm that ends the waiting
	alarm   bool         // it is set
	hurried bool         // the first of held has waited long enough
	late    tasks.EditID // the edit of a form that is not waited for any longer
}

// patience is how long a key waits for the edit in front of it.
const patience = 2 * time.Second

// turn is one command that has to wait for the one before.
type turn struct {
	once  sync.Once
	cmd   tea.Cmd
	msg   tea.Msg
	opens bool // what it answers may open a form or a question
}

// run runs the command once, and waits for it where it is running already.
func (t *turn) run() tea.Msg {
	t.once.Do(func() { t.msg = t.cmd() })
	return t.msg
}

type (
	turnOverMsg struct{ answer tea.Msg }
	hurryMsg    struct{ seq int }
	keptAct     struct { // a verb that waits for the board to arrive
		key tasks.Key
		do  keymap.Action
	}
)

// inTurn runs a command when all before it have answered.
func (m *Model) inTurn(cmd tea.Cmd) tea.Cmd { return m.line(&turn{cmd: cmd}) }

// opening is inTurn for what may open a form or a question.
func (m *Model) opening(cmd tea.Cmd) tea.Cmd { return m.line(&turn{cmd: cmd, opens: true}) }

func (m *Model) line(t *turn) tea.Cmd {
	if m.turns.now != nil {
		m.turns.next = append(m.turns.next, t)
		return nil
	}
	m.turns.now = t
	return func() tea.Msg { return turnOverMsg{t.run()} }
}

// turnOver takes an answer, and lets the next go: what the answer leads to, else who waits longest.
func (m *Model) turnOver(msg turnOverMsg) tea.Cmd {
	t := &m.turns
	t.now = nil
	var cmd tea.Cmd
	if msg.answer != nil {
		cmd = m.take(msg.answer)
	}
	if t.now == nil && len(t.next) > 0 {
		first := t.next[0]
		t.next = t.next[1:]
		cmd = tea.Batch(cmd, m.line(first))
	}
	return cmd
}

// opens says that something is about to open, or a form to close.
func (m *Model) opens() bool {
	for _, t := range append([]*turn{m.turns.now}, m.turns.next...) {
		if t != nil && t.opens {
			return true
		}
	}
	mode, ok := m.mode.(filling)
	return ok && mode.form.sent != 0 && mode.form.sent != m.turns.late
}

// arriving says that an edit is not on the board yet.
func (m *Model) arriving() bool {
	expected := m.cursor.expected
	return m.turns.now != nil || len(m.flight) > 0 || expected.Name != "" && !m.board.Has(expected)
}

// keeps keeps what a person does while its turn has not come.
func (m *Model) keeps(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
	default:
		return false
	}
	if len(m.turns.held) == 0 && !m.opens() {
		return false
	}
	m.turns.held = append(m.turns.held, msg)
	return true
}

// keepsAct keeps a verb while an edit in front of it is not on the board yet.
func (m *Model) keepsAct(k tasks.Key, a keymap.Action) bool {
	if m.turns.hurried || !m.arriving() {
		return false
	}
	m.turns.held = append(m.turns.held, keptAct{k, a})
	return true
}

// forgetActs forgets the verbs that wait for a board which another one takes the place of: a task of the same name
// there is another task.
func (m *Model) forgetActs() {
	n := len(m.turns.held)
	m.turns.held = slices.DeleteFunc(m.turns.held, func(msg tea.Msg) bool { _, is := msg.(keptAct); return is })
	if len(m.turns.held) < n {
		m.warn("Not done: another list was opened before its turn came")
	}
}

// keptNow does a verb that was kept.
func (m *Model) keptNow(msg keptAct) tea.Cmd {
	if !m.selectKey(msg.key) {
		m.warn("Not done: the task is not there any more")
		return nil
	}
	return m.act(msg.do)
}

// goOn does what was kept as far as its turn has come, and ends the program where that was waited for.
func (m *Model) goOn() tea.Cmd {
	t := &m.turns
	var cmds []tea.Cmd
	for len(t.held) > 0 && !m.opens() {
		first, rest := t.held[0], t.held[1:]
		t.held = nil
		cmds = append(cmds, m.take(first))
		t.hurried = false
		again := len(t.held) > 0 // it has to wait still
		t.held = append(t.held, rest...)
		if again {
			break
		}
	}
	if len(t.held) > 0 && !t.alarm {
		t.seq++
		t.alarm = true
		cmds = append(cmds, m.inAWhile(hurryMsg{t.seq}))
	}
	return tea.Batch(append(cmds, m.quits())...)
}

func (m *Model) inAWhile(msg hurryMsg) tea.Cmd {
	return tea.Tick(patience, func(time.Time) tea.Msg { return msg })
}

// hurry ends the waiting of the first that was kept. What is written and still has not arrived is not waited for
// again: somebody may have put the file back before it could be read.
func (m *Model) hurry(msg hurryMsg) {
	t := &m.turns
	if msg.seq != t.seq {
		return
	}
	t.alarm = false
	if len(t.held) == 0 {
		return
	}
	t.hurried = true
	for _, slow := range append([]*turn{t.now}, t.next...) {
		if slow != nil {
			slow.opens = false
		}
	}
	if mode, ok := m.mode.(filling); ok {
		t.late = mode.form.sent
	}
	for k, f := range m.flight {
		if f.written {
			delete(m.flight, k)
		}
	}
	if !m.board.Has(m.cursor.expected) {
		m.cursor.expected = tasks.Key{}
	}
}

// writeRest writes what was pressed before the program was ended and had not come to its turn.
func (m *Model) writeRest() {
	t := &m.turns
	if t.now != nil {
		t.now.run()
	}
	for _, next := range t.next {
		next.run()
	}
	t.now, t.next = nil, nil
}
