package host

import (
	"errors"
	"fmt"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// Preview lists what an action would do to each of several tasks.
type Preview struct {
	List
	Verb string // in the infinitive
}

// Proposed is what the action would do to one task.
type Proposed struct {
	Edit tasks.Edit
	No   string // why nothing, "" if it can be done
	Out  bool   // the person left it out
}

// Proposal is what the action would do to a task that is not on the board, with a warning.
type Proposal struct {
	Task *tasks.Task
	Risk string
	Proposed
}

// Judge returns the answer of a rule for a task of a list, and the question that is asked if the task is the only one.
func Judge(d Directory, list string, e tasks.Edit, err error) (p Proposed, ask board.Ask) {
	var no board.Refusal
	switch why := d.WhyNotIn(list); {
	case errors.As(err, &no):
		p.No = no.Why
	case why != "":
		p.No = why
	case errors.As(err, &ask) && ask.No != nil:
		p.No = ask.No.Why
	case errors.As(err, &ask):
		p.Edit = ask.Edit
	case err != nil:
		p.No = err.Error()
	default:
		p.Edit = e
	}
	return p, ask
}

// Chosen reports whether the action will be done to the task.
func (p *Proposed) Chosen() bool { return p.No == "" && !p.Out }

// Note returns why the action is not done to the task, else gets.
func (p *Proposed) Note(gets safetext.Text) safetext.Text {
	switch {
	case p.Out:
		return safetext.Const("left out")
	case p.No != "":
		return safetext.Line("not: " + p.No)
	}
	return gets
}

// Scopes returns the keys of the list.
func (*Preview) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.BatchScope, keymap.ListScope}
}

// Show returns the list without its lines. The action is done to n of all tasks; words are those of its keys except
// Submit.
func (p *Preview) Show(s *Screen, n, all int, words map[keymap.Action]string) *view.Picker {
	title := phrase.Sentence(p.Verb) + " " + phrase.Tasks(n)
	if n < all {
		title = fmt.Sprintf("%s %d of %s", phrase.Sentence(p.Verb), n, phrase.Tasks(all))
	}
	if n > 0 {
		words[keymap.Submit] = p.Verb + " " + phrase.Tasks(n)
	}
	return &view.Picker{Title: safetext.Line(title), First: p.First, Selected: p.Selected,
		Keys: s.KeysSaying(words, keymap.BatchScope)}
}

// LeaveWord returns the word of the key that leaves a task out or takes it in again.
func LeaveWord(out bool) string {
	if out {
		return "take in"
	}
	return "leave out"
}
