package ui

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/openlist"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// startsWithDemo reports whether the program starts with the demo instead of looking for a directory.
func (o Options) startsWithDemo() bool { return o.DemoNow && o.Demo != nil }

// open opens the demo or the directory.
func (o Options) open() tea.Cmd {
	if o.startsWithDemo() {
		return o.startDemo()
	}
	return effects.Open(o.Finder, opened)
}

func opened(d *workspace.Workspace, err error) tea.Msg { return openedMsg{workspace: d, err: err} }

// startDemo starts the simulated agents and opens their directory.
func (o Options) startDemo() tea.Cmd {
	return effects.StartDemo(o.Finder, o.Demo, func(w *workspace.Workspace, d *demo.Demo, err error) tea.Msg {
		return openedMsg{workspace: w, demo: d, err: err}
	})
}

// await waits until a directory or another list appears.
func (m *Model) await(w *workspace.Waiter) tea.Cmd {
	return effects.Await(w, func(d *workspace.Workspace, lists []locate.List, err error) tea.Msg {
		if d == nil && err == nil {
			return host.Answer(func() tea.Cmd { return m.takeLists(w, lists) })
		}
		return openedMsg{workspace: d, err: err, from: w}
	})
}

// wait shows the first screen and waits for a directory or list to appear.
func (m *Model) wait() tea.Cmd {
	s := &m.start
	s.shown = true
	if s.waits == nil || s.waits.Closed() {
		s.waits = m.o.Finder.NewWaiter()
	}
	return m.await(s.waits)
}

// leaveStart stops waiting for directories and lists, and returns cmd: what the person chose opens, and nothing else.
func (m *Model) leaveStart(cmd tea.Cmd) tea.Cmd {
	if m.start.waits != nil {
		m.start.waits.Close()
	}
	return cmd
}

// takeLists shows Claude Code's lists, and waits for more of them if a waiter found them. It opens the list that is
// clearly this project's, unless the person is choosing.
func (m *Model) takeLists(from *workspace.Waiter, lists []locate.List) tea.Cmd {
	s := &m.start
	var again tea.Cmd
	if from != nil {
		if from != s.waits || from.Closed() {
			return nil
		}
		again = m.await(from)
	}
	was := ""
	if s.selected >= 0 && s.selected < len(s.lists) {
		was = s.lists[s.selected].Dir
	}
	s.lists = lists[:locate.FoldAt(lists)]
	s.hidden = len(lists) - len(s.lists)
	s.selected = min(max(s.selected, 0), len(s.lists)-1)
	for i, l := range s.lists {
		if s.moved && l.Dir == was {
			s.selected = i
		}
	}
	if m.Browsing() && m.Workspace == nil && !s.moved && m.o.Finder.IsUnnamed() {
		if l, why, ok := locate.PickList(s.lists, m.Now); ok {
			return m.leaveStart(effects.OpenPicked(m.o.Finder, l, why, opened))
		}
	}
	return again
}

// startActions returns what the keys do without a directory.
func (m *Model) startActions() host.Actions {
	s := &m.start
	move := host.Handler(func(a keymap.Action) tea.Cmd {
		if n := len(s.lists); n > 0 {
			s.moved = true
			s.selected = host.Move(s.selected, n, a, m.Height/3)
		} else {
			s.first = host.Move(s.first, len(m.starts()), a, 1)
		}
		return nil
	})
	choose := host.Handler(func(a keymap.Action) tea.Cmd { return m.openList.Start(a == keymap.Filter) })
	return host.Actions{
		keymap.MakeDirectory: host.Run(func() tea.Cmd {
			return m.leaveStart(effects.MakeDirectory(m.o.Finder, opened))
		}),
		keymap.StartDemo: host.Run(func() tea.Cmd { return m.leaveStart(m.o.startDemo()) }),
		keymap.Up:        move, keymap.Down: move, keymap.PageUp: move, keymap.PageDown: move, keymap.First: move,
		keymap.Last:       move,
		keymap.Choose:     host.Run(m.openChosen),
		keymap.Filter:     choose,
		keymap.SwitchList: choose,
		keymap.Redraw:     host.Run(m.readListsAgain),
		keymap.Quit:       host.Run(func() tea.Cmd { return tea.Quit }),
	}
}

// openChosen opens the chosen list, or does what is selected if there is none.
func (m *Model) openChosen() tea.Cmd {
	s := &m.start
	if all := m.starts(); len(s.lists) == 0 && len(all) > 0 {
		return m.run(all[min(s.first, len(all)-1)])
	}
	if s.selected < 0 || s.selected >= len(s.lists) {
		return nil
	}
	return m.leaveStart(effects.OpenDir(m.o.Finder, s.lists[s.selected].Dir, opened))
}

