package panels

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// teamList shows who works on the tasks of this directory.
type teamList struct {
	m *Model
	host.List
}

// ShowTeam opens the list.
func (m *Model) ShowTeam() { m.SetMode(&teamList{m: m}) }

func (*teamList) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.TeamScope, keymap.ListScope}
}

// teamRow is somebody in the list, and what they run.
type teamRow struct {
	workspace.Member
	runs []tasks.Key
}

// teamRows is who the team lists, then who has a task in progress and is in no list, in the order of their tasks.
func (m *Model) teamRows() []teamRow {
	var all []teamRow
	at := map[string]int{}
	for _, mate := range m.members.roster.Members {
		at[mate.Name] = len(all)
		if mate.ID != "" {
			at[mate.ID] = len(all)
		}
		all = append(all, teamRow{Member: mate})
	}
	for _, k := range m.Board().InProgress() {
		owner := m.Board().Task(k).Owner
		if owner == "" {
			continue
		}
		i, known := at[owner]
		if !known {
			mate, ok := m.memberOf(owner)
			if !ok {
				mate = workspace.Member{Name: owner}
			}
			i = len(all)
			at[owner] = i
			all = append(all, teamRow{Member: mate})
		}
		all[i].runs = append(all[i].runs, k)
	}
	return all
}

func (v *teamList) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	all := m.teamRows()
	v.Selected = max(0, min(v.Selected, len(all)-1))
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.Choose:
		if len(all) == 0 {
			return nil
		}
		m.ToBoard()
		if runs := all[v.Selected].runs; len(runs) == 0 {
			m.Say(all[v.Selected].Name + " runs nothing")
		} else {
			m.Reveal(runs[0])
		}
		return m.RefreshDetail()
	case keymap.GoToTmuxPane:
		if len(all) > 0 {
			m.ToBoard()
			return m.ToPane(all[v.Selected].Name)
		}
	default:
		v.Move(a, len(all), m.Height()/4)
	}
	return nil
}

func (v *teamList) Overlay() view.Overlay {
	m := v.m
	out := &view.Team{Title: safetext.Const("Who works here"), First: v.First, Selected: v.Selected}
	if name := m.members.roster.Team; name != "" {
		out.Title = safetext.Short(name)
	}
	for _, mate := range m.teamRows() {
		name, hue := m.Owner(mate.Name)
		row := view.Member{Name: name, Hue: hue, Role: safetext.Short(mate.Role), Since: m.Since(mate.Since)}
		if mate.Lead && mate.Role == "" {
			row.Role = safetext.Const("leads")
		}
		words := mate.State.String()
		_, row.Style = m.stateWords(mate.Member)
		switch {
		case mate.Name == m.Me() && mate.State == workspace.Unknown:
			words = "here"
		case mate.Absent:
			words = "not in the team"
		case words == "":
			words = "no sign of life"
		}
		row.State = safetext.Line(words)
		if len(mate.runs) > 0 {
			k := mate.runs[0]
			row.Task = safetext.Line(m.Board().ShortID(k) + " ").Append(safetext.Subject(m.Board().Task(k).Subject))
			if n := len(mate.runs) - 1; n > 0 {
				row.Task = row.Task.Append(safetext.Line(" and " + strconv.Itoa(n) + " more"))
			}
		}
		if mate.Newest.Text != "" {
			row.Message = safetext.Short(m.messageWords(mate.Member))
		}
		out.Members = append(out.Members, row)
	}
	if n := len(m.members.roster.Problems); n > 0 {
		p := m.members.roster.Problems[0]
		out.Note = safetext.Short(p.Path + " cannot be read: " + p.Err.Error())
	}
	unowned := 0
	for _, k := range m.Board().InProgress() {
		if m.Board().Task(k).Owner == "" {
			unowned++
		}
	}
	if unowned > 0 && out.Note.Empty() {
		out.Note = safetext.Line(strconv.Itoa(unowned) + phrase.Plural(unowned, " task is in progress without an owner", " tasks are in progress without an owner"))
	}
	says := map[keymap.Action]string{keymap.Choose: "to its task", keymap.Back: "close"}
	if all := m.teamRows(); v.Selected < len(all) && all[v.Selected].Pane != "" {
		says[keymap.GoToTmuxPane] = "tmux pane"
	}
	out.Keys = m.KeysSaying(says, v.Scopes()...)
	return out
}
