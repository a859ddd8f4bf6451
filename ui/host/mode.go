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

// Mode is what is on top of the board, one at a time. Leaving it goes back to the board, or to the mode from which it
// was opened.
type Mode interface {
	// Scopes returns the scopes whose keys apply, in order of precedence.
	Scopes() []keymap.ScopeName
	// Handle carries out an action of those scopes.
	Handle(a keymap.Action) tea.Cmd
	// Overlay returns what is drawn over the board, nil for nothing.
	Overlay() view.Overlay
}

// Choosing is a mode in which some of the keys apply only to some of what can be chosen.
type Choosing interface {
	Mode
	// Applies reports whether an action can do something now.
	Applies(keymap.Action) bool
}

// AppliesIn returns a function that reports whether an action applies in m now.
func AppliesIn(m Mode) func(keymap.Action) bool {
	if c, ok := m.(Choosing); ok {
		return c.Applies
	}
	return func(keymap.Action) bool { return true }
}

// TextMode is a mode with a line of text.
type TextMode interface {
	Mode
	Type(op field.Op, text string) tea.Cmd
}

// Transient is a mode that opens by itself, so a key may have been meant for the board. Any key closes it and then acts
// on the board, except those that people close things with.
type Transient interface {
	Mode
	ClosesAt() time.Time // when it closes by itself
}

// Question asks yes or no.
type Question struct {
	*Screen
	Words   func() view.Confirm    // without keys
	Yes, No string                 // what each does: "remove", "keep it"
	Decided func(yes bool) tea.Cmd // is called with the answer, after the question is closed
}

// Scopes returns the keys of a question.
func (Question) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.QuestionScope} }

// Handle takes yes or no.
func (q Question) Handle(a keymap.Action) tea.Cmd {
	if a == keymap.StartToo {
		return nil // no answer to this question
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

// QuestionOf returns the questions of rules about one action as one question.
func QuestionOf(s *Screen, asks []board.Ask, yes, no string, decided func(yes bool) tea.Cmd) Question {
	words := func() view.Confirm {
		c := ConfirmOf(asks[0])
		for _, ask := range asks[1:] {
			c.Detail = append(c.Detail, ConfirmOf(ask).Detail...)
			c.Detail = append(c.Detail, view.Line{{Text: safetext.Line(ask.Question), Style: style.Plain}})
		}
		return c
	}
	return Question{Screen: s, Words: words, Yes: yes, No: no, Decided: decided}
}

// ConfirmOf returns the question of a rule, without keys.
func ConfirmOf(ask board.Ask) view.Confirm {
	c := view.Confirm{Question: safetext.Line(ask.Question), Danger: ask.Edit.Verb == tasks.VerbDelete}
	for _, d := range ask.Detail {
		c.Detail = append(c.Detail, view.Line{{Text: safetext.Line(d), Style: style.Plain}})
	}
	return c
}
