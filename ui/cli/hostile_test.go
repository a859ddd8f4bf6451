package cli_test

import (
	"strings"
	"testing"
	"unicode"
)

// What agents wrote reaches the terminal as text alone, by whatever command, in words, in JSON and where words are offered.
func TestHostileTextIsPrintedAsTextAlone(t *testing.T) {
	const evil = `\u001b]0;owned\u0007\u001b[2J\r\u009b31m\u202e\u0000`
	task := func(id, status, owner, waits string) string {
		return `{"id": "` + id + `", "subject": "S` + evil + `", "description": "D` + evil + `\n` + evil + `", "status": "` + status + `", "owner": "` + owner + `", "blockedBy": [` + waits + `]}`
	}
	dir := folder(t, map[string]string{
		"task_1": task("task_1", "pending", "", ""), "task_2": task("task_2", "in_progress", "bob"+evil, ""),
		"task_3": task("task_3", "pending", "", `"task_2", "gone`+evil+`"`), "task_4": task("task_4", "odd"+evil, "", ""),
		"task_5": task("task_5"+evil, "completed", "bob", ""), "task_6": `{"id": "` + evil,
	})
	for _, args := range [][]string{
		{"list"}, {"list", "is:purple\x1b[2J"}, {"show", "task_3"}, {"show", "task_4"}, {"show", "task_6"}, {"show", "nobody\x1b[2J"}, {"next"},
		{"claim", "task_3"}, {"claim", "task_2"}, {"complete", "task_2"}, {"claim", "task_1", "--dry-run"}, {"add", "A\x1b[2J", "--dry-run"},
		{"link", "task_2", "task_3"}, {"delete", "task_2"}, {"wait", "task_2", "--timeout", "1ms"}, {"edit", "task_2", "--owner", "\x1b[2J"},
		{"status"}, {"doctor"}, {"doctor", "--fix=all"},
		{"status", "--format", "{{range .Needs}}{{.Task.Subject}} {{.Reason}}\x1b[2J{{end}}"}, {"__complete", "show", ""}, {"__complete", "list", ""}, {"__complete", "edit", "task_2", "--owner", ""}, {"claim", "task_1"},
	} {
		for _, form := range [][]string{nil, {"--json"}} {
			if args[0] == "__complete" && form != nil {
				continue
			}
			line := append([]string{args[0], "--dir", dir}, args[1:]...)
			if args[0] == "status" || args[0] == "doctor" {
				line = append([]string{args[0], dir}, args[1:]...)
			}
			if args[0] == "__complete" {
				line = append([]string{args[0], args[1], "--dir", dir}, args[2:]...)
			}
			out, _ := run(t, append(line, form...)...)
			if out == "" {
				t.Errorf("%q printed nothing", args)
			}
			// What goes by an error without a form of its own the program makes printable, as main does.
			for _, c := range out {
				if c != '\n' && c != '\t' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c)) {
					t.Errorf("%q printed %U in %q", args, c, out)
					break
				}
			}
			if strings.Contains(out, "owned\a") {
				t.Errorf("%q renames the terminal", args)
			}
		}
	}
}
