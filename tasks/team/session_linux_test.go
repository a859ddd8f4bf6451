package team

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// sessionFile is the file of a process in Claude Code's form, "path=content".
func sessionFile(pid int, start, id, status, more string) string {
	return fmt.Sprintf(`sessions/%d.json={"pid":%d,"sessionId":%q,"cwd":"/w","procStart":%q,"version":"2.1.278","status":%q,"statusUpdatedAt":1770000060000%s}`, pid, pid, id, start, status, more)
}

// ownStart is when this process started, as its stat has it.
func ownStart(t *testing.T) string {
	t.Helper()
	stat, err := os.ReadFile("/proc/self/stat")
	testdir.Must(t, err)
	return strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))[19]
}

func TestTheStateOfASessionIsThatOfItsProcess(t *testing.T) {
	me, start := os.Getpid(), ownStart(t)
	domain := fmt.Sprintf(`,"pidDomain":%q`, PIDDomain())
	for what, c := range map[string]struct{ file, want string }{
		"at work":                 {sessionFile(me, start, "0f3c-2b1a", "busy", ""), "active"},
		"at rest":                 {sessionFile(me, start, "0f3c-2b1a", "idle", ""), "idle"},
		"asks":                    {sessionFile(me, start, "0f3c-2b1a", "waiting", ""), "waits for your answer"},
		"a word nobody knows":     {sessionFile(me, start, "0f3c-2b1a", "shell", ""), ""},
		"its number is another's": {sessionFile(me, "1"+start, "0f3c-2b1a", "waiting", domain), "dead"},
		"perhaps in a container":  {sessionFile(me, "1"+start, "0f3c-2b1a", "waiting", ""), "not seen here"},
		"its number is free":      {sessionFile(1<<30, start, "0f3c-2b1a", "busy", ""), "not seen here"},
		"on another machine":      {sessionFile(me, "1"+start, "0f3c-2b1a", "waiting", `,"pidDomain":"linux:0:pid:[1]"`), "waits for your answer"},
		"without its start":       {strings.Replace(sessionFile(me, start, "0f3c-2b1a", "waiting", ""), "procStart", "other", 1), "-"},
		"without a status":        {sessionFile(me, start, "0f3c-2b1a", "", ""), "-"},
		"not a file of JSON":      {strings.Replace(sessionFile(me, start, "0f3c-2b1a", "waiting", ""), ".json=", "=", 1), "-"},
		"of no process":           {sessionFile(0, start, "0f3c-2b1a", "busy", ""), "-"},
		"of another session":      {sessionFile(me, start, "9999", "waiting", ""), "-"},
		"named after another":     {strings.Replace(sessionFile(me, start, "0f3c-2b1a", "waiting", ""), `"pid":`+strconv.Itoa(me), `"pid":1`, 1), "-"},
		"torn":                    {"sessions/" + strconv.Itoa(me) + ".json={", "-"},
		"of a form long given up": {`sessions/pid-7.json={"session_id":"0f3c-2b1a","cwd":"/w"}`, "-"},
	} {
		root := writeFiles(t, c.file, "tasks/0f3c-2b1a/1.json={}")
		r := Read(filepath.Join(root, "tasks/0f3c-2b1a"), []string{root})
		got := "-"
		if m, ok := r.Owner(""); ok {
			got = m.State.String()
		}
		if got != c.want {
			t.Errorf("%s: %q", what, got)
		}
	}
}

