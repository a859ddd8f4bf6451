package panels

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
)

// choosing is the list of everything that can be opened from here. Where there are several of this project, the first
// line opens them all together.
type choosing struct {
	m        *Model
	found    []locate.FoundList
	shown    []int // of found, those that the filter lets through
	together int   // how many would be opened together, 0 where that line is not there
	host.Filtered
	looking bool   // it is still looked for
	folded  int    // how many are only counted while nothing is typed
	err     string // what could not be read
}

var _ host.TextMode = (*choosing)(nil)

// StartChoosing shows everything that can be opened, to be filtered at once where typing is true.
func (m *Model) StartChoosing(typing bool) tea.Cmd {
	c := &choosing{m: m, looking: true}
	c.Filtered = host.Filtered{Typing: typing, Changed: c.filter}
	m.SetMode(c)
	var open locate.Place
	if m.Workspace() != nil {
		open = m.Workspace().Place()
	}
	return m.EnqueueOpening(effects.FindAll(m.Finder(), open, host.Then2(m.found))) // what is typed meanwhile goes into the list
}

// found takes what can be opened, and puts the cursor on what is open.
func (m *Model) found(all []locate.FoundList, errs []error) tea.Cmd {
	c, ok := m.Mode().(*choosing)
	if !ok {
		return nil // closed meanwhile
	}
	c.looking, c.found = false, all
	switch {
	case len(errs) > 0:
		c.err = errs[0].Error()
	case len(all) == 0 && m.Workspace() != nil: // a list of nothing says no more than this
		m.ToBoard()
		m.Say("There is no other list here")
		return nil
	}
	if n := locate.CountTogether(all); n > 1 {
		c.together = n
	}
	c.filter()
	for at, i := range c.shown {
		if m.Workspace() != nil && !m.SeveralLists() && m.Workspace().IsOpen(c.found[i].Dir) {
			c.Select(c.lead()+at, m.Height()/2)
		}
	}
	return nil
}

// lead is how many lines stand before what was found.
func (c *choosing) lead() int {
	if c.Line.Value() != "" {
		return 0
	}
	return min(c.together, 1)
}

// filter shows what has every word of the filter in its name, id, running task, owners or place.
func (c *choosing) filter() {
	words := strings.Fields(strings.ToLower(c.Line.Value()))
	c.shown = nil
	for i, f := range c.found {
		text := strings.ToLower(strings.Join(append([]string{f.Title, f.Project, f.ID, f.Running, f.Under, f.Dir}, f.Owners...), "\n"))
		lacks := func(word string) bool { return !strings.Contains(text, word) }
		if !slices.ContainsFunc(words, lacks) {
			c.shown = append(c.shown, i)
		}
	}
	if c.folded = 0; len(words) == 0 {
		at := locate.FoldAt(c.found)
		c.shown, c.folded = c.shown[:at], len(c.found)-at
	}
}

// Handle moves in the list, and opens the chosen one in place of what is open.
func (c *choosing) Handle(a keymap.Action) tea.Cmd {
	m := c.m
	switch {
	case c.Filtered.Handle(a, c.lead()+len(c.shown), m.Height()/2):
	case a == keymap.Choose:
		return c.choose(m)
	default:
		m.ToBoard()
	}
	return nil
}

// choose opens what is selected.
func (c *choosing) choose(m *Model) tea.Cmd {
	at := c.Selected - c.lead()
	if at >= len(c.shown) {
		return nil
	}
	m.ToBoard()
	switch {
	case at < 0:
		return m.OpenAll()
	case m.Workspace() == nil || m.SeveralLists() || !m.Workspace().IsOpen(c.found[c.shown[at]].Dir):
		return m.OpenDir(c.found[c.shown[at]].Dir)
	}
	return nil
}

// Overlay is the list of what can be opened.
func (c *choosing) Overlay() view.Overlay {
	m := c.m
	v := &view.Picker{Title: safetext.Const("Open"), First: c.First, Selected: c.Selected}
	if c.lead() > 0 {
		v.Items = append(v.Items, m.togetherChoice(c.together))
	}
	for _, i := range c.shown {
		v.Items = append(v.Items, m.FoundChoice(c.found[i]))
	}
	if at := c.Selected - c.lead(); at >= 0 && at < len(c.shown) {
		v.More = m.foundMore(c.found[c.shown[at]])
	}
	switch {
	case c.looking:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("Looking")}}, -1
	case c.err != "":
		v.Items = append(v.Items, view.Choice{Label: safetext.Line("Not read: " + c.err)})
	case len(c.found) == 0:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("There is no list here")}}, -1
	case len(c.shown) == 0:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("Nothing matches")}}, -1
	}
	if c.folded > 0 {
		v.Items = append(v.Items, Folded(c.folded))
	}
	words := map[keymap.Action]string{keymap.Back: "close"}
	if len(c.found) > 0 {
		words[keymap.Filter] = "filter"
	}
	if v.Selected >= 0 {
		words[keymap.Choose] = "open it"
	}
	return c.Show(m, v, strconv.Itoa(len(c.shown))+" of "+strconv.Itoa(len(c.found)), words)
}

// Folded is the line for lists that are only counted.
func Folded(n int) view.Choice {
	return view.Choice{Label: safetext.Line(strconv.Itoa(n) + " more with no open task"), Off: true}
}

// togetherChoice is the line that opens all lists of this project on one board.
func (m *Model) togetherChoice(n int) view.Choice {
	c := view.Choice{Label: safetext.Const("All together"), Note: safetext.Line(strconv.Itoa(n) + " lists, one board")}
	if m.SeveralLists() {
		c.Label = c.Label.Append(safetext.Const("  (open now)"))
	}
	return c
}

// FoundChoice is one of them in a line: what it is called, how much of it is open, what it is.
func (m *Model) FoundChoice(f locate.FoundList) view.Choice {
	name := f.Name()
	if f.Kind == locate.ClaudeCode {
		name = f.Label()
	}
	c := view.Choice{Label: safetext.Short(name), Right: m.Since(f.Changed)}
	if m.Workspace() != nil && m.Workspace().IsOpen(f.Dir) {
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

// OpenWords returns how much of a list is open, and who works on it.
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

// kindOf returns what a list is.
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

// foundMore returns, for below the list, what its line has no room for.
func (m *Model) foundMore(f locate.FoundList) (more []view.Line) {
	if f.Running != "" {
		words := "in progress: " + f.Running
		if len(f.Owners) > 0 {
			words += " (" + strings.Join(f.Owners, ", ") + ")"
		}
		more = append(more, view.Line{{Text: safetext.Short(words), Style: style.Plain}})
	}
	if f.OneFile != "" {
		words := f.OneFile + " beside it has the tasks too; sideboard shows one file per task"
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
