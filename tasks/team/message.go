package team

import (
	"encoding/json"
	"strings"
	"time"
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

// parseMessageLines reads an inbox of one message a line. A line that is no message, or not yet a whole one, is skipped.
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

// A timestamp is a time in any of the forms agents write one: seconds or milliseconds since 1970, or ISO 8601.
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
