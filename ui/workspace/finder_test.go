package workspace_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// finderIn returns a finder in a project, whose home has lists of Claude Code: each is named with its project, "" for none, and whether
// it has an open task.
func finderIn(t *testing.T, lists ...string) workspace.Finder {
	t.Helper()
	home := t.TempDir()
	project := layOut(t, filepath.Join(home, "work"), map[string]string{".git/HEAD": ""})
	for _, list := range lists {
		id, status, _ := strings.Cut(list, " ")
		layOut(t, filepath.Join(home, ".claude"), map[string]string{
			"tasks/" + id + "/1.json":       strings.Replace(claudeTask(1), "pending", status, 1),
			"teams/" + id + "/config.json":  `{"members": [{"cwd": "` + project + `"}]}`,
			"teams/other" + id + "/ignored": "",
		})
	}
	return workspace.Finder{Env: locate.Env{Cwd: project, Home: home}}
}

func TestTheOnlyListOfAProjectIsOpenedIfNothingIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		lists  []string
		change func(*workspace.Finder)
		opens  string // "" for nothing
	}{
		"the only open list":    {[]string{"a pending", "b completed"}, func(*workspace.Finder) {}, "a"},
		"none":                  {nil, func(*workspace.Finder) {}, ""},
		"two":                   {[]string{"a pending", "b pending"}, func(*workspace.Finder) {}, ""},
		"another list is named": {[]string{"a pending"}, func(f *workspace.Finder) { f.List = "c" }, ""},
		"a variable names one": {[]string{"a pending"}, func(f *workspace.Finder) {
			f.Env.Getenv = func(name string) string { return map[string]string{"CLAUDE_CODE_TASK_LIST_ID": "c"}[name] }
		}, ""},
		"a directory is named": {[]string{"a pending"}, func(f *workspace.Finder) { f.Arg = f.Env.Cwd }, ""},
		"all are asked for":    {[]string{"a completed"}, func(f *workspace.Finder) { f.Together = true }, "work"},
	} {
		t.Run(name, func(t *testing.T) {
			f := finderIn(t, c.lists...)
			c.change(&f)
			w, err := f.Open()
			if missing, ok := errors.AsType[*locate.NotFoundError](err); ok || c.opens == "" {
				if !ok || c.opens != "" {
					t.Errorf("it ends with %v, %v", missing, err)
				}
				return
			}
			testdir.Must(t, err)
			defer w.Close()
			if got := filepath.Base(w.Place().Dir); got != c.opens {
				t.Errorf("it opens %s", got)
			}
		})
	}
}

// What does not exist yet can be waited for; everything else is refused before a board opens.
func TestAFinderChecksWhatIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		arg, list string
		together  bool
		why       string
	}{
		"nothing":            {},
		"a directory":        {arg: "."},
		"a list to come":     {list: "later"},
		"no directory":       {arg: "nowhere", why: "does not exist"},
		"a file":             {arg: ".git/HEAD", why: "is a file"},
		"a file, all of it":  {arg: ".git/HEAD", together: true, why: "is a file"},
		"part of two names":  {list: "li", why: "begins the names of 2 lists"},
		"the same, together": {list: "li", together: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := finderIn(t, "lima pending", "list pending")
			f.Arg, f.List, f.Together = c.arg, c.list, c.together
			if err := f.Check(); (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
				t.Errorf("it says %v", err)
			}
		})
	}
}

func TestAWaiterReturnsTheListsThenNewOnesAndThenTheDirectory(t *testing.T) {
	f := finderIn(t, "a completed")
	w := f.NewWaiter()
	next := func() string {
		d, lists, err := w.Next()
		if err != nil {
			return err.Error()
		}
		if d != nil {
			defer d.Close()
			return filepath.Base(d.Place().Dir)
		}
		ids := ""
		for _, l := range lists {
			ids += l.ID + " "
		}
		return ids
	}
	if got := next(); got != "a " {
		t.Errorf("at first it returns %q", got)
	}
	layOut(t, filepath.Join(f.Env.Home, ".claude", "tasks", "b"), map[string]string{"1.json": claudeTask(1)})
	if got := next(); got != "a b " {
		t.Errorf("after a new list it returns %q", got)
	}
	made, err := f.CreateTasksDir()
	testdir.Must(t, err)
	testdir.Must(t, made.Close())
	if got := next(); got != ".tasks" {
		t.Errorf("after a directory it returns %q", got)
	}
	w.Close()
	if got := next(); got != context.Canceled.Error() || !w.Closed() {
		t.Errorf("after Close it returns %q", got)
	}
	workspace.DropTasksDir(made.Place().Dir)
	if _, err := os.Stat(made.Place().Dir); !os.IsNotExist(err) {
		t.Errorf("the empty directory is still there: %v", err)
	}
}

// The directories of the project of an open list come before those of the current one.
func TestTheAlternativesBeginWithTheProjectThatIsOpen(t *testing.T) {
	f := finderIn(t, "a pending")
	other := layOut(t, filepath.Join(f.Env.Home, "other"), map[string]string{
		".git/HEAD": "", ".tasks/task_1.json": claudeTask(1), ".tasks/red/task_1.json": claudeTask(1),
		".workflow/WFS-a/.task/IMPL-1.json": `{"id": "IMPL-1", "title": "T", "status": "pending", "meta": {}, "context": {}, "flow_control": {}}`,
	})
	for dir, kind := range map[string]locate.Kind{".tasks": locate.TasksDir, ".tasks/red": locate.SubList, "": locate.Explicit} {
		all, errs := f.Alternatives(locate.Place{Dir: filepath.Join(other, dir), Kind: kind})
		names := ""
		for _, l := range all {
			names += l.Name() + " "
			if l.Here != (l.Kind == locate.ClaudeCode) {
				t.Errorf("from %s %s is here: %v", dir, l.Name(), l.Here)
			}
		}
		want := map[bool]string{true: "other red WFS-a a ", false: "a "}[kind != locate.Explicit]
		if names != want || len(errs) > 0 {
			t.Errorf("from %q they are %q, %v", dir, names, errs)
		}
	}
	all, _ := f.Alternatives(locate.Place{Dir: filepath.Join(f.Env.Cwd, ".tasks"), Kind: locate.TasksDir})
	if len(all) != 1 {
		t.Errorf("in the project itself they are %+v", all)
	}
}
