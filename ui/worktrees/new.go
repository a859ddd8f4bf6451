package worktrees

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/worktree"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// naming asks for the name of a new worktree. It stays open until git has answered.
type naming struct {
	m    *Model
	of   tasks.Key
	bind bool // bind the task to it

	agreed string // the question about binding that was answered with yes, "" for none
	host.Prompt
}

var _ host.TextMode = (*naming)(nil)

func (v *naming) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.Submit:
		t, name := m.Board.Task(v.of), v.Line.Value()
		switch {
		case v.Sent:
			return nil
		case t == nil:
			m.ToBoard()
			m.Warn("Its file cannot be read any more")
			return nil
		}
		if err := worktree.FormOf(t.Traits.Dialect).CheckName(name); err != nil {
			v.Err = phrase.Sentence(err.Error())
			return nil
		}
		if v.bind {
			err := board.CheckMakeWorktree(m.Board, v.of, name, m.HasEvents(), m.Me, m.Now)
			if ask, ok := errors.AsType[board.Ask](err); ok {
				v.ask(ask, name)
				return nil
			} else if err != nil {
				v.Err = phrase.Sentence(err.Error())
				return nil
			}
		}
		return v.create(t, name)
	default:
		return v.Edit(a)
	}
	return nil
}

// ask asks, before a worktree is created, for confirmation of what binding the task means.
func (v *naming) ask(ask board.Ask, name string) {
	m := v.m
	m.SetMode(host.Question{
		Screen: &m.Screen, Yes: "make and bind it", No: "make none",
		Words: func() view.Confirm { return host.ConfirmOf(ask) },
		Decided: func(yes bool) tea.Cmd {
			t := m.Board.Task(v.of)
			if !yes || t == nil {
				return nil
			}
			v.agreed = fmt.Sprint(ask.Question, ask.Detail)
			m.SetMode(v)
			return v.create(t, name)
		},
	})
}

// create lets git create the worktree.
func (v *naming) create(t *tasks.Task, name string) tea.Cmd {
	m := v.m
	v.Sent, v.Err, m.busy = true, "", "Making "+name
	return m.OfDirectory(effects.CreateWorktree(m.Workspace, t, v.bind, name, host.OnResult(func(err error) tea.Cmd {
		return v.created(name, err)
	})))
}

// created binds the task to the worktree, even if the form was closed meanwhile, or shows the error.
func (v *naming) created(name string, err error) tea.Cmd {
	m := v.m
	m.busy = ""
	m.MarkStale()
	open := m.Mode() == host.Mode(v)
	if !worktree.IsDone(err) {
		v.Sent = false
		if open {
			v.Err = phrase.Sentence(err.Error())
		} else {
			m.Warn("Not made: " + err.Error())
		}
		return nil
	}
	if open {
		m.ToBoard()
	}
	cmd := v.bindTo(name)
	if err != nil {
		m.Warn("Made worktree " + name + "; " + err.Error())
	}
	return cmd
}

// bindTo binds the task to the worktree that was created for it.
func (v *naming) bindTo(name string) tea.Cmd {
	m := v.m
	t := m.Board.Task(v.of)
	switch {
	case !v.bind:
		m.Success("Made worktree " + name + ", bound to no task")
		return nil
	case t != nil && t.Worktree == name:
		m.Success("Made worktree " + name + ", which " + t.Subject + " is bound to")
		return nil
	}
	e, err := board.Bind(m.Board, v.of, name, true, m.Me, m.Now)
	if ask, ok := errors.AsType[board.Ask](err); ok {
		switch {
		case fmt.Sprint(ask.Question, ask.Detail) == v.agreed:
			e, err = ask.Edit, nil
		case !m.Browsing(): // do not interrupt the person with a question
			m.Warn("Made worktree " + name + ", bound to no task: " + strings.Join(ask.Detail, " "))
			return nil
		}
	}
	return m.CarryOut(e, err)
}

func (v *naming) Overlay() view.Overlay {
	m, note := v.m, safetext.Short("branch wt/"+v.Line.Value())
	if v.Sent {
		note = safetext.Const("git is at work")
	}
	whose, does := m.Board.ShortID(v.of), "make it and bind it"
	if !v.bind {
		whose, does = "no task", "make it"
	}
	return v.Form(&m.Screen, "New worktree for "+whose, "Name", note, does)
}
