package team

import (
	"encoding/json"
	"strings"
)

// idleNotice is what the notice of an agent that has nothing to do reads as.
const idleNotice = "is idle"

// endNotices are the notices after which an agent is no more.
var endNotices = map[string]bool{"shuts down": true, "has ended": true}

// noticeTexts say in words what messages mean that agents' programs write and no agent does.
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

// readableText returns a message's text on one line. Claude Code puts its programs' messages into the text as JSON.
func readableText(s string) string {
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "{") {
		var m struct{ Type, Subject, TaskID optionalString }
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
