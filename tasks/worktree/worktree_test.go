package worktree

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// project makes a repository with one commit and an empty .tasks, and the Repo of it.
func project(t *testing.T, form Form) *Repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "none"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "Somebody")
		t.Setenv("GIT_"+who+"_EMAIL", "somebody@example.org")
	}
	dir := filepath.Join(t.TempDir(), "p")
	put(t, filepath.Join(dir, "README"), "one\ntwo\n")
	put(t, filepath.Join(dir, ".gitignore"), ".tasks\n.worktrees\n")
	must(t, os.Mkdir(filepath.Join(dir, ".tasks"), 0o755))
	does(t, dir, "init", "-q", "-b", "main")
	does(t, dir, "add", ".")
	does(t, dir, "commit", "-q", "-m", "Begin")
	r, err := Open(t.Context(), filepath.Join(dir, ".tasks"), form)
	must(t, err)
	return r
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func does(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := change(t.Context(), dir, args...)
	must(t, err)
	return out
}

// lines returns the events as they stand in the file.
func lines(t *testing.T, r *Repo) []map[string]any {
	t.Helper()
	raw, err := os.ReadFile(r.eventsPath())
	must(t, err)
	var out []map[string]any
	for line := range strings.Lines(string(raw)) {
		var m map[string]any
		must(t, json.Unmarshal([]byte(line), &m))
		out = append(out, m)
	}
	return out
}

func TestAWorktreeIsMadeAsItsAgentsMakeIt(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "alice-work", Task{ID: "task_1782370547_9110"})
	must(t, err)
	if !made.Ours || made.Branch != "wt/alice-work" || made.Name != "alice-work" || !exists(filepath.Join(r.Dir(), "alice-work", "README")) {
		t.Errorf("made %+v", made)
	}
	raw, err := os.ReadFile(r.eventsPath())
	must(t, err)
	var ts float64
	if n, _ := fmt.Sscanf(string(raw), `{"type": "create", "worktree": "alice-work", "task_id": "task_1782370547_9110", "ts": %g}`+"\n", &ts); n != 1 || time.Since(time.UnixMicro(int64(ts*1e6))).Abs() > time.Hour {
		t.Errorf("told as %q", raw)
	}
	ev := r.Events("alice-work")
	if len(ev) != 1 || ev[0].What != "create" || ev[0].Task != "task_1782370547_9110" || ev[0].At.IsZero() {
		t.Errorf("read back as %+v", ev)
	}
}

func TestWorkTellsWhatWasDoneInAWorktree(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	must(t, err)
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
	must(t, err)
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
	must(t, err)
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
	if !exists(filepath.Join(made.Path, "new")) || len(lines(t, r)) != 1 {
		t.Fatal("a refusal changed something")
	}
	does(t, r.project, "merge", "-q", "wt/w")
	must(t, r.Remove(t.Context(), "w", nil))
	if exists(made.Path) || strings.Contains(does(t, r.project, "branch", "--list"), "wt/w") {
		t.Error("after a merge the worktree or its branch is still there")
	}
	if all := lines(t, r); len(all) != 2 || all[1]["type"] != "remove" || all[1]["task_id"] != "" {
		t.Errorf("told as %v", all)
	}
}

func TestDiscardingRemovesWhatIsNotSaved(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	must(t, err)
	put(t, filepath.Join(made.Path, "new"), "x")
	does(t, made.Path, "add", ".")
	does(t, made.Path, "commit", "-q", "-m", "New")
	put(t, filepath.Join(made.Path, "newer"), "x")
	var told *UnsavedError
	if err := r.Remove(t.Context(), "w", nil); !errors.As(err, &told) {
		t.Fatal(err)
	}
	put(t, filepath.Join(made.Path, "newest"), "came after the person was asked")
	var more *UnsavedError
	if err := r.Remove(t.Context(), "w", told); !errors.As(err, &more) || more.Changed != 2 || more.Commits != 1 {
		t.Fatalf("more than was named may be lost: %v", err)
	}
	must(t, r.Remove(t.Context(), "w", more))
	if exists(made.Path) || strings.Contains(does(t, r.project, "branch", "--list"), "wt/w") {
		t.Error("the worktree or its branch is still there")
	}
}

