package team

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/locate"
)

// Claude Code keeps a file for each of its running processes, <config>/sessions/<pid>.json, and writes into it whether the
// session works, rests or waits for a person. None of it is documented: a file counts only where it has all that is needed to
// trust it, the process's own number and start among that, and nothing is ever written there.

// maxSessions is how many of them are read.
const maxSessions = 200

// claudeCode is who a session is that has no other name.
const claudeCode = "Claude Code"

// A session is what the file of a process says.
type session struct {
	id      string
	state   State
	since   time.Time
	process process
}

// process is a process as its session's file names it.
type process struct {
	pid    int
	start  string // as /proc/<pid>/stat has it; a number that is given out again has another
	domain string // the machine and namespace the number is of, "" where the file does not say
}

// A watchedProcess is one that a look rests on, as it was.
type watchedProcess struct {
	process
	gone bool // it had ended
}

// readSessions returns the sessions of a configuration directory by their sanitized ids. Of several processes of a session
// one that runs counts, and of those the one that was heard of last.
func (l *reader) readSessions(cfg string) map[string]session {
	dir := filepath.Join(cfg, "sessions")
	found := map[string]session{}
	for _, e := range l.readDir(dir, maxSessions) {
		pid, err := strconv.Atoi(strings.TrimSuffix(e.Name(), ".json"))
		if err != nil || pid <= 0 || e.IsDir() || !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		changed := l.roster.Changed
		raw, _ := l.readFile(filepath.Join(dir, e.Name()), maxConfigSize)
		l.roster.Changed = changed // it says nothing of when the team was written down
		s, ok := parseSession(raw, pid)
		if !ok {
			continue
		}
		id := locate.Sanitize(s.id)
		was, known := found[id]
		if !known || was.state == Dead && s.state != Dead || (was.state == Dead) == (s.state == Dead) && s.since.After(was.since) {
			found[id] = s
		}
	}
	return found
}

// parseSession reads the file of a process, false where something is missing of what makes it trusted.
func parseSession(raw []byte, pid int) (session, bool) {
	var f struct {
		Pid             int
		SessionID       optionalString `json:"sessionId"`
		Status          optionalString
		ProcStart       optionalString `json:"procStart"`
		PidDomain       optionalString `json:"pidDomain"`
		StatusUpdatedAt timestamp      `json:"statusUpdatedAt"`
		UpdatedAt       timestamp      `json:"updatedAt"`
	}
	if raw == nil || json.Unmarshal(raw, &f) != nil || f.Pid != pid || f.SessionID == "" || f.Status == "" || f.ProcStart == "" {
		return session{}, false
	}
	s := session{id: string(f.SessionID), since: f.StatusUpdatedAt.Time, process: process{pid, string(f.ProcStart), string(f.PidDomain)}}
	if s.since.IsZero() {
		s.since = f.UpdatedAt.Time
	}
	switch f.Status {
	case "busy":
		s.state = Active
	case "idle":
		s.state = Idle
	case "waiting":
		s.state = Waiting
	}
	if s.process.ended() {
		s.state, s.since = Dead, time.Time{} // nothing says when
	}
	return s, true
}

// applySession puts what Claude Code says of a session on a member whose session it is.
func (l *reader) applySession(m *Member, s session) {
	l.roster.processes = append(l.roster.processes, watchedProcess{s.process, s.state == Dead})
	if s.state == Unknown || m.State == Gone {
		return
	}
	m.State, m.Since = s.state, s.since
	if s.state != Dead {
		m.Told = claudeCode
	}
}
