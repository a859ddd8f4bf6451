// Package openlist shows everything that can be opened: the lists of this project, and those of others.
package openlist

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks/locate"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Uses is what the list asks of other features.
type Uses struct {
	Finder  workspace.Finder
	OpenDir func(dir string) tea.Cmd // opens another directory instead
	OpenAll func() tea.Cmd           // opens all lists of the project
}

// Model opens the list of everything that can be opened.
type Model struct {
	*host.Program
	Uses
}

// New returns the model of a program.
func New(p *host.Program) *Model { return &Model{Program: p} }

// openList is the list of everything that can be opened. If there are several lists of this project, the first line
// opens all of them together.
type openList struct {
	m        *Model
	found    []locate.FoundList
	shown    []int // indices of those in found that pass the filter
	allCount int   // the number of lists that the line for all of them would open, 0 without that line
	host.Filtered
	searching bool   // the search is still running
	hidden    int    // the number of those that are only counted, if there is no filter
	err       string // what could not be read
}

var _ host.TextMode = (*openList)(nil)

// Start shows everything that can be opened. If typing is true the filter is open.
func (m *Model) Start(typing bool) tea.Cmd {
	c := &openList{m: m, searching: true}
	c.Filtered = host.Filtered{Typing: typing, Changed: c.filter}
	m.SetMode(c)
	var open locate.Place
	if m.Workspace != nil {
		open = m.Workspace.Place()
	}
	// keys typed meanwhile go to the list
	return m.EnqueueOpening(effects.FindAll(m.Finder, open, host.OnResult2(m.found)))
}

// found shows the lists that were found, and selects the open one.
func (m *Model) found(all []locate.FoundList, errs []error) tea.Cmd {
	c, ok := m.Mode().(*openList)
	if !ok {
		return nil // closed meanwhile
	}
	c.searching, c.found = false, all
	switch {
	case len(errs) > 0:
		c.err = errs[0].Error()
	case len(all) == 0 && m.Workspace != nil: // a list of nothing says no more than this
		m.ToBoard()
		m.Info("There is no other list here")
		return nil
	}
	if n := locate.CountListSet(all); n > 1 {
		c.allCount = n
	}
	c.filter()
	for at, i := range c.shown {
		if m.Workspace != nil && !m.SeveralLists() && m.Workspace.IsOpen(c.found[i].Dir) {
			c.Select(c.leadLines()+at, m.Height/2)
		}
	}
	return nil
}

// leadLines returns the number of lines before the lists.
func (c *openList) leadLines() int {
	if c.Line.Value() != "" {
		return 0
	}
	return min(c.allCount, 1)
}

// filter applies the filter: every word of it must occur in the name, id, running task, owners or place of a list.
func (c *openList) filter() {
	words := strings.Fields(strings.ToLower(c.Line.Value()))
	c.shown = nil
	for i, f := range c.found {
		text := strings.ToLower(strings.Join(append([]string{f.Title, f.Project, f.ID, f.Running, f.Under, f.Dir},
			f.Owners...), "\n"))
		lacks := func(word string) bool { return !strings.Contains(text, word) }
		if !slices.ContainsFunc(words, lacks) {
			c.shown = append(c.shown, i)
		}
	}
	c.hidden = 0
	if len(words) == 0 {
		at := locate.FoldAt(c.found)
		c.shown, c.hidden = c.shown[:at], len(c.found)-at
	}
}

// Handle moves in the list, or opens the chosen one.
func (c *openList) Handle(a keymap.Action) tea.Cmd {
	m := c.m
	switch {
	case c.Filtered.Handle(a, c.leadLines()+len(c.shown), m.Height/2):
	case a == keymap.Choose:
		return c.choose(m)
	default:
		m.ToBoard()
	}
	return nil
}

// choose opens what is selected.
func (c *openList) choose(m *Model) tea.Cmd {
	at := c.Selected - c.leadLines()
	if at >= len(c.shown) {
		return nil
	}
	m.ToBoard()
	switch {
	case at < 0:
		return m.OpenAll()
	case m.Workspace == nil || m.SeveralLists() || !m.Workspace.IsOpen(c.found[c.shown[at]].Dir):
		return m.OpenDir(c.found[c.shown[at]].Dir)
	}
	return nil
}

