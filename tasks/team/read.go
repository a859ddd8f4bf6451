package team

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/locate"
)

// Limits of one Read, so that no disk, however full or hostile, delays it.
const (
	maxConfigSize = 1 << 20 // bytes of a config
	maxInboxSize  = 4 << 20 // bytes of an inbox
	maxInboxes    = 500     // inboxes
	maxTeams      = 50
	maxMembers    = 1_000 // members of one team
)

// Read returns the roster of a task directory. configs are Claude Code's configuration directories: a list of one of
// them has the team there, any other directory has the files next to it. If there are none, the roster is the zero
// Roster; what cannot be read is in Problems.
func Read(dir string, configs []string) Roster {
	l := &reader{}
	for _, cfg := range configs {
		if base := filepath.Join(cfg, "tasks"); filepath.Dir(filepath.Clean(dir)) == filepath.Clean(base) {
			l.readClaudeTeam(cfg, filepath.Base(dir))
			return l.finish()
		}
	}
	project, list := filepath.Dir(dir), ""
	if filepath.Base(project) == ".tasks" {
		project, list = filepath.Dir(project), filepath.Base(dir)
	}
	l.readTeam(filepath.Join(project, ".team"))
	l.readTeams(filepath.Join(project, ".teams"), list)
	l.readMailboxes(filepath.Join(project, ".mailboxes"))
	return l.finish()
}

// A reader builds a Roster.
type reader struct {
	roster   Roster
	messages []Message
	inboxes  int
	teams    map[string]bool // the teams of members
	sessions []memberSession
}

// readFile reads a small file. It is nil for one that is not there or was added to the problems.
func (l *reader) readFile(path string, limit int64) ([]byte, time.Time) {
	raw, fi, err := locate.ReadSmall(path, limit)
	l.note(path, fi, os.Lstat)
	if err != nil {
		l.addProblem(path, err)
		return nil, time.Time{}
	}
	return raw, fi.ModTime()
}

// addProblem notes that a file cannot be read, unless it is not there.
func (l *reader) addProblem(path string, err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		l.roster.Problems = append(l.roster.Problems, Problem{path, err})
	}
}

