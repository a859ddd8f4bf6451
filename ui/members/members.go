// Package members says who works on the tasks: what the files next to them tell about the agents of a team, on cards,
// in the detail and in questions, and where the terminal of an agent is.
package members

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

// Uses is what the members ask of other features.
type Uses struct {
	Getenv  func(string) string // returns the value of an environment variable
	Changed func() tea.Cmd      // called when the files next to the tasks have changed
}

// Model holds what the files next to the tasks say about those who work on them.
type Model struct {
	*host.Program
	Uses

	roster            team.Roster
	hasWorktreeEvents bool
}

// New returns the members of a program, nobody so far.
func New(p *host.Program) *Model { return &Model{Program: p} }

// Reset forgets everybody, for another directory.
func (m *Model) Reset() { m.roster, m.hasWorktreeEvents = team.Roster{}, false }

// AwaitSurroundings waits until the files next to the tasks change.
func (m *Model) AwaitSurroundings(was *workspace.Surroundings) tea.Cmd {
	return m.OfDirectory(effects.AwaitSurroundings(m.Workspace, was, host.OnResult2(m.setSurroundings)))
}

// setSurroundings sets what the files next to the tasks say, and waits for the next change.
func (m *Model) setSurroundings(s workspace.Surroundings, err error) tea.Cmd {
	if err != nil {
		return nil
	}
	m.roster, m.hasWorktreeEvents = s.Roster, s.HasWorktreeEvents
	m.Invalidate()
	return tea.Batch(m.AwaitSurroundings(&s), m.Changed())
}

// HasWorktreeEvents reports whether an event log next to the tasks records worktrees.
func (m *Model) HasWorktreeEvents() bool { return m.hasWorktreeEvents }

// Team returns the names of the members of the team.
func (m *Model) Team() []string {
	var names []string
	for _, member := range m.roster.Members {
		names = append(names, member.Name)
	}
	return names
}

// Members returns the members of the team.
func (m *Model) Members() []team.Member { return m.roster.Members }

// RosterProblem names a file of the team that cannot be read, empty for none.
func (m *Model) RosterProblem() safetext.Text {
	if len(m.roster.Problems) == 0 {
		return safetext.Text{}
	}
	p := m.roster.Problems[0]
	return safetext.Short(p.Path + " cannot be read: " + p.Err.Error())
}

// Member returns the member that an owner is or, for an unowned task, the one that runs it; false if unknown. The
// person at this board is no member.
func (m *Model) Member(owner string) (team.Member, bool) {
	if owner != "" && owner == m.Me {
		return team.Member{}, false
	}
	return m.roster.Owner(owner)
}

// OwnerState returns the state of an owner. It is the same in every list, so the list does not matter.
func (m *Model) OwnerState(_, owner string) tasks.Agent {
	return m.roster.OwnerState(owner, m.Me)
}

// Agents returns all members that work here except the person at this board.
func (m *Model) Agents() []tasks.Agent { return m.roster.Agents(m.Me) }

// OwnerNote returns the state of an owner in a word or two for a card, such as "idle 5m".
func (m *Model) OwnerNote(owner string) safetext.Text {
	member, ok := m.Member(owner)
	switch {
	case !ok || member.State != team.Active && member.State != team.Idle:
		return safetext.Text{}
	case member.State == team.Idle && !member.Since.IsZero():
		return safetext.Line("idle " + phrase.Age(m.Now.Sub(member.Since)))
	}
	return safetext.Line(member.State.String())
}

// GoneWords returns a sentence about the owner of a task who is gone, "" if the owner is not.
func (m *Model) GoneWords(t *tasks.Task) string {
	member, ok := m.Member(t.Owner)
	switch {
	case !ok || !member.State.Over() || t.Status != tasks.InProgress:
		return ""
	case member.State == team.Dead:
		return member.Name + " is dead: its process ended"
	case member.Absent || member.PaneGone:
		return t.Owner + " " + member.Agent().Why
	case member.Since.IsZero() || m.Now.Sub(member.Since) < time.Minute:
		return t.Owner + " is gone"
	}
	return t.Owner + " is gone (" + phrase.Age(m.Now.Sub(member.Since)) + ")"
}

