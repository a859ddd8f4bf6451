package members

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/team"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/workspace"
)

// membersIn returns the members in a harness.
func membersIn(h *hosttest.Harness) *Model {
	m := New(&h.Program.Program)
	m.Uses = Uses{Getenv: func(string) string { return "" }, Changed: func() tea.Cmd { return nil }}
	return m
}

// words returns the section of a task's owner.
func words(m *Model, t *tasks.Task) string { return hosttest.SectionWords(m.Section(t)) }

func TestAMemberIsDescribedOnTheCardAndInTheDetail(t *testing.T) {
	h := hosttest.OnTasks(t)
	m := membersIn(h)
	ago := func(d time.Duration) time.Time { return h.Now.Add(-d) }
	for _, c := range []struct {
		name   string
		member team.Member
		note   string // on the card
		gone   string
		detail string
	}{
		{"active", team.Member{State: team.Active}, "active", "", "state: active\n"},
		{"active, heard of", team.Member{State: team.Active, Since: ago(time.Hour)}, "active", "", "state: active, heard of 1h ago\n"},
		{"idle", team.Member{State: team.Idle}, "idle", "", "state: idle\n"},
		{"idle for a while", team.Member{State: team.Idle, Since: ago(10 * time.Minute)}, "idle 10m", "", "state: idle for 10m\n"},
		{"idle since now", team.Member{State: team.Idle, Since: ago(time.Second)}, "idle now", "", "state: idle since just now\n"},
		{"unknown", team.Member{}, "", "", "state: no sign of life recorded\n"},
		{"dead", team.Member{State: team.Dead}, "", "bob is dead: its process ended", "state: dead\n"},
		{"gone", team.Member{State: team.Gone}, "", "bob is gone", "state: gone\n"},
		{"gone for a while", team.Member{State: team.Gone, Since: ago(2 * time.Hour)}, "", "bob is gone (2h)", "state: gone for 2h\n"},
		{"gone just now", team.Member{State: team.Gone, Since: ago(59 * time.Second)}, "", "bob is gone", "state: gone since just now\n"},
		{"absent", team.Member{State: team.Gone, Absent: true, Since: ago(2 * time.Hour)}, "", "bob is not in the team", "state: not in the team\n"},
		{"without its pane", team.Member{State: team.Gone, PaneGone: true}, "", "bob is gone: its pane was closed", "state: gone, its pane was closed\n"},
		{"with a role and a team", team.Member{State: team.Active, Role: "coder", Team: "red", StatedBy: "Claude Code"}, "active", "", "state: active, Claude Code says\nrole: coder of red\n"},
		{"with a role", team.Member{State: team.Active, Role: "coder"}, "active", "", "state: active\nteam: coder\n"},
		{"with a message", team.Member{State: team.Active, Newest: team.Message{To: "lead", Text: "Done", At: ago(5 * time.Minute)}}, "active", "", "state: active\nnewest: 5m ago, to lead: Done\n"},
		{"with a message to all", team.Member{State: team.Active, Newest: team.Message{Text: "Done"}}, "active", "", "state: active\nnewest: Done\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.member.Name = "bob"
			m.setSurroundings(workspace.Surroundings{Roster: team.Roster{Members: []team.Member{c.member}}}, nil)
			task := &tasks.Task{Owner: "bob", Status: tasks.InProgress}
			if got := m.OwnerNote("bob").String(); got != c.note {
				t.Errorf("its card says %q", got)
			}
			if got := m.GoneWords(task); got != c.gone {
				t.Errorf("%q", got)
			}
			if got := words(m, task); got != "Owner\n"+c.detail {
				t.Errorf("the detail says %q", got)
			}
			if task.Status = tasks.Pending; m.GoneWords(task) != "" {
				t.Error("the owner of a pending task holds up nothing")
			}
		})
	}
	if m.OwnerNote("eve").String()+words(m, &tasks.Task{Owner: "eve"}) != "" || m.GoneWords(&tasks.Task{Owner: "eve"}) != "" {
		t.Error("somebody who is in no team is described")
	}
}

