package refagents_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
)

// A hazard is one file beside a good one, and what the agents make of it.
type hazard struct {
	what string
	name string              // "" is the name of the dialect's second task
	text func(string) string // from the good text of the second task
	then map[string]string   // by dialect: the exception, "hidden" or "listed"; "" in the map is all others
}

func replace(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

func drop(key string) func(string) string {
	return func(s string) string {
		at := strings.Index(s, `"`+key+`":`)
		if at < 0 {
			return s
		}
		end := strings.IndexByte(s[at:], ',')
		if s[at:][len(key)+3] == '[' {
			end = strings.IndexByte(s[at:], ']') + 1
		}
		if end < 0 || s[at+end] == '}' {
			return s[:at-1] + s[at+end:]
		}
		return s[:at] + s[at+end+1:]
	}
}

func TestWhatEachHazardDoesToItsAgents(t *testing.T) {
	v6 := func(then map[string]string, as string) map[string]string {
		for _, d := range []string{refagents.V6Early, refagents.V6Mid, refagents.V6, refagents.V9} {
			if _, ok := then[d]; !ok {
				then[d] = as
			}
		}
		return then
	}
	const dictKeeps = "listed"
	dict := func(then map[string]string) map[string]string {
		for _, d := range []string{refagents.S07, refagents.S07Blocks, refagents.SFull, refagents.S12wt} {
			if _, ok := then[d]; !ok {
				then[d] = dictKeeps
			}
		}
		return then
	}
	all := func(s string) map[string]string { return map[string]string{"": s} }
	hazards := []hazard{
		{"empty file", "", replaceAll(""), v6(map[string]string{"": "JSONDecodeError", refagents.ClaudeCode: "hidden"}, "hidden")},
		{"torn file", "", func(s string) string { return s[:len(s)/2] }, v6(map[string]string{"": "JSONDecodeError", refagents.ClaudeCode: "hidden"}, "hidden")},
		{"byte order mark", "", func(s string) string { return "\ufeff" + s }, v6(map[string]string{"": "JSONDecodeError", refagents.ClaudeCode: "hidden"}, "hidden")},
		{"not UTF-8", "", replace(`"S"`, "\"\xb1\xe0\""), map[string]string{"": "UnicodeDecodeError", refagents.ClaudeCode: "listed"}},
		{"an array", "", replaceAll("[]"), map[string]string{"": "TypeError", refagents.ClaudeCode: "hidden"}},
		{"unknown key", "", replace(`{"id"`, `{"updatedAt":1,"id"`), dict(map[string]string{"": "TypeError", refagents.ClaudeCode: "listed"})},
		{"a worktree key", "", replace(`"status"`, `"worktree":"wt","status"`), dict(map[string]string{"": "TypeError", refagents.S18: "listed", refagents.S13: "listed", refagents.ClaudeCode: "listed"})},
		{"a metadata key", "", replace(`{"id"`, `{"metadata":{},"id"`), dict(map[string]string{"": "TypeError", refagents.V6: "listed", refagents.V6Mid: "listed", refagents.ClaudeCode: "listed"})},
		{"no status", "", drop("status"), v6(map[string]string{"": "TypeError", refagents.S07: "KeyError", refagents.S07Blocks: "KeyError", refagents.SFull: "KeyError", refagents.S12wt: "KeyError", refagents.ClaudeCode: "hidden"}, "listed")},
		{"no subject", "", drop("subject"), map[string]string{"": "TypeError", refagents.S07: "KeyError", refagents.S07Blocks: "KeyError", refagents.SFull: "KeyError", refagents.S12wt: "KeyError", refagents.ClaudeCode: "hidden"}},
		{"no description", "", drop("description"), dict(map[string]string{"": "TypeError", refagents.ClaudeCode: "hidden"})},
		{"no list of blockers", "", func(s string) string { return drop("blocked_by")(drop("blockedBy")(s)) }, v6(dict(map[string]string{"": "TypeError", refagents.ClaudeCode: "hidden"}), "listed")},
		{"no owner", "", drop("owner"), v6(dict(map[string]string{"": "TypeError", refagents.ClaudeCode: "listed"}), "listed")},
		{"null description", "", replace(`"description":""`, `"description":null`), map[string]string{"": "TypeError", refagents.ClaudeCode: "hidden"}},
		{"null list", "", func(s string) string {
			return replace(`"blocked_by":[]`, `"blocked_by":null`)(replace(`"blockedBy":[]`, `"blockedBy":null`)(s))
		}, map[string]string{
			"": "TypeError", refagents.ClaudeCode: "hidden",
			refagents.S07: "listed", refagents.S07Blocks: "listed", refagents.SFull: "listed", refagents.S12wt: "listed",
		}},
		{"foreign status", "", replace(`"pending"`, `"done"`), map[string]string{"": "listed", refagents.S10: "ValueError", refagents.S13: "ValueError", refagents.ClaudeCode: "hidden"}},
		{"null owner", "", func(s string) string { return replace(`"status"`, `"owner":null,"status"`)(drop("owner")(s)) }, map[string]string{"": "listed", refagents.ClaudeCode: "hidden"}},
		{"NaN", "", replace(`"description":""`, `"description":NaN`), map[string]string{"": "TypeError", refagents.ClaudeCode: "hidden"}},
		{"a temporary name that ends in .json", ".sideboard.json", unchanged, map[string]string{"": "absent", refagents.V6: "listed", refagents.ClaudeCode: "listed"}},
		{"a temporary name that does not", ".sideboard-1.tmp", unchanged, all("absent")},
		{"task_1.tmp.json", "task_1.tmp.json", unchanged, v6(map[string]string{"": "ValueError", refagents.S12: "listed", refagents.S18: "listed", refagents.ClaudeCode: "listed"}, "listed")},
		{"a lock directory beside a file", "task_00000001.json.lock", nil, all("absent")},
		{"another kind of JSON", "current_todos.json", replaceAll("[]"), map[string]string{"": "absent", refagents.V6: "TypeError", refagents.ClaudeCode: "hidden"}},
		{"tmp.json", "tmp.json", replaceAll(""), map[string]string{"": "absent", refagents.V6: "hidden", refagents.ClaudeCode: "hidden"}},
		{"an id of s12 in the folder", "task_1795219407_0002.json", unchanged, map[string]string{"": "listed", refagents.S10: "ValueError", refagents.S13: "ValueError"}},
	}
	for _, h := range hazards {
		for _, d := range refagents.Dialects() {
			t.Run(h.what+"/"+d, func(t *testing.T) {
				dir := t.TempDir()
				put(t, dir, d, 1, "pending", "", "")
				name, text := sample(d, 2, "pending", "", "")
				if h.name != "" {
					name = h.name
				}
				if h.text == nil {
					if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
						t.Fatal(err)
					}
				} else {
					write(t, dir, name, h.text(text))
				}
				want, ok := h.then[d]
				if !ok {
					want = h.then[""]
				}
				if got := outcome(refagents.Read(d, dir)); got != want {
					t.Errorf("%s: got %s, want %s", name, got, want)
				}
			})
		}
	}
}

func unchanged(s string) string { return s }

func replaceAll(text string) func(string) string { return func(string) string { return text } }

// outcome returns what became of the one file beside the good one.
func outcome(l refagents.Listing, err error) string {
	var raised *refagents.Raised
	switch {
	case errors.As(err, &raised):
		return raised.Exception
	case err != nil:
		return err.Error()
	case len(l.Skipped) == 1:
		return "hidden"
	case len(l.Tasks) == 2:
		return "listed"
	case len(l.Tasks) == 1:
		return "absent"
	}
	return fmt.Sprintf("%d tasks, %d invisible", len(l.Tasks), len(l.Skipped))
}
