package panels

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// treesMsg are the worktrees a task could be bound to.
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
		m.Warn("Not bound: " + msg.err.Error())
	case len(msg.all) == 0:
		m.Warn("Not bound: git knows no worktree in .worktrees; " + m.KeyOf(keymap.Worktree) + " " + m.KeyOf(keymap.CreateWorktree) + " makes one")
	default:
		m.SetMode(&worktreePicker{m: m, of: msg.of, trees: msg.all})
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

// worktreePicker chooses the worktree a task is to be bound to.
type worktreePicker struct {
	m     *Model
	of    tasks.Key
	trees []workspace.Tree
	host.List
}

func (*worktreePicker) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ListScope} }

func (v *worktreePicker) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.Choose:
		m.ToBoard()
		tree := v.trees[v.Selected]
		if t := m.Board().Task(v.of); t != nil && t.Traits.Binding != tasks.NotBound {
			if err := m.Workspace().CanBindTree(t.Traits, tree); err != nil {
				m.Warn("Not bound: " + err.Error())
				return nil
			}
		}
		return m.CarryOut(board.Bind(m.Board(), v.of, tree.Name, m.members.told, m.Me(), m.Now()))
	default:
		v.Move(a, len(v.trees), m.Height()/2)
	}
	return nil
}

func (v *worktreePicker) Overlay() view.Overlay {
	m := v.m
	out := &view.Picker{Title: safetext.Line("Bind " + m.Board().ShortID(v.of) + " to"), First: v.First, Selected: v.Selected}
	for _, tree := range v.trees {
		c := view.Choice{Label: safetext.Short(tree.Name)}
		if bound := m.Board().BoundTo(tree.Name, v.of); len(bound) > 0 {
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
	out.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Choose: "bind it", keymap.Back: "never mind"}, keymap.ListScope)
	return out
}
