package refagents_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// sample returns a task file of each dialect by its number, with blockers given as they stand in the file.
func sample(dialect string, n int, status, owner, waits string) (name, text string) {
	quoted := fmt.Sprintf("%q", owner)
	null := quoted
	if owner == "" {
		null = "null"
	}
	id := fmt.Sprintf("task_1795219407_%04d", n)
	switch dialect {
	case refagents.S07, refagents.S12wt:
		return fmt.Sprintf("task_%d.json", n), fmt.Sprintf(`{"id":%d,"subject":"S","description":"","status":%q,"blockedBy":[%s],"owner":%s}`, n, status, waits, quoted)
	case refagents.S07Blocks:
		return fmt.Sprintf("task_%d.json", n), fmt.Sprintf(`{"id":%d,"subject":"S","description":"","status":%q,"blockedBy":[%s],"blocks":[],"owner":%s}`, n, status, waits, quoted)
	case refagents.SFull:
		return fmt.Sprintf("task_%d.json", n), fmt.Sprintf(`{"id":%d,"subject":"S","description":"","status":%q,"owner":%s,"blockedBy":[%s]}`, n, status, null, waits)
	case refagents.S12:
		return id + ".json", fmt.Sprintf(`{"id":%q,"subject":"S","description":"","status":%q,"owner":%s,"blockedBy":[%s]}`, id, status, null, waits)
	case refagents.S18:
		return id + ".json", fmt.Sprintf(`{"id":%q,"subject":"S","description":"","status":%q,"owner":%s,"blockedBy":[%s],"worktree":null}`, id, status, null, waits)
	case refagents.S10, refagents.S13:
		id = fmt.Sprintf("task_%08x", n)
		tree := ""
		if dialect == refagents.S13 {
			tree = `,"worktree":null`
		}
		return id + ".json", fmt.Sprintf(`{"id":%q,"subject":"S","description":"","status":%q,"owner":%s,"blockedBy":[%s]%s}`, id, status, null, waits, tree)
	case refagents.ClaudeCode:
		own := ""
		if owner != "" {
			own = `"owner":` + quoted + ","
		}
		return fmt.Sprintf("%d.json", n), fmt.Sprintf(`{"id":"%d","subject":"S","description":"",%s"status":%q,"blocks":[],"blockedBy":[%s]}`, n, own, status, waits)
	}
	meta := ""
	if dialect == refagents.V6 || dialect == refagents.V6Mid {
		meta = `,"metadata":{}`
	}
	name = fmt.Sprintf("task_%d.json", n)
	if dialect == refagents.V6 {
		name = fmt.Sprintf("%d.json", n)
	}
	return name, fmt.Sprintf(`{"id":"%d","subject":"S","description":"","status":%q,"active_form":"","owner":%s,"blocks":[],"blocked_by":[%s]%s}`, n, status, quoted, waits, meta)
}

// ref spells a blocker as the dialect does.
func ref(dialect string, n int) string {
	name, text := sample(dialect, n, "pending", "", "")
	_, rest, _ := strings.Cut(text, `"id":`)
	id, _, ok := strings.Cut(rest, ",")
	if !ok {
		panic(name)
	}
	return id
}

func idText(dialect string, n int) string { return strings.Trim(ref(dialect, n), `"`) }

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}

func put(t *testing.T, dir, dialect string, n int, status, owner, waits string) string {
	t.Helper()
	name, text := sample(dialect, n, status, owner, waits)
	write(t, dir, name, text)
	return name
}