// readListsAgain reads Claude Code's lists again, and draws the whole screen again.
func (m *Model) readListsAgain() tea.Cmd {
	return tea.Batch(tea.ClearScreen, effects.Lists(m.o.Finder,
		host.OnResult2(func(lists []locate.List, err error) tea.Cmd {
			if err != nil {
				m.Error("Claude Code's lists cannot be read: " + err.Error())
				return nil
			}
			return m.takeLists(nil, lists)
		})))
}

// firstRun returns the first screen: where tasks were looked for, which lists there are, and what to do.
func (m *Model) firstRun() *view.Empty {
	e := &view.Empty{Kind: view.FirstRun, Selected: m.start.selected}
	e.Lines = []view.Line{
		phrase.Line("See who does what. Claim, complete and change tasks while the agents work on them.", style.Plain),
	}
	switch {
	case m.unknownList() != "":
		e.Title = safetext.Line("No list is called " + m.unknownList())
		e.Lines = []view.Line{phrase.Line("It opens by itself as soon as it appears. "+m.KeyOf(keymap.SwitchList)+
			" shows the lists that there are.", style.Plain)}
	case m.o.Finder.Arg != "":
		e.Title = safetext.Const("No tasks there yet")
	case len(m.start.lists) > 0:
		e.Title = safetext.Const("Which list?")
		e.Lines = []view.Line{phrase.Line(whoseLists(m.start.lists), style.Dim)}
	}
	from, to := "", ""
	for _, l := range m.start.tried {
		switch dir := filepath.Dir(l.Path); {
		case !l.Usual:
			e.Searched = append(e.Searched,
				view.SearchedPlace{Path: safetext.Line(m.fromHome(l.Path)), Why: safetext.Line(l.Why)})
		case l.Path != "" && from == "":
			from, to = m.fromHome(dir), m.fromHome(dir)
		case l.Path != "":
			to = m.fromHome(dir)
		}
	}
	if len(m.start.lists) == 0 {
		blank := phrase.Line(" ", style.Plain)
		if from != "" {
			e.Lines = append(append(e.Lines, m.searched(from, to)...), blank)
		}
		e.Lines = append(e.Lines, phrase.Line("Claude Code runs, and nothing appears?", style.TitleStrong))
		for _, why := range [][2]string{
			{toolsOn, "new models keep no tasks without it"},
			{tasksOff, "some editors set it, then none does"}, {"its SDK", "writes no task files"},
		} {
			e.Lines = append(e.Lines, reason(why[0], why[1], m.Width)...)
		}
	}
	for _, l := range m.start.lists {
		e.Lists = append(e.Lists, m.listChoice(l))
	}
	if m.start.hidden > 0 {
		e.Lists = append(e.Lists, openlist.HiddenLists(m.start.hidden))
	}
	if len(e.Lists) == 0 { // else the lists need the room, and the footer has the keys
		e.Starts = m.startsOf(keymap.StartScope, m.starts()...)
		e.Selected = min(m.start.first, len(e.Starts)-1)
	}
	return e
}

// starts returns what can be done without a list.
func (m *Model) starts() []keymap.Action {
	return slices.DeleteFunc([]keymap.Action{keymap.StartDemo, keymap.MakeDirectory, keymap.SwitchList},
		func(a keymap.Action) bool {
			return !m.applies(a) || !m.Keys.Has(a, keymap.StartScope)
		})
}

// startsOf returns actions of a scope with what they do.
func (m *Model) startsOf(scope keymap.ScopeName, actions ...keymap.Action) (all []view.Start) {
	notes := map[keymap.Action]string{
		keymap.StartDemo:     "made-up agents, nothing stays",
		keymap.MakeDirectory: "makes an empty .tasks in " + m.fromHome(m.o.Finder.Env.Cwd),
		keymap.SwitchList:    "another list on this machine",
		keymap.New:           "create the first task",
	}
	for _, a := range actions {
		if e := m.Keys.Entry(a, scope); e != nil && m.applies(a) {
			k := view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())}
			all = append(all, view.Start{Key: k, Note: safetext.Line(notes[a])})
		}
	}
	return all
}

// unknownList returns the list that was named and is not there, "" for none.
func (m *Model) unknownList() string {
	if list := m.o.Finder.List; list != locate.Latest {
		return list
	}
	return ""
}

// opensByItself says what opens without being chosen.
const opensByItself = "One that appears here as the only one with open tasks opens by itself, and so does a .tasks."

// whoseLists returns the number of lists that belong to this project, why none opens by itself, and what would.
func whoseLists(all []locate.List) string {
	here := 0
	for _, l := range all {
		if l.Here {
			here++
		}
	}
	switch here {
	case 0:
		return "No list is clearly this project's. " + opensByItself
	case 1:
		return "One list is this project's, and has no open task. " + opensByItself
	case 2:
		return "Two lists are this project's: choose one."
	}
	return strconv.Itoa(here) + " lists are this project's: choose one."
}

