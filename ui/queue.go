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

// editQueue runs commands one after the other. Bubble Tea runs commands concurrently, but one that writes, or reads
// what was written, must wait for the one before it.
type editQueue struct {
	current *queuedCmd // nil for none
	waiting []*queuedCmd
}

// queuedCmd is a command in the queue.
type queuedCmd struct {
	once  sync.Once
	cmd   tea.Cmd
	msg   tea.Msg
	opens bool // its answer may open a form or a question
}

// run runs the command once, and waits for it if it is already running.
func (q *queuedCmd) run() tea.Msg {
	q.once.Do(func() { q.msg = q.cmd() })
	return q.msg
}

// Enqueue runs a command after all commands before it have answered.
func (q *editQueue) Enqueue(cmd tea.Cmd) tea.Cmd { return q.add(&queuedCmd{cmd: cmd}) }

// EnqueueOpening is Enqueue for a command whose answer may open a form or a question.
func (q *editQueue) EnqueueOpening(cmd tea.Cmd) tea.Cmd {
	return q.add(&queuedCmd{cmd: cmd, opens: true})
}

func (q *editQueue) add(t *queuedCmd) tea.Cmd {
	if q.current != nil {
		q.waiting = append(q.waiting, t)
		return nil
	}
	q.current = t
	return func() tea.Msg { return dequeuedMsg{t.run()} }
}

// advance starts the next command, unless one is running.
func (q *editQueue) advance() tea.Cmd {
	if q.current != nil || len(q.waiting) == 0 {
		return nil
	}
	first := q.waiting[0]
	q.waiting = q.waiting[1:]
	return q.add(first)
}

// isOpening reports whether the answer of a command in the queue may open a form or a question.
func (q *editQueue) isOpening() bool {
	return q.current != nil && q.current.opens || slices.ContainsFunc(q.waiting, func(t *queuedCmd) bool {
		return t.opens
	})
}

// writeRest runs the commands that are left when the program ends.
func (q *editQueue) writeRest() {
	if q.current != nil {
		q.current.run()
	}
	for _, next := range q.waiting {
		next.run()
	}
	q.current, q.waiting = nil, nil
}

// Keys that are typed fast are handled in order, and each means what it would mean if the person had waited for the one
// before it.
//
// The board moves a card only after its file was read back. On the board every key is therefore held until the edits
// before it are read back, which tasks.Delta.Edits reports. Keys also wait for a form, a question or another list to
// open, so that what is typed after the key that opens it goes there and not to the board. No timeout changes what a
// key means: if the disk is slow, a notice says that keys wait, and how to quit.

// patience is how long a key waits until a notice says so.
const patience = time.Second

// switchTo opens another list in place of this one. Later input is meant for that list.
func (m *Model) switchTo(opens tea.Cmd) tea.Cmd {
	m.typed.switching = m.Workspace != nil
	return m.leaveStart(opens)
}

// editsPending reports whether an edit is not yet on the board.
func (m *Model) editsPending() bool {
	return m.queue.current != nil || m.edits.EditsArriving()
}

// mustWait reports whether input has to wait. The key that quits does not wait: quitting itself does.
func (m *Model) mustWait(msg tea.Msg) bool {
	if m.queue.isOpening() || m.forms.Saving() || m.typed.lent {
		return true
	}
	if !m.Browsing() || !m.typed.switching && !m.editsPending() {
		return false
	}
	k, pressed := msg.(tea.KeyPressMsg)
	return !pressed || m.Keys.Resolve(k, m.Mode().Scopes()...) != keymap.Quit
}

// holdInput holds input that has to wait, and reports whether it did. ctrl+c, after a notice said that input waits,
// drops it all and quits.
func (m *Model) holdInput(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
	default:
		return false
	}
	if k, pressed := msg.(tea.KeyPressMsg); pressed && m.typed.slow && k.Text == "" &&
		m.Keys.Resolve(k, browse{m}.Scopes()...) == keymap.Quit {
		m.typed.held, m.quitting.atOnce = nil, true
		return true
	}
	if len(m.typed.held) == 0 && !m.mustWait(msg) {
		return false
	}
	m.typed.held = append(m.typed.held, msg)
	return true
}

// flushHeld handles the held input that need not wait any more. It ends the program if the person has quit and all is
// written.
func (m *Model) flushHeld() tea.Cmd {
	t := &m.typed
	var cmds []tea.Cmd
	for len(t.held) > 0 && !m.mustWait(t.held[0]) {
		first := t.held[0]
		t.held = t.held[1:]
		m.deps.Refresh()
		if _, mouse := first.(tea.MouseMsg); mouse {
			m.settle()
			m.View() // a click means what is at its cell now
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
	return tea.Batch(append(cmds, m.quitIfDone())...)
}

// apply shows that keys wait, and how to quit without them.
func (msg slowMsg) apply(m *Model) tea.Cmd {
	t := &m.typed
	if msg.seq != t.seq || len(t.held) == 0 {
		return nil
	}
	t.slow = true
	n := len(t.held)
	m.Warn(fmt.Sprintf("%d %s until what was pressed before is done; ctrl+c leaves at once", n,
		phrase.Plural(n, "key waits", "keys wait")))
	return nil
}

// apply handles the answer, then starts the next command, unless the answer has started one.
func (msg dequeuedMsg) apply(m *Model) tea.Cmd {
	m.queue.current = nil
	var cmd tea.Cmd
	if msg.answer != nil {
		cmd = m.dispatch(msg.answer)
	}
	cmd = tea.Batch(cmd, m.queue.advance())
	m.endWaiting()
	return cmd
}

// endWaiting stops waiting for edits and new tasks once all that was written has been read back: what the board does
// not have by then, others have undone.
func (m *Model) endWaiting() {
	if m.editsPending() {
		return
	}
	m.edits.ClearMarks()
	m.cards.StopExpecting()
}