func TestKeepChangesNothingButIsLogged(t *testing.T) {
	r := project(t, S18)
	made, err := r.Create(t.Context(), "w", Task{})
	must(t, err)
	must(t, r.Keep(t.Context(), "w"))
	if all := lines(t, r); !exists(made.Path) || len(all) != 2 || all[1]["type"] != "keep" {
		t.Errorf("told as %v", all)
	}
}

func TestNothingIsLoggedWhereGitRefuses(t *testing.T) {
	r := project(t, S18)
	does(t, r.project, "branch", "wt/w")
	if _, err := r.Create(t.Context(), "w", Task{}); err == nil || !strings.Contains(err.Error(), "wt/w") {
		t.Errorf("a branch of that name is there: %v", err)
	}
	if exists(r.Dir()) {
		t.Error(".worktrees was left behind")
	}
	if err := r.Keep(t.Context(), "nobody"); err == nil || exists(r.eventsPath()) {
		t.Errorf("keeping what is not there: %v", err)
	}
	put(t, filepath.Join(r.Dir(), "taken", "file"), "x")
	if _, err := r.Create(t.Context(), "taken", Task{}); err == nil || len(r.Events("")) != 0 {
		t.Errorf("a directory of that name is there: %v", err)
	}
}

func TestOldS12KeepsAnIndexAndTheBranch(t *testing.T) {
	r := project(t, S12wt)
	index := filepath.Join(r.Dir(), "index.json")
	put(t, index, "{\n  \"worktrees\": [],\n  \"created\": \"2026-05-17\"\n}")
	for i, name := range []string{"a", "b"} {
		_, err := r.Create(t.Context(), name, Task{ID: fmt.Sprint(i + 1), Num: true})
		must(t, err)
	}
	must(t, r.Keep(t.Context(), "a"))
	must(t, r.Remove(t.Context(), "b", nil))
	raw, err := os.ReadFile(index)
	must(t, err)
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
	must(t, json.Unmarshal(raw, &got))
	if len(got.Worktrees) != 2 || got.Created != "2026-05-17" {
		t.Fatalf("index: %s", raw)
	}
	a, b := got.Worktrees[0], got.Worktrees[1]
	if a.Status != "kept" || a.KeptAt == 0 || a.TaskID != 1 || a.Branch != "wt/a" || b.Status != "removed" || b.RemovedAt == 0 {
		t.Errorf("index: %s", raw)
	}
	var again any
	must(t, json.Unmarshal(raw, &again))
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
			must(t, e)
			if err == nil || !strings.Contains(err.Error(), "index.json: it is of another form") || string(raw) != text {
				t.Errorf("%s, %s: %v, now %s", text, act, err, raw)
			}
		}
		if exists(r.path(name)) || exists(r.eventsPath()) {
			t.Errorf("%s: a worktree was made all the same", text)
		}
	}
}