// readDir returns the entries of a directory in the order of their names, at most n if that is not negative. There are
// none if it is not there or is added to the problems.
func (l *reader) readDir(dir string, n int) []fs.DirEntry {
	fi, err := os.Stat(dir)
	l.note(dir, fi, os.Stat)
	if err == nil && !fi.IsDir() {
		return nil // opening a pipe would wait for its other end
	}
	d, err := os.Open(dir)
	if err != nil {
		l.addProblem(dir, err)
		return nil
	}
	defer d.Close()
	entries, err := d.ReadDir(n)
	if err != nil && len(entries) == 0 {
		return nil // it is empty, or no directory
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries
}

// readInboxes reads the inboxes in a directory, each a file named after its owner, and returns the owners.
func (l *reader) readInboxes(dir, suffix string, decode func(raw []byte, to string) []Message) (owners []string) {
	for _, box := range l.readDir(dir, maxInboxes) {
		to, ok := strings.CutSuffix(box.Name(), suffix)
		if !ok || box.IsDir() {
			continue
		}
		owners = append(owners, to)
		if l.inboxes++; l.inboxes > maxInboxes {
			continue
		}
		if raw, _ := l.readFile(filepath.Join(dir, box.Name()), maxInboxSize); raw != nil {
			l.messages = append(l.messages, decode(raw, to)...)
		}
	}
	return owners
}

// addMember adds a member. Several of one name are members of several teams.
func (l *reader) addMember(m Member) {
	if m.Name != "" && len(l.roster.Members) < maxMembers*maxTeams {
		l.roster.Members = append(l.roster.Members, m)
	}
	if l.teams == nil {
		l.teams = map[string]bool{}
	}
	l.teams[m.Team] = true
}

// finish returns the roster with each member's newest message and what that says about its state.
func (l *reader) finish() Roster {
	for i := range l.roster.Members {
		m := &l.roster.Members[i]
		for _, msg := range l.messages {
			if msg.From != m.Name && (m.ID == "" || msg.From != m.ID) {
				continue
			}
			if m.Newest.Text == "" || msg.At.After(m.Newest.At) {
				m.Newest = msg
			}
		}
		switch {
		case m.Newest.Text == idleNotice && m.State != Gone:
			m.State, m.Since = Idle, m.Newest.At
		case endNotices[m.Newest.Text] && m.Newest.At.After(m.Since):
			m.State, m.Since = Gone, m.Newest.At // it wrote that after it was listed
		case m.State == Active && m.Newest.At.After(m.Since):
			m.Since = m.Newest.At // it has written a message since
		}
	}
	for _, s := range l.sessions { // its process counts more than its messages
		l.applySession(&l.roster.Members[s.member], s.session)
	}
	if len(l.teams) == 1 {
		for name := range l.teams {
			l.roster.Team = name
		}
	}
	return l.roster
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// A fileState is the state of a file or a directory when it was read: info is nil if it was not there.
type fileState struct {
	path string
	info fs.FileInfo
	stat func(string) (fs.FileInfo, error) // os.Stat for a directory, os.Lstat for a file
}

// note adds the state of a file that was read.
func (l *reader) note(path string, fi fs.FileInfo, stat func(string) (fs.FileInfo, error)) {
	l.roster.files = append(l.roster.files, fileState{path, fi, stat})
}

// Stale reports whether a file that this roster was read from has changed since, or a process of its sessions or a
// lease has ended. It costs a stat for each file. The zero Roster is stale.
func (r *Roster) Stale() bool {
	for _, s := range r.files {
		now, err := s.stat(s.path)
		if err != nil {
			now = nil
		}
		if (now == nil) != (s.info == nil) || now != nil && !sameState(now, s.info) {
			return true
		}
	}
	for _, p := range r.processes {
		if p.look() != p.was {
			return true
		}
	}
	return len(r.files) == 0 || !r.nextEnd.IsZero() && !time.Now().Before(r.nextEnd)
}

func sameState(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
}

// Claude Code keeps a file for each of its running processes, <config>/sessions/<pid>.json, which says whether the
// session works, is idle or waits for a person. This is not documented: a file counts only if it has everything that is
// needed to trust it, including the pid and the start of the process.

// maxSessions is the largest number of these files that are read.
const maxSessions = 200

// claudeCode is the name of a session without another name.
const claudeCode = "Claude Code"

// A session is the content of the file of a process.
type session struct {
	id      string
	state   State
	since   time.Time
	process process
	presence
}

// A watchedProcess is a process that a roster depends on, with its presence when that was read.
type watchedProcess struct {
	process
	was presence
}

// readSessions returns the sessions of a configuration directory by their sanitized ids. Of several processes of a
// session one that runs counts, and of those the one with the newest state.
func (l *reader) readSessions(cfg string) map[string]session {
	dir := filepath.Join(cfg, "sessions")
	found := map[string]session{}
	for _, e := range l.readDir(dir, maxSessions) {
		pid, _ := strconv.Atoi(strings.TrimSuffix(e.Name(), ".json"))
		if pid <= 0 || e.IsDir() || !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		raw, at := l.readFile(filepath.Join(dir, e.Name()), maxConfigSize)
		s, ok := parseSession(raw, at, pid)
		if !ok {
			continue
		}
		id := locate.Sanitize(s.id)
		was, known := found[id]
		// only a process that is present has a since
		if !known || s.presence < was.presence || s.since.After(was.since) {
			found[id] = s
		}
	}
	return found
}

// parseSession parses the file of a process, false if something is missing.
func parseSession(raw []byte, at time.Time, pid int) (session, bool) {
	var f struct {
		Pid             int
		SessionID       optionalString `json:"sessionId"`
		Status          optionalString
		ProcStart       optionalString `json:"procStart"`
		PidDomain       optionalString `json:"pidDomain"`
		StatusUpdatedAt timestamp      `json:"statusUpdatedAt"`
		UpdatedAt       timestamp      `json:"updatedAt"`
	}
	if json.Unmarshal(raw, &f) != nil || f.Pid != pid || f.SessionID == "" || f.Status == "" || f.ProcStart == "" {
		return session{}, false
	}
	s := session{id: string(f.SessionID), since: f.StatusUpdatedAt.Time,
		process: process{pid, string(f.ProcStart), string(f.PidDomain), at}}
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
	switch s.presence = s.process.look(); s.presence {
	case ended:
		s.state, s.since = Dead, time.Time{} // when it ended is not known
	case unseen:
		s.state, s.since = Unseen, time.Time{}
	}
	return s, true
}

// applySession sets the state of a member by its session.
func (l *reader) applySession(m *Member, s session) {
	l.roster.processes, m.process = append(l.roster.processes, watchedProcess{s.process, s.presence}), s.process
	if s.state == Unknown || m.State == Gone {
		return
	}
	m.State, m.Since = s.state, s.since
	if s.presence == present {
		m.StatedBy = claudeCode
	}
}
