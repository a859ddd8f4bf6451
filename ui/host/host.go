// Package host is what the features of the screen share: the board and the screen, the selection, and who writes. Features import
// host, never each other and never the program. What a feature asks of another one alone is in its own Uses, which the program fills in.
package host

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Program is what the features share. There is one: the program keeps it up to date, and each feature has a pointer to it.
type Program struct {
	Board      *board.Board
	Workspace  *workspace.Workspace // nil: no directory is open
	Me         string               // who is at this board
	Began      time.Time            // when the program did
	Now        time.Time            // when the message came that is handled
	Generation int                  // counts changes of the board, for what is derived from it; raise it where cards show something else that changed

	Screen
	Notices
	Selection
	Edits
	Queue
	Directory
	Detail Detail

	Needs         func() []board.Need        // what needs a person, the most urgent first
	NeedWords     func(board.Need) view.Text // one of them in words
	Circumstances func() board.Circumstances // what decides it and is in no task file
	// Happened returns what happened to the tasks, the oldest first, as far back as is known, also before the program began. The slice is
	// not to be kept: ask again.
	Happened func() []log.Event
	// WithOwner adds what is known of the owner to the question whether a task is to be taken away.
	WithOwner  func(tasks.Key, tasks.Edit, error) (tasks.Edit, error)
	Invalidate func() // has all that is derived from the board worked out again: something outside the task files changed
}

// Selection is where the person is.
type Selection interface {
	// Selected returns the selected task, false where none is.
	Selected() (tasks.Key, bool)
	// Select selects a task and reports whether the board shows its card.
	Select(tasks.Key) bool
	// Reveal selects a task even where a filter hides it: the filter gives way.
	Reveal(tasks.Key)
	// UnderCursor returns the task the board's cursor is on, also while Selected has none.
	UnderCursor() tasks.Key
	Card(tasks.Key) view.Card
}

// Edits are written for a feature.
type Edits interface {
	// CarryOut does with a rule's answer what it asks for: writes the edit, asks the person, or says why not.
	CarryOut(tasks.Edit, error) tea.Cmd
	Submit(tasks.Edit) tea.Cmd
	// SubmitAll writes edits as one action that is taken back as one; done says what their tasks are then.
	SubmitAll(edits []tasks.Edit, done string) tea.Cmd
}

// Queue runs commands that write, one after the other.
type Queue interface {
	// Enqueue runs a command when all before it have answered.
	Enqueue(tea.Cmd) tea.Cmd
	// EnqueueOpening is Enqueue for a command whose answer may open a form or a question: keys wait for it.
	EnqueueOpening(tea.Cmd) tea.Cmd
}

// Directory is the directory that is open, or several together.
type Directory interface {
	// OfDirectory returns an effect on the open directory, whose answer is dropped if another one is open by then.
	OfDirectory(effect tea.Cmd) tea.Cmd
	SeveralLists() bool // several lists are open together
	// WhyNotNow returns why nothing can be written now, WhyNotIn why nothing can be written in one list; "" when it can.
	WhyNotNow() string
	WhyNotIn(list string) string
}

// Detail is the detail of the selected task.
type Detail interface {
	Open() bool     // it was asked for
	IsDocked() bool // it is shown next to the board without being asked for
	Toggle()
	ScrollBy(rows int)
}

// Owner returns how an owner is shown: the person at this board is "you".
func (p *Program) Owner(name string) (safetext.Text, style.Style) {
	switch name {
	case "":
		return safetext.Text{}, style.Nobody
	case p.Me:
		return safetext.Const("you"), style.You
	}
	return safetext.Short(name), style.OwnerHue(name)
}

// Since returns how long ago a moment is, and Ago the same as it is said in a sentence.
func (p *Program) Since(t time.Time) safetext.Text { return phrase.Since(p.Now, t) }
func (p *Program) Ago(t time.Time) string          { return phrase.Ago(p.Now, t) }

// Answer is a message that handles itself: what a feature does with the outcome of its effect.
type Answer func() tea.Cmd

// OnResult returns what makes an answer of the outcome of an effect.
func OnResult[T any](do func(T) tea.Cmd) func(T) tea.Msg {
	return func(t T) tea.Msg { return Answer(func() tea.Cmd { return do(t) }) }
}

// OnResult2 is OnResult for an outcome of two values.
func OnResult2[T, U any](do func(T, U) tea.Cmd) func(T, U) tea.Msg {
	return func(t T, u U) tea.Msg { return Answer(func() tea.Cmd { return do(t, u) }) }
}

// PastRow is a row of the past: something that happened, an edit of the person's, or a task that was deleted.
type PastRow struct {
	view.Choice
	Nth  int            // its place in what the rows were made of
	Does string         // what choosing it does, "" for nothing
	Do   func() tea.Cmd // does it
}