func TestOldS12EventsToTheByte(t *testing.T) {
	r := project(t, S12wt)
	_, err := r.Create(t.Context(), "a", Task{ID: "1", Num: true})
	must(t, err)
	_, err = r.Create(t.Context(), "free", Task{})
	must(t, err)
	if _, err := r.Create(t.Context(), "a", Task{}); err == nil || !strings.Contains(err.Error(), "has a worktree a already") {
		t.Errorf("one that the index has: %v", err)
	}
	must(t, r.Keep(t.Context(), "a"))
	does(t, r.project, "branch", "wt/c")
	_, refusal := r.Create(t.Context(), "c", Task{ID: "2", Num: true})
	must(t, r.Remove(t.Context(), "a", nil))
	raw, err := os.ReadFile(r.eventsPath())
	must(t, err)
	at := func(name string) string { return `"path": "` + filepath.Join(realPath(r.Dir()), name) + `"` }
	want := []string{
		`{"event": "worktree.create.before", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", "base_ref": "HEAD"}}`,
		`{"event": "worktree.create.after", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `, "branch": "wt/a", "status": "active"}}`,
		`{"event": "worktree.create.before", "ts": T, "task": {}, "worktree": {"name": "free", "base_ref": "HEAD"}}`,
		`{"event": "worktree.create.after", "ts": T, "task": {}, "worktree": {"name": "free", ` + at("free") + `, "branch": "wt/free", "status": "active"}}`,
		`{"event": "worktree.keep", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `, "status": "kept"}}`,
		`{"event": "worktree.create.before", "ts": T, "task": {"id": 2}, "worktree": {"name": "c", "base_ref": "HEAD"}}`,
		`{"event": "worktree.create.failed", "ts": T, "task": {"id": 2}, "worktree": {"name": "c", "base_ref": "HEAD"}, "error": ` + quote(refusal.Error()) + `}`,
		`{"event": "worktree.remove.before", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `}}`,
		`{"event": "worktree.remove.after", "ts": T, "task": {"id": 1}, "worktree": {"name": "a", ` + at("a") + `, "status": "removed"}}`,
	}
	got := regexp.MustCompile(`"ts": [0-9.]+`).ReplaceAllString(string(raw), `"ts": T`)
	if got != strings.Join(want, "\n")+"\n" {
		t.Errorf("told as\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestS13NotesNothingAndKeepsTheBranch(t *testing.T) {
	r := project(t, S13)
	made, err := r.Create(t.Context(), "w", Task{ID: "task_0123abcd"})
	must(t, err)
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
	must(t, r.Remove(t.Context(), "w", u))
	if exists(made.Path) || !strings.Contains(does(t, r.project, "branch", "--list"), "wt/w") {
		t.Error("the worktree is there or its branch is gone")
	}
	if exists(r.eventsPath()) {
		t.Error("there are events, which its agents keep none of")
	}
}

func TestWhatALineOfTheEventsLacksIsEndedFirst(t *testing.T) {
	r := project(t, S18)
	put(t, r.eventsPath(), `{"type": "create", "worktree": "half"`)
	_, err := r.Create(t.Context(), "whole", Task{})
	must(t, err)
	if ev := r.Events(""); len(ev) != 1 || ev[0].Worktree != "whole" {
		t.Errorf("read as %+v", ev)
	}
}

func TestNamesAreThoseTheAgentsAccept(t *testing.T) {
	for _, c := range []struct {
		form Form
		name string
		ok   bool
	}{
		{S18, "alice-work", true}, {S18, "_x", true}, {S18, "", false}, {S18, "..", false}, {S18, "a/b", false}, {S18, "a..b", false},
		{S18, strings.Repeat("x", 64), true}, {S18, strings.Repeat("x", 65), false}, {S18, "x.lock", false}, {S18, "naïve", false},
		{S13, "_x", false}, {S13, "x_", true}, {S12wt, strings.Repeat("x", 40), true}, {S12wt, strings.Repeat("x", 41), false}, {NoForm, "x", false},
	} {
		if err := c.form.CheckName(c.name); (err == nil) != c.ok {
			t.Errorf("form %d, %q: %v", c.form, c.name, err)
		}
	}
}

func TestForeignAndLostWorktreesAreKnown(t *testing.T) {
	r := project(t, S18)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	does(t, r.project, "worktree", "add", "-q", "--detach", elsewhere)
	made, err := r.Create(t.Context(), "w", Task{})
	must(t, err)
	must(t, os.RemoveAll(made.Path))
	all, err := r.Trees(t.Context())
	must(t, err)
	by := map[string]Tree{}
	for _, tree := range all {
		by[tree.Name] = tree
	}
	if f, w := by["elsewhere"], by["w"]; len(all) != 2 || f.Ours || f.Branch != "" || !w.Ours || !w.Missing {
		t.Fatalf("trees: %+v", all)
	}
	if _, err := r.Work(t.Context(), by["w"]); err != nil {
		t.Errorf("of a lost one: %v", err)
	}
}

func TestOutsideOfARepositoryTheReasonIsGit(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	if _, err := Open(t.Context(), filepath.Join(dir, ".tasks"), S18); err == nil || !strings.Contains(err.Error(), "is in no git repository") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, filepath.Join(dir, ".tasks"), S18); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
