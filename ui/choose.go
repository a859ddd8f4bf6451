package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks/find"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// choosing is the list of everything that can be opened from here. Where there are several of this project, the first
// line opens them all together.
type choosing struct {
	found           []find.Found
	together        int // how many would be opened together, 0 where that line is not there
	first, selected int
	looking         bool   // it is still looked for
	err             string // what could not be read
}

func (choosing) scopes(*Model) []keymap.Name { return []keymap.Name{keymap.Listing} }

// switchList opens the newer list that was announced; where none was, it shows all there are.
func (m *Model) switchList() tea.Cmd {
	if m.newer != nil {
		dir := m.newer.Dir
		m.newer = nil
		return m.moves(openDir(m.o.Finder, dir))
	}
	m.mode = choosing{looking: true}
	return m.opening(findAll(m.o.Finder, m.desk.Place())) // what is typed meanwhile goes into the list
}

// foundAll takes what can be opened, and puts the cursor on what is open.
func (m *Model) foundAll(msg foundMsg) {
	mode, ok := m.mode.(choosing)
	if !ok {
		return // closed meanwhile
	}
	mode.looking, mode.found, mode.selected = false, msg.found, 0
	if len(msg.errs) > 0 {
		mode.err = msg.errs[0].Error()
	}
	if n := find.TogetherOf(msg.found); n > 1 {
		mode.together = n
	}
	for i, f := range msg.found {
		if m.desk != nil && !m.together() && m.desk.Shows(f.Dir) {
			mode.selected = mode.lead() + i
		}
	}
	m.mode = mode.scrolled(m.h)
}

// lead is how many lines stand before what was found.
func (c choosing) lead() int { return min(c.together, 1) }

func (c choosing) scrolled(h int) choosing {
	c.first = min(max(c.first, c.selected-max(1, h/2)+1), c.selected)
	return c
}

// inChoosing moves in the list, and opens the chosen one in place of what is open.
func (m *Model) inChoosing(mode choosing, a keymap.Action) tea.Cmd {
	switch a {
	case keymap.Back:
		m.mode = browse{}
		return nil
	case keymap.Choose:
		at := mode.selected - mode.lead()
		if at >= len(mode.found) {
			return nil
		}
		m.mode = browse{}
		switch {
		case at < 0:
			return m.moves(openAll(m.o.Finder))
		case m.desk == nil || m.together() || !m.desk.Shows(mode.found[at].Dir):
			return m.moves(openDir(m.o.Finder, mode.found[at].Dir))
		}
		return nil
	}
	mode.selected = moved(mode.selected, mode.lead()+len(mode.found), a, m.h/3)
	m.mode = mode.scrolled(m.h)
	return nil
}

// choosingView is the list of what can be opened.
func (m *Model) choosingView(mode choosing) *view.Picker {
	v := &view.Picker{Title: safetext.Const("Open"), First: mode.first, Selected: mode.selected}
	if mode.together > 0 {
		v.Items = append(v.Items, m.togetherChoice(mode.together))
	}
	for _, f := range mode.found {
		v.Items = append(v.Items, m.foundChoice(f))
	}
	switch {
	case mode.looking:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("Looking")}}, -1
	case mode.err != "":
		v.Items = append(v.Items, view.Choice{Label: safetext.Line("Not read: " + mode.err)})
	case len(mode.found) == 0:
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("Nothing else was found from here")}}, -1
	}
	if v.Selected >= 0 {
		v.Keys = append(v.Keys, view.Key{Name: safetext.Const("enter"), Does: safetext.Const("open it")})
	}
	v.Keys = append(v.Keys, view.Key{Name: safetext.Const("esc"), Does: safetext.Const("close")})
	return v
}

// togetherChoice is the line that opens all lists of this project on one board.
func (m *Model) togetherChoice(n int) view.Choice {
	c := view.Choice{Label: safetext.Const("All of these together"), Remark: safetext.Line(itoa(n) + " lists of this project on one board")}
	if m.together() {
		c.Label = c.Label.Append(safetext.Const("  (open now)"))
	}
	return c
}

// foundChoice is one of them in a line: what it is called, what it is, how much of it is open.
func (m *Model) foundChoice(f find.Found) view.Choice {
	c := view.Choice{Label: safetext.Short(f.Name()), Right: m.since(f.Changed)}
	if m.desk != nil && m.desk.Shows(f.Dir) {
		c.Label = c.Label.Append(safetext.Const("  (open now)"))
	}
	more := ""
	if f.More {
		more = "+"
	}
	remark := itoa(f.Open) + more + " of " + itoa(f.Tasks) + more + " open  "
	switch f.Kind {
	case find.TasksDir:
		remark += ".tasks"
	case find.SubList:
		remark += "list in " + f.Project + "/.tasks"
	case find.WorkflowDir:
		remark += "workflow session"
		switch {
		case f.Active:
			remark += ", at work"
		case f.Archived:
			remark += ", archived"
		}
	case find.ClaudeCode:
		remark += "Claude Code"
		if f.Mine {
			remark += ", this project"
		}
		if f.Project != "" {
			remark += "  " + f.ID
		}
	}
	c.Remark = safetext.Line(remark)
	return c
}