// An agent inside a session ends with it. While the session lives, nothing but the agent's task says whether it works.
func TestAnAgentInsideASessionIsNotTheSession(t *testing.T) {
	me, start := os.Getpid(), ownStart(t)
	domain := fmt.Sprintf(`,"pidDomain":%q`, PIDDomain())
	for what, c := range map[string]struct {
		file string
		want State
	}{
		"at work":   {sessionFile(me, start, "0f3c-2b1a", "busy", ""), Unknown},
		"at rest":   {sessionFile(me, start, "0f3c-2b1a", "idle", ""), Unknown},
		"asks":      {sessionFile(me, start, "0f3c-2b1a", "waiting", ""), Unknown},
		"it ended":  {sessionFile(me, "1"+start, "0f3c-2b1a", "busy", domain), Dead},
		"not seen":  {sessionFile(1<<30, start, "0f3c-2b1a", "busy", ""), Unseen},
		"of others": {sessionFile(me, start, "9999", "busy", ""), Unknown},
	} {
		root := writeFiles(t, c.file, "tasks/0f3c-2b1a/1.json={}")
		r := Read(filepath.Join(root, "tasks/0f3c-2b1a"), []string{root})
		if a := r.OwnerState("tests", ""); a.State != c.want || a.Live {
			t.Errorf("%s: the agent is %q, live %v", what, a.State, a.Live)
		}
	}
}

// The file of a process does not always say of which machine it is.
func TestAProcessThatWasSeenHereHasEndedWhenItIsGone(t *testing.T) {
	p, err := os.StartProcess("/bin/sleep", []string{"sleep", "600"}, &os.ProcAttr{})
	if err != nil {
		t.Skip(err)
	}
	start, err := startOf(p.Pid)
	testdir.Must(t, err)
	root := writeFiles(t, sessionFile(p.Pid, start, "0f3c-2b1a", "busy", ""), "tasks/0f3c-2b1a/1.json={}")
	dir := filepath.Join(root, "tasks/0f3c-2b1a")
	r := Read(dir, []string{root})
	if m, _ := r.Owner(""); m.State != Active || r.Stale() {
		t.Errorf("it is %v, stale %v", m.State, r.Stale())
	}
	_ = p.Kill()
	_, _ = p.Wait()
	if !r.Stale() {
		t.Error("its end goes unnoticed")
	}
	r = Read(dir, []string{root})
	if a := r.OwnerState("tests", ""); a.State != Dead {
		t.Errorf("an agent inside of it is %q", a.State)
	}
}

func TestTheSessionThatRunsCountsAndNotTheOneThatCrashedBeforeIt(t *testing.T) {
	parent, _ := startOf(os.Getppid()) // "" if it is not seen from here: then its file does not count
	root := writeFiles(t, strings.Replace(sessionFile(os.Getpid(), ownStart(t), "0f3c-2b1a", "waiting", ""), "statusUpdatedAt", "updatedAt", 1),
		strings.Replace(sessionFile(os.Getppid(), parent, "0f3c-2b1a", "idle", ""), "1770000060000", "1770000050000", 1), // runs too, and said so before
		sessionFile(1, "no start", "0f3c-2b1a", "busy", ""), sessionFile(2, "no start", "0f3c-2b1a", "busy", ""), "tasks/0f3c-2b1a/1.json={}")
	r := Read(filepath.Join(root, "tasks/0f3c-2b1a"), []string{root})
	m, _ := r.Owner("")
	if r.OwnerState("", "").State != Waiting || !r.Changed.IsZero() {
		t.Errorf("its state for everybody is %v; it has no team that changed at %v", r.OwnerState("", "").State, r.Changed)
	}
	if m.State != Waiting || m.StatedBy != claudeCode || !m.Since.Equal(time.UnixMilli(1770000060000)) {
		t.Errorf("%+v", m)
	}
	if r.Stale() {
		t.Error("it is stale although nothing changed")
	}
}

func TestASessionFromBeforeThisMachineStartedIsDead(t *testing.T) {
	root := writeFiles(t, sessionFile(1<<30, "12345", "0f3c-2b1a", "busy", ""), "tasks/0f3c-2b1a/1.json={}")
	before := machineStart().Add(-time.Second)
	testdir.Must(t, os.Chtimes(filepath.Join(root, "sessions", strconv.Itoa(1<<30)+".json"), before, before))
	r := Read(filepath.Join(root, "tasks/0f3c-2b1a"), []string{root})
	if m, _ := r.Owner(""); m.State != Dead {
		t.Errorf("it is %q", m.State)
	}
}

