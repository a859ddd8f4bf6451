package panels

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/team"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// teamState is who works on the tasks, as far as anything beside them tells.
type teamState struct {
	roster team.Roster
	told   bool // events tell of worktrees here
}

// AwaitBeside waits until what lies beside the tasks is other than it was.
func (m *Model) AwaitBeside(was *workspace.Surroundings) tea.Cmd {
	return m.OfDirectory(effects.AwaitBeside(m.Workspace(), was, host.Then2(m.takeBeside)))
}

// takeBeside takes what lies beside the tasks now, and waits for what comes next.
func (m *Model) takeBeside(beside workspace.Surroundings, err error) tea.Cmd {
	if err != nil {
		return nil
	}
	m.members.roster, m.members.told = beside.Roster, beside.HasTreeEvents
	m.worktrees.outdated()
	m.Outdate()
	return tea.Batch(m.AwaitBeside(&beside), m.AskForTrees())
}

// Team returns the names of who is in the team.
func (m *Model) Team() []string {
	var names []string
	for _, member := range m.members.roster.Members {
		names = append(names, member.Name)
	}
	return names
}

// Members returns who is in the team.
func (m *Model) Members() []team.Member { return m.members.roster.Members }

// RosterProblem says which file about a team cannot be read, nothing where all can.
func (m *Model) RosterProblem() safetext.Text {
	if len(m.members.roster.Problems) == 0 {
		return safetext.Text{}
	}
	p := m.members.roster.Problems[0]
	return safetext.Short(p.Path + " cannot be read: " + p.Err.Error())
}

// Member returns who an owner is, or who runs what nobody owns; false where nothing tells. The person at this board is here.
func (m *Model) Member(owner string) (team.Member, bool) {
	if owner != "" && owner == m.Me() {
		return team.Member{}, false
	}
	return m.members.roster.Owner(owner)
}

// OwnerState returns how the owner of a task is doing, as far as anything next to the tasks says.
func (m *Model) OwnerState(_, owner string) tasks.Agent {
	return m.members.roster.OwnerState(owner, m.Me())
}

// Agents returns who works here, but for the person at this board.
func (m *Model) Agents() []tasks.Agent { return m.members.roster.Agents(m.Me()) }

// OwnerNote is how an owner stands in a word or two, for a card: "idle 5m".
func (m *Model) OwnerNote(owner string) safetext.Text {
	mate, ok := m.Member(owner)
	switch {
	case !ok || mate.State != team.Active && mate.State != team.Idle:
		return safetext.Text{}
	case mate.State == team.Idle && !mate.Since.IsZero():
		return safetext.Line("idle " + phrase.Age(m.Now().Sub(mate.Since)))
	}
	return safetext.Line(mate.State.String())
}

// GoneWords returns words for the owner of a task being gone, "" where it is not.
func (m *Model) GoneWords(t *tasks.Task) string {
	mate, ok := m.Member(t.Owner)
	switch {
	case !ok || !mate.State.Over() || t.Status != tasks.InProgress:
		return ""
	case mate.State == team.Dead:
		return mate.Name + " is dead: its process ended"
	case mate.Absent || mate.PaneGone:
		return t.Owner + " " + mate.Agent().Why
	case mate.Since.IsZero() || m.Now().Sub(mate.Since) < time.Minute:
		return t.Owner + " is gone"
	}
	return t.Owner + " is gone (" + phrase.Age(m.Now().Sub(mate.Since)) + ")"
}

// MemberWords returns how somebody stands and since when.
func (m *Model) MemberWords(mate team.Member) (string, style.Style) {
	s, st := mate.State.String(), style.Plain
	switch mate.State {
	case team.Unknown:
		return "no sign of life recorded", style.Dim
	case tasks.AgentUnseen:
		st = style.Dim
	case team.Gone, team.Dead, team.Waiting:
		st = style.Danger
	case team.Active:
		st = style.Ready
	case team.Idle:
		st = style.Dim
	}
	switch {
	case mate.Absent:
		return "not in the team", st
	case mate.PaneGone:
		return s + ", its pane was closed", st
	case mate.Since.IsZero():
		return s, st
	case mate.State == team.Active:
		return s + ", heard of " + m.Ago(mate.Since), st
	}
	if a := phrase.Age(m.Now().Sub(mate.Since)); a != "now" {
		return s + " for " + a, st
	}
	return s + " since just now", st
}

