package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// environment makes a project with a .tasks, a list in it and a workflow session, and a home with a list of Claude Code's.
func environment(t *testing.T) (project string) {
	t.Helper()
	root := t.TempDir()
	project = filepath.Join(root, "shop")
	for path, text := range map[string]string{
		"shop/.git/HEAD":                                    "",
		"shop/.tasks/task_1.json":                           about("task_1", "Parse", "completed"),
		"shop/.tasks/task_2.json":                           about("task_2", "Draw", "pending"),
		"shop/.tasks/red\x1b[31m/task_1.json":               about("task_1", "Parse", "pending"),
		"shop/.workflow/active/WFS-login/.task/IMPL-1.json": `{"id":"IMPL-1","title":"t","status":"pending"}`,
		"home/.claude/tasks/red-team/1.json":                `{"id":"1","subject":"s","description":"","status":"pending","blocks":[],"blockedBy":[]}`,
	} {
		path = filepath.Join(root, path)
		testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	t.Setenv("HOME", filepath.Join(root, "home"))
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Chdir(project)
	return project
}

func TestListsPrintsEverythingThatCanBeOpenedFromHere(t *testing.T) {
	project := environment(t)
	out, _ := run(t, "lists")
	if strings.Contains(out, "\x1b") {
		t.Errorf("a name reached the terminal as it is: %q", out)
	}
	for _, want := range [][]string{
		{"NAME", "KIND", "OPEN", "TASKS", "CHANGED", "DIRECTORY"},
		{"shop", "tasks", "1", "2", "now", project + "/.tasks"},
		{"red", "list", "1", "1"},
		{"WFS-login", "workflow", "1", "1"},
		{"red-team", "claude-code", "1", "1", "~/.claude/tasks/red-team"},
	} {
		found := false
		for line := range strings.Lines(out) {
			all := strings.HasPrefix(line, want[0])
			for _, w := range want {
				all = all && strings.Contains(line, w)
			}
			found = found || all
		}
		if !found {
			t.Errorf("no line has %v in:\n%s", want, out)
		}
	}
}

func TestListsPrintsTheSameAsJSON(t *testing.T) {
	project := environment(t)
	out, _ := run(t, "lists", "--json")
	var all []struct {
		Name, Kind, Dir, Project, ID, Running string
		Tasks, Open, AgeSeconds               int
		Owners                                []string
		Here                                  bool
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(all) != 4 || all[0].Name != "shop" || all[0].Kind != "tasks" || !strings.HasSuffix(all[0].Dir, "shop/.tasks") || all[0].Tasks != 2 || all[0].Open != 1 || !all[0].Here {
		t.Errorf("in %s: %+v", project, all)
	}
	if all[0].ID != "" || all[0].Running != "" || all[0].Owners == nil || all[3].ID != "red-team" || all[3].AgeSeconds < 0 || !strings.Contains(out, `"title": ""`) {
		t.Errorf("%+v", all)
	}
	if last := all[len(all)-1]; last.Kind != "claude-code" || last.Here {
		t.Errorf("last: %+v", last)
	}
}

func TestAllListsAndOneListAreNotAskedForAtOnce(t *testing.T) {
	environment(t)
	if shown, err := asked(t, "--all", "--list", "red"); err == nil || len(shown) > 0 {
		t.Errorf("%v, %d boards", err, len(shown))
	}
	shown, err := asked(t, "--all")
	if err != nil || len(shown) != 1 || !shown[0].Finder.Together {
		t.Fatalf("%v, %+v", err, shown)
	}
	d, err := shown[0].Finder.Open()
	testdir.Must(t, err)
	defer d.Close()
	if n := len(d.OpenLists()); n != 3 {
		t.Errorf("%d lists: %+v", n, d.OpenLists())
	}
}
