package ui

import (
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"
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

// enqueue runs a command when all before it have answered.
func (q *editQueue) enqueue(cmd tea.Cmd) tea.Cmd { return q.add(&queuedCmd{cmd: cmd}) }

// enqueueOpening is enqueue for what may open a form or a question.
func (q *editQueue) enqueueOpening(cmd tea.Cmd) tea.Cmd {
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
