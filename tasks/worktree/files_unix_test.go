//go:build unix

package worktree

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
)

// A checkout may have anything in place of .worktrees and its files: then git is not called and nothing is written.
func TestNothingIsWrittenThroughWhatACheckoutPutsInPlaceOfTheFiles(t *testing.T) {
	for name, c := range map[string]struct {
		form  Form
		place func(dir string) error // makes .worktrees
		why   string
	}{
		"a link to another directory": {S18, func(dir string) error { return os.Symlink(os.TempDir(), dir) }, ".worktrees is a link"},
		"a file":                      {S13, func(dir string) error { return os.WriteFile(dir, nil, 0o644) }, ".worktrees is there and is no directory"},
		"events that are a link":      {S18, func(dir string) error { return os.Symlink("../README", filepath.Join(dir, eventsFile)) }, "events.jsonl is a link"},
		"events that are a pipe":      {S18, func(dir string) error { return syscall.Mkfifo(filepath.Join(dir, eventsFile), 0o644) }, "events.jsonl is there and is no plain file"},
		"events with a second name": {S18, func(dir string) error {
			return os.Link(filepath.Join(dir, "../README"), filepath.Join(dir, eventsFile))
		}, "events.jsonl has a second name"},
		"an index that is a link": {S12wt, func(dir string) error { return os.Symlink("../README", filepath.Join(dir, indexFile)) }, "index.json is a link"},
		"an index without the tree": {S12wt, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, indexFile), []byte(`{"worktrees": []}`), 0o644)
		},
			"index.json has no worktree"},
		"an index that has it already": {S12wt, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, indexFile), []byte(`{"worktrees": [{"name": "w", "path": "/w", "branch": "wt/w", "task_id": 1, "status": "active", "created_at": 1}]}`), 0o644)
		}, "index.json has a worktree w already"},
	} {
		t.Run(name, func(t *testing.T) {
			r := project(t, c.form)
			if strings.Contains(c.why, ".json") {
				testdir.Must(t, os.Mkdir(r.Dir(), 0o755))
			}
			testdir.Must(t, c.place(r.Dir()))
			_, err := r.Create(t.Context(), "w", Task{})
			if strings.Contains(c.why, "has no worktree") {
				testdir.Must(t, err)
				testdir.Must(t, c.place(r.Dir()))
				err = r.Keep(t.Context(), "w")
			}
			if err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("it says %v, want %q", err, c.why)
			}
			if trees, err := r.Trees(t.Context()); err != nil || len(trees) > 0 && !strings.Contains(c.why, "has no worktree") {
				t.Errorf("git has %+v, %v", trees, err)
			}
			if raw, err := os.ReadFile(filepath.Join(r.project, "README")); err != nil || string(raw) != "one\ntwo\n" {
				t.Errorf("another file was written: %q, %v", raw, err)
			}
		})
	}
}

func TestAWorktreeThatIsLockedIsNotRemoved(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	testdir.Must(t, err)
	does(t, r.project, "worktree", "lock", made.Path)
	if err := r.Remove(t.Context(), "w", nil); err == nil || !strings.Contains(err.Error(), "is locked: git worktree unlock") || !locate.Exists(made.Path) {
		t.Errorf("it is removed: %v", err)
	}
	does(t, r.project, "worktree", "unlock", made.Path)
}

func TestWhatWouldBeLostIsCounted(t *testing.T) {
	for want, u := range map[string]UnsavedError{
		"worktree w has 1 file that is not committed":                                                                   {Changed: 1},
		"worktree w has 2 files that are not committed and 1 commit that no other branch has":                           {Changed: 2, Commits: 1},
		"worktree w has 3 files that git ignores and 2 commits that no other branch has":                                {Ignored: 3, Commits: 2},
		"worktree w has 1 file that is not committed and 1 file that git ignores and 1 commit that no other branch has": {Changed: 1, Ignored: 1, Commits: 1},
	} {
		if u.Name = "w"; u.Error() != want {
			t.Errorf("it is %q, want %q", u.Error(), want)
		}
	}
}

// Lines of both forms are events; what begins an action is none, because the next line has its result.
func TestEventsAreReadInBothForms(t *testing.T) {
	for line, want := range map[string]*Event{
		`{"type": "create", "worktree": "w", "task_id": 3, "ts": 5.5}`:                              {What: "create", Worktree: "w", Task: "3", At: time.Unix(5, 5e8)},
		`{"type": "keep", "worktree": "w", "task_id": "", "ts": 1e12}`:                              {What: "keep", Worktree: "w"},
		`{"event": "worktree.create.after", "task": {"id": 3}, "worktree": {"name": "w"}, "ts": 0}`: {What: "create", Worktree: "w", Task: "3"},
		`{"event": "worktree.create.failed", "task": {}, "worktree": {"name": "w"}, "error": "no"}`: {What: "create.failed", Worktree: "w", Error: "no"},
		`{"event": "worktree.remove.after", "task": {"id": null}, "worktree": {"name": "w"}}`:       {What: "remove", Worktree: "w"},
		`{"event": "worktree.create.before", "task": {"id": 3}, "worktree": {"name": "w"}}`:         nil,
		`{"type": "create", "worktree": "other"}`:                                                   nil,
		`{"worktree": "w"}`:          nil,
		`{"type": "create", "worktr`: nil,
	} {
		r := &Repo{project: t.TempDir(), form: S18}
		put(t, r.eventsPath(), line+"\n")
		got := r.Events("w")
		if (len(got) == 1) != (want != nil) || want != nil && got[0] != *want {
			t.Errorf("%s is read as %+v", line, got)
		}
	}
}

func TestOfManyEventsTheNewestAreRead(t *testing.T) {
	r := &Repo{project: t.TempDir(), form: S18}
	line := `{"type": "keep", "worktree": "w"}` + "\n"
	put(t, r.eventsPath(), "x"+strings.Repeat(line, maxEvents/len(line)))
	if got := len(r.Events("")); got != maxEvents/len(line)-1 && got != maxEvents/len(line) {
		t.Errorf("%d are read", got)
	}
}
