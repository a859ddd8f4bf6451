package worktree

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
)

func TestAWorktreeThatGitRefusesToMakeLeavesNothing(t *testing.T) {
	r := project(t, S18)
	does(t, r.project, "branch", "wt/w")
	if _, err := r.Create(t.Context(), "w", Task{}); err == nil || !strings.Contains(err.Error(), "wt/w") {
		t.Errorf("a branch of that name is there: %v", err)
	}
	if locate.Exists(r.Dir()) {
		t.Error(".worktrees was left behind")
	}
}

func TestAWorktreeThatIsNotThereIsNotKept(t *testing.T) {
	r := project(t, S18)
	if err := r.Keep(t.Context(), "nobody"); err == nil || locate.Exists(r.eventsPath()) {
		t.Errorf("it is kept: %v", err)
	}
}

func TestAWorktreeIsNotMadeWhereADirectoryIs(t *testing.T) {
	r := project(t, S18)
	put(t, filepath.Join(r.Dir(), "taken", "file"), "x")
	if _, err := r.Create(t.Context(), "taken", Task{}); err == nil || len(r.Events("")) != 0 {
		t.Errorf("it is made: %v", err)
	}
}

func TestOldS12KeepsAnIndexAndTheBranch(t *testing.T) {
	r := project(t, S12wt)
	index := filepath.Join(r.Dir(), "index.json")
	put(t, index, "{\n  \"worktrees\": [],\n  \"created\": \"2026-05-17\"\n}")
	for i, name := range []string{"a", "b"} {
		_, err := r.Create(t.Context(), name, Task{ID: fmt.Sprint(i + 1), Num: true})
		testdir.Must(t, err)
	}
	testdir.Must(t, r.Keep(t.Context(), "a"))
	testdir.Must(t, r.Remove(t.Context(), "b", nil))
	raw, err := os.ReadFile(index)
	testdir.Must(t, err)
	var got struct {
		Worktrees []struct {
			Name, Path, Branch, Status string
			TaskID                     int     `json:"task_id"`
			CreatedAt                  float64 `json:"created_at"`
			KeptAt                     float64 `json:"kept_at"`
			RemovedAt                  float64 `json:"removed_at"`
		}
		Created string
	}
	testdir.Must(t, json.Unmarshal(raw, &got))
	if len(got.Worktrees) != 2 || got.Created != "2026-05-17" {
		t.Fatalf("index: %s", raw)
	}
	a, b := got.Worktrees[0], got.Worktrees[1]
	if a.Status != "kept" || a.KeptAt == 0 || a.TaskID != 1 || a.Branch != "wt/a" || b.Status != "removed" || b.RemovedAt == 0 {
		t.Errorf("index: %s", raw)
	}
	var again any
	testdir.Must(t, json.Unmarshal(raw, &again))
	if !strings.HasPrefix(string(raw), "{\n  \"worktrees\": [\n    {\n      \"name\": \"a\",\n      \"path\"") || !strings.HasSuffix(string(raw), "\n    }\n  ],\n  \"created\": \"2026-05-17\"\n}") {
		t.Errorf("it is not laid out as before:\n%s", raw)
	}
	if !strings.Contains(does(t, r.project, "branch", "--list"), "wt/b") {
		t.Error("the branch is gone with its worktree")
	}
	var words []string
	for _, e := range r.Events("") {
		words = append(words, e.What+" "+e.Worktree+" "+e.Task)
	}
	if got := strings.Join(words, ", "); got != "create a 1, create b 2, keep a 1, remove b 2" {
		t.Errorf("events: %s", got)
	}
}

func TestAnIndexOfAnotherKindIsLeftAsItIsAndGitIsNotAsked(t *testing.T) {
	r := project(t, S12wt)
	index := filepath.Join(r.Dir(), "index.json")
	for _, text := range []string{`[{"Name":"x"}]`, `{"worktrees":{"a":1}}`, `{`, `{"worktrees":[{"name":"a","taskId":1,"path":"/x","branch":"wt/a","status":"ACTIVE","createdAt":1.5}]}`} {
		put(t, index, text)
		name := fmt.Sprintf("n%d", len(text))
		_, made := r.Create(t.Context(), name, Task{})
		for act, err := range map[string]error{"made": made, "kept": r.Keep(t.Context(), name), "removed": r.Remove(t.Context(), name, nil)} {
			raw, e := os.ReadFile(index)
			testdir.Must(t, e)
			if err == nil || !strings.Contains(err.Error(), "index.json: it is of another form") || string(raw) != text {
				t.Errorf("%s, %s: %v, now %s", text, act, err, raw)
			}
		}
		if locate.Exists(r.path(name)) || locate.Exists(r.eventsPath()) {
			t.Errorf("%s: a worktree was made all the same", text)
		}
	}
}