// MemberWords describes the state of a member, and since when.
func (m *Model) MemberWords(member team.Member) (string, style.Style) {
	s, st := member.State.String(), style.Plain
	switch member.State {
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
	case member.Absent:
		return "not in the team", st
	case member.PaneGone:
		return s + ", its pane was closed", st
	case member.Since.IsZero():
		return s, st
	case member.State == team.Active:
		return s + ", heard of " + m.Ago(member.Since), st
	}
	if a := phrase.Age(m.Now.Sub(member.Since)); a != "now" {
		return s + " for " + a, st
	}
	return s + " since just now", st
}

// Section returns the section of the detail about the owner of a task, nil if nothing is known.
func (m *Model) Section(t *tasks.Task) *view.DetailSection {
	member, ok := m.Member(t.Owner)
	if !ok {
		return nil
	}
	s := &view.DetailSection{Title: safetext.Const("Owner")}
	add := func(label, value string, st style.Style) {
		s.Facts = append(s.Facts, view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: st})
	}
	words, st := m.MemberWords(member)
	if member.StatedBy != "" {
		words += ", " + member.StatedBy + " says"
	}
	add("state", words, st)
	switch {
	case member.Role != "" && member.Team != "":
		add("role", member.Role+" of "+member.Team, style.Plain)
	case member.Role+member.Team != "":
		add("team", member.Role+member.Team, style.Plain)
	}
	if newest := m.MessageWords(member); newest != "" {
		add("newest", newest, style.Plain)
	}
	if pane, _ := m.paneOf(t.Owner); pane != "" {
		add("tmux", "pane "+pane+": "+m.KeyOf(keymap.GoToTmuxPane)+" shows it", style.Plain)
	}
	return s
}

// MessageWords describes the last message of a member: when, to whom, what; "" for none.
func (m *Model) MessageWords(member team.Member) string {
	s := member.Newest.Text
	if s == "" {
		return ""
	}
	if member.Newest.To != "" {
		s = "to " + member.Newest.To + ": " + s
	}
	if !member.Newest.At.IsZero() {
		s = m.Ago(member.Newest.At) + ", " + s
	}
	return s
}

// WithOwner adds to a question about taking a task away that its owner is gone.
func (m *Model) WithOwner(k tasks.Key, e tasks.Edit, err error) (tasks.Edit, error) {
	ask, asks := err.(board.Ask)
	t := m.Board.Task(k)
	if !asks || t == nil {
		return e, err
	}
	if gone := m.GoneWords(t); gone != "" {
		ask.Detail = append([]string{gone + "."}, ask.Detail...)
		return e, ask
	}
	return e, err
}

// paneOf returns the tmux pane of a task's owner, or why there is none.
func (m *Model) paneOf(owner string) (pane, why string) {
	member, known := m.roster.Owner(owner)
	switch {
	case !known && owner == "":
		return "", "nobody has it"
	case member.Pane == "":
		return "", "nothing names one for " + cmp.Or(owner, member.Name)
	case m.Getenv("TMUX") == "":
		return "", "this board does not run inside tmux"
	}
	return member.Pane, ""
}

// HasPane reports whether ToPane can show the pane of a task's owner.
func (m *Model) HasPane(owner string) bool {
	pane, _ := m.paneOf(owner)
	return pane != ""
}

// ToPane shows the tmux pane of a task's owner.
func (m *Model) ToPane(owner string) tea.Cmd {
	pane, why := m.paneOf(owner)
	if why != "" {
		m.Warn("No pane: " + why)
		return nil
	}
	return effects.GoToPane(pane, m.Getenv("TMUX"), host.OnResult(func(err error) tea.Cmd {
		if err != nil {
			m.Warn("No pane: " + err.Error())
		}
		return nil
	}))
}