// toolsOn makes Claude Code's newest models keep tasks, tasksOff makes it keep none.
const (
	toolsOn  = "CLAUDE_CODE_ENABLE_TODO_TOOLS=1"
	tasksOff = "CLAUDE_CODE_ENABLE_TASKS=0"
)

// withCode returns words as a line that highlights code, which is for the person to type.
func withCode(words, code string) view.Line {
	before, after, _ := strings.Cut(words, code)
	line := phrase.Line(before, style.Dim)
	line = append(line, phrase.Line(code, style.Code)...)
	return append(line, phrase.Line(after, style.Dim)...)
}

// reason returns what may be the reason that nothing appears, and what it does: next to it, or on a narrow screen of
// w cells below.
func reason(what, does string, w int) []view.Line {
	code, words := phrase.Line(what, style.Soft), phrase.Line(does, style.Dim)
	if w < view.MediumWidth {
		return []view.Line{code, append(phrase.Line("  ", style.Plain), words...)}
	}
	return []view.Line{append(append(code, phrase.Line(strings.Repeat(" ", len(toolsOn)+3-len(what)),
		style.Plain)...), words...)}
}

// searched returns the usual places in which no tasks were found.
func (m *Model) searched(from, to string) []view.Line {
	names, where := []string{".tasks"}, "in "+from
	if m.o.Finder.IsUnnamed() {
		names = append(names, locate.OtherDirs()...)
	}
	if to != from {
		where += " and above, up to " + to
	}
	if lists := locate.ConfigDir(m.o.Finder.Env); lists != "" {
		where += ", and the lists of Claude Code in " + m.fromHome(filepath.Join(lists, "tasks"))
	}
	return []view.Line{
		append(phrase.Line("Looked for", style.TitleStrong), phrase.Line("  and opens what appears", style.Dim)...),
		phrase.Line(strings.Join(names, "  "), style.Soft), phrase.Line(where, style.Dim),
	}
}

// fromHome returns a path with ~ for the home directory.
func (m *Model) fromHome(path string) string {
	if home := m.o.Finder.Env.Home; home != "" && (path == home || strings.HasPrefix(path, home+"/")) {
		return "~" + path[len(home):]
	}
	return path
}

// listChoice returns one of Claude Code's lists as a line.
func (m *Model) listChoice(l locate.List) view.Choice {
	c := m.openList.FoundChoice(locate.FoundList{List: l, Kind: locate.ClaudeCode})
	where := l.Project
	switch {
	case l.Here:
		where = "this project"
	case l.Title == "":
		where = ""
	}
	remark := openlist.OpenWords(l)
	if where != "" {
		remark += "  " + where
	}
	c.Note = safetext.Line(remark)
	return c
}

// explainNoTasks says what the board waits for, and why a list of Claude Code's is empty as far as its files show.
func (m *Model) explainNoTasks(e *view.Empty) {
	if m.open.health == tasks.Offline && !m.open.SeveralLists() {
		e.Title = safetext.Const("Not connected")
		e.Lines = []view.Line{
			phrase.Line(m.open.whyOffline, style.Plain),
			phrase.Line("It is tried again by itself, and the tasks appear as soon as it answers.", style.Dim),
		}
		return
	}
	if m.open.SeveralLists() || m.Workspace.Place().Kind != locate.ClaudeCode {
		e.Lines = []view.Line{
			phrase.Line("They appear here as soon as an agent writes them.", style.Dim),
			withCode("To see agents at work: sideboard demo", "sideboard demo"),
		}
		for words := range strings.Lines(m.Workspace.Place().Unread) {
			e.Lines = append(e.Lines, phrase.Line(strings.TrimSpace(words), style.Plain))
		}
		if !m.stage.InDemo() {
			e.Starts = m.startsOf(keymap.EditsScope, keymap.New)
		}
		return
	}
	if n := m.Board.HighWaterMark(); n > 0 {
		e.Title = safetext.Const("Nothing is left here")
		e.Lines = []view.Line{phrase.Line("Tasks up to number "+strconv.Itoa(int(min(n, 1<<31)))+
			" were in this list. Claude Code wipes a list when all its tasks are completed; s shows other lists.",
			style.Dim)}
		return
	}
	e.Lines = []view.Line{withCode("As far as its files tell, no task was ever in this list. "+workspace.ToolsOff,
		toolsOn)}
}

// switchList opens the newer list that was offered, else the list of all lists.
func (m *Model) switchList() tea.Cmd {
	if m.open.newer != nil {
		dir := m.open.newer.Dir
		m.open.newer = nil
		return m.switchTo(effects.OpenDir(m.o.Finder, dir, opened))
	}
	return m.openList.Start(false)
}
