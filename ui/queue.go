package ui

import (
	"fmt"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"sideboard/keymap"
	"sideboard/ui/phrase"
)

// Bubble Tea runs commands side by side, so whatever writes, or reads what was written, takes its turn: the next one starts
// when the one before has answered.

// editQueue is the commands that take turns: who writes now, and who waits for that.
type editQueue struct {
	now  *queuedCmd
	next []*queuedCmd
}

// queuedCmd is one command that has to wait for the one before.
type queuedCmd struct {
	once  sync.Once
	cmd   tea.Cmd
	msg   tea.Msg
	opens bool // what it answers may open a form or a question
}

// run runs the command once, and waits for it where it is running already.
func (t *queuedCmd) run() tea.Msg {
	t.once.Do(func() { t.msg = t.cmd() })
	return t.msg
}

// Enqueue runs a command when all before it have answered.
func (q *editQueue) Enqueue(cmd tea.Cmd) tea.Cmd { return q.add(&queuedCmd{cmd: cmd}) }

// EnqueueOpening is Enqueue for what may open a form or a question.
func (q *editQueue) EnqueueOpening(cmd tea.Cmd) tea.Cmd {
	return q.add(&queuedCmd{cmd: cmd, opens: true})
}

func (q *editQueue) add(t *queuedCmd) tea.Cmd {
	if q.now != nil {
		q.next = append(q.next, t)
		return nil
	}
	q.now = t
	return func() tea.Msg { return dequeuedMsg{t.run()} }
}

// advance starts who waits longest, where nobody has the turn.
func (q *editQueue) advance() tea.Cmd {
	if q.now != nil || len(q.next) == 0 {
		return nil
	}
	first := q.next[0]
	q.next = q.next[1:]
	return q.add(first)
}

// isOpening reports whether what has the turn, or waits for it, may open a form or a question.
func (q *editQueue) isOpening() bool {
	return q.now != nil && q.now.opens || slices.ContainsFunc(q.next, func(t *queuedCmd) bool { return t.opens })
}

// writeRest writes what was pressed before the program was ended and had not come to its turn.
func (q *editQueue) writeRest() {
	if q.now != nil {
		q.now.run()
	}
	for _, next := range q.next {
		next.run()
	}
	q.now, q.next = nil, nil
}

// What is pressed fast is done in the order in which it was pressed, and means what it would mean if each key waited
// for the one before it.
//
// Written is not yet shown: the board moves a card when its file tells of it. On the board every key is therefore kept
// until the edits in front of it have been read back from the disk, which the news says (tasks.Delta.Edits). What opens
// a form, a question or another list is waited for in the same way, so that the letters typed after the key that opens it
// go into it and not to the board. No clock decides what a key means: where the disk takes long, the person is told that
// keys wait, and can leave.

// patience is how long a key waits until the person is told so.
const patience = time.Second

// switchTo opens another list in place of this one: what is typed from now on is meant for that.
func (m *Model) switchTo(opens tea.Cmd) tea.Cmd {
	m.typed.moving = m.Workspace != nil
	return m.leaveStart(opens)
}

// arriving reports whether an edit is not on the board yet.
func (m *Model) arriving() bool {
	return m.queue.now != nil || m.editing.EditsArriving()
}

// mustWait reports whether the turn of what a person did has not come. The key that quits does not wait: quitting does.
func (m *Model) mustWait(msg tea.Msg) bool {
	if m.queue.isOpening() || m.editing.Saving() || m.typed.lent {
		return true
	}
	if !m.Browsing() || !m.typed.moving && !m.arriving() {
		return false
	}
	k, pressed := msg.(tea.KeyPressMsg)
	return !pressed || m.Keys.Resolve(k, m.Mode().Scopes()...) != keymap.Quit
}

// holdInput keeps what a person does while its turn has not come, and reports whether it did.
func (m *Model) holdInput(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
	default:
		return false
	}
	if k, pressed := msg.(tea.KeyPressMsg); pressed && m.typed.slow && k.Text == "" && m.Keys.Resolve(k, browse{m}.Scopes()...) == keymap.Quit {
		m.typed.held, m.quitting.now = nil, true
		return true
	}
	if len(m.typed.held) == 0 && !m.mustWait(msg) {
		return false
	}
	m.typed.held = append(m.typed.held, msg)
	return true
}

// flushHeld does what was kept as far as its turn has come, and ends the program where that was waited for.
func (m *Model) flushHeld() tea.Cmd {
	t := &m.typed
	var cmds []tea.Cmd
	for len(t.held) > 0 && !m.mustWait(t.held[0]) {
		first := t.held[0]
		t.held = t.held[1:]
		m.deps.Refresh()
		if _, mouse := first.(tea.MouseMsg); mouse {
			m.View() // a click means what lies there on the board that has arrived
		}
		cmds = append(cmds, m.dispatch(first))
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
	t := &m.typed
	if msg.seq != t.seq || len(t.held) == 0 {
		return nil
	}
	t.slow = true
	n := len(t.held)
	m.Warn(fmt.Sprintf("%d %s until what was pressed before is done; ctrl+c leaves at once", n, phrase.Plural(n, "key waits", "keys wait")))
	return nil
}

// apply takes an answer, and lets the next go: what the answer leads to, else who waits longest.
func (msg dequeuedMsg) apply(m *Model) tea.Cmd {
	m.queue.now = nil
	var cmd tea.Cmd
	if msg.answer != nil {
		cmd = m.dispatch(msg.answer)
	}
	cmd = tea.Batch(cmd, m.queue.advance())
	m.endWaiting()
	return cmd
}

// endWaiting ends what is waited for when everything written has been heard of: what the board has not got by then, others
// have taken away again.
func (m *Model) endWaiting() {
	if m.arriving() {
		return
	}
	m.editing.ClearMarks()
	m.cards.StopExpecting()
}
