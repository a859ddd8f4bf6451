package panels

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/worktree"
	"sideboard/ui/effects"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// worktreeMenu is the menu for the worktree of a task.
type worktreeMenu struct {
	m  *Model
	of tasks.Key
}

func (*worktreeMenu) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.WorktreeMenuScope} }

// ShowWorktreeMenu opens the menu if the task has a worktree or can have one.
func (m *Model) ShowWorktreeMenu(k tasks.Key) {
	err := m.checkBind(k)
	if _, has := m.worktreeOf(m.Board.Task(k)); err != nil && !has {
		m.Refuse(err)
		return
	}
	m.SetMode(&worktreeMenu{m, k})
}

// OffersWorktree reports whether a task is known to have a worktree or can have one.
func (m *Model) OffersWorktree(t *tasks.Task) bool {
	return t != nil && (m.checkBind(t.Key) == nil || m.hasKnownWorktree(t))
}

func (m *Model) checkBind(k tasks.Key) error {
	return board.CheckBind(m.Board, k, m.members.hasWorktreeEvents)
}

func (v *worktreeMenu) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	m.ToBoard()
	t := m.Board.Task(v.of)
	at, has := m.worktreeOf(t)
	switch {
	case a == keymap.Back:
		return nil
	case t == nil:
		m.Warn("Its file cannot be read any more")
		return nil
	case has && a == keymap.OpenShell:
		return m.askGit(t.Traits, at, 0, true)
	case has && a == keymap.ShowWorktree:
		m.showWork(v.of)
		return nil
	case m.worktrees.busy != "":
		m.Warn(m.worktrees.busy + " is not done yet")
		return nil
	case t.Worktree == "" && a != keymap.CreateWorktree && a != keymap.BindWorktree:
		m.Warn(m.Board.ShortID(v.of) + " has no worktree")
		return nil
	}
	switch a {
	case keymap.CreateWorktree:
		if err := board.CheckMakeWorktree(m.Board, v.of, "", m.members.hasWorktreeEvents, m.Me, m.Now); err != nil {
			m.Refuse(err)
			return nil
		}
		m.SetMode(&worktreeName{m: m, of: v.of, bind: true, Prompt: host.Prompt{Line: field.NewLine(proposedName(t))}})
	case keymap.BindWorktree:
		if err := m.checkBind(v.of); err != nil {
			m.Refuse(err)
			return nil
		}
		return m.OfDirectory(effects.Worktrees(m.Workspace, v.of.List, t.Traits, host.OnResult2(func(all []worktree.Tree, err error) tea.Cmd {
			return m.showWorktrees(v.of, all, err)
		})))
	case keymap.UnbindWorktree:
		return m.CarryOut(board.Bind(m.Board, v.of, "", m.members.hasWorktreeEvents, m.Me, m.Now))
	case keymap.KeepWorktree:
		return m.keepWorktree(t, t.Worktree)
	case keymap.RemoveWorktree:
		m.askRemoval(v.of, t.Worktree)
	}
	return nil
}

// keepWorktree records that a worktree is to be kept.
func (m *Model) keepWorktree(t *tasks.Task, name string) tea.Cmd {
	m.worktrees.busy = "Keeping " + name
	return m.OfDirectory(effects.KeepWorktree(m.Workspace, t, name, m.onWorktreeDone(worktreeKept, t.Key, name)))
}

func (v *worktreeMenu) Overlay() view.Overlay {
	m := v.m
	t := m.Board.Task(v.of)
	out := &view.Message{Title: safetext.Line("Worktree of " + m.Board.ShortID(v.of))}
	_, has := m.worktreeOf(t)
	bindable, bound := m.checkBind(v.of) == nil, t != nil && t.Worktree != ""
	if bound {
		out.Lines = append(out.Lines, view.Line{phrase.Dim("bound to "), {Text: safetext.Short(t.Worktree), Style: style.Plain}}, nil)
	}
	for e := range m.Keys.Footer(keymap.WorktreeMenuScope) {
		offered := bound
		switch e.Action {
		case keymap.Back:
			out.Keys = []view.Key{{Name: m.KeyName(e), Does: safetext.Line(e.Short())}}
			continue
		case keymap.CreateWorktree, keymap.BindWorktree:
			offered = bindable
		case keymap.ShowWorktree, keymap.OpenShell:
			offered = has
		}
		if !offered {
			continue
		}
		out.Lines = append(out.Lines, view.Line{{Text: m.KeyName(e), Style: style.AccentStrong}, {Text: safetext.Line("  " + e.Long), Style: style.Plain}})
	}
	return out
}

