package team

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// writeFiles makes files, "path=content", and returns their root.
func writeFiles(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range files {
		path, content, _ := strings.Cut(f, "=")
		path = filepath.Join(root, path)
		testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		testdir.Must(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return root
}

// describe returns a roster in words.
func describe(r Roster) string {
	var b strings.Builder
	fmt.Fprintf(&b, "team %q removes=%v\n", r.Team, r.RemovesLeavers)
	for _, m := range r.Members {
		fmt.Fprintf(&b, "%s %q %q", m.Name, m.State, m.Role)
		if m.Lead {
			b.WriteString(" lead")
		}
		if m.Pane != "" {
			b.WriteString(" pane " + m.Pane)
		}
		if m.Worktree != "" {
			b.WriteString(" in " + m.Worktree)
		}
		if m.Newest.Text != "" {
			fmt.Fprintf(&b, " to %s: %s", m.Newest.To, m.Newest.Text)
		}
		b.WriteByte('\n')
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "trouble with %s\n", filepath.Base(p.Path))
	}
	return b.String()
}

func wantRoster(t *testing.T, r Roster, lines ...string) {
	t.Helper()
	if got, want := describe(r), strings.Join(lines, "\n")+"\n"; got != want {
		t.Errorf("roster:\n%swant:\n%s", got, want)
	}
}

const redTeam = `{"name":"red team","leadAgentId":"team-lead@red team","leadSessionId":"0f3c-2b1a","members":[
 {"agentId":"team-lead@red team","name":"team-lead","agentType":"lead","joinedAt":1770000000000,"tmuxPaneId":""},
 {"agentId":"ana@red team","name":"ana","agentType":"coder","joinedAt":1770000001000,"tmuxPaneId":"%3","worktreePath":"/w/ana","isActive":true},
 {"agentId":"ben@red team","name":"ben","agentType":"coder","joinedAt":1770000002000,"tmuxPaneId":"in-process","isActive":false},
 {"agentId":"cleo@red team","name":"cleo","agentType":7,"joinedAt":"soon"}]}`

func TestClaudeCodesTeamIsReadWithItsInboxes(t *testing.T) {
	root := writeFiles(t,
		"teams/red-team/config.json="+redTeam,
		"teams/red-team/inboxes/team-lead.json="+`[
		 {"from":"ana","text":"Parser is done.\n\nNext?","timestamp":"2026-02-02T10:00:00.000Z","read":true},
		 {"from":"cleo","text":"{\"type\":\"idle_notification\",\"from\":\"cleo\",\"idleReason\":\"available\"}","timestamp":"2026-02-02T11:00:00Z"},
		 {"from":"ben@red team","text":"Hi","timestamp":"2026-02-02T08:00:00Z"},
		 {"from":"ana","text":"older","timestamp":"2026-02-01T10:00:00Z"}]`,
		"teams/red-team/inboxes/ana.json="+`[{"from":"team-lead","text":"{\"type\":\"task_assignment\",\"taskId\":\"3\",\"subject\":\"Write  tests\"}","timestamp":"2026-02-02T09:00:00Z"}]`,
		"teams/other/config.json={}",
		"tasks/red-team/1.json={}",
	)
	r := Read(filepath.Join(root, "tasks/red-team"), []string{root})
	wantRoster(t, r,
		`team "red team" removes=true`,
		`team-lead "active" "lead" lead to ana: assigned a task: Write tests`,
		`ana "active" "coder" pane %3 in /w/ana to team-lead: Parser is done. Next?`,
		`ben "idle" "coder" to team-lead: Hi`,
		`cleo "idle" "" to team-lead: is idle`,
	)
	if cleo, ok := r.Owner("cleo@red team"); !ok || !cleo.Since.Equal(time.Date(2026, 2, 2, 11, 0, 0, 0, time.UTC)) {
		t.Errorf("cleo is idle since %v, known %v: not since the notice", cleo.Since, ok)
	}
}

func TestATeamIsFoundByTheSessionThatLeadsIt(t *testing.T) {
	root := writeFiles(t, "teams/red-team/config.json="+redTeam, "tasks/0f3c-2b1a/1.json={}", "tasks/nobodys/1.json={}", "sessions/7.json/a directory=", "sessions/x.json={}")
	if r := Read(filepath.Join(root, "tasks/0f3c-2b1a"), []string{root}); r.Team != "red team" || len(r.Members) != 4 {
		t.Errorf("by its session: %s", describe(r))
	}
	wantRoster(t, Read(filepath.Join(root, "tasks/nobodys"), []string{root}), `team "" removes=false`)
}

func TestAnOwnerWhoLeftATeamThatRemovesLeaversIsGone(t *testing.T) {
	root := writeFiles(t, "teams/red-team/config.json="+redTeam, "teams/red-team/inboxes/ana.json=[]", "tasks/red-team/1.json={}")
	listed := time.Now().Add(-time.Hour) // before the last message
	testdir.Must(t, os.Chtimes(filepath.Join(root, "teams/red-team/config.json"), listed, listed))
	r := Read(filepath.Join(root, "tasks/red-team"), []string{root})
	m, ok := r.Owner("dora")
	if !ok || m.State != Gone || !m.Since.Equal(listed) {
		t.Errorf("dora: %+v, %v", m, ok)
	}
}

func TestOfAnOwnerOfAnotherTeamAndOfNobodyNothingIsKnown(t *testing.T) {
	root := writeFiles(t, "teams/red-team/config.json="+redTeam, "tasks/red-team/1.json={}")
	r := Read(filepath.Join(root, "tasks/red-team"), []string{root})
	for _, owner := range []string{"dora@blue team", ""} {
		if m, ok := r.Owner(owner); ok {
			t.Errorf("%q is said to be %s", owner, m.State)
		}
	}
}

func TestOfARosterWithoutMembersNobodyIsGone(t *testing.T) {
	for _, none := range []Roster{{}, {RemovesLeavers: true}} {
		if _, ok := none.Owner("dora"); ok {
			t.Error("an owner is known to be gone where nobody is known")
		}
	}
}

func TestTheTeamsOfTheLessonsAreRead(t *testing.T) {
	root := writeFiles(t,
		"p/.tasks/task_1.json={}",
		"p/.team/config.json="+`{"team_name":"default","members":[{"name":"alice","role":"developer","status":"working"},{"name":"bob","role":"tester","status":"shutdown"}]}`,
		"p/.team/inbox/lead.jsonl="+`{"type":"message","from":"alice","content":"half way","timestamp":1774445042.27}`+"\n"+`{"type":"idle_notification","from":"bob","timestamp":1774445043}`+"\n"+`{"type":"mess`,
	)
	r := Read(filepath.Join(root, "p/.tasks"), nil)
	wantRoster(t, r, `team "default" removes=false`, `alice "active" "developer" to lead: half way`, `bob "gone" "tester" to lead: is idle`)
	if m, ok := r.Owner("carol"); ok {
		t.Errorf("carol is said to be %s, of whom nothing is known", m.State)
	}
}

func TestOfSeveralTeamsTheOneAListIsNamedAfterCounts(t *testing.T) {
	config := func(name string) string {
		return fmt.Sprintf(`{"name":%q,"members":[{"name":"a-%s","agent_id":"x","status":"idle"}]}`, name, name)
	}
	root := writeFiles(t,
		"p/.tasks/red/task_1.json={}", "p/.tasks/task_1.json={}",
		"p/.teams/red/config.json="+config("red"),
		"p/.teams/blue/config.json="+config("blue"),
		"p/.teams/notes=no team", "p/.teams/zoo=no team",
		"p/.teams/red/a-red_inbox.jsonl="+`{"type":"message","sender":"a-blue","content":"hi","timestamp":1774445042}`+"\n",
	)
	wantRoster(t, Read(filepath.Join(root, "p/.tasks/red"), nil), `team "red" removes=false`, `a-red "idle" ""`)
	wantRoster(t, Read(filepath.Join(root, "p/.tasks"), nil), `team "" removes=false`, `a-blue "idle" "" to a-red: hi`, `a-red "idle" ""`)
}

func TestMailboxesHaveNamesButNoStates(t *testing.T) {
	root := writeFiles(t, "p/.tasks/x.json={}",
		"p/.mailboxes/notes.txt=none", "p/.mailboxes/old.jsonl/a directory=",
		"p/.mailboxes/lead.jsonl="+`{"from":"alice","to":"lead","content":"done with schema","type":"result","ts":1782370551.7}`+"\n"+`{"from":"dan","content":"at no time"}`+"\n",
		"p/.mailboxes/bob.jsonl="+`{"from":"lead","to":"bob","content":"","type":"shutdown_request","ts":1782370552}`+"\n",
	)
	wantRoster(t, Read(filepath.Join(root, "p/.tasks"), nil),
		`team "" removes=false`,
		`bob "" ""`,
		`lead "" "" to bob: asked to shut down`,
		`alice "" "" to lead: done with schema`,
		`dan "" "" to lead: at no time`)
}

func TestAMemberOfATeamWhoHasAMailboxIsInTheRosterOnce(t *testing.T) {
	root := writeFiles(t, "p/.tasks/x.json={}", "p/.team/config.json="+`{"members":[{"name":"bob","status":"idle"}]}`, "p/.mailboxes/bob.jsonl=")
	wantRoster(t, Read(filepath.Join(root, "p/.tasks"), nil), `team "" removes=false`, `bob "idle" ""`)
}

func TestWhatCannotBeReadIsReportedAndTheRestIsRead(t *testing.T) {
	root := writeFiles(t, "p/.tasks/x.json={}", "p/.team/config.json={\"members\": [", "p/.team/inbox/lead.jsonl=[]\nnull\n\"x\"\n{}\n",
		"p/.teams/odd/config.json/a directory=", "p/.teams/v9/config.json="+`{"members":[null,{"name":null},{"name":"zoe","status":["x"]}]}`)
	wantRoster(t, Read(filepath.Join(root, "p/.tasks"), nil), `team "v9" removes=false`, `zoe "" ""`, `trouble with config.json`, `trouble with config.json`)
}

func TestATeamOfAnotherListThatCannotBeReadIsNoProblem(t *testing.T) {
	root := writeFiles(t, "teams/x/config.json={", "teams/y/config.json={", "tasks/x/1.json={}")
	wantRoster(t, Read(filepath.Join(root, "tasks/x"), []string{root}), `team "" removes=false`, `trouble with config.json`) // of x
}

func TestMessagesAreReadInEveryFormOfTheLessons(t *testing.T) {
	for line, want := range map[string]string{
		`{"from":"a","content":"x","timestamp":1774445042.5}`:             "a: x at 1774445042500",
		`{"sender":"a","content":"x","timestamp":1774445042500}`:          "a: x at 1774445042500",
		`{"from":"a","sender":"b","content":"x","ts":1774445042}`:         "a: x at 1774445042000",
		`{"from":"a","content":"x","timestamp":"2026-03-25T13:24:02Z"}`:   "a: x at 1774445042000",
		`{"from":"a","content":"x","timestamp":"2026-03-25 13:24:02"}`:    "a: x at 1774445042000",
		`{"from":"a","content":"x","timestamp":"2026-03-25T13:24:02.25"}`: "a: x at 1774445042250",
		`{"from":"a","content":"x","timestamp":"soon"}`:                   "a: x at no time",
		`{"from":"a","content":"x","timestamp":1e15}`:                     "a: x at no time",
		`{"from":"a","content":"x","timestamp":1e14}`:                     "a: x at no time",
		`{"from":"a","content":"x","timestamp":1e11}`:                     "a: x at 100000000000000",
		`{"from":"a","content":"x","timestamp":0}`:                        "a: x at no time",
		`{"from":"a","content":"x","timestamp":-1}`:                       "a: x at no time",
		`{"from":"a","content":"long","summary":"short \n words"}`:        "a: short words at no time",
		`{"from":"a","content":"","type":"permission_request"}`:           "a: asks for a permission at no time",
		`{"from":"a","content":"{\"type\":\"new_kind\"}"}`:                "a: new kind at no time",
		`{"from":"a","content":"{\"type\":7}"}`:                           `a: {"type":7} at no time`,
		`{"from":"","content":"x"}`:                                       "",
		`{"from":"a","content":" "}`:                                      "",
		`half of {`:                                                       "",
	} {
		t.Run(line, func(t *testing.T) {
			got := ""
			for _, m := range parseMessageLines([]byte(line+"\n"), "lead") {
				at := "no time"
				if !m.At.IsZero() {
					at = fmt.Sprint(m.At.UnixMilli())
				}
				got = fmt.Sprintf("%s: %s at %s", m.From, m.Text, at)
			}
			if got != want {
				t.Errorf("it is %q, want %q", got, want)
			}
		})
	}
}

// mixedRoster is a team with members in each state that matters to a person.
func mixedRoster() Roster {
	return Roster{Team: "red", RemovesLeavers: true, Members: []Member{
		{Name: "ann", State: Active}, {Name: "lead", Lead: true, State: Idle}, {Name: "leader", Lead: true, State: Waiting}, {Name: "eve", ID: "eve@red", State: Idle, StatedBy: "Claude Code"},
		{Name: "bob", State: Gone, PaneGone: true, Since: time.Unix(5, 0)},
	}}
}

// A person sees neither themselves nor a leader who waits for the others.
func TestTheAgentsOfARosterAreThoseWhoMayNeedAPerson(t *testing.T) {
	r := mixedRoster()
	var names []string
	for _, a := range r.Agents("ann") {
		names = append(names, a.Name)
	}
	if got := strings.Join(names, " "); got != "leader eve bob" {
		t.Errorf("they are %s", got)
	}
}

func TestTheStateOfAnOwnerIsThatOfTheMemberAndNotOfThePersonWhoAsks(t *testing.T) {
	r := mixedRoster()
	for owner, want := range map[string]string{
		"ann": "", "": "", "eve@red": "eve idle live ", "bob": "bob gone is gone: its pane was closed", "zoe": "zoe gone is not in the team", "zoe@blue": "", "zoe@red": "zoe@red gone is not in the team",
	} {
		a := r.OwnerState(owner, "ann")
		got := ""
		if a.Name != "" {
			got = a.Name + " " + a.State.String() + " " + map[bool]string{true: "live "}[a.Live] + a.Why
		}
		if got != want {
			t.Errorf("%q is %q, want %q", owner, got, want)
		}
	}
	if a := r.OwnerState("zoe", ""); !a.Since.IsZero() {
		t.Errorf("somebody who left did so at %v", a.Since)
	}
}

func TestTheWordsOfTheLessonsForAStateAreRead(t *testing.T) {
	for word, want := range map[string]State{"Working": Active, "waiting": Idle, "terminated": Gone, "elsewhere": Unknown} {
		if got := parseState(word); got != want {
			t.Errorf("%s is %q", word, got)
		}
	}
}

func FuzzAMessageHasOneLine(f *testing.F) {
	f.Add([]byte(`{"from":"a","content":"{\"type\":\"idle_notification\"}","timestamp":1}`))
	f.Add([]byte(`[{"from":1,"text":null}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, m := range append(parseMessageLines(raw, "x"), parseMessageArray(raw, "x")...) {
			if strings.ContainsAny(m.Text, "\n\r\t") {
				t.Errorf("%q is not one line", m.Text)
			}
		}
	})
}

func TestAMemberOfTwoTeamsIsInTheMergedRosterOnce(t *testing.T) {
	ann, bob := Member{Name: "ann", Team: "a", State: Idle}, Member{Name: "bob", Team: "a", State: Gone}
	all := Merge([]Roster{
		{Team: "a", Members: []Member{ann, bob}, RemovesLeavers: true},
		{Team: "b", Members: []Member{ann, {Name: "bob", Team: "b", State: Active}, {Name: "cid", Team: "b"}}, RemovesLeavers: true},
	})
	if len(all.Members) != 3 || all.Members[0] != ann || all.Members[1] != (Member{Name: "bob"}) || all.Members[2].Name != "cid" || all.Team != "" {
		t.Errorf("%+v", all)
	}
	if m, known := all.Owner("dan"); known {
		t.Errorf("nobody knows all teams, and %+v is said to be gone", m)
	}
}

func TestARosterThatIsMergedWithNoneStaysAsItIs(t *testing.T) {
	if one := Merge([]Roster{{Team: "a", RemovesLeavers: true}}); !one.RemovesLeavers {
		t.Errorf("%+v", one)
	}
}

func TestTheRostersOfTwoListsOfOneTeamAreItsRoster(t *testing.T) {
	old, bad := time.Unix(5, 0), []Problem{{Path: "x"}, {Path: "y"}}
	read := Read(filepath.Join(writeFiles(t, ".tasks/x={}"), ".tasks"), nil)
	read.Team, read.Problems, read.Changed = "a", bad, old
	two := Merge([]Roster{read, {Team: "a", Problems: bad[1:], Members: []Member{{Name: "its session", Session: true}}}})
	if two.Team != "a" || len(two.Problems) != 2 || len(two.Members) != 0 || !two.Changed.Equal(old) || two.Stale() {
		t.Errorf("two lists of one team: %+v, stale %v", two, two.Stale())
	}
}

func TestARosterIsStaleOnceAFileItWasReadFromChanged(t *testing.T) {
	for what, change := range map[string]func(root string) error{
		"a member's state": func(root string) error {
			return os.WriteFile(filepath.Join(root, ".team/config.json"), []byte(`{"members":[]}`), 0o644)
		},
		"a message": func(root string) error {
			f, err := os.OpenFile(filepath.Join(root, ".team/inbox/lead.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("{}\n")
			if e := f.Close(); err == nil {
				err = e
			}
			return err
		},
		"a time": func(root string) error {
			return os.Chtimes(filepath.Join(root, ".team/config.json"), time.Time{}, time.Unix(5, 0))
		},
		"a size": func(root string) error {
			path := filepath.Join(root, ".team/inbox/lead.jsonl")
			was, err := os.Stat(path)
			return errors.Join(err, os.Truncate(path, 3), os.Chtimes(path, time.Time{}, was.ModTime()))
		},
		"another file in its place": func(root string) error {
			path := filepath.Join(root, ".team/config.json")
			raw, err := os.ReadFile(path)
			was, _ := os.Stat(path)
			return errors.Join(err, os.WriteFile(path+"2", raw, 0o644), os.Chtimes(path+"2", time.Time{}, was.ModTime()), os.Rename(path+"2", path))
		},
		"its mode":                func(root string) error { return os.Chmod(filepath.Join(root, ".team/config.json"), 0o600) },
		"an inbox that was taken": func(root string) error { return os.Remove(filepath.Join(root, ".team/inbox/lead.jsonl")) },
		"a new inbox":             func(root string) error { return os.WriteFile(filepath.Join(root, ".team/inbox/b.jsonl"), nil, 0o644) },
		"another kind of team":    func(root string) error { return os.Mkdir(filepath.Join(root, ".mailboxes"), 0o755) },
	} {
		root := writeFiles(t, `.team/config.json={"members":[{"name":"a","status":"idle"}]}`, `.team/inbox/lead.jsonl={"from":"a","content":"x"}`, ".tasks/x={}")
		r := Read(filepath.Join(root, ".tasks"), nil)
		if r.Stale() {
			t.Errorf("%s: stale before", what)
		}
		testdir.Must(t, change(root))
		if !r.Stale() {
			t.Errorf("%s is not noticed", what)
		}
	}
}

func TestARosterThatWasNeverReadIsStale(t *testing.T) {
	var none Roster
	if !none.Stale() {
		t.Error("it is not")
	}
}

func TestALinkToATeamIsNotStaleForEver(t *testing.T) {
	root := writeFiles(t, `elsewhere/config.json={"members":[{"name":"a","status":"idle"}]}`, ".tasks/x={}", "file={}", ".mailboxes/y.jsonl={}")
	if err := os.Symlink("elsewhere", filepath.Join(root, ".team")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("../file", filepath.Join(root, ".mailboxes/z.jsonl")); err != nil {
		t.Skip(err)
	}
	r := Read(filepath.Join(root, ".tasks"), nil)
	if len(r.Members) == 0 || r.Stale() {
		t.Errorf("%d members, stale %v", len(r.Members), r.Stale())
	}
}

func TestOnlyAPaneThatTmuxNamesIsAPane(t *testing.T) {
	for pane, want := range map[string]string{"%3": "%3", "%123456789": "%123456789", "%1234567890": "", "in-process": "", "": "", "%3;kill-server": "", "%": "", "%x": "", "-t": "", "% 1": "", "3": ""} {
		root := writeFiles(t, `teams/x/config.json={"name":"x","members":[{"name":"a","tmuxPaneId":"`+pane+`"}]}`, "tasks/x/1.json={}")
		if r := Read(filepath.Join(root, "tasks/x"), []string{root}); len(r.Members) != 1 || r.Members[0].Pane != want {
			t.Errorf("%q: %+v", pane, r.Members)
		}
	}
}

func TestAnAgentIsActiveSinceItsLastMessageThatIsNewerThanItsState(t *testing.T) {
	for said, want := range map[string]string{"2026-02-10T00:00:00Z": "2026-02-10", "2020-02-10T00:00:00Z": "2026-02-02"} {
		root := writeFiles(t, `teams/x/config.json={"name":"x","members":[{"name":"a","joinedAt":1770000000000},{"name":"b","joinedAt":1770000000000,"isActive":false}]}`,
			`teams/x/inboxes/lead.json=[{"from":"a","text":"before","timestamp":"2019-02-10T00:00:00Z"},{"from":"a","text":"hi","timestamp":"`+said+`"},{"from":"b","text":"hi","timestamp":"`+said+`"}]`, "tasks/x/1.json={}")
		r := Read(filepath.Join(root, "tasks/x"), []string{root})
		if got := r.Members[0].Since.UTC().Format(time.DateOnly); got != want || r.Members[0].Newest.Text != "hi" {
			t.Errorf("after a message of %s it is active since %s, want %s", said, got, want)
		}
		if got := r.Members[1].Since.UTC().Format(time.DateOnly); got != "2026-02-02" {
			t.Errorf("it is idle since %s", got)
		}
	}
}

func TestAnAgentThatSaidItShutsDownIsGone(t *testing.T) {
	for joined, want := range map[string]State{"1770000000000": Gone, "1790000000000": Active} {
		root := writeFiles(t, `teams/x/config.json={"name":"x","members":[{"name":"a","joinedAt":`+joined+`,"isActive":true}]}`,
			`teams/x/inboxes/lead.json=[{"from":"a","text":"{\"type\":\"shutdown_approved\"}","timestamp":"2026-02-10T00:00:00Z"},{"text":"of nobody","timestamp":"2026-02-11T00:00:00Z"}]`, "tasks/x/1.json={}")
		r := Read(filepath.Join(root, "tasks/x"), []string{root})
		if m, _ := r.Owner("a"); m.State != want {
			t.Errorf("joined at %s: %s, want %s", joined, m.State, want)
		}
	}
}
