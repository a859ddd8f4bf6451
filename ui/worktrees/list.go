package worktrees

import (
	"fmt"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/worktree"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// showList lists the worktrees of a project that a task can be bound to.
func (m *Model) showList(of tasks.Key, all []worktree.Tree, err error) tea.Cmd {
	switch {
	case !m.Browsing():
	case err != nil:
		m.Warn("No worktrees to show: " + err.Error())
	default:
		m.SetMode(&treeList{m: m, of: of, worktrees: all})
	}
	return nil
}

// AskForAll asks git which worktrees exist, for the tasks whose state depends on it.
func (m *Model) AskForAll() tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range m.Board.TasksNeedingWorktrees() {
		cmds = append(cmds, m.OfDirectory(effects.KnownWorktrees(m.Workspace, t.List, t.Traits,
			host.OnResult2(func(names map[string]bool, _ error) tea.Cmd {
				m.Board.SetWorktrees(t.List, names)
				m.Invalidate()
				return nil
			}))))
	}
	return tea.Batch(cmds...)
}

// treeList lists the worktrees of a project, including those that no task names: a task can be bound to one, and each
// can be kept or removed.
type treeList struct {
	m         *Model
	of        tasks.Key
	worktrees []worktree.Tree
	host.List
}

func (*treeList) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.WorktreesScope, keymap.ListScope}
}

func (v *treeList) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	t := m.Board.Task(v.of)
	switch a {
	case keymap.CreateWorktree, keymap.KeepWorktree, keymap.RemoveWorktree, keymap.Choose:
		m.ToBoard()
		switch {
		case t == nil:
			m.Warn("Its file cannot be read any more")
			return nil
		case m.busy != "":
			m.Warn(m.busy + " is not done yet")
			return nil
		case a == keymap.CreateWorktree:
			m.SetMode(&naming{m: m, of: v.of})
			return nil
		case len(v.worktrees) == 0:
			m.Warn("There is no worktree in .worktrees")
			return nil
		}
		return v.change(a, t, v.worktrees[v.Selected])
	case keymap.Back:
		m.ToBoard()
	default:
		v.Move(a, len(v.worktrees), m.Height/2)
	}
	return nil
}

// change handles an action on a worktree.
func (v *treeList) change(a keymap.Action, t *tasks.Task, tree worktree.Tree) tea.Cmd {
	m := v.m
	switch a {
	case keymap.KeepWorktree:
		return m.keep(t, tree.Name)
	case keymap.RemoveWorktree:
		m.askRemoval(v.of, tree.Name)
		return nil
	}
	if t.Traits.Binding != tasks.NotBound {
		if err := worktree.FormOf(t.Traits.Dialect).CheckTree(tree); err != nil {
			m.Warn("Not bound: " + err.Error())
			return nil
		}
	}
	return m.CarryOut(board.Bind(m.Board, v.of, tree.Name, m.HasEvents(), m.Me, m.Now))
}

func (v *treeList) Overlay() view.Overlay {
	m := v.m
	out := &view.Picker{Title: safetext.Line("Worktrees, for " + m.Board.ShortID(v.of)), First: v.First,
		Selected: v.Selected}
	if len(v.worktrees) == 0 {
		out.More = append(out.More, phrase.Line("There is no worktree in .worktrees.", style.Dim))
	}
	for _, tree := range v.worktrees {
		c := view.Choice{Label: safetext.Short(tree.Name)}
		c.Note = safetext.Const("of no open task")
		if bound := m.Board.BoundTo(tree.Name, tasks.Key{}); len(bound) > 0 {
			c.Note = safetext.Line("of " + m.Board.ShortID(bound[0]))
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
	if len(v.worktrees) > 0 {
		says[keymap.Choose], says[keymap.KeepWorktree], says[keymap.RemoveWorktree] = "bind it", "keep it", "remove it"
	}
	out.Keys = m.KeysSaying(says, v.Scopes()...)
	return out
}