func TestThePersonAtTheBoardIsNoMember(t *testing.T) {
	m := membersIn(hosttest.OnTasks(t))
	roster := team.Roster{Members: []team.Member{{Name: "ann", State: team.Gone}, {Name: "bob", State: team.Active}}}
	m.setSurroundings(workspace.Surroundings{Roster: roster}, nil)
	if _, ok := m.Member("ann"); ok || m.OwnerState("", "ann").State != 0 || m.OwnerState("", "bob").State != team.Active || len(m.Agents()) != 1 {
		t.Errorf("ann is a member of her own team, and the agents are %v", m.Agents())
	}
}

func TestTheTeamIsWhatTheFilesNextToTheTasksSaidLast(t *testing.T) {
	h := hosttest.OnTasks(t)
	m := membersIn(h)
	invalid := 0
	h.Invalidate = func() { invalid++ }
	roster := team.Roster{Members: []team.Member{{Name: "ann", State: team.Gone}, {Name: "bob", State: team.Active}}, Problems: []team.Problem{{Path: "config.json", Err: errTest}}}
	m.setSurroundings(workspace.Surroundings{Roster: roster, HasWorktreeEvents: true}, nil)
	if got := m.Team(); strings.Join(got, " ") != "ann bob" || len(m.Members()) != 2 || invalid != 1 || !m.HasWorktreeEvents() {
		t.Errorf("the team is %v, after %d changes", got, invalid)
	}
	if got := m.RosterProblem().String(); got != "config.json cannot be read: broken" {
		t.Errorf("%q", got)
	}
	if m.setSurroundings(workspace.Surroundings{}, errTest); len(m.Team()) != 2 {
		t.Error("what could not be read replaces the team")
	}
	if m.Reset(); !m.RosterProblem().Empty() || len(m.Team()) > 0 {
		t.Error("another directory has the team of this one")
	}
}

type testError string

func (e testError) Error() string { return string(e) }

const errTest = testError("broken")

func TestAQuestionAboutTakingATaskAwaySaysThatItsOwnerIsGone(t *testing.T) {
	task := &tasks.Task{Key: tasks.Key{Name: "1.json"}, ID: tasks.ID{Text: "1"}, Owner: "bob", Status: tasks.InProgress, Traits: &tasks.Traits{}}
	m := membersIn(hosttest.OnTasks(t, task))
	ask := board.Ask{Question: "Release it?", Detail: []string{"bob is not notified."}}
	detail := func(k tasks.Key, err error) string {
		_, err = m.WithOwner(k, tasks.Edit{}, err)
		a, _ := err.(board.Ask)
		return strings.Join(a.Detail, " ")
	}
	if got := detail(task.Key, ask); got != "bob is not notified." {
		t.Errorf("%q", got)
	}
	m.roster.Members = []team.Member{{Name: "bob", State: team.Dead}}
	if got := detail(task.Key, ask); got != "bob is dead: its process ended. bob is not notified." || len(ask.Detail) != 1 {
		t.Errorf("%q, %q", got, ask.Detail)
	}
	if detail(tasks.Key{Name: "2.json"}, ask) != "bob is not notified." || detail(task.Key, nil) != "" {
		t.Error("the owner of another task is gone")
	}
}

func TestThePaneOfAnOwnerIsNamed(t *testing.T) {
	h := hosttest.OnTasks(t)
	m := membersIn(h)
	tmux := ""
	m.Getenv = func(string) string { return tmux }
	m.roster.Members = []team.Member{{Name: "eve", Pane: "%1"}, {Name: "bob"}}
	for owner, why := range map[string]string{"": "nobody has it", "bob": "nothing names one for bob", "una": "nothing names one for una", "eve": "this board does not run inside tmux"} {
		h.Run(m.ToPane(owner))
		if h.NoticeText() != "No pane: "+why || m.HasPane(owner) {
			t.Errorf("%q: it says %q", owner, h.NoticeText())
		}
	}
	tmux = "/no/such/socket,1,0"
	if h.ClearNotice(); !m.HasPane("eve") || !strings.Contains(words(m, &tasks.Task{Owner: "eve"}), "tmux: pane %1: "+m.KeyOf(keymap.GoToTmuxPane)+" shows it") {
		t.Errorf("the detail says %q", words(m, &tasks.Task{Owner: "eve"}))
	}
	if h.Run(m.ToPane("eve")); !strings.HasPrefix(h.NoticeText(), "No pane: ") {
		t.Errorf("of a tmux that is gone it says %q", h.NoticeText())
	}
}