// Overlay returns the list.
func (c *openList) Overlay() view.Overlay {
	m := c.m
	v := &view.Picker{Title: safetext.Const("Open"), First: c.First, Selected: c.Selected}
	if c.leadLines() > 0 {
		v.Items = append(v.Items, m.allChoice(c.allCount))
	}
	for _, i := range c.shown {
		v.Items = append(v.Items, m.FoundChoice(c.found[i]))
	}
	if at := c.Selected - c.leadLines(); at >= 0 && at < len(c.shown) {
		v.More = m.foundMore(c.found[c.shown[at]])
	}
	switch {
	case c.searching:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("Looking")}}, -1
	case c.err != "":
		v.Items = append(v.Items, view.Choice{Label: safetext.Line("Not read: " + c.err)})
	case len(c.found) == 0:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("There is no list here")}}, -1
	case len(c.shown) == 0:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("Nothing matches")}}, -1
	}
	if c.hidden > 0 {
		v.Items = append(v.Items, HiddenLists(c.hidden))
	}
	words := map[keymap.Action]string{keymap.Back: "close"}
	if len(c.found) > 0 {
		words[keymap.Filter] = "filter"
	}
	if v.Selected >= 0 {
		words[keymap.Choose] = "open it"
	}
	return c.Show(&m.Screen, v, strconv.Itoa(len(c.shown))+" of "+strconv.Itoa(len(c.found)), words)
}

// HiddenLists returns the line that counts the lists not shown.
func HiddenLists(n int) view.Choice {
	return view.Choice{Label: safetext.Line(strconv.Itoa(n) + " more with no open task"), Off: true}
}

// allChoice returns the line that opens all lists of this project on one board.
func (m *Model) allChoice(n int) view.Choice {
	c := view.Choice{Label: safetext.Const("All together"), Note: safetext.Line(strconv.Itoa(n) + " lists, one board")}
	if m.SeveralLists() {
		c.Label = c.Label.Append(safetext.Const("  (open now)"))
	}
	return c
}

// FoundChoice returns a list as a line: its name, the number of its open tasks, its kind.
func (m *Model) FoundChoice(f locate.FoundList) view.Choice {
	name := f.Name()
	if f.Kind == locate.ClaudeCode {
		name = f.Label()
	}
	c := view.Choice{Label: safetext.Short(name), Right: m.Since(f.Changed)}
	if m.Workspace != nil && m.Workspace.IsOpen(f.Dir) {
		c.Label = c.Label.Append(safetext.Const("  (open now)"))
	}
	remark := OpenWords(f.List)
	switch {
	case f.Kind != locate.ClaudeCode || f.Title == "":
		remark += "  " + kindOf(f)
	case !f.Here:
		remark += "  " + f.Project
	}
	c.Note = safetext.Line(remark)
	return c
}

// OpenWords returns, in words, the number of open tasks of a list, and who works on it.
func OpenWords(l locate.List) string {
	more := ""
	if l.More {
		more = "+"
	}
	words := strconv.Itoa(l.Open) + more + " of " + strconv.Itoa(l.Tasks) + more + " open"
	switch {
	case l.OneFile != "" && l.Tasks == 0:
		words = "all in " + l.OneFile
	case l.Wiped:
		words = "all done, wiped"
	case l.Tasks == 0:
		words = "no tasks"
	}
	if len(l.Owners) > 0 {
		words += "  " + strings.Join(l.Owners, ", ")
	}
	return words
}

// kindOf returns the kind of a list in words.
func kindOf(f locate.FoundList) string {
	switch f.Kind {
	case locate.TasksDir:
		return ".tasks"
	case locate.SubList:
		return "list in " + f.Project + "/.tasks"
	case locate.WorkflowDir:
		switch {
		case f.Active:
			return "workflow session, at work"
		case f.Archived:
			return "workflow session, archived"
		}
		return "workflow session"
	case locate.ClaudeCode:
		switch {
		case f.Here:
			return "Claude Code, this project"
		case f.Project != "":
			return "Claude Code, " + f.Project
		}
		return "Claude Code"
	}
	return ""
}

// foundMore returns the lines below the list about the selected one.
func (m *Model) foundMore(f locate.FoundList) (more []view.Line) {
	if f.Running != "" {
		words := "in progress: " + f.Running
		if len(f.Owners) > 0 {
			words += " (" + strings.Join(f.Owners, ", ") + ")"
		}
		more = append(more, view.Line{{Text: safetext.Short(words), Style: style.Plain}})
	}
	if f.OneFile != "" {
		words := f.OneFile + " next to it has the tasks too; sideboard shows one file per task"
		if f.Tasks == 0 {
			words = "one file holds all tasks of this team; sideboard shows one per task"
		}
		more = append(more, view.Line{{Text: safetext.Line(words), Style: style.Plain}})
	}
	where := kindOf(f)
	if f.Kind == locate.ClaudeCode || f.Kind == locate.WorkflowDir {
		where += "  " + f.ID
	}
	return append(more, view.Line{{Text: safetext.Line(where), Style: style.Dim}})
}
