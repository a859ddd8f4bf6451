package panels

import (
	"cmp"
	"fmt"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// listTrees lists the worktrees of a project that a task of it could be bound to.
func (m *Model) listTrees(of tasks.Key, all []workspace.Tree, err error) tea.Cmd {
	switch {
	case !m.Browsing():
	case err != nil:
		m.Warn("No worktrees to show: " + err.Error())
	default:
		m.SetMode(&worktreeList{m: m, of: of, trees: all})
	}
	return nil
}

// AskForTrees asks git which worktrees there are, where the state of a task depends on it.
func (m *Model) AskForTrees() tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range m.Board().TasksNeedingWorktrees() {
		cmds = append(cmds, m.OfDirectory(effects.KnownTrees(m.Workspace(), t, host.Then(func(names map[string]bool) tea.Cmd {
			m.Board().SetWorktrees(t.List, names)
			m.Outdate()
			return nil
		}))))
	}
	return tea.Batch(cmds...)
}

// worktreeList shows the worktrees of a project, also those that no task names: a task can be bound to one, and each can be kept or
// removed.
type worktreeList struct {
	m     *Model
	of    tasks.Key
	trees []workspace.Tree
	host.List
}

func (*worktreeList) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.WorktreesScope, keymap.ListScope}
}

func (v *worktreeList) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	t := m.Board().Task(v.of)
	switch a {
	case keymap.CreateWorktree, keymap.KeepWorktree, keymap.RemoveWorktree, keymap.Choose:
		m.ToBoard()
		switch {
		case t == nil:
			m.Warn("Its file cannot be read any more")
			return nil
		case m.worktrees.doing != "":
			m.Warn(m.worktrees.doing + " is not done yet")
			return nil
		case a == keymap.CreateWorktree:
			m.SetMode(&worktreeName{m: m, of: v.of})
			return nil
		case len(v.trees) == 0:
			m.Warn("There is no worktree in .worktrees")
			return nil
		}
		return v.change(a, t, v.trees[v.Selected])
	case keymap.Back:
		m.ToBoard()
	default:
		v.Move(a, len(v.trees), m.Height()/2)
	}
	return nil
}

// change does with one of the worktrees what was asked for.
func (v *worktreeList) change(a keymap.Action, t *tasks.Task, tree workspace.Tree) tea.Cmd {
	m := v.m
	switch a {
	case keymap.KeepWorktree:
		return m.keepTree(t, tree.Name)
	case keymap.RemoveWorktree:
		m.askRemoval(v.of, tree.Name)
		return nil
	}
	if t.Traits.Binding != tasks.NotBound {
		if err := m.Workspace().CanBindTree(t.Traits, tree); err != nil {
			m.Warn("Not bound: " + err.Error())
			return nil
		}
	}
	return m.CarryOut(board.Bind(m.Board(), v.of, tree.Name, m.members.told, m.Me(), m.Now()))
}

func (v *worktreeList) Overlay() view.Overlay {
	m := v.m
	out := &view.Picker{Title: safetext.Line("Worktrees, for " + m.Board().ShortID(v.of)), First: v.First, Selected: v.Selected}
	if len(v.trees) == 0 {
		out.More = append(out.More, phrase.Line("There is no worktree in .worktrees.", style.Dim))
	}
	for _, tree := range v.trees {
		c := view.Choice{Label: safetext.Short(tree.Name)}
		c.Note = safetext.Const("of no open task")
		if bound := m.Board().BoundTo(tree.Name, tasks.Key{}); len(bound) > 0 {
			c.Note = safetext.Line("of " + m.Board().ShortID(bound[0]))
			if len(bound) > 1 {
				c.Note = c.Note.Append(safetext.Line(fmt.Sprintf(" and %d more", len(bound)-1)))
			}
		}
		if tree.Branch != "wt/"+tree.Name {
			c.Right = safetext.Short(tree.Branch)
		}
		out.Items = append(out.Items, c)
	}
	says := map[keymap.Action]string{keymap.CreateWorktree: "create one", keymap.Back: "cancel"}
	if len(v.trees) > 0 {
		says[keymap.Choose], says[keymap.KeepWorktree], says[keymap.RemoveWorktree] = "bind it", "keep it", "remove it"
	}
	out.Keys = m.KeysSaying(says, v.Scopes()...)
	return out
}

// working shows what was done in the worktree of a task.
type working struct {
	m      *Model
	of     tasks.Key
	scroll int
}

// filesShown is how many changed files are listed at most.
const filesShown = 500

func (*working) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.WorktreeScope, keymap.ListScope}
}

func (w *working) Handle(a keymap.Action) tea.Cmd {
	m := w.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.OpenShell, keymap.Redraw:
		t := m.Board().Task(w.of)
		at, ok := m.worktreeOf(t)
		if !ok {
			m.ToBoard()
			return nil
		}
		m.workAt(at).stale = true
		if a == keymap.OpenShell {
			return m.askAbout(t.Traits, at, 0, true)
		}
	default:
		v := m.workView(w)
		w.scroll = host.Move(min(w.scroll, view.WorktreeScroll(m.Width(), m.Height(), v)), view.WorktreeScroll(m.Width(), m.Height(), v)+1, a, m.Height()/2)
	}
	return nil
}

func (w *working) Overlay() view.Overlay {
	m := w.m
	v := m.workView(w)
	v.Scroll = min(w.scroll, view.WorktreeScroll(m.Width(), m.Height(), v))
	return v
}

// workView is the work in a worktree as values.
func (m *Model) workView(w *working) *view.Worktree {
	t := m.Board().Task(w.of)
	at, ok := m.worktreeOf(t)
	v := &view.Worktree{Title: safetext.Const("Worktree"), Keys: m.KeysSaying(map[keymap.Action]string{
		keymap.OpenShell: "shell there", keymap.Back: "close",
	}, w.Scopes()...)}
	if !ok {
		v.Warn = safetext.Const("The task has no worktree any more.")
		return v
	}
	g := m.workAt(at)
	name := cmp.Or(at.name, g.work.Tree.Name)
	if name != "" {
		v.Title = safetext.Short(name)
	}
	add := func(label, value string, st style.Style) {
		v.Facts = append(v.Facts, view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: st})
	}
	add("task", m.Board().ShortID(w.of)+"  "+t.Subject, style.Plain)
	m.treeFacts(g, add)
	v.Busy = g.at.IsZero()
	if g.err != nil || !v.Busy && !g.work.Known {
		v.Warn = safetext.Const("There is no work to show.")
		if t.Worktree != "" && g.err == nil {
			v.Warn = safetext.Line("Its binding leads nowhere. " + m.KeyOf(keymap.Worktree) + " " + m.KeyOf(keymap.UnbindWorktree) + " takes it away.")
		}
	}
	for i, f := range g.work.Files {
		if i == filesShown {
			v.More = len(g.work.Files) - filesShown
			break
		}
		v.Files = append(v.Files, view.ChangedFile{Path: safetext.Line(f.Path), Added: f.Added, Removed: f.Removed, Binary: f.Binary, New: f.New})
	}
	v.Ahead = g.work.Ahead
	for _, c := range g.work.Commits {
		v.Commits = append(v.Commits, view.Commit{
			Hash: safetext.Line(c.Hash), Subject: safetext.Subject(c.Subject), Author: safetext.Short(c.Author), Age: m.Since(c.At),
		})
	}
	for i := len(g.work.Events) - 1; i >= 0 && len(v.History) < 20; i-- {
		v.History = append(v.History, view.Fact{Value: safetext.Short(m.happened(g.work.Events[i], t)), Style: style.Dim})
	}
	return v
}