func TestAgentsTakeOnlyWhatTheirOwnRuleCallsReady(t *testing.T) {
	// What each kind of blocker does to a pending task nobody owns: is it ready?
	type rules struct{ open, completed, missing bool }
	want := map[string]rules{}
	for _, d := range []string{refagents.S07, refagents.S07Blocks, refagents.SFull, refagents.V6Early, refagents.V6Mid, refagents.V6, refagents.V9} {
		want[d] = rules{} // anything in the list blocks
	}
	for _, d := range []string{refagents.S12wt, refagents.S12, refagents.S18, refagents.S10, refagents.S13} {
		want[d] = rules{completed: true}
	}
	want[refagents.ClaudeCode] = rules{completed: true, missing: true}
	for _, d := range refagents.Dialects() {
		t.Run(d, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, d, 1, "pending", "", "")
			put(t, dir, d, 2, "completed", "ann", "")
			put(t, dir, d, 3, "pending", "ann", "")
			put(t, dir, d, 4, "pending", "", ref(d, 1))
			put(t, dir, d, 5, "pending", "", ref(d, 2))
			put(t, dir, d, 6, "pending", "", ref(d, 77))
			put(t, dir, d, 7, "in_progress", "ann", "")
			l, err := refagents.Read(d, dir)
			testdir.Must(t, err)
			if len(l.Tasks) != 7 || len(l.Skipped) != 0 {
				t.Fatalf("%d tasks, invisible %v", len(l.Tasks), l.Skipped)
			}
			for n, ready := range map[int]bool{1: true, 2: false, 3: false, 4: want[d].open, 5: want[d].completed, 6: want[d].missing, 7: false} {
				got, ok := l.Task(idText(d, n))
				if !ok || got.Ready != ready {
					t.Errorf("task %d: found %v, ready %v, want %v", n, ok, got.Ready, ready)
				}
			}
		})
	}
}

func TestTheLockOfEachDialectHasOneForm(t *testing.T) {
	for _, d := range refagents.Dialects() {
		dir := t.TempDir()
		put(t, dir, d, 1, "pending", "", "")
		testdir.Must(t, os.Mkdir(filepath.Join(dir, ".lock"), 0o755))
		_, err := refagents.Read(d, dir)
		if (err != nil) != (d == refagents.S13) {
			t.Errorf("%s over a .lock directory: %v", d, err)
		}
	}
	dir := t.TempDir()
	name := put(t, dir, refagents.ClaudeCode, 1, "pending", "", "")
	lock := filepath.Join(dir, name+".lock")
	testdir.Must(t, os.Mkdir(lock, 0o755))
	if _, err := refagents.Read(refagents.ClaudeCode, dir); err != nil {
		t.Errorf("an empty lock directory is a lock: %v", err)
	}
	write(t, lock, "pid", "1")
	if _, err := refagents.Read(refagents.ClaudeCode, dir); err == nil {
		t.Error("a lock directory with something in it can never be released")
	}
}

func TestANumberIsNotAString(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, refagents.S07, 1, "pending", "", "")
	put(t, dir, refagents.S07, 2, "pending", "", `"1"`)
	testdir.Must(t, refagents.Complete(refagents.S07, dir, "1", ""))
	l, err := refagents.Read(refagents.S07, dir)
	testdir.Must(t, err)
	if two, _ := l.Task("2"); two.Ready || len(two.WaitsFor) != 1 || two.WaitsFor[0].Num {
		t.Errorf("the string 1 was taken for the number: %+v", two)
	}
}

func TestABlockerOfTheWrongTypeIsAMissingOne(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, refagents.S12wt, 1, "completed", "ann", "")
	put(t, dir, refagents.S12wt, 2, "pending", "", `"1"`)
	put(t, dir, refagents.S12wt, 3, "pending", "", `1`)
	l, err := refagents.Read(refagents.S12wt, dir)
	testdir.Must(t, err)
	two, _ := l.Task("2")
	three, _ := l.Task("3")
	if two.Ready || !three.Ready {
		t.Errorf(`waiting for "1": ready %v; for 1: ready %v`, two.Ready, three.Ready)
	}
}

// A hazard is one file next to a good one, and what the agents make of it.
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
		{"a lock directory next to a file", "task_00000001.json.lock", nil, all("absent")},
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
					testdir.Must(t, os.Mkdir(filepath.Join(dir, name), 0o755))
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

// outcome returns what became of the one file next to the good one.
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
