package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks/find"
	"sideboard/ui/desk"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// start is what is known while no directory is open.
type start struct {
	looked   []find.Looked
	lists    []desk.List
	selected int
	first    int
	waiting  bool // somebody waits for a directory to appear
}

// startsWithDemo says that the demo was asked for, rather than offered.
func (o Options) startsWithDemo() bool { return o.DemoNow && o.Demo != nil }

func (m *Model) listed(msg listsMsg) {
	if msg.err != nil {
		m.fail("Claude Code's lists cannot be read: " + msg.err.Error())
		return
	}
	m.start.lists = msg.lists
	m.start.selected = min(max(m.start.selected, 0), len(msg.lists)-1)
}

// inStart does what can be done without a directory.
func (m *Model) inStart(a keymap.Action) tea.Cmd {
	s := &m.start
	switch a {
	case keymap.MakeDirectory:
		s.waiting = false
		return m.moves(makeDirectory(m.o.Finder))
	case keymap.StartDemo:
		s.waiting = false
		return m.moves(startDemo(m.o.Finder, m.o.Demo))
	case keymap.Up:
		s.selected = max(s.selected-1, min(0, len(s.lists)-1))
	case keymap.Down:
		s.selected = min(s.selected+1, len(s.lists)-1)
	case keymap.Choose:
		if s.selected >= 0 && s.selected < len(s.lists) {
			s.waiting = false
			return m.moves(openDir(m.o.Finder, s.lists[s.selected].Dir))
		}
	case keymap.Redraw:
		return tea.Batch(tea.ClearScreen, listLists(m.o.Finder))
	case keymap.Help:
		m.mode = helping{}
	case keymap.Suspend:
		return tea.Suspend
	case keymap.Quit:
		return tea.Quit
	}
	return nil
}

// firstRun is the screen for a person who has no task directory yet: what was looked for, what there is, what to do.
func (m *Model) firstRun() *view.Empty {
	e := &view.Empty{Kind: view.FirstRun, Selected: m.start.selected, First: m.start.first}
	e.Lines = []view.Line{
		words("Agents keep their tasks as files, one JSON file per task. This board shows the directory they are in, and opens by itself as soon as one appears.", style.Plain),
		words("Agents write none while their work is small, while their task tools are off, or while another directory is theirs.", style.Dim),
	}
	for _, l := range m.start.looked {
		e.Looked = append(e.Looked, view.Looked{Path: safetext.Line(l.Path), Why: safetext.Line(l.Why)})
	}
	for _, l := range m.start.lists {
		e.Lists = append(e.Lists, m.listChoice(l))
	}
	e.Keys = m.footerKeys()
	return e
}

// listChoice is one of Claude Code's lists in a line.
func (m *Model) listChoice(l desk.List) view.Choice {
	label := l.Project
	if label == "" {
		label = l.ID
	}
	c := view.Choice{Label: safetext.Line(label), Right: m.since(l.Changed)}
	more := ""
	if l.More {
		more = "+"
	}
	c.Remark = safetext.Line(itoa(l.Tasks) + more + " " + plural(l.Tasks, "task", "tasks") + ", " + itoa(l.Open) + more + " open")
	if l.Project != "" && l.Project != l.ID {
		c.Remark = c.Remark.Append(safetext.Line("  " + l.ID))
	}
	if l.Mine {
		c.Label = c.Label.Append(safetext.Const("  (this project)"))
	}
	return c
}
