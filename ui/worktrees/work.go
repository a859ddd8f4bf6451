package worktrees

import (
	"cmp"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

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
		at, ok := m.treeOf(t)
		if !ok {
			m.ToBoard()
			return nil
		}
		m.infoOf(at).stale = true
		if a == keymap.OpenShell {
			return m.askGit(t.Traits, at, 0, true)
		}
		return nil
	}
	m.SetMode(&workMode{&host.Reading{
		Program: m.Program, Title: safetext.Line("Worktree of " + m.Board.ShortID(of)),
		In: []keymap.ScopeName{keymap.WorktreeScope}, Do: refresh,
		Says:   map[keymap.Action]string{keymap.OpenShell: "shell there", keymap.Redraw: "look again"},
		Facts:  func() []view.Fact { return m.workFacts(of) },
		LayOut: func(int, *style.Sheet) []view.Line { return m.workLines(of) },
	}, of})
	refresh(keymap.Redraw)
}

// workFacts returns what is known about the worktree of a task.
func (m *Model) workFacts(of tasks.Key) (facts []view.Fact) {
	t := m.Board.Task(of)
	at, ok := m.treeOf(t)
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
	m.facts(g, add)
	return facts
}

// workLines lays out the work in the worktree of a task: files, commits and recorded events.
func (m *Model) workLines(of tasks.Key) (lines []view.Line) {
	t := m.Board.Task(of)
	at, ok := m.treeOf(t)
	if !ok {
		return []view.Line{phrase.Line("The task has no worktree any more.", style.Warning)}
	}
	g := m.infoOf(at)
	switch {
	case g.err == nil && !g.at.IsZero() && !g.work.Known && t.Worktree != "":
		return []view.Line{phrase.Line("Its binding leads nowhere. "+m.KeyOf(keymap.Worktree)+" "+
			m.KeyOf(keymap.UnbindWorktree)+" takes it away.", style.Warning)}
	case g.err != nil, !g.at.IsZero() && !g.work.Known:
		return []view.Line{phrase.Line("There is no work to show.", style.Warning)}
	case g.at.IsZero():
		return []view.Line{phrase.Line("Asking git ...", style.Dim)}
	}
	w := &g.work
	head := func(what string, n int) {
		lines = append(lines, view.Line{{Text: safetext.Line(what), Style: style.Label},
			phrase.Dim("  " + strconv.Itoa(n))})
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
		lines = append(lines, view.Line{phrase.Dim("  " + c.Hash + "  "),
			{Text: safetext.Subject(c.Subject), Style: style.Subject}, phrase.Dim("  " + c.Author + "  "),
			{Text: m.Since(c.At), Style: style.Dim}})
	}
	if rest := w.Ahead - len(w.Commits); rest > 0 {
		lines = append(lines, phrase.Line(fmt.Sprintf("  %d more commits", rest), style.Dim))
	}
	if len(w.Events) > 0 {
		lines = append(lines, nil, phrase.Line("What happened to it", style.Label))
	}
	for i := len(w.Events) - 1; i >= max(0, len(w.Events)-maxEvents); i-- {
		lines = append(lines, phrase.Line("  "+m.eventWords(w.Events[i], t), style.Dim))
	}
	return lines
}

// changed returns the numbers of added and removed lines.
func changed(added, removed int) view.Line {
	return view.Line{{Text: safetext.Line(fmt.Sprintf("  +%d", added)), Style: style.Added},
		phrase.Dim(fmt.Sprintf(" -%d", removed))}
}
