//go:build unix

package uitest

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"sideboard/tasks/testdir"
)

// A checkout or another program may have put anything where the board wants to write.
func TestScenarioNothingIsWrittenThroughObstacles(t *testing.T) {
	t.Parallel()
	const auth = "task_0123abcd"
	pending := func(h *Driver) { h.Write(parseTask+".json", s18(parseTask, "Task", "pending", "null", "null")) }
	s13 := func(h *Driver) { h.Write(auth+".json", s18(auth, "Task", "pending", "null", "null")) }
	old := func(h *Driver) {
		h.Write("task_1.json", "{\n  \"id\": 1,\n  \"subject\": \"Task\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"owner\": \"\",\n  \"worktree\": \"\",\n  \"blockedBy\": [],\n  \"created_at\": 1774445042.27,\n  \"updated_at\": 1774445042.27\n}")
	}
	makes := func(h *Driver) { h.Press("t", "c").Sees("New worktree").Press("ctrl+u").Type("w").Press("enter") }
	claims := func(h *Driver) { h.Press("c") }
	const session = ".workflow/active/WFS-login/"
	step := func(h *Driver) { h.Write("impl-1.json", `{"id": "impl-1", "title": "Task", "status": "completed"}`) }
	const link, within, second, pipe, directory = "a link that leads out", "a link that stays inside", "a second name", "a pipe", "a directory"
	for _, c := range []struct {
		what, path string // below the project
		sub        string // the directory of tasks, "" for .tasks
		kinds      []string
		tasks      func(*Driver)
		act        func(*Driver)
		says       string
	}{
		{"a task's file", ".tasks/task_0123abce.json", "", []string{link, pipe}, s13, func(h *Driver) { h.Press("g", "c") }, "Not claimed"},
		{"the lock of s13", ".tasks/.lock", "", []string{within, directory}, s13, claims, "Not claimed"},
		{"the mark of v6", ".tasks/.highwatermark", "", []string{link, second}, func(h *Driver) { h.Write("1.json", v6("1", "Task", "pending", "", "[]", "[]")) },
			func(h *Driver) { h.Press("D").Sees("Delete").Press("y") }, "Not deleted"},
		{"the lock of Claude Code", ".tasks/1.json.lock", "", []string{link, pipe}, func(h *Driver) { h.Write("1.json", cc("1", "Task", "pending", "", "[]", "[]")) }, claims, "Not claimed"},
		{"the directory of worktrees", ".worktrees", "", []string{link, within}, pending, makes, ".worktrees"},
		{"the events", ".worktrees/events.jsonl", "", []string{link, second}, pending, makes, "events.jsonl"},
		{"the index", ".worktrees/index.json", "", []string{within, pipe}, old, makes, "index.json"},
		{"the events of old s12", ".worktrees/events.jsonl", "", []string{second, directory}, old, makes, "events.jsonl"},
		{"the list of a session", session + "TODO_LIST.md", session + ".task", []string{link, directory}, step, func(h *Driver) { h.Press("v", "a") }, "Not noted"},
		{"the list of a session", session + "TODO_LIST.md", session + ".task", []string{second}, step, func(h *Driver) { h.Press("v", "a").Sees("It will say").Press("y") }, "several names"},
		{"the worktree itself", ".worktrees/w", "", []string{link, directory}, pending, makes, "is there already"},
	} {
		for _, kind := range c.kinds {
			t.Run(c.what+"/"+kind, func(t *testing.T) {
				t.Parallel()
				cwd := repository(t)
				path := filepath.Join(cwd, c.path)
				mkdir(t, filepath.Dir(path))
				target := filepath.Join(filepath.Dir(cwd), "target")
				if kind == within {
					target = filepath.Join(cwd, "target")
				}
				put(t, target, "nobody's business\n")
				obstruct(t, path, target, kind)
				was, err := os.Lstat(path)
				testdir.Must(t, err)
				h := OpenIn(t, cwd, Options{Sub: c.sub})
				c.tasks(h)
				h.Choose("Task")
				c.act(h)
				h.Sees(c.says)
				now, err := os.Lstat(path)
				if err != nil || !os.SameFile(was, now) {
					t.Errorf("what was in the way is %v, %v", now, err)
				}
				if raw, err := os.ReadFile(target); err != nil || string(raw) != "nobody's business\n" {
					t.Errorf("the target is %q, %v", raw, err)
				}
				if b := git(t, cwd, "branch", "--list", "wt/*"); b != "" {
					t.Errorf("git was asked before: %q", b)
				}
			})
		}
	}
}

// obstruct puts an obstacle in place of a file.
func obstruct(t *testing.T, path, target, kind string) {
	t.Helper()
	var err error
	switch kind {
	case "a link that leads out", "a link that stays inside":
		err = os.Symlink(target, path)
	case "a second name":
		err = os.Link(target, path)
	case "a pipe":
		err = unix.Mkfifo(path, 0o666)
	case "a directory":
		if err = os.Mkdir(path, 0o755); err == nil {
			err = os.WriteFile(filepath.Join(path, "inside"), nil, 0o644)
		}
	}
	if err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
}
