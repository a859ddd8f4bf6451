package host

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Mode is what is on top of the board, exactly one at a time. Leaving one goes back to the board, or
// to the mode it was opened from.
type Mode interface {
	// Scopes returns the scopes whose keys apply, the first before the others.
	Scopes() []keymap.ScopeName
	// Handle does what an action of those scopes means.
	Handle(a keymap.Action) tea.Cmd
	// Overlay returns what floats over the board, nil where nothing does.
	Overlay() view.Overlay
}

// Choosing is a mode in which some of the keys apply only to some of what can be chosen.
type Choosing interface {
	Mode
	// Applies reports whether an action can do something now.
	Applies(keymap.Action) bool
}

// AppliesIn returns what reports whether an action can do something in a mode now.
func AppliesIn(m Mode) func(keymap.Action) bool {
	if c, is := m.(Choosing); is {
		return c.Applies
	}
	return func(keymap.Action) bool { return true }
}

// TextMode is a mode that has a line to type in.
type TextMode interface {
	Mode
	Type(op field.Op, text string) tea.Cmd
}

// Transient is a mode that opens by itself, so that a key may have been pressed for the board. Any key closes it, and does what it
// does there, but for those that people close things with.
type Transient interface {
	Mode
	ClosesAt() time.Time // by itself
}

// Question is a mode that asks something before it is done.
type Question struct {
	*Screen
	Words   func() view.Confirm    // without keys
	Yes, No string                 // what they do: "remove", "keep it"
	Decided func(yes bool) tea.Cmd // hears yes or no, on the board again
}

// Scopes returns the keys of a question.
func (Question) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.QuestionScope} }

// Handle takes yes or no.
func (q Question) Handle(a keymap.Action) tea.Cmd {
	if a == keymap.StartToo {
		return nil // it is no answer here
	}
	q.ToBoard()
	return q.Decided(a == keymap.Yes)
}

// Overlay returns the question.
func (q Question) Overlay() view.Overlay {
	c := q.Words()
	c.Keys = q.KeysSaying(map[keymap.Action]string{keymap.Yes: q.Yes, keymap.No: q.No}, q.Scopes()...)
	return &c
}

// ConfirmOf returns the words of a rule's question, without keys.
func ConfirmOf(ask board.Ask) view.Confirm {
	c := view.Confirm{Question: safetext.Line(ask.Question), Danger: ask.Edit.Verb == tasks.VerbDelete}
	for _, d := range ask.Detail {
		c.Detail = append(c.Detail, view.Line{{Text: safetext.Line(d), Style: style.Plain}})
	}
	return c
}
