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
	"sideboard/ui"
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

// readmeHouse is a board of the project in the README's pictures, as it was seen last.
func readmeHouse(t *testing.T, o Options) *House {
	t.Helper()
	now := time.Now()
	cwd := filepath.Join(t.TempDir(), "my-service")
	dir := filepath.Join(cwd, ".tasks")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	put := func(n int, ago time.Duration, subject, status, owner, waits string) {
		id := readmeID(n)
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
	house := OpenIn(t, cwd, o)
	house.Sees("15 tasks").SeesRow("Undo journal")
	return house
}

// readmeID is the id of a task in the README's pictures.
func readmeID(n int) string { return fmt.Sprintf("task_17780000%02d_00%02d", n, n) }

// The picture in the README is this board, drawn by the running program.
func TestReadmePictureIsTheRunningProgram(t *testing.T) {
	house := readmeHouse(t, Options{W: 120, H: 34})
	house.Agent("s12", "agent-2").Completes(readmeID(3))
	house.Sees("agent-2 completed Watch the directory", "unblocked Card renderer, Wave layout")
	house.Press("j").SeesRow("▌", "Wave layout")
	var rows []string
	clock := regexp.MustCompile(`^  \d\d:\d\d agent-2`)
	for _, row := range strings.Split(house.Screen(), "\n") {
		rows = append(rows, clock.ReplaceAllString(strings.TrimRight(row, " "), "  12:04 agent-2"))
	}
	part(t, "picture", strings.TrimRight(strings.Join(rows, "\n"), "\n"))
}

// So are the pictures of its dependencies, and of links that are being made.
func TestReadmePicturesOfDependenciesAreTheRunningProgram(t *testing.T) {
	house := readmeHouse(t, Options{W: 120, H: 40, Board: func(o *ui.Options) { o.Still = true }})
	house.Choose("Wave layout").Press("2").At("Wave layout").Sees("waits for Watch the directory")
	part(t, "graph", house.rows("1 Board", ""))
	house.Press("3").Sees("FOCUS").At("Wave layout")
	part(t, "focus", house.rows("FOCUS", ""))
	house.Press("4").SeesNot("FOCUS").At("Wave layout")
	part(t, "log", house.rows("Watch the directory", "── #0008"))
	house.Press("1").Choose("Cycle guard").Press("3").At("Cycle guard").Press("L").Sees("will wait for").Type("rou").SeesRow("›", "Edge router", "#0013 wave 3 → wave 4")
	made := house.rows("── link", "")
	house.Press("esc", "1").Choose("Wave layout").Press("3").At("Wave layout").Press("L").Sees("will wait for").Type("mode").SeesRow("›", "Link mode", "↺").Sees("Not linked")
	part(t, "link", made+"\n\n"+house.rows("── link", ""))
}

// rows is what the screen shows from the row with one text up to the row with another, or the footer, with one empty row
// for several.
func (h *House) rows(from, to string) string {
	rows := strings.Split(h.Screen(), "\n")
	var out []string
	on := false
	for _, row := range rows[:len(rows)-1] {
		row = strings.TrimRight(row, " ")
		if on && to != "" && strings.Contains(row, to) {
			break
		}
		on = on || strings.Contains(row, from)
		if on && (row != "" || len(out) > 0 && out[len(out)-1] != "") {
			out = append(out, row)
		}
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}

// A link is led elsewhere in as few keys as the README says.
func TestReadmeRelinksInFourKeys(t *testing.T) {
	house := readmeHouse(t, Options{W: 120, H: 40})
	house.Choose("Cycle guard").Press("X", "r", "7", "enter")
	house.Reads(readmeID(13)+".json", s12(readmeID(13), "Cycle guard", "pending", "null", ids(readmeID(7))))
	house.Press("u").Reads(readmeID(13)+".json", s12(readmeID(13), "Cycle guard", "pending", "null", ids(readmeID(8))))
}

// section is what the README says under a heading.
func section(t *testing.T, heading string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(b), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("the README has nothing under %q", heading)
	}
	text, _, _ := strings.Cut(after, "\n## ")
	return text
}

func TestReadmeNamesEveryPackageAndEveryDependency(t *testing.T) {
	made := section(t, "How it is made")
	for _, top := range []string{"keymap", "tasks", "board", "ui"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, e os.DirEntry, err error) error {
			if sources, _ := filepath.Glob(filepath.Join(path, "*.go")); err == nil && e.IsDir() && len(sources) > 0 {
				if name := filepath.Base(path); !strings.Contains(made, "`"+name+"`") && !strings.Contains(made, "`"+name+"/`") {
					t.Errorf("it does not say what %s is for", path)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(mod), "\n") {
		name, version, ok := strings.Cut(strings.TrimSpace(line), " v")
		if !ok || strings.Contains(version, "// indirect") {
			continue
		}
		parts := strings.Split(name, "/")
		short := strings.Join(parts[max(0, len(parts)-2):], "/") // of the same house as the one named before it
		if !strings.Contains(made, "`"+name+"`") && !strings.Contains(made, "`"+short+"`") {
			t.Errorf("it does not say what %s is for", name)
		}
	}
}
