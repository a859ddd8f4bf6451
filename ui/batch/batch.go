// Package batch acts on several tasks at once: they are marked, a preview shows what becomes of each, and one action
// writes them.
package batch

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
)

// Uses is what the marks ask of other features.
type Uses struct {
	AskOwner   func(title safetext.Text, give func(owner string) tea.Cmd) // asks for an owner, "" for nobody
	LinkMarked func([]tasks.Key)                                          // asks what to link the marked tasks with
}

// Model holds the marks.
type Model struct {
	*host.Program
	Uses
	keys []tasks.Key // in the order in which they were marked
	set  map[tasks.Key]bool
}

// New returns the marks of a program, none.
func New(p *host.Program) *Model {
	m := &Model{Program: p}
	m.Clear()
	return m
}

// Clear removes all marks.
func (m *Model) Clear() { m.keys, m.set = nil, map[tasks.Key]bool{} }

// Marked reports whether a task is marked.
func (m *Model) Marked(k tasks.Key) bool { return m.set[k] }

// Forget removes the marks of tasks that are gone.
func (m *Model) Forget() {
	for _, k := range slices.Clone(m.keys) {
		if !m.Board.Has(k) {
			m.mark(k, false)
		}
	}
}

// Len returns the number of tasks that are marked.
func (m *Model) Len() int { return len(m.keys) }

// maxMarks is the largest number of tasks that one action can write: each is a file that is locked, read again and
// exchanged.
const maxMarks = 1000

func (m *Model) mark(k tasks.Key, on bool) {
	switch {
	case on == m.set[k], on && len(m.keys) == maxMarks:
	case on:
		m.set[k] = true
		m.keys = append(m.keys, k)
	default:
		delete(m.set, k)
		m.keys = slices.DeleteFunc(m.keys, func(x tasks.Key) bool { return x == k })
	}
}

// Allows reports whether an action applies to one of the marked tasks.
func (m *Model) Allows(a keymap.Action) bool {
	return slices.ContainsFunc(m.keys, func(k tasks.Key) bool { return host.Suits(a, m.Board.State(k)) })
}

// Actions returns what the keys do that mark tasks.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.Mark:     m.toggleMark,
		keymap.MarkDown: func(keymap.Action) tea.Cmd { return m.markAndMove(keymap.Down) },
		keymap.MarkUp:   func(keymap.Action) tea.Cmd { return m.markAndMove(keymap.Up) },
		keymap.MarkAll:  host.Do(m.markAll),
		keymap.Sweep:    host.Do(m.sweep),
	}
}

// MarkedActions returns what the keys of a task do to the marked ones.
func (m *Model) MarkedActions() host.Actions {
	return host.Actions{
		keymap.Claim:    m.judge("claim", "claimed", "yours, in progress"),
		keymap.Complete: m.judge("complete", "completed", "completed"),
		keymap.Release:  m.judge("release", "released", "pending, nobody's"),
		keymap.Reopen:   m.judge("reopen", "reopened", "pending"),
		keymap.Delete:   m.judge("delete", "deleted", "its file is removed"),
		keymap.Assign:   host.Do(m.assign),
		keymap.Link:     host.Do(func() { m.LinkMarked(slices.Clone(m.keys)) }),
	}
}

// judge returns a handler that previews an action that has a rule.
func (m *Model) judge(verb, done, gets string) host.Handler {
	return func(a keymap.Action) tea.Cmd {
		b, who, at := m.Board, m.Me, m.Now
		m.preview(verb, done, gets, func(k tasks.Key) (tasks.Edit, error) {
			e, err := host.Rules[a](b, k, who, at)
			if a == keymap.Release {
				e, err = m.WithOwner(k, e, err)
			}
			return e, err
		})
		return nil
	}
}

// assign asks for an owner, and previews giving it the marked tasks.
func (m *Model) assign() {
	b, who, at := m.Board, m.Me, m.Now
	m.AskOwner(safetext.Line("Give "+phrase.Tasks(len(m.keys))+" to"), func(owner string) tea.Cmd {
		to := owner
		if owner == "" {
			to = "nobody"
		}
		p := m.preview("give", "given to "+to, "to "+to, func(k tasks.Key) (tasks.Edit, error) {
			e, err := board.Assign(b, k, owner, who, at)
			return m.WithOwner(k, e, err)
		})
		for i := range p.rows { // the owner of a finished task is the one who did it: by default it stays
			t := b.Task(p.rows[i].key)
			p.rows[i].Out = p.rows[i].No == "" && t != nil && t.Status.Finished()
		}
		return nil
	})
}

