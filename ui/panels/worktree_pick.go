package panels

import (
	"cmp"
	"fmt"
	"strconv"

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

// showWorktrees lists the worktrees of a project that a task can be bound to.
func (m *Model) showWorktrees(of tasks.Key, all []worktree.Tree, err error) tea.Cmd {
	switch {
	case !m.Browsing():
	case err != nil:
		m.Warn("No worktrees to show: " + err.Error())
	default:
		m.SetMode(&worktreeList{m: m, of: of, worktrees: all})
	}
	return nil
}

// AskForWorktrees asks git which worktrees exist, for the tasks whose state depends on it.
func (m *Model) AskForWorktrees() tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range m.Board.TasksNeedingWorktrees() {
		cmds = append(cmds, m.OfDirectory(effects.KnownWorktrees(m.Workspace, t.List, t.Traits, host.OnResult2(func(names map[string]bool, _ error) tea.Cmd {
			m.Board.SetWorktrees(t.List, names)
			m.Invalidate()
			return nil
		}))))
	}
	return tea.Batch(cmds...)
}

// worktreeList lists the worktrees of a project, including those that no task names: a task can be bound to one, and each can be kept or
// removed.
type worktreeList struct {
	m         *Model
	of        tasks.Key
	worktrees []worktree.Tree
	host.List
}

func (*worktreeList) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.WorktreesScope, keymap.ListScope}
}

func (v *worktreeList) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	t := m.Board.Task(v.of)
	switch a {
	case keymap.CreateWorktree, keymap.KeepWorktree, keymap.RemoveWorktree, keymap.Choose:
		m.ToBoard()
		switch {
		case t == nil:
			m.Warn("Its file cannot be read any more")
			return nil
		case m.worktrees.busy != "":
			m.Warn(m.worktrees.busy + " is not done yet")
			return nil
		case a == keymap.CreateWorktree:
			m.SetMode(&worktreeName{m: m, of: v.of})
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
func (v *worktreeList) change(a keymap.Action, t *tasks.Task, tree worktree.Tree) tea.Cmd {
	m := v.m
	switch a {
	case keymap.KeepWorktree:
		return m.keepWorktree(t, tree.Name)
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
	return m.CarryOut(board.Bind(m.Board, v.of, tree.Name, m.members.hasWorktreeEvents, m.Me, m.Now))
}

func (v *worktreeList) Overlay() view.Overlay {
	m := v.m
	out := &view.Picker{Title: safetext.Line("Worktrees, for " + m.Board.ShortID(v.of)), First: v.First, Selected: v.Selected}
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

// workMode shows the work in the worktree of a task.
type workMode struct {
	*host.Reading
	of tasks.Key
}

// maxFiles and maxEvents are the largest numbers of changed files and events that are listed.
const maxFiles, maxEvents = 500, 20

// showWork shows the work in the worktree of a task.
func (m *Model) showWork(of tasks.Key) {
	refresh := func(a keymap.Action) tea.Cmd {
		t := m.Board.Task(of)
		at, ok := m.worktreeOf(t)
		if !ok {
			m.ToBoard()
			return nil
		}
		if m.infoOf(at).stale = true; a == keymap.OpenShell {
			return m.askGit(t.Traits, at, 0, true)
		}
		return nil
	}
	m.SetMode(&workMode{&host.Reading{
		Program: m.Program, Title: safetext.Line("Worktree of " + m.Board.ShortID(of)), In: []keymap.ScopeName{keymap.WorktreeScope}, Do: refresh,
		Says:   map[keymap.Action]string{keymap.OpenShell: "shell there", keymap.Redraw: "look again"},
		Facts:  func() []view.Fact { return m.workFacts(of) },
		LayOut: func(int, *style.Sheet) []view.Line { return m.workLines(of) },
	}, of})
	refresh(keymap.Redraw)
}

// workFacts returns what is known about the worktree of a task.
func (m *Model) workFacts(of tasks.Key) (facts []view.Fact) {
	t := m.Board.Task(of)
	at, ok := m.worktreeOf(t)
	if !ok {
		return nil
	}
	add := func(label, value string, st style.Style) {
		facts = append(facts, view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: st})
	}
	g := m.infoOf(at)
	add("task", m.Board.ShortID(of)+"  "+t.Subject, style.Plain)
	if name := cmp.Or(at.name, g.work.Tree.Name); name != "" {
		add("name", name, style.Plain)
	}
	m.worktreeFacts(g, add)
	return facts
}

// workLines lays out the work in the worktree of a task: files, commits and recorded events.
func (m *Model) workLines(of tasks.Key) (lines []view.Line) {
	t := m.Board.Task(of)
	at, ok := m.worktreeOf(t)
	if !ok {
		return []view.Line{phrase.Line("The task has no worktree any more.", style.Warning)}
	}
	g := m.infoOf(at)
	switch {
	case g.err == nil && !g.at.IsZero() && !g.work.Known && t.Worktree != "":
		return []view.Line{phrase.Line("Its binding leads nowhere. "+m.KeyOf(keymap.Worktree)+" "+m.KeyOf(keymap.UnbindWorktree)+" takes it away.", style.Warning)}
	case g.err != nil, !g.at.IsZero() && !g.work.Known:
		return []view.Line{phrase.Line("There is no work to show.", style.Warning)}
	case g.at.IsZero():
		return []view.Line{phrase.Line("Asking git ...", style.Dim)}
	}
	w := &g.work
	head := func(what string, n int) {
		lines = append(lines, view.Line{{Text: safetext.Line(what), Style: style.Label}, phrase.Dim("  " + strconv.Itoa(n))})
	}
	head("Changed files", len(w.Files))
	added, removed := 0, 0
	for _, f := range w.Files {
		added, removed = added+f.Added, removed+f.Removed
	}
	lines[0] = append(lines[0], changed(added, removed)...)
	for _, f := range w.Files[:min(len(w.Files), maxFiles)] {
		line := changed(f.Added, f.Removed)
		switch {
		case f.New:
			line = view.Line{{Text: safetext.Const("  new"), Style: style.Added}}
		case f.Binary:
			line = view.Line{phrase.Dim("  bin")}
		}
		lines = append(lines, append(line, phrase.Plain("  "+f.Path)))
	}
	if rest := len(w.Files) - maxFiles; rest > 0 {
		lines = append(lines, phrase.Line(fmt.Sprintf("  %d more files", rest), style.Dim))
	}
	lines = append(lines, nil)
	head("Commits", w.Ahead)
	for _, c := range w.Commits {
		lines = append(lines, view.Line{phrase.Dim("  " + c.Hash + "  "), {Text: safetext.Subject(c.Subject), Style: style.Subject}, phrase.Dim("  " + c.Author + "  "), {Text: m.Since(c.At), Style: style.Dim}})
	}
	if rest := w.Ahead - len(w.Commits); rest > 0 {
		lines = append(lines, phrase.Line(fmt.Sprintf("  %d more commits", rest), style.Dim))
	}
	if len(w.Events) > 0 {
		lines = append(lines, nil, phrase.Line("What happened to it", style.Label))
	}
	for i := len(w.Events) - 1; i >= max(0, len(w.Events)-maxEvents); i-- {
		lines = append(lines, phrase.Line("  "+m.worktreeEventWords(w.Events[i], t), style.Dim))
	}
	return lines
}

// changed returns the numbers of added and removed lines.
func changed(added, removed int) view.Line {
	return view.Line{{Text: safetext.Line(fmt.Sprintf("  +%d", added)), Style: style.Added}, phrase.Dim(fmt.Sprintf(" -%d", removed))}
}
