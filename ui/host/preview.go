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

// Preview is a list of what one action would do to each of several tasks, before it is done.
type Preview struct {
	List
	Verb string // in the infinitive
}

// Proposed is what one task would get.
type Proposed struct {
	Edit tasks.Edit
	No   string // why it gets nothing
	Out  bool   // it was left out
}

// Proposal is what a task that the board does not have would get, and what a person is told before.
type Proposal struct {
	Task *tasks.Task
	Risk string
	Proposed
}

// Judge returns what a rule answered for a task of a list, and what a person is asked about where it is one task alone.
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

// Chosen reports whether it is to be done.
func (p *Proposed) Chosen() bool { return p.No == "" && !p.Out }

// Note returns why it is not to be done, else what the task gets.
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

// Show returns the list without its lines, where n of all tasks get something; words say what its keys do beside
// the one that does it.
func (p *Preview) Show(s *Screen, n, all int, words map[keymap.Action]string) *view.Picker {
	title := phrase.Sentence(p.Verb) + " " + phrase.Tasks(n)
	if n < all {
		title = fmt.Sprintf("%s %d of %s", phrase.Sentence(p.Verb), n, phrase.Tasks(all))
	}
	if n > 0 {
		words[keymap.Submit] = p.Verb + " " + phrase.Tasks(n)
	}
	return &view.Picker{Title: safetext.Line(title), First: p.First, Selected: p.Selected, Keys: s.KeysSaying(words, keymap.BatchScope)}
}

// LeaveWord returns what is done with a task that is, or is not, left out.
func LeaveWord(out bool) string {
	if out {
		return "take in"
	}
	return "leave out"
}