// toggleMark marks the selected task or removes its mark, and moves down.
func (m *Model) toggleMark(keymap.Action) tea.Cmd {
	k, ok := m.Selected()
	if !ok {
		m.Warn("Not marked: no task is selected")
		return nil
	}
	m.mark(k, !m.set[k])
	return m.Mode().Handle(keymap.Down)
}

// markAndMove marks the selected task, moves, and marks the next one.
func (m *Model) markAndMove(move keymap.Action) tea.Cmd {
	m.markSelected()
	cmd := m.Mode().Handle(move)
	m.markSelected()
	return cmd
}

func (m *Model) markSelected() {
	if k, ok := m.Selected(); ok {
		m.mark(k, true)
	}
}

// markAll marks every task that the filter shows or, if all are marked, removes all marks.
func (m *Model) markAll() {
	b, before := m.Board, len(m.keys)
	for c := range board.Column(board.Columns) {
		for i := range min(b.Len(c), maxMarks) {
			m.mark(b.At(c, i), true)
		}
	}
	if len(m.keys) == before {
		m.Clear()
		return
	}
	if len(m.keys) == maxMarks {
		m.Warn("Marked " + phrase.Tasks(maxMarks) + ", which is as many as are acted on at once")
		return
	}
	m.Info(phrase.Tasks(len(m.keys)) + " marked: " + m.KeyOf(keymap.Complete) + " completes them, " +
		m.KeyOf(keymap.Palette) + " shows what else can be done")
}

// stalled counts the stalled tasks. Their owners stopped writing but may still be there, so a person has to decide.
func (m *Model) stalled() (n int) {
	for _, need := range m.Board.Needs(m.Circumstances(), nil) {
		if need.Kind == board.TaskStalled {
			n++
		}
	}
	return n
}

// sweep previews what could be tidied up, as if those tasks were marked.
func (m *Model) sweep() {
	b, at := m.Board, m.Now
	all := b.Sweep(m.Me, at, maxMarks)
	if len(all) == 0 {
		words := "Nothing to sweep: no task is left behind, as far as is known"
		if n := m.stalled(); n > 0 {
			words = "Nothing to sweep: " + phrase.Tasks(n) + phrase.Plural(n, " is", " are") +
				" stalled, but nothing tells that the owner is gone: " + m.KeyOf(keymap.Release) + " releases"
		}
		m.Info(words)
		return
	}
	p := &previewMode{m: m, done: "swept", Preview: host.Preview{Verb: "sweep"}}
	for i, x := range all {
		if i == 0 || x.Kind != all[i-1].Kind {
			p.rows = append(p.rows, row{head: true, verb: x.Kind.Verb(), gets: x.Kind.String()})
		}
		e, err := x.Edit(b, m.Me, at)
		if x.Kind.Verb() == tasks.VerbRelease {
			e, err = m.WithOwner(x.Key, e, err)
		}
		gets := x.Reason()
		if x.Kind == board.SweepOld {
			gets = "changed " + m.Ago(x.Since)
		}
		r := m.judged(row{key: x.Key, gets: gets, verb: x.Kind.Verb()}, e, err)
		if ask, ok := errors.AsType[board.Ask](err); ok && len(ask.Detail) > 0 {
			r.risk = ask.Detail[len(ask.Detail)-1] // the row already shows the state of the owner
		}
		p.rows = append(p.rows, r)
	}
	m.SetMode(p)
}

// LinkChain previews making each marked task wait for the one marked before it. Several of the links together may close
// a loop, so each is checked against all before it.
func (m *Model) LinkChain() {
	keys := slices.Clone(m.keys)
	p := m.preview("link", "linked", "waits for the one above", func(k tasks.Key) (tasks.Edit, error) {
		i := slices.Index(keys, k)
		if i == 0 {
			return tasks.Edit{}, board.Refusal{Verb: tasks.VerbLink, Why: "it is the first"}
		}
		for j := range i {
			before := m.Board.Task(keys[j])
			if before == nil {
				return tasks.Edit{}, board.Refusal{Verb: tasks.VerbLink, Why: "one before it cannot be read"}
			}
			e, err := board.Link(m.Board, k, before.ID, m.Me, m.Now)
			if j == i-1 || isLoop(err) {
				return e, err
			}
		}
		return tasks.Edit{}, nil
	})
	p.lastFirst = true
}
