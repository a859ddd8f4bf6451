package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// allowance is what a person said about lists of an inferred form.
type allowance struct {
	declined map[string]tasks.FormMembers // the lists that are only shown, and their form
	list     string                       // the list that is being allowed
	then     keymap.Action                // what was asked for there, Nothing for nothing
}

// allowQuestion asks whether the files of a list may be edited, which no published design writes. Enter is no answer:
// people press it to go on.
type allowQuestion struct {
	m    *Model
	list string
	form tasks.Form // with the words that are chosen
	then keymap.Action
}

// unallowed returns the form of a list that nobody has allowed to edit, nil for any other list.
func (m *Model) unallowed(list string) *tasks.Form {
	t := m.Board.Traits(list)
	if t == nil || t.Form == nil || t.Form.Allowed || m.allowed.declined[list] == t.Form.FormMembers {
		return nil
	}
	return t.Form
}

// askToAllow asks whether a list may be edited before its first edit, and reports whether it does.
func (m *Model) askToAllow(a keymap.Action) bool {
	x, list := m.actions[a], m.listHere()
	if x == nil || !x.writes || m.open.WhyNotNow() != "" {
		return false
	}
	form := m.unallowed(list)
	if form == nil {
		return false
	}
	m.SetMode(&allowQuestion{m: m, list: list, form: *form, then: a})
	return true
}

// Scopes returns the keys of the question.
func (*allowQuestion) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.AllowScope} }

// Applies reports whether an action can do something: NextField only if there is another word to choose.
func (q *allowQuestion) Applies(a keymap.Action) bool {
	return a != keymap.NextField || q.undecided() >= 0
}

// undecided returns the index, in the form's Words, of the first state for which several words would do; -1 for none.
func (q *allowQuestion) undecided() int {
	return slices.IndexFunc(q.form.Choices[:], func(words []string) bool { return len(words) > 1 })
}

// Handle takes an answer, or goes to the next word.
func (q *allowQuestion) Handle(a keymap.Action) tea.Cmd {
	m := q.m
	switch a {
	case keymap.NextField:
		i := q.undecided()
		words := q.form.Choices[i]
		q.form.Words[i] = words[(slices.Index(words, q.form.Words[i])+1)%len(words)]
		return nil
	case keymap.No:
		if m.allowed.declined == nil {
			m.allowed.declined = map[string]tasks.FormMembers{}
		}
		m.allowed.declined[q.list] = q.form.FormMembers
	}
	m.ToBoard()
	if a != keymap.Yes {
		return nil
	}
	m.allowed.list, m.allowed.then = q.list, q.then
	return m.Enqueue(effects.Allow(m.Workspace, q.list, &q.form, host.OnResult(func(err error) tea.Cmd {
		if err != nil {
			m.allowed.then = keymap.Nothing
			m.Warn("Not allowed: " + err.Error())
		}
		return nil
	})))
}

// takeBackWord returns what the palette does to withdraw the permission to edit the list, and why there is none to
// withdraw, "" if there is. do is nil for a list that may be edited without a person's permission.
func (m *Model) takeBackWord() (do func() tea.Cmd, whyNot string) {
	list := m.listHere()
	t := m.Board.Traits(list)
	switch {
	case t == nil || t.Form == nil:
		return nil, ""
	case !t.Form.Allowed:
		whyNot = "nobody allowed to edit this list"
	}
	return func() tea.Cmd {
		return m.Enqueue(effects.Allow(m.Workspace, list, nil, host.OnResult(func(err error) tea.Cmd {
			if err != nil {
				m.Warn("Not taken back: " + err.Error())
				return nil
			}
			delete(m.allowed.declined, list)
			m.Success("This list is only shown from now on: the next edit asks again")
			return nil
		})))
	}, whyNot
}

// continueAllowed does what was asked for, once the list can be edited.
func (m *Model) continueAllowed() tea.Cmd {
	t := m.Board.Traits(m.allowed.list)
	if m.allowed.then == keymap.Nothing || t == nil || t.Form == nil || !t.Form.Allowed {
		return nil
	}
	a := m.allowed.then
	m.allowed.then = keymap.Nothing
	if !m.Browsing() || m.listHere() != m.allowed.list {
		return nil
	}
	return m.run(a)
}

// Overlay returns the question.
func (q *allowQuestion) Overlay() view.Overlay {
	c := &view.Confirm{Question: safetext.Const("Edit this list?")}
	say := func(text string, st style.Style) { c.Detail = append(c.Detail, phrase.Line(text, st)) }
	say(board.AllowText, style.Plain)
	say("", style.Plain)
	files := tasks.Plural(q.form.Files, "file", "files")
	say(fmt.Sprintf("What was read, the same in %d %s:", q.form.Files, files), style.TitleStrong)
	for _, part := range board.FormParts(&q.form) {
		words := fmt.Sprintf("%s: %s", part.Ours, part.Theirs)
		if part.Values != "" {
			words += " (" + part.Values + ")"
		}
		say(words, style.Plain)
	}
	if i := q.undecided(); i >= 0 {
		state, word := board.FormStates[i], q.form.Words[i]
		say(fmt.Sprintf("No file says that it is %s: “%s” is written.", state, word), style.Warning)
	}
	if q.form.Others > 0 {
		others := tasks.Plural(q.form.Others, "other file is", "other files are")
		say(fmt.Sprintf("%d %s only shown.", q.form.Others, others), style.Dim)
	}
	say("", style.Plain)
	say("Your answer is kept for this folder and this form. Take it back in the palette, or with sideboard allow "+
		"--revoke.", style.Dim)
	said := map[keymap.Action]string{
		keymap.Yes: "edit this list", keymap.No: "only show it", keymap.Back: "ask again later",
		keymap.NextField: "the other word",
	}
	c.Keys = q.m.KeysSaying(said, q.Scopes()...)
	return c
}

// refusesNew returns why no task can be created in a list, nil if one can or a person is asked first.
func (m *Model) refusesNew(list string) error {
	d := m.Board.Traits(list)
	switch {
	case d == nil || m.unallowed(list) != nil:
		return nil
	case d.ReadOnly != "":
		return board.Refusal{Why: d.ReadOnly}
	case d.Form != nil && d.Form.NoNew != "":
		return board.Refusal{Why: d.Form.NoNew}
	}
	return nil
}
