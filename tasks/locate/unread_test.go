package locate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// laid returns a project, a git repository with these files.
func laid(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
	}
	testdir.Must(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755))
	return dir
}

func TestTasksInAFormThatIsNotReadAreNamed(t *testing.T) {
	for _, c := range []struct {
		path, text, words string // words are "" if nothing is said
	}{
		{".taskmaster/tasks/tasks.json", `{"master": {"tasks": [{"id": 1}, {"id": 2}], "metadata": {}}, "next": {"tasks": [{}]}}`, "Taskmaster keeps 3 tasks in one file, .taskmaster/tasks/tasks.json: not read here"},
		{"tasks/tasks.json", "\ufeff" + `{"tasks": [{}]}`, "Taskmaster keeps 1 task in one file, tasks/tasks.json: not read here"},
		{".beads/issues.jsonl", "{}\n\n{}\n{}", "beads keeps 3 issues in .beads: not read here"},
		{".beads/beads.db", "SQLite", "beads keeps its issues in .beads: not read here"},
		{"backlog/tasks/task-1 - Parse.md", "", "Backlog.md keeps 1 task in backlog/tasks: not read here"},
		{"backlog/tasks/notes.txt", "", ""},
		{"prd.json", `{"project": "x", "userStories": [{}, {}]}`, "Ralph keeps 2 stories in one file, prd.json: not read here"},
		{"scripts/ralph/prd.json", `{"userStories": [{}]}`, "Ralph keeps 1 story in one file, scripts/ralph/prd.json: not read here"},
		{"prd.json", `{"title": "a product"}`, ""},
		{"prd.json", "{", ""},
		{"feature_list.json", `[{"passes": false}, {}]`, "feature_list.json keeps 2 features in one file: not read here"},
		{"feature_list.json", `{"features": []}`, ""},
		{"feature_list.json", "{", "feature_list.json keeps its features in one file: not read here"},
		{".agent/tasks.json", `{"tasks": [{}]}`, ".agent/tasks.json keeps 1 task in one file: not read here"},
		{".claude/tasks.json", `[{}]`, ".claude/tasks.json keeps 1 task in one file: not read here"},
		{"tasks.json", `[{}]`, ""},
	} {
		dir := laid(t, map[string]string{c.path: c.text, "src/main.go": ""})
		if got := strings.Join(Unread(dir), "\n"); got != c.words {
			t.Errorf("%s with %s: %q", c.path, c.text, got)
		}
		_, err := Resolve(Env{Cwd: filepath.Join(dir, "src")}, "", "")
		if c.words == "" {
			c.words = "no task directory found"
		}
		if err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s below the project: %v", c.path, err)
		}
	}
	dir := laid(t, map[string]string{".tasks/tasks.json": `{"tasks": [{}]}`})
	if p, err := Resolve(Env{Cwd: dir}, "", ""); err != nil || p.Unread != ".tasks/tasks.json keeps 1 task in one file: not read here" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestADirectoryWithoutTasksSaysWhatItHas(t *testing.T) {
	for words, files := range map[string][]string{
		"holds no task files": {"a.txt", ".x.json"}, "holds one JSON file, which": {"a.json"}, "holds 2 JSON files, and none": {"a.json", "b.json"},
	} {
		all := map[string]string{}
		for _, name := range files {
			all["d/"+name] = `{"x": 1}`
		}
		dir := laid(t, all)
		if _, err := Resolve(Env{Cwd: dir}, "d", ""); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v: %v", files, err)
		}
	}
}

// Claude Code writes there if its configuration is in the project.
func TestTheListsInAProjectsOwnClaudeTasksAreFound(t *testing.T) {
	dir := laid(t, map[string]string{".claude/tasks/one/1.json": `{"id": "1", "subject": "a", "status": "pending"}`, ".claude/tasks/empty/notes.txt": ""})
	list := filepath.Join(dir, ".claude", "tasks", "one")
	for what, args := range map[string][2]string{"the project": {"", ""}, "a directory": {dir, ""}, "the folder": {".claude/tasks", ""}, "a list": {"", "one"}} {
		p, err := Resolve(Env{Cwd: dir}, args[0], args[1])
		if err != nil || p.Dir != list || p.List != "one" || p.Kind != SubList || p.Project != filepath.Base(dir) {
			t.Errorf("%s: %+v, %v", what, p, err)
		}
	}
	all, errs := FindAll(Env{Cwd: dir})
	names := func(l FoundList) bool { return l.Dir != list }
	if len(all) != 1 || slices.ContainsFunc(all, names) || errs != nil {
		t.Errorf("%+v, %v", all, errs)
	}
}
