// Package editing makes and follows the person's edits: forms and $EDITOR, writing, conflicts, undo, and edits that
// were overwritten. The board has the rules, the store writes.
package editing

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"strings"
	"time"

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

// Uses is what the forms and edits ask of other features.
type Uses struct {
	Cursor
	Editor     string          // the command of the editor, in shell syntax
	Scratch    string          // the directory for copies for the editor, "" for the system's temporary directory
	Team       func() []string // the names of the team
	ListHere   func() string   // the list that new tasks are created in
	FooterKeys func() []view.Key
	MishapBy   func(file string) string // the agent of a demo that caused the last mishap of a file, "" if unknown
	// CheckTodoAfter checks TODO_LIST.md of a workflow session after an edit.
	CheckTodoAfter func(tasks.Edit, tasks.Result) tea.Cmd
	Lend           func(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd // lends the terminal to a command
	// StayOpen cancels quitting if err is not nil, so that the person sees why an edit was not written.
	StayOpen func(error)
}

// Cursor is the cursor of the board as an edit moves it.
type Cursor interface {
	SelectNext(tasks.Edit) // the card below one that an edit takes away
	Reselect(tasks.Key)    // whose edit has come to nothing
	Expect(tasks.Key)      // select it as soon as its card is there
}

// Model holds the edits made here.
type Model struct {
	*host.Program
	Uses

	lastEdit tasks.EditID                // id of the last one
	writing  map[tasks.Key]tasks.EditID  // those not yet seen on the disk, 0 for an undo
	unknown  map[tasks.EditID]tasks.Edit // those of which an outcome will say whether they were written
	settled  map[tasks.EditID]bool       // those of which one said so before it was known to be needed
	cut      []tasks.Edit                // those that the host of their list did not get
	seen     int                         // the number of those seen in deltas, including refused ones
	copies   map[tasks.EditID]editorCopy // texts from $EDITOR whose edits are being written

	lastTask tasks.Key                // the task of the last one
	ownEdits map[tasks.Key]tasks.Edit // the last edit of each task, as it was written
	reverted *overwrittenEdit         // the last of them that somebody reverted, nil if none
	lostEdit *overwrittenEdit         // the last one that was overwritten, nil for none
	undoable bool                     // an edit can be undone
	editedAt time.Time                // when the last one was written
	redoable bool                     // an undone edit can be redone

	separate map[tasks.EditID]bool // edits that could not be undone with their action: each is now undone by itself
}

// New returns the edits of a program, none so far.
func New(p *host.Program) *Model {
	m := &Model{Program: p, lastEdit: tasks.EditID(rand.Uint64()), copies: map[tasks.EditID]editorCopy{},
		separate: map[tasks.EditID]bool{}}
	m.Reset()
	return m
}

// CarryOut acts on the answer of a rule: it writes the edit, asks the person, or says why not.
func (m *Model) CarryOut(e tasks.Edit, err error) tea.Cmd {
	var ask board.Ask
	switch {
	case errors.As(err, &ask):
		m.SetMode(askMode{m: m, ask: ask})
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

// Submit writes an edit. Its card has a mark until the change is seen on the disk.
func (m *Model) Submit(e tasks.Edit) tea.Cmd {
	e.ID = m.nextEdit()
	if e.Of.Name != "" {
		m.markWriting(e.Of, e.ID)
		m.lastTask = e.Of
	}
	m.Generation++
	if words, risk := board.Notice(m.Board, e); risk {
		m.Warn(words)
	} else if words != "" {
		m.Info(words)
	}
	m.SelectNext(e)
	d := m.Workspace
	return m.Enqueue(effects.Write(d, e, host.OnResult2(func(res tasks.Result, err error) tea.Cmd {
		return outcome{m, d, e, res, err}.handle()
	})))
}

// wordedError puts an error of the store in the words of the board.
func wordedError(e tasks.Edit, err error) error {
	verb := "Not " + e.Verb.Past()
	var c *tasks.ConflictError
	var half *store.UnfinishedError
	switch {
	case errors.As(err, &half):
		return fmt.Errorf("%s, but %s", e.Verb.Past(), half.Reasons())
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

// unmarkWriting removes the mark, unless it is that of a later edit.
func (m *Model) unmarkWriting(k tasks.Key, id tasks.EditID) {
	if m.writing[k] == id {
		delete(m.writing, k)
	}
}

// HandleDelta removes the marks of edits that were seen on the disk.
func (m *Model) HandleDelta(d tasks.Delta) {
	m.seen += d.Edits
	for k, id := range d.Mine {
		m.unmarkWriting(k, id)
	}
}

// EditsArriving reports whether an edit that was written is not on the board yet.
func (m *Model) EditsArriving() bool {
	return m.Workspace != nil && m.seen < m.Workspace.Edits()
}

// ClearMarks removes all marks but those of edits whose fate is not known: everything else was seen.
func (m *Model) ClearMarks() {
	if len(m.writing) > 0 {
		maps.DeleteFunc(m.writing, func(_ tasks.Key, id tasks.EditID) bool { return m.unknown[id].ID == 0 })
		m.Generation++
	}
}

// NewestEdited returns the task that was last edited here.
func (m *Model) NewestEdited() tasks.Key { return m.lastTask }

// CanUndo reports whether an edit can be undone.
func (m *Model) CanUndo() bool { return m.undoable }

// wrote notes that an edit was written.
func (m *Model) wrote(v tasks.Verb) {
	m.undoable, m.redoable, m.editedAt = m.Workspace.Undoable() == nil, false, m.Now
	if v == tasks.VerbUndo { // who took something back seldom wants to take back more
		m.editedAt = time.Time{}
	}
}

// undoOffered is how long after an edit the footer offers to undo it.
const undoOffered = 10 * time.Second

// OffersUndo returns until when the footer offers to undo the last edit, the zero time if it does not.
func (m *Model) OffersUndo() time.Time {
	if !m.undoable || m.editedAt.IsZero() {
		return time.Time{}
	}
	return m.editedAt.Add(undoOffered)
}

// CanRedo reports whether an undone edit can be redone.
func (m *Model) CanRedo() bool { return m.redoable }

// Reset forgets everything, for another directory.
func (m *Model) Reset() {
	m.writing, m.seen = map[tasks.Key]tasks.EditID{}, 0
	m.unknown, m.settled, m.cut = map[tasks.EditID]tasks.Edit{}, map[tasks.EditID]bool{}, nil
	m.ownEdits, m.lostEdit, m.undoable, m.redoable, m.editedAt = map[tasks.Key]tasks.Edit{}, nil, false, false,
		time.Time{}
	m.reverted = nil
}

// Writing reports whether an edit of a task was not seen on the disk yet.
func (m *Model) Writing(k tasks.Key) bool {
	_, ok := m.writing[k]
	return ok
}

// Handle handles the answer.
func (mode askMode) Handle(a keymap.Action) tea.Cmd {
	m, e := mode.m, mode.ask.Edit
	if a == keymap.StartToo {
		if mode.ask.Instead == nil {
			return nil
		}
		e = *mode.ask.Instead
	}
	m.ToBoard()
	if mode.form != nil {
		m.SetMode(mode.form)
	}
	if a != keymap.No {
		cmd := m.Submit(e)
		if mode.form != nil {
			mode.form.sent = m.lastEdit
		}
		if mode.copy != nil {
			m.copies[m.lastEdit] = *mode.copy
		}
		return cmd
	}
	if mode.copy != nil {
		mode.copy.keep()
	}
	return nil
}

func (mode askMode) Overlay() view.Overlay {
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

// outcome is the result of writing an edit.
type outcome struct {
	m    *Model
	in   *workspace.Workspace
	edit tasks.Edit
	res  tasks.Result
	err  error
}

// handle shows the outcome.
func (o outcome) handle() tea.Cmd {
	m := o.m
	m.StayOpen(o.err)
	if o.in != m.Workspace { // another directory was opened meanwhile
		if o.err != nil {
			m.Refuse(wordedError(o.edit, o.err))
		}
		return nil
	}
	if o.form() == nil && m.awaitFate(o.edit, o.err) {
		m.alertUnknown(o.edit.Verb, m.subjectOfEdit(o.edit), o.err)
		return nil
	}
	if o.err != nil {
		m.unmarkWriting(o.edit.Of, o.edit.ID)
		m.Reselect(o.edit.Of)
	}
	m.Generation++
	var half *store.UnfinishedError
	switch {
	case o.err == nil:
		return o.done()
	case errors.As(o.err, &half): // the edit itself was written
		defer m.Refuse(wordedError(o.edit, o.err))
		return o.done()
	case !o.openConflict():
		o.refuse()
	}
	return nil
}

// done remembers an edit that was written, and closes its form.
func (o outcome) done() tea.Cmd {
	m := o.m
	m.endCopy(o.edit.ID, nil)
	m.rememberEdit(o.edit, o.res)
	m.wrote(o.edit.Verb)
	if o.form() != nil {
		m.ToBoard()
	}
	if len(o.res.Made) > 0 {
		m.lastTask = o.res.Made[0]
		m.Expect(o.res.Made[0]) // its card may not be there yet
	}
	return m.CheckTodoAfter(o.edit, o.res)
}

// openConflict lets the person decide a conflict field by field, and reports whether it can: not while another form is
// open.
func (o outcome) openConflict() bool {
	m := o.m
	c, is := errors.AsType[*tasks.ConflictError](o.err)
	if !is || !canDecide(o.edit, c) {
		return false
	}
	if _, open := m.Mode().(*form); open && o.form() == nil {
		return false
	}
	d := newConflict(m, "Edit "+m.Board.ShortID(o.edit.Of), c)
	d.edit = &o.edit
	if c, ok := m.copies[o.edit.ID]; ok {
		d.copy = &c
		delete(m.copies, o.edit.ID)
	}
	m.SetMode(d)
	return true
}

// refuse says why an edit was not written, in its form too.
func (o outcome) refuse() {
	m := o.m
	m.Refuse(wordedError(o.edit, o.err))
	if f := o.form(); f != nil {
		f.failed(m.NoticeText())
	}
	m.endCopy(o.edit.ID, o.err)
}

// form returns the form of the edit if it is open, otherwise nil.
func (o outcome) form() *form {
	if f, ok := o.m.Mode().(*form); ok && f.sent == o.edit.ID {
		return f
	}
	return nil
}

// askMode asks the question of a rule.
type askMode struct {
	m    *Model
	ask  board.Ask
	form *form       // the form of the edit, nil for none
	copy *editorCopy // the text from $EDITOR, nil for none
}

func (askMode) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.QuestionScope} }

func (m *Model) nextEdit() tasks.EditID {
	m.lastEdit++
	return m.lastEdit
}
