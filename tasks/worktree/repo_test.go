package worktree

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestNamesAreThoseTheAgentsAccept(t *testing.T) {
	for _, c := range []struct {
		form Form
		name string
		ok   bool
	}{
		{S18, "alice-work", true}, {S18, "_x", true}, {S18, "", false}, {S18, "..", false}, {S18, "a/b", false}, {S18, "a..b", false},
		{S18, strings.Repeat("x", 64), true}, {S18, strings.Repeat("x", 65), false}, {S18, "x.lock", false}, {S18, "naïve", false},
		{S18, ".x", false}, {S18, "x.", false}, {S18, "x.y", true}, {S18, eventsFile, false}, {S12wt, indexFile, false},
		{S13, "_x", false}, {S13, "x_", true}, {S12wt, strings.Repeat("x", 40), true}, {S12wt, strings.Repeat("x", 41), false}, {NoForm, "x", false},
	} {
		if err := c.form.CheckName(c.name); (err == nil) != c.ok {
			t.Errorf("form %d, %q: %v", c.form, c.name, err)
		}
	}
}

func TestATaskIsBoundOnlyToAWorktreeThatItsAgentsFind(t *testing.T) {
	for _, c := range []struct {
		form Form
		tree Tree
		ok   bool
	}{
		{S13, Tree{Name: "w", Branch: "wt/w"}, true}, {S13, Tree{Name: "w", Branch: "main"}, false}, {S18, Tree{Name: "w", Branch: "main"}, true}, {S18, Tree{Name: ".."}, false},
	} {
		if err := c.form.CheckTree(c.tree); (err == nil) != c.ok {
			t.Errorf("form %d, %+v: %v", c.form, c.tree, err)
		}
	}
}

func TestForeignAndLostWorktreesAreKnown(t *testing.T) {
	r := project(t, S18)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	does(t, r.project, "worktree", "add", "-q", "--detach", elsewhere)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	testdir.Must(t, os.Remove(filepath.Join(made.Path, ".git")))
	all, err := r.Trees(t.Context())
	testdir.Must(t, err)
	by := map[string]Tree{}
	for _, tree := range all {
		by[tree.Name] = tree
	}
	if f, w := by["elsewhere"], by["w"]; len(all) != 2 || f.Ours || f.Branch != "" || !w.Ours || !w.Missing {
		t.Fatalf("trees: %+v", all)
	}
	for name, ours := range map[string]bool{"w": true, "elsewhere": false, "nobody": false} {
		if _, ok, err := r.Tree(t.Context(), name); err != nil || ok != ours {
			t.Errorf("a task may name %s: %v, %v", name, ok, err)
		}
	}
	if w, err := r.Work(t.Context(), by["w"]); err != nil || len(w.Files) > 0 { // git would read the files of the project there
		t.Errorf("of a lost one: %+v, %v", w, err)
	}
}

func TestWithoutAnIndexAWorktreeHasNoTask(t *testing.T) {
	if got := (&Repo{project: t.TempDir()}).indexedTask("w"); got != "null" {
		t.Errorf("it is %s", got)
	}
}

func TestOutsideOfARepositoryTheReasonIsGit(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	if _, err := Open(t.Context(), filepath.Join(dir, ".tasks"), S18); err == nil || !strings.Contains(err.Error(), "is in no git repository") {
		t.Errorf("%v", err)
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, filepath.Join(t.TempDir(), ".tasks"), S18); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAStampChangesWithTheFilesOfWorktrees(t *testing.T) {
	r := project(t, S18)
	dir := filepath.Join(filepath.Dir(r.Dir()), ".tasks")
	before := StampOf(dir)
	if before.HasEvents || before != StampOf(dir) {
		t.Errorf("nothing happened: %+v", before)
	}
	_, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	made := StampOf(dir)
	if !made.HasEvents || made == before {
		t.Errorf("a worktree was made: %+v", made)
	}
	testdir.Must(t, r.Keep(t.Context(), "w"))
	if StampOf(dir) == made {
		t.Error("that it is kept is not logged")
	}
}

func TestAWorktreeIsFoundByItsPathOnlyWhereGitKnowsIt(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	link := filepath.Join(t.TempDir(), "link")
	testdir.Must(t, os.Symlink(made.Path, link))
	for path, want := range map[string]bool{made.Path: true, link: true, r.project: false, filepath.Dir(link): false, "": false, "/": false} {
		if got, ok, err := r.At(t.Context(), path); err != nil || ok != want || ok && got.Name != "w" {
			t.Errorf("%q: %v %v %v", path, got.Name, ok, err)
		}
	}
}
