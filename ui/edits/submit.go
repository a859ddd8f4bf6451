// Package edits writes the person's edits and follows them: what became of each, undo, and edits that were overwritten.
// The board has the rules, the store writes; package forms is where edits are typed.
package edits

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Uses is what the edits ask of other features.
type Uses struct {
	Cursor
	FormOpen func() bool              // a form is open: nothing may take its place
	Decide   func(Decision)           // lets the person decide a conflict
	MishapBy func(file string) string // the agent of a demo that caused the last mishap of a file, "" if unknown
	// CheckTodoAfter checks TODO_LIST.md of a workflow session after an edit.
	CheckTodoAfter func(tasks.Edit, tasks.Result) tea.Cmd
	// StayOpen cancels quitting if err is not nil, so that the person sees why an edit was not written.
	StayOpen func(error)
}

// Cursor is the cursor of the board as an edit moves it.
type Cursor interface {
	SelectNext(tasks.Edit) // the card below one that an edit takes away
	Reselect(tasks.Key)    // whose edit has come to nothing
	Expect(tasks.Key)      // select it as soon as its card is there
}

// An Origin is where an edit was typed: a form, or a text from $EDITOR. It learns what becomes of the edit.
type Origin interface {
	Sent(tasks.EditID)  // it is being written
	Open() bool         // the person sees the origin, and will see there what became of the edit
	Written()           // it was written
	Refused(why string) // it was not; the person has seen why
	Left()              // the person decided not to write it
}

// key is the origin of an edit that was not typed: the key of a verb.
type key struct{}

func (key) Sent(tasks.EditID) {}
func (key) Open() bool        { return false }
func (key) Written()          {}
func (key) Refused(string)    {}
func (key) Left()             {}

// A Decision is a conflict with what others wrote, which the person decides field by field.
type Decision struct {
	Title   string
	Clashes []tasks.Clash

	Edit *tasks.Edit // the edit to write, nil for an undo
	From Origin      // of the edit

	Undoes store.PastEdit // the edit to undo
	Redo   bool           // or to redo
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
	m := &Model{Program: p, lastEdit: tasks.EditID(rand.Uint64()), separate: map[tasks.EditID]bool{}}
	m.Reset()
	return m
}

// CarryOut acts on the answer of a rule: it writes the edit, asks the person, or says why not.
func (m *Model) CarryOut(e tasks.Edit, err error) tea.Cmd { return m.CarryOutFrom(key{}, e, err) }

// CarryOutFrom is CarryOut for an edit that was typed.
func (m *Model) CarryOutFrom(from Origin, e tasks.Edit, err error) tea.Cmd {
	var ask board.Ask
	switch {
	case errors.As(err, &ask):
		m.SetMode(Question{m, ask, from})
		return nil
	case err != nil:
		m.Refuse(err)
		from.Refused(m.NoticeText())
		return nil
	}
	if why := m.WhyNotIn(e.Of.List); why != "" {
		m.Warn("Not " + e.Verb.Past() + ": " + why)
		from.Refused(m.NoticeText())
		return nil
	}
	return m.SubmitFrom(from, e)
}

// Submit writes an edit. Its card has a mark until the change is seen on the disk.
func (m *Model) Submit(e tasks.Edit) tea.Cmd { return m.SubmitFrom(key{}, e) }

// SubmitFrom is Submit for an edit that was typed.
func (m *Model) SubmitFrom(from Origin, e tasks.Edit) tea.Cmd {
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
	from.Sent(e.ID)
	d := m.Workspace
	return m.Enqueue(effects.Write(d, e, host.OnResult2(func(res tasks.Result, err error) tea.Cmd {
		return outcome{m, d, e, res, err, from}.handle()
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

// outcome is the result of writing an edit.
type outcome struct {
	m    *Model
	in   *workspace.Workspace
	edit tasks.Edit
	res  tasks.Result
	err  error
	from Origin
}

// handle shows the outcome.
func (o outcome) handle() tea.Cmd {
	m := o.m
	m.StayOpen(o.err)
	if o.in != m.Workspace { // another directory was opened meanwhile
		if o.err != nil {
			m.Refuse(wordedError(o.edit, o.err))
			o.from.Refused(m.NoticeText())
		} else {
			o.from.Written()
		}
		return nil
	}
	if !o.from.Open() && m.awaitFate(o.edit, o.err) {
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

// done remembers an edit that was written, and selects the task that it made.
func (o outcome) done() tea.Cmd {
	m := o.m
	o.from.Written()
	m.rememberEdit(o.edit, o.res)
	m.wrote(o.edit.Verb)
	if len(o.res.Made) > 0 {
		m.ExpectMade(o.res.Made[0])
	}
	return m.CheckTodoAfter(o.edit, o.res)
}

// openConflict lets the person decide a conflict field by field, and reports whether it can: not while another form is
// open.
func (o outcome) openConflict() bool {
	m := o.m
	c, is := errors.AsType[*tasks.ConflictError](o.err)
	if !is || !canDecide(o.edit, c) || m.FormOpen() && !o.from.Open() {
		return false
	}
	m.Decide(Decision{Title: "Edit " + m.Board.ShortID(o.edit.Of), Clashes: c.Clashes, Edit: &o.edit, From: o.from})
	return true
}

// canDecide reports whether a conflict is between values that the person can choose from, and not about what the edit
// depends on.
func canDecide(e tasks.Edit, c *tasks.ConflictError) bool {
	if e.Verb != tasks.VerbEdit || c.Gone || c.Taken || len(c.Clashes) == 0 {
		return false
	}
	return !slices.ContainsFunc(c.Clashes, func(clash tasks.Clash) bool {
		return clash.Ours == (tasks.Value{}) && !touches(e, clash)
	})
}

func touches(e tasks.Edit, clash tasks.Clash) bool {
	return slices.ContainsFunc(e.Changes, func(c tasks.Change) bool {
		return c.Field == clash.Field && c.Member == clash.Member
	})
}

// refuse says why an edit was not written, where it was typed too.
func (o outcome) refuse() {
	o.m.Refuse(wordedError(o.edit, o.err))
	o.from.Refused(o.m.NoticeText())
}

// ExpectMade selects a task that was created as soon as its card is there.
func (m *Model) ExpectMade(k tasks.Key) {
	m.lastTask = k
	m.Expect(k)
}

func (m *Model) nextEdit() tasks.EditID {
	m.lastEdit++
	return m.lastEdit
}
