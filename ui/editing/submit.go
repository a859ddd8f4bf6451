// Package editing is how a person's edits come about and what becomes of them: forms and $EDITOR, writing, conflicts decided
// field by field, undo, and edits that somebody overwrote. The rules are the board's, and the writing is the store's.
package editing

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Model is the edits of the person at this board.
type Model struct {
	host.Host

	edits   tasks.EditID                // the newest
	writing map[tasks.Key]tasks.EditID  // those that are not yet seen on the disk; 0 for one that takes back
	heard   int                         // how many the news has told of, refused ones included
	copies  map[tasks.EditID]editorCopy // from $EDITOR, whose edits are being written

	lastOwn  tasks.Key                // the task of the newest
	ownEdits map[tasks.Key]tasks.Edit // the newest of each task, as it was written
	lostEdit *overwrittenEdit         // one that somebody overwrote
	undoable bool                     // something can be taken back
	redoable bool                     // something was, and can be done again

	alone map[tasks.EditID]bool // those of an action that could not be taken back with it: each is asked about by itself
}

// New returns the edits of a program, none so far.
func New(h host.Host) *Model {
	m := &Model{Host: h, edits: tasks.EditID(rand.Uint64()), copies: map[tasks.EditID]editorCopy{}, alone: map[tasks.EditID]bool{}}
	m.Reset()
	return m
}

// CarryOut does with a rule's answer what it asks for: writes the edit, asks the person, or says why not.
func (m *Model) CarryOut(e tasks.Edit, err error) tea.Cmd {
	var ask board.Ask
	switch {
	case errors.As(err, &ask):
		m.SetMode(asking{m: m, ask: ask})
		return nil
	case err != nil:
		m.Refuse(err)
		return nil
	}
	if why := m.WhyNotIn(e.Of.List); why != "" {
		m.Warn("Not " + e.Verb.Past() + ": " + why)
		return nil
	}
	return m.Submit(e)
}

// Submit writes an edit. Until its file tells of it, the card carries a mark.
func (m *Model) Submit(e tasks.Edit) tea.Cmd {
	e.ID = m.nextEdit()
	if e.Of.Name != "" {
		m.markWriting(e.Of, e.ID)
		m.lastOwn = e.Of
	}
	m.BumpGeneration()
	if remark, risk := board.Notice(m.Board(), e); risk {
		m.Warn(remark)
	} else if remark != "" {
		m.Say(remark)
	}
	m.SelectNext(e)
	d := m.Workspace()
	return m.Enqueue(effects.Write(d, e, host.Then2(func(res tasks.Result, err error) tea.Cmd { return outcome{m, d, e, res, err}.hear() })))
}

// wordedError tells in the words of the board what the store answered.
func wordedError(e tasks.Edit, err error) error {
	verb := "Not " + e.Verb.Past()
	var c *tasks.Conflict
	var half *store.Unfinished
	switch {
	case errors.As(err, &half):
		return fmt.Errorf("%s, but %s", e.Verb.Past(), half.But())
	case errors.As(err, &c):
		why := c.Why(e.Who)
		if strings.HasSuffix(why, "meanwhile") {
			why += ". Look again, then repeat"
		}
		return fmt.Errorf("%s: %s", verb, why)
	}
	return fmt.Errorf("%s: %w", verb, err)
}

// markWriting marks a task as being written.
func (m *Model) markWriting(k tasks.Key, id tasks.EditID) {
	if k.Name == "" {
		return
	}
	m.writing[k] = id
}

// endMark ends the mark of an edit of a task.
func (m *Model) endMark(k tasks.Key, id tasks.EditID) {
	if m.writing[k] == id {
		delete(m.writing, k)
	}
}

// Hear ends the marks of edits whose files were seen again.
func (m *Model) Hear(d tasks.Delta) {
	m.heard += d.Edits
	for k, id := range d.Mine {
		m.endMark(k, id)
	}
}

// EditsArriving reports whether an edit that was written is not on the board yet.
func (m *Model) EditsArriving() bool {
	return m.Workspace() != nil && m.heard < m.Workspace().Edits()
}

// ClearMarks ends all marks of edits: everything written has been heard of.
func (m *Model) ClearMarks() {
	if len(m.writing) > 0 {
		clear(m.writing)
		m.BumpGeneration()
	}
}

// NewestEdited returns the task that was edited here last.
func (m *Model) NewestEdited() tasks.Key { return m.lastOwn }

// CanUndo reports whether something of ours can be taken back.
func (m *Model) CanUndo() bool { return m.undoable }

// CanRedo reports whether there is something that was taken back, to be done again.
func (m *Model) CanRedo() bool { return m.redoable }

