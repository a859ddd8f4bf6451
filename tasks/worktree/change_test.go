package worktree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
)

func TestAWorktreeIsMadeAsItsAgentsMakeIt(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "alice-work", Task{ID: "task_1782370547_9110"})
	testdir.Must(t, err)
	if !made.Ours || made.Branch != "wt/alice-work" || made.Name != "alice-work" || !locate.Exists(filepath.Join(r.Dir(), "alice-work", "README")) {
		t.Errorf("made %+v", made)
	}
	raw, err := os.ReadFile(r.eventsPath())
	testdir.Must(t, err)
	var ts float64
	if n, _ := fmt.Sscanf(string(raw), `{"type": "create", "worktree": "alice-work", "task_id": "task_1782370547_9110", "ts": %g}`+"\n", &ts); n != 1 || time.Since(time.UnixMicro(int64(ts*1e6))).Abs() > time.Hour {
		t.Errorf("logged as %q", raw)
	}
	ev := r.Events("alice-work")
	if len(ev) != 1 || ev[0].What != "create" || ev[0].Task != "task_1782370547_9110" || ev[0].At.IsZero() {
		t.Errorf("read back as %+v", ev)
	}
}

func TestTheWorkInAWorktreeIsItsCommitsAndWhatIsNotCommitted(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	put(t, filepath.Join(made.Path, "lib", "a b.go"), "package a\n")
	does(t, made.Path, "add", ".")
	does(t, made.Path, "commit", "-q", "-m", "Add a")
	put(t, filepath.Join(made.Path, "README"), "one\n")
	put(t, filepath.Join(made.Path, "新しい"), "x\n")
	now, ok, err := r.Tree(t.Context(), "w")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	w, err := r.Work(t.Context(), now)
	testdir.Must(t, err)
	if w.Changed != 2 || w.Ahead != 1 || w.Unshared != 1 || len(w.Commits) != 1 || w.Commits[0].Subject != "Add a" || w.Commits[0].Author != "Somebody" {
		t.Errorf("work: %+v", w)
	}
	want := []File{{Path: "README", Removed: 1}, {Path: "lib/a b.go", Added: 1}, {Path: "新しい", New: true}}
	if fmt.Sprint(w.Files) != fmt.Sprint(want) {
		t.Errorf("files %v, want %v", w.Files, want)
	}
}

func TestRemovingIsRefusedWhileWorkWouldBeLost(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	put(t, filepath.Join(made.Path, "new"), "x")
	var u *UnsavedError
	if err := r.Remove(t.Context(), "w", nil); !errors.As(err, &u) || u.Changed != 1 || u.Commits != 0 {
		t.Fatalf("a file that is not committed: %v", err)
	}
	does(t, made.Path, "add", ".")
	does(t, made.Path, "commit", "-q", "-m", "New")
	if err := r.Remove(t.Context(), "w", nil); !errors.As(err, &u) || u.Changed != 0 || u.Commits != 1 {
		t.Fatalf("a commit that is not merged: %v", err)
	}
	if !locate.Exists(filepath.Join(made.Path, "new")) || len(lines(t, r)) != 1 {
		t.Fatal("a refusal changed something")
	}
	testdir.Must(t, r.Keep(t.Context(), "w"))
	does(t, r.project, "merge", "-q", "wt/w")
	testdir.Must(t, r.Remove(t.Context(), "w", nil))
	if locate.Exists(made.Path) || strings.Contains(does(t, r.project, "branch", "--list"), "wt/w") {
		t.Error("after a merge the worktree or its branch is still there")
	}
	if all := lines(t, r); len(all) != 3 || all[1]["type"] != "keep" || all[2]["type"] != "remove" || all[2]["task_id"] != "" {
		t.Errorf("logged as %v", all)
	}
}

func TestWhatGitHasDoneIsDoneAlthoughSomethingIsLeft(t *testing.T) {
	for want, errs := range map[bool][]error{
		true:  {nil, &UnloggedError{eventsFile, fs.ErrPermission}, &BranchLeftError{"wt/w", fs.ErrExist}, errors.Join(&BranchLeftError{}, &UnloggedError{})},
		false: {fs.ErrPermission, &UnsavedError{Name: "w"}},
	} {
		for _, err := range errs {
			if IsDone(err) != want {
				t.Errorf("%v is done: %v", err, !want)
			}
		}
	}
}

func TestAWorktreeIsRemovedAndLoggedAlthoughItsBranchCannotBeDeleted(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	put(t, filepath.Join(r.project, ".git", "refs", "heads", "wt", "w.lock"), "another git is at work")
	err = r.Remove(t.Context(), "w", nil)
	if left, ok := errors.AsType[*BranchLeftError](err); !ok || left.Branch != "wt/w" || !IsDone(err) || !strings.Contains(err.Error(), "git branch -D wt/w") {
		t.Errorf("the error is %v", err)
	}
	if all := lines(t, r); locate.Exists(made.Path) || len(all) != 2 || all[1]["type"] != "remove" {
		t.Errorf("the worktree is there: %v; logged as %v", locate.Exists(made.Path), all)
	}
}

func TestDiscardingRemovesWhatIsNotSaved(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	put(t, filepath.Join(made.Path, "new"), "x")
	does(t, made.Path, "add", ".")
	does(t, made.Path, "commit", "-q", "-m", "New")
	put(t, filepath.Join(made.Path, "newer"), "x")
	var unsaved *UnsavedError
	if err := r.Remove(t.Context(), "w", nil); !errors.As(err, &unsaved) {
		t.Fatal(err)
	}
	put(t, filepath.Join(made.Path, "newest"), "came after the person was asked")
	var more *UnsavedError
	if err := r.Remove(t.Context(), "w", unsaved); !errors.As(err, &more) || more.Changed != 2 || more.Commits != 1 {
		t.Fatalf("more than was named may be lost: %v", err)
	}
	testdir.Must(t, r.Remove(t.Context(), "w", more))
	if locate.Exists(made.Path) || strings.Contains(does(t, r.project, "branch", "--list"), "wt/w") {
		t.Error("the worktree or its branch is still there")
	}
}