func TestOldS12EventsToTheByte(t *testing.T) {
	r := project(t, S12wt)
	_, err := r.Create(t.Context(), "a", Task{ID: "1", Num: true})
	testdir.Must(t, err)
	_, err = r.Create(t.Context(), "free", Task{})
	testdir.Must(t, err)
	if _, err := r.Create(t.Context(), "a", Task{}); err == nil || !strings.Contains(err.Error(), "has a worktree a already") {
		t.Errorf("one that the index has: %v", err)
	}
	lost := func() bool { return false } // another process has bound it meanwhile
	_, err = r.Create(t.Context(), "lost", Task{ID: "3", Num: true, Bind: lost})
	testdir.Must(t, err, r.Keep(t.Context(), "a"))
	does(t, r.project, "branch", "wt/c")
	_, refusal := r.Create(t.Context(), "c", Task{ID: "2", Num: true})
	testdir.Must(t, r.Remove(t.Context(), "a", nil))
	raw, err := os.ReadFile(r.eventsPath())
	testdir.Must(t, err)
	at := func(name string) string { return `"path": "` + filepath.Join(realPath(r.Dir()), name) + `"` }
	want := []string{
		`{"event": "worktree.create.before", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", "base_ref": "HEAD"}}`,
		`{"event": "worktree.create.after", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `, "branch": "wt/a", "status": "active"}}`,
		`{"event": "worktree.create.before", "ts": T, "task": {}, "worktree": {"name": "free", "base_ref": "HEAD"}}`,
		`{"event": "worktree.create.after", "ts": T, "task": {}, "worktree": {"name": "free", ` + at("free") + `, "branch": "wt/free", "status": "active"}}`,
		`{"event": "worktree.create.before", "ts": T, "task": {"id": 3}, "worktree": {"name": "lost", "base_ref": "HEAD"}}`,
		`{"event": "worktree.create.after", "ts": T, "task": {}, "worktree": {"name": "lost", ` + at("lost") + `, "branch": "wt/lost", "status": "active"}}`,
		`{"event": "worktree.keep", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `, "status": "kept"}}`,
		`{"event": "worktree.create.before", "ts": T, "task": {"id": 2}, "worktree": {"name": "c", "base_ref": "HEAD"}}`,
		`{"event": "worktree.create.failed", "ts": T, "task": {"id": 2}, "worktree": {"name": "c", "base_ref": "HEAD"}, "error": ` + quote(refusal.Error()) + `}`,
		`{"event": "worktree.remove.before", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `}}`,
		`{"event": "worktree.remove.after", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `, "status": "removed"}}`,
	}
	got := regexp.MustCompile(`"ts": [0-9.]+`).ReplaceAllString(string(raw), `"ts": T`)
	if got != strings.Join(want, "\n")+"\n" {
		t.Errorf("logged as\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestS13NotesNothingAndKeepsTheBranch(t *testing.T) {
	r := project(t, S13)
	made, err := r.Create(t.Context(), "w", Task{ID: "task_0123abcd"})
	testdir.Must(t, err)
	put(t, filepath.Join(made.Path, "new"), "x")
	does(t, made.Path, "add", ".")
	does(t, made.Path, "commit", "-q", "-m", "New")
	put(t, filepath.Join(made.Path, ".tasks"), "ignored")
	if err := r.Keep(t.Context(), "w"); err == nil || !strings.Contains(err.Error(), "note nothing") {
		t.Errorf("keeping: %v", err)
	}
	var u *UnsavedError
	if err := r.Remove(t.Context(), "w", nil); !errors.As(err, &u) || u.Ignored != 1 || u.Changed != 0 || u.Commits != 0 {
		t.Fatalf("a file that git ignores: %v", err)
	}
	testdir.Must(t, r.Remove(t.Context(), "w", u))
	if locate.Exists(made.Path) || !strings.Contains(does(t, r.project, "branch", "--list"), "wt/w") {
		t.Error("the worktree is there or its branch is gone")
	}
	if locate.Exists(r.eventsPath()) {
		t.Error("there are events, which its agents keep none of")
	}
}

func TestAnEventAfterHalfALineBeginsALineOfItsOwn(t *testing.T) {
	r := project(t, S18)
	put(t, r.eventsPath(), `{"type": "create", "worktree": "half"`)
	_, err := r.Create(t.Context(), "whole", Task{})
	testdir.Must(t, err)
	if ev := r.Events(""); len(ev) != 1 || ev[0].Worktree != "whole" {
		t.Errorf("read as %+v", ev)
	}
}
