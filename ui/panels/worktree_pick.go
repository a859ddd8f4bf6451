package panels

import (
	"fmt"

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
	"sideboard/ui/workspace"
)

// treesMsg are the worktrees of a project: those a task of it could be bound to.
type treesMsg struct {
	m   *Model
	of  tasks.Key
	all []workspace.Tree
	err error
}

func (msg treesMsg) Apply() tea.Cmd {
	m := msg.m
	free := m.Browsing()
	switch {
	case !free:
	case msg.err != nil:
		m.Warn("No worktrees to show: " + msg.err.Error())
	default:
		m.SetMode(&worktreeList{m: m, of: msg.of, trees: msg.all})
	}
	return nil
}

// knownMsg are the worktrees that git knows in the project of a list, by name.
type knownMsg struct {
	m     *Model
	list  string
	names map[string]bool
}

func (msg knownMsg) Apply() tea.Cmd {
	m := msg.m
	m.Board().SetWorktrees(msg.list, msg.names)
	m.Outdate()
	return nil
}

// AskForTrees asks git which worktrees there are, where the state of a task depends on it.
func (m *Model) AskForTrees() tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range m.Board().TasksNeedingWorktrees() {
		cmds = append(cmds, m.OfDirectory(effects.KnownTrees(m.Workspace(), t, func(names map[string]bool) tea.Msg { return knownMsg{m, t.List, names} })))
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
	says := map[keymap.Action]string{keymap.CreateWorktree: "create one", keymap.Back: "never mind"}
	if len(v.trees) > 0 {
		says[keymap.Choose], says[keymap.KeepWorktree], says[keymap.RemoveWorktree] = "bind it", "keep it", "remove it"
	}
	out.Keys = m.KeysSaying(says, v.Scopes()...)
	return out
}
