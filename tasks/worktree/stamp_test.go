package worktree

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAStampTellsWhatChangedBesideTheTasks(t *testing.T) {
	r := project(t, S18)
	dir := filepath.Join(filepath.Dir(r.Dir()), ".tasks")
	before := StampOf(dir)
	if before.HasEvents || before != StampOf(dir) {
		t.Errorf("nothing happened: %+v", before)
	}
	_, err := r.Create(t.Context(), "w", Task{})
	must(t, err)
	made := StampOf(dir)
	if !made.HasEvents || made == before {
		t.Errorf("a worktree was made: %+v", made)
	}
	must(t, r.Keep(t.Context(), "w"))
	if StampOf(dir) == made {
		t.Error("that it is kept is not told")
	}
}

func TestAWorktreeIsFoundByItsPathOnlyWhereGitKnowsIt(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	must(t, err)
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(made.Path, link))
	for path, want := range map[string]bool{made.Path: true, link: true, r.project: false, filepath.Dir(link): false, "": false, "/": false} {
		if got, ok, err := r.At(t.Context(), path); err != nil || ok != want || ok && got.Name != "w" {
			t.Errorf("%q: %v %v %v", path, got.Name, ok, err)
		}
	}
}
