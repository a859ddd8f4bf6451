package editing

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/effects"
)

// want is what a file is read for.
type want uint8

const (
	toFill want = iota
	toEditOutside
	toMerge // into the form that is open on it
)

// readMsg is a file that was read.
type readMsg struct {
	m    *Model
	key  tasks.Key
	want want
	doc  tasks.Document
	err  error
}

// Edit opens a form on a task.
func (m *Model) Edit(k tasks.Key) tea.Cmd { return m.readFor(k, toFill) }

// EditOutside opens a task in the person's own editor.
func (m *Model) EditOutside(k tasks.Key) tea.Cmd { return m.readFor(k, toEditOutside) }

// readFor reads a file before it is edited.
func (m *Model) readFor(k tasks.Key, w want) tea.Cmd {
	if err := board.CheckEdit(m.Board(), k); err != nil {
		m.Refuse(err)
		return nil
	}
	return m.EnqueueOpening(m.read(k, w))
}

func (m *Model) read(k tasks.Key, w want) tea.Cmd {
	return m.OfDirectory(effects.Read(m.Workspace(), k, func(doc tasks.Document, err error) tea.Msg { return readMsg{m, k, w, doc, err} }))
}

// Apply takes a file that was read.
func (msg readMsg) Apply() tea.Cmd {
	m := msg.m
	switch {
	case msg.want == toMerge:
		m.mergeForm(msg)
		return m.RefreshForm() // it may have changed again meanwhile
	case msg.err != nil:
		m.Refuse(wordedError(tasks.Edit{Verb: tasks.VerbEdit}, msg.err))
	case msg.want == toEditOutside:
		return m.editFile(msg.doc)
	default:
		m.startEdit(msg.doc)
	}
	return nil
}
