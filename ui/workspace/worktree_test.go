package workspace_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/tasks/worktree"
	"sideboard/ui/workspace"
)

// git runs git in a directory, as a made-up user, without the configuration of this machine.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

// bindable is a task of the lessons whose agents use worktrees.
const bindable = `{"id": "task_1", "subject": "S", "description": "", "status": "pending", "owner": null, "blockedBy": [], "worktree": %q}`

func TestAWorktreeOfATaskIsMadeListedKeptAndRemoved(t *testing.T) {
	project := layOut(t, t.TempDir(), map[string]string{
		".tasks/task_1.json": fmt.Sprintf(bindable, "gone"), ".tasks/task_2.json": strings.Replace(fmt.Sprintf(bindable, "spare"), "task_1", "task_2", 1),
	})
	git(t, project, "init", "-q", "-b", "main")
	git(t, project, "commit", "-q", "--allow-empty", "-m", "Begin")
	w := openWith(t, filepath.Join(project, ".tasks"), nil)
	k := tasks.Key{Name: "task_1.json"}
	doc, err := w.Read(k)
	testdir.Must(t, err)
	task := doc.Task
	bound := false
	made, err := w.CreateWorktree(task, true, "parser", func() bool { bound = true; return true })
	if err != nil || !bound || made.Name != "parser" {
		t.Fatalf("it makes %+v, %v, bound %v", made, err, bound)
	}
	spare, err := w.CreateWorktree(task, false, "spare", nil)
	testdir.Must(t, err)
	testdir.Must(t, w.KeepWorktree(task, "spare"))
	trees, err := w.Worktrees("", task.Traits)
	known, errKnown := w.KnownWorktrees("", task.Traits)
	testdir.Must(t, errors.Join(err, errKnown))
	if len(trees) != 2 || len(known) != 2 || !known["parser"] || !known["spare"] {
		t.Errorf("the worktrees are %+v, known %v", trees, known)
	}
	testdir.Must(t, os.WriteFile(filepath.Join(made.Path, "work"), []byte("unsaved"), 0o644))
	for name, path := range map[string]string{"parser": "", "": made.Path} {
		work, err := w.Work("", task.Traits, name, path)
		if err != nil || !work.Known || work.Changed != 1 || path == "" && (len(work.Events) != 1 || work.Events[0].Task != "task_1") {
			t.Errorf("in %s%s was done %+v, %v", name, path, work, err)
		}
	}
	if work, err := w.Work("", task.Traits, "never", ""); err != nil || work.Known {
		t.Errorf("a worktree that does not exist is %+v, %v", work, err)
	}
	found, err := w.ExamineNow(t.Context())
	if err != nil || len(found) != 1 || !strings.Contains(found[0].What, "gone") {
		t.Errorf("the doctor finds %+v, %v", found, err)
	}
	var unsaved *worktree.UnsavedError
	if err := w.RemoveWorktree(task, "parser", nil); !errors.As(err, &unsaved) {
		t.Fatalf("unsaved work is removed: %v", err)
	}
	testdir.Must(t, w.RemoveWorktree(task, "parser", unsaved))
	if trees, err = w.Worktrees("", task.Traits); err != nil || len(trees) != 1 {
		t.Errorf("after that they are %+v, %v", trees, err)
	}
	testdir.Must(t, os.RemoveAll(spare.Path))
	if trees, err = w.Worktrees("", task.Traits); err != nil || len(trees) != 0 {
		t.Errorf("one whose directory is gone is among %+v, %v", trees, err)
	}
}

// A design without worktrees, and a workspace that only reads, change none. Claude Code's are found and never changed.
func TestWorktreesOfOthersAreNotChanged(t *testing.T) {
	home := layOut(t, t.TempDir(), map[string]string{"cfg/tasks/list/1.json": claudeTask(1), "p/README": ""})
	project := filepath.Join(home, "p")
	git(t, project, "init", "-q", "-b", "main")
	git(t, project, "commit", "-q", "--allow-empty", "-m", "Begin")
	git(t, project, "worktree", "add", "-q", ".claude/worktrees/eve")
	git(t, project, "worktree", "add", "-q", "../elsewhere")
	w, err := workspace.Open(locate.Place{Dir: filepath.Join(home, "cfg", "tasks", "list")}, workspace.Options{Cwd: project, Configs: []string{filepath.Join(home, "cfg")}})
	testdir.Must(t, err)
	defer w.Close()
	w.DiscardNews(t.Context())
	doc, err := w.Read(tasks.Key{Name: "1.json"})
	testdir.Must(t, err)
	if err := w.KeepWorktree(doc.Task, "eve"); !errors.Is(err, workspace.ErrNoWorktrees) {
		t.Errorf("it is kept: %v", err)
	}
	for name, known := range map[string]bool{"eve": true, "elsewhere": false} {
		if work, err := w.Work("", doc.Task.Traits, name, ""); err != nil || work.Known != known {
			t.Errorf("%s is known: %v, %v", name, work.Known, err)
		}
	}
	if !w.IsClaudeCode("") || w.IsClaudeCode("red") || w.IsWorkflow("") {
		t.Error("it is not seen as a list of Claude Code")
	}
	r, err := workspace.Open(locate.Place{Dir: w.Place().Dir}, workspace.Options{ReadOnly: true})
	testdir.Must(t, err)
	defer r.Close()
	if err := r.KeepWorktree(doc.Task, "eve"); err == nil || errors.Is(err, workspace.ErrNoWorktrees) {
		t.Errorf("a workspace that only reads says %v", err)
	}
}
