package team

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// A courseConfig is a team's config as s_full, old s11 and v9 keep it.
type courseConfig struct {
	TeamName optionalString `json:"team_name"`
	Name     optionalString
	Members  []struct {
		Name, Role, Status optionalString
		AgentID            optionalString `json:"agent_id"`
	}
}

// readTeam reads .team: one team, whose members stay listed when they are shut down.
func (l *reader) readTeam(dir string) {
	l.readCourseConfig(dir, "")
	l.readInboxes(filepath.Join(dir, "inbox"), ".jsonl", parseMessageLines)
}

// readTeams reads .teams: a directory for each team. In a list that is named after a team only that team works.
func (l *reader) readTeams(dir, list string) {
	all := l.readDir(dir, maxTeams)
	own := false
	for _, d := range all {
		own = own || list != "" && d.Name() == list
	}
	for _, d := range all {
		if !d.IsDir() || own && d.Name() != list {
			continue
		}
		at := filepath.Join(dir, d.Name())
		l.readCourseConfig(at, d.Name())
		l.readInboxes(at, "_inbox.jsonl", parseMessageLines)
	}
}

func (l *reader) readCourseConfig(dir, name string) {
	path := filepath.Join(dir, "config.json")
	raw, at := l.readFile(path, maxConfigSize)
	if raw == nil {
		return
	}
	var t courseConfig
	if err := json.Unmarshal(raw, &t); err != nil {
		l.addProblem(path, err)
		return
	}
	for _, n := range []optionalString{t.TeamName, t.Name} {
		if n != "" {
			name = string(n)
		}
	}
	for _, m := range t.Members {
		l.addMember(Member{
			Name: string(m.Name), ID: string(m.AgentID), Role: string(m.Role), Team: name,
			State: parseState(string(m.Status)), Since: at,
		})
	}
}

// parseState returns the state that a status word of the course's lessons means, Unknown for any other.
func parseState(word string) State {
	switch strings.ToLower(word) {
	case "working", "active", "busy", "running":
		return Active
	case "idle", "waiting":
		return Idle
	case "shutdown", "stopped", "terminated", "offline", "gone", "dead":
		return Gone
	}
	return Unknown
}

// readMailboxes reads .mailboxes: whoever has one is a member, and no more is known than the messages not yet taken.
func (l *reader) readMailboxes(dir string) {
	known := map[string]bool{}
	for _, m := range l.roster.Members {
		known[m.Name] = true
	}
	meet := func(name string) {
		if name != "" && !known[name] && len(known) < maxMembers {
			known[name] = true
			l.addMember(Member{Name: name})
		}
	}
	first := len(l.messages)
	for _, to := range l.readInboxes(dir, ".jsonl", parseMessageLines) {
		meet(to)
	}
	for _, m := range l.messages[first:] {
		meet(m.From)
	}
}
