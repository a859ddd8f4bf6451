package worktrees

import (
	"errors"
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

// menu is the menu for the worktree of a task.
type menu struct {
	m  *Model
	of tasks.Key
}

func (*menu) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.WorktreeMenuScope} }

// ShowMenu opens the menu if the task has a worktree or can have one.
func (m *Model) ShowMenu(k tasks.Key) {
	err := m.checkBind(k)
	if _, has := m.treeOf(m.Board.Task(k)); err != nil && !has {
		m.Refuse(err)
		return
	}
	m.SetMode(&menu{m, k})
}

// Offers reports whether a task is known to have a worktree or can have one.
func (m *Model) Offers(t *tasks.Task) bool {
	return t != nil && (m.checkBind(t.Key) == nil || m.hasKnown(t))
}

func (m *Model) checkBind(k tasks.Key) error {
	return board.CheckBind(m.Board, k, m.HasEvents())
}

func (v *menu) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	m.ToBoard()
	t := m.Board.Task(v.of)
	at, has := m.treeOf(t)
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
	case m.busy != "":
		m.Warn(m.busy + " is not done yet")
		return nil
	case t.Worktree == "" && a != keymap.CreateWorktree && a != keymap.BindWorktree:
		m.Warn(m.Board.ShortID(v.of) + " has no worktree")
		return nil
	}
	switch a {
	case keymap.CreateWorktree:
		if err := board.CheckMakeWorktree(m.Board, v.of, "", m.HasEvents(), m.Me, m.Now); err != nil {
			m.Refuse(err)
			return nil
		}
		m.SetMode(&naming{m: m, of: v.of, bind: true, Prompt: host.Prompt{Line: field.NewLine(proposedName(t))}})
	case keymap.BindWorktree:
		if err := m.checkBind(v.of); err != nil {
			m.Refuse(err)
			return nil
		}
		return m.OfDirectory(effects.Worktrees(m.Workspace, v.of.List, t.Traits,
			host.OnResult2(func(all []worktree.Tree, err error) tea.Cmd {
				return m.showList(v.of, all, err)
			})))
	case keymap.UnbindWorktree:
		return m.CarryOut(board.Bind(m.Board, v.of, "", m.HasEvents(), m.Me, m.Now))
	case keymap.KeepWorktree:
		return m.keep(t, t.Worktree)
	case keymap.RemoveWorktree:
		m.askRemoval(v.of, t.Worktree)
	}
	return nil
}

// keep records that a worktree is to be kept.
func (m *Model) keep(t *tasks.Task, name string) tea.Cmd {
	m.busy = "Keeping " + name
	return m.OfDirectory(effects.KeepWorktree(m.Workspace, t, name, m.onDone(wasKept, t.Key, name)))
}

func (v *menu) Overlay() view.Overlay {
	m := v.m
	t := m.Board.Task(v.of)
	out := &view.Message{Title: safetext.Line("Worktree of " + m.Board.ShortID(v.of))}
	_, has := m.treeOf(t)
	bindable, bound := m.checkBind(v.of) == nil, t != nil && t.Worktree != ""
	if bound {
		out.Lines = append(out.Lines, view.Line{phrase.Dim("bound to "),
			{Text: safetext.Short(t.Worktree), Style: style.Plain}}, nil)
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
		out.Lines = append(out.Lines, view.Line{{Text: m.KeyName(e), Style: style.AccentStrong},
			{Text: safetext.Line("  " + e.Long), Style: style.Plain}})
	}
	return out
}

// proposedName returns a name for the worktree of a task: its subject in ASCII letters, or its id.
func proposedName(t *tasks.Task) string {
	const longest = 30
	var b strings.Builder
	for _, word := range strings.FieldsFunc(strings.ToLower(t.Subject),
		func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) }) {
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

// action is something done to a worktree.
type action uint8

const (
	wasKept action = iota
	wasRemoved
)

// onDone returns the callback for the end of an action on a worktree.
func (m *Model) onDone(act action, of tasks.Key, name string) func(error) tea.Msg {
	return host.OnResult(func(err error) tea.Cmd { return m.done(act, of, name, err) })
}

// done shows the result of an action on a worktree.
func (m *Model) done(act action, of tasks.Key, name string, err error) tea.Cmd {
	m.busy = ""
	m.MarkStale()
	var unsaved *worktree.UnsavedError
	switch {
	case errors.As(err, &unsaved) && m.Browsing():
		m.askDiscard(of, name, unsaved)
	case act == wasRemoved && worktree.IsDone(err):
		if err != nil {
			m.Warn("Removed worktree " + name + "; " + err.Error())
		} else {
			m.Success("Removed worktree " + name)
		}
		return m.unbindAfter(of, name)
	case err != nil:
		m.Warn(map[action]string{wasKept: "Not kept: ", wasRemoved: "Not removed: "}[act] + err.Error())
	default:
		m.Success("Noted that worktree " + name + " is kept")
	}
	return nil
}