// Reset begins anew, for another directory.
func (m *Model) Reset() {
	m.writing, m.heard = map[tasks.Key]tasks.EditID{}, 0
	m.ownEdits, m.lostEdit, m.undoable, m.redoable = map[tasks.Key]tasks.Edit{}, nil, false, false
}

// Writing reports whether an edit of a task is not seen on the disk yet.
func (m *Model) Writing(k tasks.Key) bool {
	_, ok := m.writing[k]
	return ok
}

// Handle takes the answer to a question.
func (mode asking) Handle(a keymap.Action) tea.Cmd {
	m, e := mode.m, mode.ask.Edit
	if a == keymap.StartToo {
		if mode.ask.Instead == nil {
			return nil
		}
		e = *mode.ask.Instead
	}
	m.ToBoard()
	if mode.form != nil {
		m.SetMode(filling{m, mode.form})
	}
	if a != keymap.No {
		cmd := m.Submit(e)
		if mode.form != nil {
			mode.form.sent = m.edits
		}
		if mode.copy != nil {
			m.copies[m.edits] = *mode.copy
		}
		return cmd
	}
	if mode.copy != nil {
		m.keepCopy(*mode.copy)
	}
	return nil
}

func (mode asking) Overlay() view.Overlay {
	c := host.ConfirmOf(mode.ask)
	keep := "leave it"
	if c.Danger {
		keep = "keep it"
	}
	words := map[keymap.Action]string{keymap.Yes: cmp.Or(mode.ask.Yes, mode.ask.Edit.Verb.String()), keymap.No: keep}
	if mode.ask.Instead != nil {
		words[keymap.StartToo] = "give it in progress"
	}
	c.Keys = mode.m.KeysSaying(words, mode.Scopes()...)
	return &c
}

// outcome is what became of an edit.
type outcome struct {
	m    *Model
	in   *workspace.Workspace
	edit tasks.Edit
	res  tasks.Result
	err  error
}

// hear hears of it.
func (o outcome) hear() tea.Cmd {
	m := o.m
	m.StayOpen(o.err)
	if o.in != m.Workspace() { // the directory was left meanwhile
		if o.err != nil {
			m.Refuse(wordedError(o.edit, o.err))
		}
		return nil
	}
	if o.err != nil {
		m.endMark(o.edit.Of, o.edit.ID)
		m.Reselect(o.edit.Of)
	}
	m.BumpGeneration()
	var half *store.Unfinished
	switch {
	case o.err == nil:
		return o.done()
	case errors.As(o.err, &half): // what was asked for was done
		defer m.Refuse(wordedError(o.edit, o.err))
		return o.done()
	case !o.decide():
		o.refuse()
	}
	return nil
}

// done remembers an edit that was written, and closes the form that it came from.
func (o outcome) done() tea.Cmd {
	m := o.m
	m.endCopy(o.edit.ID, nil)
	m.rememberEdit(o.edit, o.res)
	m.undoable, m.redoable = m.Workspace().Undoable() == nil, false
	if o.form() != nil {
		m.ToBoard()
	}
	if len(o.res.Made) > 0 {
		m.lastOwn = o.res.Made[0]
		m.Expect(o.res.Made[0]) // its card may not be there yet
	}
	return m.UpdatePlanAfter(o.edit, o.res)
}

// decide asks the person field by field where somebody else wrote meanwhile, and reports whether it can be asked: not while
// another form is open.
func (o outcome) decide() bool {
	m := o.m
	c, is := errors.AsType[*tasks.Conflict](o.err)
	if !is || !disputable(o.edit, c) {
		return false
	}
	if _, open := m.Mode().(filling); open && o.form() == nil {
		return false
	}
	d := disputeOf("Edit "+m.Board().ShortID(o.edit.Of), c)
	d.edit = &o.edit
	if c, ok := m.copies[o.edit.ID]; ok {
		d.copy = &c
		delete(m.copies, o.edit.ID)
	}
	m.SetMode(deciding{m, d})
	return true
}

// refuse says why an edit was not written, also in the form that it came from.
func (o outcome) refuse() {
	m := o.m
	m.Refuse(wordedError(o.edit, o.err))
	if f := o.form(); f != nil {
		f.failed(m.NoticeWords())
	}
	m.endCopy(o.edit.ID, o.err)
}

// form returns the form that is open and that the edit came from, nil for none.
func (o outcome) form() *form {
	if mode, ok := o.m.Mode().(filling); ok && mode.form.sent == o.edit.ID {
		return mode.form
	}
	return nil
}

type asking struct {
	m    *Model
	ask  board.Ask
	form *form       // it came from: no goes back to it
	copy *editorCopy // the text in $EDITOR it came from
}

func (asking) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.QuestionScope} }

func (m *Model) nextEdit() tasks.EditID {
	m.edits++
	return m.edits
}
