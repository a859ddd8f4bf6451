// Package host is what the features of the screen share: the board, the screen, the selection, notices and edits.
// Features import host, never each other and never the program. What only one feature needs of another is in its own
// Uses, which the program sets.
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

// Program is the state that the features share. There is one, which the program keeps up to date; each feature has a
// pointer to it.
type Program struct {
	Hues      *style.Owners // keeps the owners on the board apart; nil: the name alone decides the hue
	Board     *board.Board
	Workspace *workspace.Workspace // nil: no directory is open
	Me        string               // the owner who uses this board
	Began     time.Time            // when the program began
	Now       time.Time            // when the present message came
	// counts changes of the board and of what else cards show: what is derived from them compares it
	Generation int

	Screen
	Notices
	Selection
	Edits
	Queue
	Directory
	Detail Detail

	Needs         func() []board.Need        // what needs a person, the most urgent first
	NeedWords     func(board.Need) view.Text // one of them in words
	Circumstances func() board.Circumstances // facts outside the task files that decide what needs a person
	// Happened returns the events of the tasks, the oldest first, also those from before the program began. Do not keep
	// the slice.
	Happened func() []log.Event
	// WithOwner adds what is known about the owner to the question before a task is taken from them.
	WithOwner  func(tasks.Key, tasks.Edit, error) (tasks.Edit, error)
	Invalidate func() // drops what is derived from the board: something outside the task files changed
}

// Selection is the selected task.
type Selection interface {
	// Selected returns the selected task, false if there is none.
	Selected() (tasks.Key, bool)
	// Select selects a task, and reports whether the board shows its card.
	Select(tasks.Key) bool
	// Reveal selects a task. It clears the filter if that hides the task.
	Reveal(tasks.Key)
	// UnderCursor returns the task under the cursor of the board, also while Selected has none.
	UnderCursor() tasks.Key
	Card(tasks.Key) view.Card
}

// Edits writes edits.
type Edits interface {
	// CarryOut acts on the answer of a rule: it writes the edit, asks the person, or says why not.
	CarryOut(tasks.Edit, error) tea.Cmd
	Submit(tasks.Edit) tea.Cmd
	// SubmitAll writes edits as one action, which is undone as one; done says what their tasks are then.
	SubmitAll(edits []tasks.Edit, done string) tea.Cmd
}

// Queue runs commands one after the other.
type Queue interface {
	// Enqueue runs a command after all commands before it have answered.
	Enqueue(tea.Cmd) tea.Cmd
	// EnqueueOpening is Enqueue for a command whose answer may open a form or a question: keys wait for it.
	EnqueueOpening(tea.Cmd) tea.Cmd
}

// Directory is the directory that is open, or several together.
type Directory interface {
	// OfDirectory returns an effect on the open directory. Its answer is dropped if another directory is open by then.
	OfDirectory(effect tea.Cmd) tea.Cmd
	SeveralLists() bool // several lists are open together
	// WhyNotNow returns why nothing can be written now, WhyNotIn why nothing can be written in one list; "" if it can.
	WhyNotNow() string
	WhyNotIn(list string) string
	// Offline returns which host of a list cannot be reached and since when, "" if it can be.
	Offline(list string) string
}

// Detail is the detail of the selected task.
type Detail interface {
	Open() bool     // the person opened it
	IsDocked() bool // it is shown next to the board although the person did not open it
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
	return safetext.Short(name), p.HueOf(name)
}

// HueOf returns the hue of an owner: one that no other owner of the board has, as long as there are enough and Hues is
// set.
func (p *Program) HueOf(name string) style.Style {
	if p.Hues == nil {
		return style.OwnerHue(name)
	}
	return p.Hues.Hue(name)
}

// Since returns how long ago a moment is, and Ago the same for use in a sentence.
func (p *Program) Since(t time.Time) safetext.Text { return phrase.Since(p.Now, t) }
func (p *Program) Ago(t time.Time) string          { return phrase.Ago(p.Now, t) }

// Answer is a message that handles itself: what a feature does with the result of its effect.
type Answer func() tea.Cmd

// OnResult returns a function that turns the result of an effect into an Answer.
func OnResult[T any](do func(T) tea.Cmd) func(T) tea.Msg {
	return func(t T) tea.Msg { return Answer(func() tea.Cmd { return do(t) }) }
}

// OnResult2 is OnResult for two results.
func OnResult2[T, U any](do func(T, U) tea.Cmd) func(T, U) tea.Msg {
	return func(t T, u U) tea.Msg { return Answer(func() tea.Cmd { return do(t, u) }) }
}

// PastRow is a row of the past: an event, an edit of the person, or a deleted task.
type PastRow struct {
	view.Choice
	Nth  int            // index in what the rows were made of
	At   time.Time      // when it happened, zero if that is not known
	Says view.Line      // all of it in a sentence, below the list; nil for nothing
	Does string         // what choosing it does, "" for nothing
	Do   func() tea.Cmd // is called when it is chosen
}