func TestTheStateOfAMemberIsThatOfItsProcess(t *testing.T) {
	team := strings.NewReplacer(`"name":"ana",`, `"name":"ana","sessionId":"5555",`, `"name":"ben",`, `"name":"ben","sessionId":"0f3c-2b1a",`).Replace(redTeam)
	read := func(team string, files ...string) Roster {
		root := writeFiles(t, append(files, "teams/red-team/config.json="+team, "tasks/red-team/1.json={}")...)
		return Read(filepath.Join(root, "tasks/red-team"), []string{root})
	}
	me, start := os.Getpid(), ownStart(t)
	wantRoster(t, read(team, sessionFile(me, start, "5555", "waiting", "")), `team "red team" removes=true`, `team-lead "active" "lead" lead`,
		`ana "waits for your answer" "coder" pane %3 in /w/ana`, `ben "idle" "coder"`, `cleo "active" ""`)
	wantRoster(t, read(team, sessionFile(me, start, "0f3c-2b1a", "waiting", "")), `team "red team" removes=true`, `team-lead "waits for your answer" "lead" lead`,
		`ana "active" "coder" pane %3 in /w/ana`, `ben "idle" "coder"`, `cleo "active" ""`)
	wantRoster(t, read(team, sessionFile(me, start, "5555", "a new word", "")), `team "red team" removes=true`, `team-lead "active" "lead" lead`,
		`ana "active" "coder" pane %3 in /w/ana`, `ben "idle" "coder"`, `cleo "active" ""`)
	// Who runs inside the leader's process ends with it, and who has a pane of its own does not.
	wantRoster(t, read(redTeam, sessionFile(me, "1"+start, "0f3c-2b1a", "busy", fmt.Sprintf(`,"pidDomain":%q`, PIDDomain()))), `team "red team" removes=true`, `team-lead "dead" "lead" lead`,
		`ana "active" "coder" pane %3 in /w/ana`, `ben "dead" "coder"`, `cleo "dead" ""`)
}

func TestAMemberWithoutAnIDIsNotTheLeader(t *testing.T) {
	root := writeFiles(t, `teams/x/config.json={"name":"x","leadSessionId":"5555","members":[{"name":"ana","isActive":true}]}`, "tasks/x/1.json={}",
		sessionFile(os.Getpid(), ownStart(t), "5555", "waiting", ""))
	wantRoster(t, Read(filepath.Join(root, "tasks/x"), []string{root}), `team "x" removes=true`, `ana "active" ""`)
}

func TestTheEndOfAProcessMakesTheRosterStale(t *testing.T) {
	p, err := os.StartProcess("/bin/sleep", []string{"sleep", "600"}, &os.ProcAttr{})
	if err != nil {
		t.Skip(err)
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Pid))
	testdir.Must(t, err)
	start := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))[19]
	root := writeFiles(t, sessionFile(p.Pid, start, "0f3c-2b1a", "busy", fmt.Sprintf(`,"pidDomain":%q`, PIDDomain())), "tasks/0f3c-2b1a/1.json={}")
	dir := filepath.Join(root, "tasks/0f3c-2b1a")
	r := Read(dir, []string{root})
	if m, _ := r.Owner(""); m.State != Active || r.Stale() {
		t.Errorf("it is %v, stale %v", m.State, r.Stale())
	}
	_ = p.Kill()
	_, _ = p.Wait()
	if !r.Stale() {
		t.Error("its end goes unnoticed")
	}
	r = Read(dir, []string{root})
	if m, _ := r.Owner(""); m.State != Dead || m.StatedBy != "" {
		t.Errorf("it is %v, stated by %q", m.State, m.StatedBy)
	}
}
