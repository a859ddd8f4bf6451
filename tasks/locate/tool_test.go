package locate

import (
	"path/filepath"
	"testing"

	"os"
	"sideboard/tasks/testdir"
)

func TestTheDirectoriesOfOtherToolsAreFoundIfNothingElseIs(t *testing.T) {
	const task = `={"id": "x", "title": "t", "status": "open"}`
	for _, c := range []struct {
		cwd     string
		entries []string
		dir     string // "" for none
		project string
	}{
		{"p", []string{"p/.story/tickets/T-001.json" + task}, "p/.story/tickets", "p"},
		{"p/src", []string{"p/src/", "p/.git/", "p/.story/tickets/T-001.json" + task}, "p/.story/tickets", "p"},
		{"p", []string{"p/.trellis/tasks/07-01-a/task.json" + task, "p/.story/tickets/T-001.json" + task}, "p/.trellis/tasks", "p"},
		{"p", []string{"p/.trellis/tasks/archive/2026-07/07-01-a/task.json" + task}, "", ""},
		{"p", []string{"p/.trellis/tasks/07-01-a/prd.md=x", "p/.story/tickets/"}, "", ""},
		{"p/q", []string{"p/q/.git/", "p/.story/tickets/T-001.json" + task}, "", ""},
		{"p", []string{"p/", "home/.gemini/tmp/p/tracker/a1b2c3.json" + task}, "home/.gemini/tmp/p/tracker", "p"},
		{"p", []string{"p/", "home/.gemini/tmp/p/s/tracker/a1b2c3.json" + task}, "home/.gemini/tmp/p/s/tracker", "p"},
		{"p", []string{"p/", "home/.gemini/tmp/p/tracker/"}, "", ""},
		{"r", []string{"r/", "home/.gemini/tmp/p/tracker/a1b2c3.json" + task}, "", ""},
	} {
		root := makeTree(t, c.entries...)
		if home := filepath.Join(root, "home/.gemini/tmp/p"); Exists(home) {
			testdir.Must(t, os.WriteFile(filepath.Join(home, ".project_root"), []byte(filepath.Join(root, "p")+"\n"), 0o600))
		}
		e := testEnv(root, c.cwd)
		p, ok := FindToolDir(e)
		want := ""
		if c.dir != "" {
			want = filepath.Join(root, c.dir)
		}
		if ok != (c.dir != "") || p.Dir != want || p.Project != c.project {
			t.Errorf("from %s with %v: %v, %+v", c.cwd, c.entries, ok, p)
		}
		if c.dir == "" {
			continue
		}
		if named, err := Resolve(e, want, ""); err != nil || named != p {
			t.Errorf("%s, named: %+v, %v", c.dir, named, err)
		}
	}
}

func TestTheDirectoryOfAnotherToolIsAmongTheListsOfItsProject(t *testing.T) {
	root := makeTree(t, `p/.trellis/tasks/07-01-a/task.json={"id": "a", "title": "t", "status": "in_progress"}`, `p/.trellis/tasks/07-02-b/task.json={"id": "b", "title": "t", "status": "completed"}`,
		"p/.trellis/tasks/archive/2026-06/06-01-c/task.json")
	all, errs := FindAll(testEnv(root, "p"))
	if len(errs) > 0 || len(all) != 1 || all[0].Name() != ".trellis" || all[0].Tasks != 2 || all[0].Open != 1 || !all[0].Here || all[0].Project != "p" {
		t.Errorf("%+v, %v", all, errs)
	}
	if p, err := Resolve(testEnv(root, "."), "p", ""); err != nil || p.Dir != filepath.Join(root, "p/.trellis/tasks") || p.Project != "p" {
		t.Errorf("the project, named: %+v, %v", p, err)
	}
	testdir.Must(t, os.Mkdir(filepath.Join(root, "p/.tasks"), 0o755))
	if p, err := Resolve(testEnv(root, "."), "p", ""); err != nil || filepath.Base(p.Dir) != ".tasks" {
		t.Errorf("with a .tasks: %+v, %v", p, err)
	}
}