// memberSection is the owner of a task in its detail, nil where nothing tells of it.
func (m *Model) memberSection(t *tasks.Task) *view.Section {
	mate, ok := m.Member(t.Owner)
	if !ok {
		return nil
	}
	s := &view.Section{Title: safetext.Const("Owner")}
	add := func(label, value string, st style.Style) {
		s.Facts = append(s.Facts, view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: st})
	}
	words, st := m.MemberWords(mate)
	if mate.Told != "" {
		words += ", " + mate.Told + " says"
	}
	add("state", words, st)
	switch {
	case mate.Role != "" && mate.Team != "":
		add("role", mate.Role+" of "+mate.Team, style.Plain)
	case mate.Role+mate.Team != "":
		add("team", mate.Role+mate.Team, style.Plain)
	}
	if newest := m.MessageWords(mate); newest != "" {
		add("newest", newest, style.Plain)
	}
	if pane, _ := m.paneOf(t.Owner); pane != "" {
		add("tmux", "pane "+pane+": "+m.KeyOf(keymap.GoToTmuxPane)+" shows it", style.Plain)
	}
	return s
}

// MessageWords returns the newest message of somebody: when, to whom, what; "" where there is none.
func (m *Model) MessageWords(mate team.Member) string {
	s := mate.Newest.Text
	if s == "" {
		return ""
	}
	if mate.Newest.To != "" {
		s = "to " + mate.Newest.To + ": " + s
	}
	if !mate.Newest.At.IsZero() {
		s = m.Ago(mate.Newest.At) + ", " + s
	}
	return s
}

// Sections are what the detail tells of a task from beside its file.
func (m *Model) Sections(t *tasks.Task) []view.Section {
	var out []view.Section
	for _, s := range []*view.Section{m.memberSection(t), m.treeSection(t)} {
		if s != nil {
			out = append(out, *s)
		}
	}
	return out
}

// WithOwner adds to a question about a task that is to be taken away what is known of who has it.
func (m *Model) WithOwner(k tasks.Key, e tasks.Edit, err error) (tasks.Edit, error) {
	ask, asks := err.(board.Ask)
	t := m.Board().Task(k)
	if !asks || t == nil {
		return e, err
	}
	if gone := m.GoneWords(t); gone != "" {
		ask.Detail = append([]string{gone + "."}, ask.Detail...)
		return e, ask
	}
	return e, err
}

// paneOf returns the tmux pane of a task's owner, or why there is none to go to.
func (m *Model) paneOf(owner string) (pane, why string) {
	mate, known := m.members.roster.Owner(owner)
	switch {
	case !known && owner == "":
		return "", "nobody has it"
	case mate.Pane == "":
		return "", "nothing names one for " + cmp.Or(owner, mate.Name)
	case m.tmux() == "":
		return "", "this board does not run inside tmux"
	}
	return mate.Pane, ""
}

// HasPane reports whether ToPane can show the pane of a task's owner.
func (m *Model) HasPane(owner string) bool {
	pane, _ := m.paneOf(owner)
	return pane != ""
}

// tmux returns what the tmux calls itself that this board runs in, "" for none.
func (m *Model) tmux() string {
	if get := m.Finder().Env.Getenv; get != nil {
		return get("TMUX")
	}
	return ""
}

// ToPane shows the tmux pane of a task's owner.
func (m *Model) ToPane(owner string) tea.Cmd {
	pane, why := m.paneOf(owner)
	if why != "" {
		m.Warn("No pane: " + why)
		return nil
	}
	return effects.GoToPane(pane, m.tmux(), host.Then(func(err error) tea.Cmd {
		if err != nil {
			m.Warn("No pane: " + err.Error())
		}
		return nil
	}))
}