// proposedName returns a name for the worktree of a task: its subject in ASCII letters, or its id.
func proposedName(t *tasks.Task) string {
	const longest = 30
	var b strings.Builder
	for _, word := range strings.FieldsFunc(strings.ToLower(t.Subject), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) }) {
		if strings.IndexFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
			continue // a word without its other letters says less than none
		}
		if b.Len() > 0 && b.Len()+1+len(word) > longest {
			break
		}
		if b.Len() > 0 {
			b.WriteByte('-')
		}
		b.WriteString(word[:min(len(word), longest)])
	}
	if b.Len() > 2 {
		return b.String()
	}
	if t.ID.Num {
		return "task-" + t.ID.Text
	}
	return t.ID.Text
}

// worktreeName asks for the name of a new worktree. It stays open until git has answered.
type worktreeName struct {
	m    *Model
	of   tasks.Key
	bind bool // bind the task to it

	agreed string // the question about binding that was answered with yes, "" for none
	host.Prompt
}

var _ host.TextMode = (*worktreeName)(nil)

func (v *worktreeName) Handle(a keymap.Action) tea.Cmd {
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
			err := board.CheckMakeWorktree(m.Board, v.of, name, m.members.hasWorktreeEvents, m.Me, m.Now)
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
func (v *worktreeName) ask(ask board.Ask, name string) {
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
func (v *worktreeName) create(t *tasks.Task, name string) tea.Cmd {
	m := v.m
	v.Sent, v.Err, m.worktrees.busy = true, "", "Making "+name
	return m.OfDirectory(effects.CreateWorktree(m.Workspace, t, v.bind, name, host.OnResult(func(err error) tea.Cmd { return v.created(name, err) })))
}

// created binds the task to the worktree, even if the form was closed meanwhile, or shows the error.
func (v *worktreeName) created(name string, err error) tea.Cmd {
	m := v.m
	m.worktrees.busy = ""
	m.worktrees.markStale()
	open := m.Mode() == host.Mode(v)
	if !worktree.IsDone(err) {
		if v.Sent = false; open {
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
func (v *worktreeName) bindTo(name string) tea.Cmd {
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

func (v *worktreeName) Overlay() view.Overlay {
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

// worktreeAction is something done to a worktree.
type worktreeAction uint8

const (
	worktreeKept worktreeAction = iota
	worktreeRemoved
)

// onWorktreeDone returns the callback for the end of an action on a worktree.
func (m *Model) onWorktreeDone(act worktreeAction, of tasks.Key, name string) func(error) tea.Msg {
	return host.OnResult(func(err error) tea.Cmd { return m.worktreeDone(act, of, name, err) })
}

// worktreeDone shows the result of an action on a worktree.
func (m *Model) worktreeDone(act worktreeAction, of tasks.Key, name string, err error) tea.Cmd {
	m.worktrees.busy = ""
	m.worktrees.markStale()
	var unsaved *worktree.UnsavedError
	switch {
	case errors.As(err, &unsaved) && m.Browsing():
		m.askDiscard(of, name, unsaved)
	case act == worktreeRemoved && worktree.IsDone(err):
		if err != nil {
			m.Warn("Removed worktree " + name + "; " + err.Error())
		} else {
			m.Success("Removed worktree " + name)
		}
		return m.unbindAfter(of, name)
	case err != nil:
		m.Warn(map[worktreeAction]string{worktreeKept: "Not kept: ", worktreeRemoved: "Not removed: "}[act] + err.Error())
	default:
		m.Success("Noted that worktree " + name + " is kept")
	}
	return nil
}
