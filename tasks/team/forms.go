package team

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"strings"
	"time"

	"sideboard/tasks/locate"
)

// isPane reports whether a text is the id of a tmux pane.
func isPane(s string) bool {
	number, ok := strings.CutPrefix(s, "%")
	return ok && 0 < len(number) && len(number) < 10 && strings.Trim(number, "0123456789") == ""
}

// claudeConfig is a team's config in Claude Code's form. A value of another type than expected is left out.
type claudeConfig struct {
	Name          optionalString
	LeadAgentID   optionalString `json:"leadAgentId"`
	LeadSessionID optionalString `json:"leadSessionId"`
	Members       []claudeMember
}

// claudeMember is a member in that form.
type claudeMember struct {
	AgentID      optionalString `json:"agentId"`
	Name         optionalString
	AgentType    optionalString `json:"agentType"`
	Pane         optionalString `json:"tmuxPaneId"`
	WorktreePath optionalString `json:"worktreePath"`
	SessionID    optionalString `json:"sessionId"`
	JoinedAt     timestamp
	IsActive     *bool
}

// readClaudeTeam reads the team of a list of Claude Code's: the one of that name, else the one whose leader's session
// has that name.
func (l *reader) readClaudeTeam(cfg, list string) {
	sessions := l.readSessions(cfg)
	teams := filepath.Join(cfg, "teams")
	read := 0
	for _, d := range l.readDir(teams, -1) {
		named := locate.Sanitize(d.Name()) == list
		if read >= maxTeams && !named {
			continue
		}
		read++
		dir := filepath.Join(teams, d.Name())
		raw, at := l.readFile(filepath.Join(dir, "config.json"), maxConfigSize)
		var t claudeConfig
		if raw == nil {
			continue
		}
		if err := json.Unmarshal(raw, &t); err != nil {
			if named {
				l.addProblem(filepath.Join(dir, "config.json"), err)
			}
			continue
		}
		if !named && locate.Sanitize(string(t.LeadSessionID)) != list {
			continue
		}
		l.roster.Changed, l.roster.RemovesLeavers = at, true
		name := cmp.Or(string(t.Name), d.Name())
		for _, m := range t.Members {
			state := Active
			if m.IsActive != nil && !*m.IsActive {
				state = Idle
			}
			pane := string(m.Pane)
			if !isPane(pane) {
				pane = "" // "in-process", or something that tmux would read as another kind of target
			}
			l.addMember(Member{
				Name: string(m.Name), ID: string(m.AgentID), Role: string(m.AgentType), Team: name,
				State: state, Since: m.JoinedAt.Time, Pane: pane, Worktree: string(m.WorktreePath),
				Lead: m.AgentID != "" && m.AgentID == t.LeadAgentID,
			})
			if s, ok := t.sessionOf(&m, sessions); ok && m.Name != "" {
				l.sessions = append(l.sessions, memberSession{len(l.roster.Members) - 1, s})
			}
		}
		l.readInboxes(filepath.Join(dir, "inboxes"), ".json", parseMessageArray)
		return
	}
	if s, ok := sessions[list]; ok { // without a team
		m := Member{Name: claudeCode, Session: true}
		l.applySession(&m, s)
		l.addMember(m)
	}
}

// sessionOf returns the session of a member: its own, or if it runs inside the leader's process that one's, which only
// counts if it has ended.
func (t *claudeConfig) sessionOf(m *claudeMember, sessions map[string]session) (session, bool) {
	lead, led := sessions[locate.Sanitize(string(t.LeadSessionID))]
	switch {
	case m.AgentID != "" && m.AgentID == t.LeadAgentID:
		return lead, led
	case m.SessionID != "" && m.SessionID != t.LeadSessionID:
		own, known := sessions[locate.Sanitize(string(m.SessionID))]
		return own, known
	}
	return lead, led && lead.state == Dead && !isPane(string(m.Pane))
}

// memberSession is the session of a member of the roster.
type memberSession struct {
	member int
	session
}

// parseMessageArray parses an inbox of Claude Code's. One that is being written has no messages for now.
func parseMessageArray(raw []byte, to string) []Message {
	var all []struct {
		From, Text optionalString
		Timestamp  timestamp
	}
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	out := make([]Message, 0, len(all))
	for _, m := range all {
		out = append(out, Message{From: string(m.From), To: to, Text: readableText(string(m.Text)),
			At: m.Timestamp.Time})
	}
	return out
}

// A courseConfig is a team's config in the form of s_full, old s11 and v9.
type courseConfig struct {
	TeamName optionalString `json:"team_name"`
	Name     optionalString
	Members  []struct {
		Name, Role, Status optionalString
		AgentID            optionalString `json:"agent_id"`
	}
}

