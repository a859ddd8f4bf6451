package team

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"

	"sideboard/tasks/locate"
)

// paneName is how tmux names a pane for good.
var paneName = regexp.MustCompile(`^%[0-9]{1,9}$`)

// claudeTeam is a team's config as Claude Code keeps it. What is of another type than expected is left out rather than
// making the rest unreadable.
type claudeTeam struct {
	Name          text
	LeadAgentID   text `json:"leadAgentId"`
	LeadSessionID text `json:"leadSessionId"`
	Members       []claudeMember
}

type claudeMember struct {
	AgentID      text `json:"agentId"`
	Name         text
	AgentType    text `json:"agentType"`
	Pane         text `json:"tmuxPaneId"`
	WorktreePath text `json:"worktreePath"`
	JoinedAt     moment
	IsActive     *bool
}

// claude reads the team whose tasks a list of Claude Code's holds: the one of that name, else the one that the session
// of that name leads.
func (l *looker) claude(cfg, list string) {
	teams := filepath.Join(cfg, "teams")
	looked := 0
	for _, d := range l.list(teams, -1) {
		named := locate.Sanitize(d.Name()) == list
		if looked >= maxTeams && !named {
			continue
		}
		looked++
		dir := filepath.Join(teams, d.Name())
		before := l.r.Changed
		raw, at := l.read(filepath.Join(dir, "config.json"), maxConfig)
		var t claudeTeam
		if raw == nil {
			continue
		}
		if err := json.Unmarshal(raw, &t); err != nil {
			if named {
				l.trouble(filepath.Join(dir, "config.json"), err)
			}
			l.r.Changed = before
			continue
		}
		if !named && locate.Sanitize(string(t.LeadSessionID)) != list {
			l.r.Changed = before
			continue
		}
		l.r.Changed, l.r.Removes = at, true
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
			if !paneName.MatchString(pane) {
				pane = "" // "in-process", or something that tmux would take for another thing
			}
			l.add(Member{
				Name: string(m.Name), ID: string(m.AgentID), Role: string(m.AgentType), Team: name,
				State: state, Since: m.JoinedAt.Time, Pane: pane, Worktree: string(m.WorktreePath),
				Lead: m.AgentID != "" && m.AgentID == t.LeadAgentID,
			})
		}
		for _, box := range l.list(filepath.Join(dir, "inboxes"), maxBoxes) {
			if to, ok := strings.CutSuffix(box.Name(), ".json"); ok && !box.IsDir() {
				l.inbox(filepath.Join(dir, "inboxes", box.Name()), to, arrayOfMessages)
			}
		}
		return
	}
}

// arrayOfMessages reads an inbox of Claude Code's. One that is just being written is empty for once.
func arrayOfMessages(raw []byte, to string) []Message {
	var all []struct {
		From, Text text
		Timestamp  moment
	}
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	out := make([]Message, 0, len(all))
	for _, m := range all {
		out = append(out, Message{From: string(m.From), To: to, Text: meaning(string(m.Text)), At: m.Timestamp.Time})
	}
	return out
}
