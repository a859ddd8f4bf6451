package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// rewrite is the variable that lets these tests write the README's parts anew instead of comparing them.
const rewrite = "SIDEBOARD_UPDATE_README"

// part compares what stands behind a marker in the README, up to the next empty line, with what should.
func part(t *testing.T, marker, want string) {
	t.Helper()
	path := filepath.Join(root, "README.md")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(b), "<!-- "+marker+": held true by a test -->\n")
	if !ok {
		t.Fatalf("the README has no part %q", marker)
	}
	sep := "\n\n"
	if strings.HasPrefix(after, "```") {
		sep = "\n```\n\n"
	} else {
		after = strings.TrimPrefix(after, "\n")
	}
	got, rest, _ := strings.Cut(after, sep)
	if sep != "\n\n" {
		got = strings.TrimPrefix(got, "```\n")
	}
	if got == want {
		return
	}
	if os.Getenv(rewrite) == "" {
		t.Errorf("the README's part %q is not true any more; %s=1 go test -run Readme ./ui/uitest writes it anew. It should be:\n%s", marker, rewrite, want)
		return
	}
	if sep == "\n\n" {
		want = "\n" + want
	} else {
		want = "```\n" + want
	}
	text := before + "<!-- " + marker + ": held true by a test -->\n" + want + sep + rest
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReadmeListsEveryKey(t *testing.T) {
	var b strings.Builder
	b.WriteString("| | key | |\n|---|---|---|\n")
	for _, s := range keymap.Default().Scopes(keymap.Moving, keymap.Viewing, keymap.Walking, keymap.Supposing, keymap.Acting, keymap.Showing, keymap.Linking, keymap.Unlinking, keymap.Filling, keymap.Deciding, keymap.Mending, keymap.Treeing, keymap.Demo, keymap.Provoking) {
		title := "**" + s.Title + "**"
		for _, e := range s.Entries {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", title, e.Key(), e.Long)
			title = ""
		}
	}
	part(t, "keys", strings.TrimSuffix(b.String(), "\n"))
}

func TestReadmeListsEveryDialect(t *testing.T) {
	var b strings.Builder
	b.WriteString("| design | blocked while | completing | owner | lock of its agents |\n|---|---|---|---|---|\n")
	for _, d := range dialect.All() {
		blocked := map[tasks.BlockedRule]string{
			tasks.UnfinishedOrMissing: "a blocker is unfinished or missing",
			tasks.ListNotEmpty:        "its list names anything",
			tasks.UnfinishedOnly:      "a blocker exists and is unfinished",
		}[d.Blocked]
		completing := "leaves the others' lists"
		if d.ClearsOnComplete {
			completing = "clears it from the others' lists"
		}
		owner := "kept in the file"
		if !d.HasOwner {
			owner = "never kept"
		}
		lock := map[tasks.LockKind]string{tasks.NoLock: "none", tasks.FlockLock: "flock on `.lock`", tasks.MkdirLock: "`proper-lockfile`"}[d.Lock]
		fmt.Fprintf(&b, "| %s (`%s`) | %s | %s | %s | %s |\n", d.Title, d.Dialect, blocked, completing, owner, lock)
	}
	part(t, "dialects", strings.TrimSuffix(b.String(), "\n"))
}

// The picture in the README is this board, drawn by the running program.
func TestReadmePictureIsTheRunningProgram(t *testing.T) {
	now := time.Now()
	cwd := filepath.Join(t.TempDir(), "my-service")
	dir := filepath.Join(cwd, ".tasks")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	put := func(n int, ago time.Duration, subject, status, owner, waits string) {
		id := fmt.Sprintf("task_17780000%02d_00%02d", n, n)
		var list []string
		for _, w := range strings.Fields(waits) {
			list = append(list, fmt.Sprintf("\n    \"task_17780000%s_00%s\"", w, w))
		}
		deps := "[]"
		if len(list) > 0 {
			deps = "[" + strings.Join(list, ",") + "\n  ]"
		}
		name := filepath.Join(dir, id+".json")
		if err := os.WriteFile(name, []byte(s12(id, subject, status, owner, deps)), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, now, now.Add(-ago-20*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	h, m := time.Hour, time.Minute
	put(1, 31*m, "Parse task files", "completed", `"agent-1"`, "")
	put(2, 1*h, "Atomic writes", "completed", `"agent-3"`, "01")
	put(3, 12*m, "Watch the directory", "in_progress", `"agent-2"`, "01")
	put(4, 1*h, "Theme tokens", "completed", `"ann"`, "")
	put(5, 12*m, "Board columns", "in_progress", `"agent-1"`, "04")
	put(6, 3*m, "Merge live edits", "in_progress", `"agent-4"`, "02")
	put(7, 2*h, "Card renderer", "pending", "null", "03 04")
	put(8, 2*h, "Wave layout", "pending", "null", "03")
	put(9, 2*h, "Drag a card", "pending", "null", "05 07")
	put(10, 2*h, "Edge router", "pending", "null", "08")
	put(11, 47*m, "Undo journal", "in_progress", `"agent-3"`, "02")
	put(12, 2*h, "Link mode", "pending", "null", "10 11")
	put(13, 2*h, "Cycle guard", "pending", "null", "08")
	put(14, 40*m, "翻訳 — Japanese README", "pending", "null", "12")
	put(15, 1*h, "Publish to the gallery", "pending", "null", "99")

	house := OpenIn(t, cwd, Options{W: 120, H: 34})
	house.Sees("15 tasks").SeesRow("Undo journal")
	house.Agent("s12", "agent-2").Completes("task_1778000003_0003")
	house.Sees("agent-2 completed Watch the directory", "unblocked Card renderer, Wave layout")
	house.Press("j").SeesRow("▌", "Wave layout")
	var rows []string
	clock := regexp.MustCompile(`^  \d\d:\d\d agent-2`)
	for _, row := range strings.Split(house.Screen(), "\n") {
		rows = append(rows, clock.ReplaceAllString(strings.TrimRight(row, " "), "  12:04 agent-2"))
	}
	part(t, "picture", strings.TrimRight(strings.Join(rows, "\n"), "\n"))
}
