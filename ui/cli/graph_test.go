package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sideboard/ui/safetext"
)

// about returns an s12 task.
func about(id, subject, status string, waits ...string) string {
	for i := range waits {
		waits[i] = `"` + waits[i] + `"`
	}
	raw, _ := json.Marshal(subject)
	owner := "null"
	if status == "in_progress" {
		owner = `"bob"`
	}
	return `{"id": "` + id + `", "subject": ` + string(raw) + `, "description": "", "status": "` + status + `", "owner": ` + owner +
		`, "blockedBy": [` + strings.Join(waits, ", ") + `]}`
}

func small(t *testing.T) string {
	return folder(t, map[string]string{
		"task_1": about("task_1", "Parse", "completed"),
		"task_2": about("task_2", "Draw", "in_progress", "task_1"),
		"task_3": about("task_3", "Route", "pending", "task_2"),
		"task_4": about("task_4", "Ship it", "pending", "task_2", "task_3"),
		"task_5": about("task_5", "Alone", "pending"),
	})
}

// tangled has a loop, a task that waits for itself, missing ids, and text that is dangerous or wide.
func tangled(t *testing.T) string {
	return folder(t, map[string]string{
		"task_1": about("task_1", "Evil \x1b[31m \u202e \" ` <b> | & %% ]; end", "pending", "task_2"),
		"task_2": about("task_2", "翻訳する、たくさんの長い題名をここに書いてみる", "pending", "task_3"),
		"task_3": about("task_3", "👩‍👩‍👧 семья", "pending", "task_1", "task_9"),
		"task_4": about("task_4", "Self", "pending", "task_4"),
		"task_5": about("task_5", "التحقق", "pending", "task_3", "task_9", "task_\u009b\u202e"),
		"task_6": about("task_6", "", "pending", "task_5"),
		"task_7": about("task_7", "Done", "completed"),
	})
}

func TestGraphPrintsNothingButVisibleTextAndNoLineTooWide(t *testing.T) {
	for _, dir := range []string{tangled(t), small(t), folder(t, nil), folder(t, map[string]string{"task_1": about("task_1", "Done", "completed")})} {
		for _, args := range [][]string{
			{"--width", "40"}, {"--width", "40", "--all", "--redundant"}, {"--width", "57", "--ascii"}, {"--width", "80"}, {"--width", "133", "--all"},
			{}, {"--format", "json"}, {"--format", "mermaid", "--all"}, {"--format", "dot", "--redundant"}, {"--format", "svg", "--all"},
		} {
			out, code := run(t, append([]string{"graph", dir}, args...)...)
			if code != 0 || out == "" {
				t.Errorf("%v: %d %s", args, code, out)
			}
			for line := range strings.SplitSeq(out, "\n") {
				for _, r := range line {
					if r < ' ' || 0x7f <= r && r < 0xa0 || r == '\u202e' || r == '\u200d' {
						t.Errorf("%v prints %U: %q", args, r, line)
					}
				}
				if width := safetext.Line(line).Width(); len(args) > 1 && args[0] == "--width" && width > map[string]int{"40": 40, "57": 57, "80": 80, "133": 133}[args[1]] {
					t.Errorf("%v: %d cells: %s", args, width, line)
				}
			}
		}
	}
}