// readTeam reads .team: one team, which keeps members that have shut down.
func (l *reader) readTeam(dir string) {
	l.readCourseConfig(dir, "")
	l.readInboxes(filepath.Join(dir, "inbox"), ".jsonl", parseMessageLines)
}

// readTeams reads .teams: a directory for each team. A list with the name of a team is only that team's.
func (l *reader) readTeams(dir, list string) {
	all := l.readDir(dir, maxTeams)
	own := false
	for _, d := range all {
		own = own || d.Name() == list
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

// readCourseConfig reads the config in the directory of a team. name is that of the team if the config does not say.
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

// parseState returns the state for a status word of the lessons, Unknown for any other.
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

// readMailboxes reads .mailboxes: the owners of mailboxes and the senders of messages in them are members, of whom no
// more is known.
func (l *reader) readMailboxes(dir string) {
	known := map[string]bool{}
	for _, m := range l.roster.Members {
		known[m.Name] = true
	}
	add := func(name string) {
		if !known[name] && len(known) < maxMembers {
			known[name] = true
			l.addMember(Member{Name: name})
		}
	}
	first := len(l.messages)
	for _, to := range l.readInboxes(dir, ".jsonl", parseMessageLines) {
		add(to)
	}
	for _, m := range l.messages[first:] {
		add(m.From)
	}
}

// idleNotice is the text for the notice of an agent that has nothing to do.
const idleNotice = "is idle"

// endNotices are the texts for notices that an agent has stopped.
var endNotices = map[string]bool{"shuts down": true, "has ended": true}

// noticeTexts are the texts for messages that programs write and no agent does.
var noticeTexts = map[string]string{
	"idle_notification":          idleNotice,
	"shutdown_request":           "asked to shut down",
	"shutdown_response":          "answered whether to shut down",
	"shutdown_approved":          "shuts down",
	"permission_request":         "asks for a permission",
	"plan_approval_request":      "asks for a plan to be approved",
	"plan_approval_response":     "answered a plan",
	"task_assignment":            "assigned a task",
	"teammate_terminated":        "has ended",
	"mode_set_request":           "sets a mode",
	"team_permission_update":     "changed what the team may do",
	"permission_response":        "answered a permission",
	"sandbox_permission_request": "asks for a permission",
}

// readableText returns a message's text on one line. Claude Code's programs write messages as JSON in the text.
func readableText(s string) string {
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "{") {
		var m struct{ Type, Subject optionalString }
		if json.Unmarshal([]byte(t), &m) == nil && m.Type != "" {
			words := noticeTexts[string(m.Type)]
			if words == "" {
				return strings.ReplaceAll(string(m.Type), "_", " ")
			}
			if m.Subject != "" {
				words += ": " + oneLine(string(m.Subject))
			}
			return words
		}
	}
	return oneLine(s)
}

// parseMessageLines parses an inbox with one message a line. Other lines, and half-written ones, are skipped.
func parseMessageLines(raw []byte, to string) []Message {
	var out []Message
	for line := range strings.Lines(string(raw)) {
		var m struct {
			From, Sender, Type, Content, Summary optionalString
			Timestamp, TS                        timestamp
		}
		if json.Unmarshal([]byte(line), &m) != nil {
			continue
		}
		msg := Message{From: string(m.From), To: to, Text: readableText(string(m.Content)), At: m.Timestamp.Time}
		if msg.From == "" {
			msg.From = string(m.Sender)
		}
		if msg.At.IsZero() {
			msg.At = m.TS.Time
		}
		if w := noticeTexts[string(m.Type)]; w != "" {
			msg.Text = w
		} else if m.Summary != "" {
			msg.Text = oneLine(string(m.Summary))
		}
		if msg.From != "" && msg.Text != "" {
			out = append(out, msg)
		}
	}
	return out
}

// A timestamp is a time in any form that agents write: seconds or milliseconds since 1970, or ISO 8601.
type timestamp struct{ time.Time }

func (m *timestamp) UnmarshalJSON(raw []byte) error {
	var n float64
	if json.Unmarshal(raw, &n) == nil {
		switch {
		case n > 1e11 && n < 1e14:
			m.Time = time.UnixMilli(int64(n))
		case n > 0 && n <= 1e11:
			m.Time = time.UnixMilli(int64(n * 1000))
		}
		return nil
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateTime} {
			if t, err := time.Parse(form, s); err == nil {
				m.Time = t
				break
			}
		}
	}
	return nil
}

// An optionalString is a string; any other JSON value reads as "".
type optionalString string

func (t *optionalString) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*t = optionalString(s)
	}
	return nil
}
