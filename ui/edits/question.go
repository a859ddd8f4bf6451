package edits

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Question asks the person what a rule asks before an edit is written.
type Question struct {
	m    *Model
	ask  board.Ask
	from Origin
}

// Scopes returns the keys of a question.
func (Question) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.QuestionScope} }

// Handle handles the answer.
func (q Question) Handle(a keymap.Action) tea.Cmd {
	e := q.ask.Edit
	if a == keymap.StartToo {
		if q.ask.Instead == nil {
			return nil
		}
		e = *q.ask.Instead
	}
	q.m.ToBoard()
	if a == keymap.No {
		q.from.Left()
		return nil
	}
	return q.m.SubmitFrom(q.from, e)
}

// Overlay returns the question.
func (q Question) Overlay() view.Overlay {
	c := host.ConfirmOf(q.ask)
	keep := "leave it"
	if c.Danger {
		keep = "keep it"
	}
	words := map[keymap.Action]string{keymap.Yes: cmp.Or(q.ask.Yes, q.ask.Edit.Verb.String()), keymap.No: keep}
	if q.ask.Instead != nil {
		words[keymap.StartToo] = "give it in progress"
	}
	c.Keys = q.m.KeysSaying(words, q.Scopes()...)
	return &c
}
