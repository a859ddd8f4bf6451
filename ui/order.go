package ui

import (
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
)

// What is pressed fast is done in the order in which it was pressed, and means what it would mean if each key waited
// for the one before it. Bubble Tea runs commands side by side, so whatever writes, or reads what was written, takes its
// turn: the next one starts when the one before has answered.
//
// Written is not yet shown: the board moves a card when its file tells of it. On the board every key is therefore kept
// until the edits in front of it have been read back from the disk, which the news says (tasks.Delta.Edits). What opens
// a form, a question or another list is waited for in the same way, so that the letters typed after the key that opens it
// go into it and not to the board. No clock decides what a key means: where the disk takes long, the person is told that
// keys wait, and can leave.

// turns is who writes now, who waits for that, and what was pressed meanwhile.
type turns struct {
	now  *turn
	next []*turn

	held   []tea.Msg // keys and what else a person does, in order
	moving bool      // another list is being opened, for which the rest is meant
	seq    int       // of the alarm that says how long it takes
	alarm  bool      // it is set
	lent   bool      // somebody else has the terminal
	slow   bool      // it was said
}

// patience is how long a key waits until the person is told so.
const patience = time.Second

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
	slowMsg     struct{ seq int }
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

// apply takes an answer, and lets the next go: what the answer leads to, else who waits longest.
func (msg turnOverMsg) apply(m *Model) tea.Cmd {
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
	m.landed()
	return cmd
}

// moves is for what opens another list in place of this one: what is typed from now on is meant for that.
func (m *Model) moves(cmd tea.Cmd) tea.Cmd {
	m.turns.moving = true
	return cmd
}

// opens reports whether something is about to open, or a form to close.
func (m *Model) opens() bool {
	for _, t := range append([]*turn{m.turns.now}, m.turns.next...) {
		if t != nil && t.opens {
			return true
		}
	}
	mode, ok := m.mode.(filling)
	return ok && mode.form.sent != 0
}

// arriving reports whether an edit is not on the board yet.
func (m *Model) arriving() bool {
	return m.turns.now != nil || m.workspace != nil && m.heard < m.workspace.Edits()
}

// early reports whether the turn of what a person did has not come. The key that quits does not wait: quitting does.
func (m *Model) early(msg tea.Msg) bool {
	if m.opens() || m.turns.lent {
		return true
	}
	if _, browsing := m.mode.(browse); !browsing || !m.turns.moving && !m.arriving() {
		return false
	}
	k, pressed := msg.(tea.KeyPressMsg)
	return !pressed || m.keys.Resolve(k, m.mode.Scopes()...) != keymap.Quit
}

// keeps keeps what a person does while its turn has not come.
func (m *Model) keeps(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
	default:
		return false
	}
	if k, pressed := msg.(tea.KeyPressMsg); pressed && m.turns.slow && k.Text == "" && m.keys.Resolve(k, browse{m}.Scopes()...) == keymap.Quit {
		m.turns.held, m.leave.now = nil, true
		return true
	}
	if len(m.turns.held) == 0 && !m.early(msg) {
		return false
	}
	m.turns.held = append(m.turns.held, msg)
	return true
}

// goOn does what was kept as far as its turn has come, and ends the program where that was waited for.
func (m *Model) goOn() tea.Cmd {
	t := &m.turns
	var cmds []tea.Cmd
	for len(t.held) > 0 && !m.early(t.held[0]) {
		first := t.held[0]
		t.held = t.held[1:]
		cmds = append(cmds, m.take(first))
	}
	switch {
	case len(t.held) == 0:
		t.alarm, t.slow = false, false
	case !t.alarm:
		t.seq++
		t.alarm = true
		alarm := slowMsg{t.seq}
		cmds = append(cmds, tea.Tick(patience, func(time.Time) tea.Msg { return alarm }))
	}
	return tea.Batch(append(cmds, m.quits())...)
}

// apply tells the person that keys wait, and how to leave without them.
func (msg slowMsg) apply(m *Model) tea.Cmd {
	t := &m.turns
	if msg.seq != t.seq || len(t.held) == 0 {
		return nil
	}
	t.slow = true
	n := len(t.held)
	m.warn(fmt.Sprintf("%d %s until what was pressed before is done; ctrl+c leaves at once", n, plural(n, "key waits", "keys wait")))
	return nil
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
