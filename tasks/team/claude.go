package team

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"sideboard/tasks/locate"
)

// isPane reports whether a text is how tmux names a pane for good.
func isPane(s string) bool {
	number, is := strings.CutPrefix(s, "%")
	return is && 0 < len(number) && len(number) < 10 && strings.Trim(number, "0123456789") == ""
}

// claudeConfig is a team's config as Claude Code keeps it. What is of another type than expected is left out rather than
// making the rest unreadable.
type claudeConfig struct {
	Name          optionalString
	LeadAgentID   optionalString `json:"leadAgentId"`
	LeadSessionID optionalString `json:"leadSessionId"`
	Members       []claudeMember
}

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

// readClaudeTeam reads the team whose tasks a list of Claude Code's holds: the one of that name, else the one that the session
// of that name leads.
func (l *reader) readClaudeTeam(cfg, list string) {
	sessions := l.readSessions(cfg)
	teams := filepath.Join(cfg, "teams")
	looked := 0
	for _, d := range l.readDir(teams, -1) {
		named := locate.Sanitize(d.Name()) == list
		if looked >= maxTeams && !named {
			continue
		}
		looked++
		dir := filepath.Join(teams, d.Name())
		before := l.roster.Changed
		raw, at := l.readFile(filepath.Join(dir, "config.json"), maxConfigSize)
		var t claudeConfig
		if raw == nil {
			continue
		}
		if err := json.Unmarshal(raw, &t); err != nil {
			if named {
				l.addProblem(filepath.Join(dir, "config.json"), err)
			}
			l.roster.Changed = before
			continue
		}
		if !named && locate.Sanitize(string(t.LeadSessionID)) != list {
			l.roster.Changed = before
			continue
		}
		l.roster.Changed, l.roster.RemovesLeavers = at, true
		name := string(t.Name)
		if name == "" {
			name = d.Name()
		}
		for _, m := range t.Members {
			state := Active
			if m.IsActive != nil && !*m.IsActive {
				state = Idle
			}
			pane := string(m.Pane)
			if !isPane(pane) {
				pane = "" // "in-process", or something that tmux would take for another thing
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

// sessionOf returns whose session a member's is: its own, or where it runs inside the leader's process that one's, which
// tells no more of it than that it ended.
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

// parseMessageArray reads an inbox of Claude Code's. One that is just being written is empty for once.
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
		out = append(out, Message{From: string(m.From), To: to, Text: readableText(string(m.Text)), At: m.Timestamp.Time})
	}
	return out
}
