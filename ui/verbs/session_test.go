package verbs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// openOptions opens a directory with options, as ann.
func openOptions(t *testing.T, dir string, o verbs.Options) *verbs.Session {
	t.Helper()
	o.Who = "ann"
	o.Finder = workspace.Finder{Env: locate.Env{Cwd: dir}, Arg: dir, Options: o.Finder.Options}
	if o.Finder.Options.State == "" {
		o.Finder.Options.State = t.TempDir()
	}
	s, err := verbs.Open(t.Context(), o)
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// An event names what changed, and what can start because of it.
func TestWatchReturnsEvents(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse, "task_2.json": waiting})
	path := filepath.Join(dir, "task_2.json")
	s := openOptions(t, dir, verbs.Options{})
	change := func(from, to string) error {
		raw, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(path, []byte(strings.Replace(string(raw), from, to, 1)), 0o644))
	}
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return change(`"subject": "Draw"`, `"subject": "Draw it", "extra": 1`) }, "edited #2 Draw it: [subject extra] []"},
		{func() error { return change("[1]", "[]") }, "edited #2 Draw it: [waits for] [#2]"},
		{func() error { return os.Remove(path) }, "deleted #2 Draw it: [status] []"},
	} {
		testdir.Must(t, step.do())
		enough := errors.New("enough")
		err := s.Watch(t.Context(), func(e verbs.Event) error {
			unblocked := []string{}
			for _, r := range e.Unblocked {
				unblocked = append(unblocked, r.Short)
			}
			if got := fmt.Sprint(e.Event, " ", e.Task.Short, " ", e.Task.Subject, ": ", e.Fields, " ", unblocked); got != step.want {
				t.Errorf("it is %q, want %q", got, step.want)
			}
			return enough
		})
		if !errors.Is(err, enough) {
			t.Fatal(err)
		}
	}
}

// How changes are noticed is reported if it is not by the system, and once whenever that changes.
func TestASessionReportsHowChangesAreNoticed(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	var health []string
	ctx, cancel := context.WithCancel(t.Context())
	o := verbs.Options{OnHealth: func(e verbs.Event) {
		switch health = append(health, e.Event); e.Event {
		case "polling":
			testdir.Must(t, os.RemoveAll(dir))
		case "lost":
			testdir.Must(t, os.Mkdir(dir, 0o755))
			cancel()
		}
	}}
	o.Finder.Options.Poll = true
	if err := openOptions(t, dir, o).Watch(ctx, func(verbs.Event) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if want := []string{"polling", "lost"}; !slices.Equal(health, want) {
		t.Errorf("its health was %q", health)
	}
}

// An agent of Claude Code has one task at a time, also if it began another one since the directory was read. A person, and an agent of most
// other designs, may have several.
func TestAnAgentThatBeganAnotherTaskClaimsNoSecondOne(t *testing.T) {
	const one = `{"id":"1","subject":"A","description":"","status":"pending","blocks":[],"blockedBy":[]}`
	for _, c := range []struct {
		path, file, text string // of the first task
		agent            bool
		code             string
	}{
		{".claude/tasks/list", "1.json", one, true, "conflict"},
		{".claude/tasks/list", "1.json", one, false, ""},
		{".tasks", "task_1.json", parse, true, ""},
	} {
		dir := filepath.Join(t.TempDir(), c.path)
		testdir.Must(t, os.MkdirAll(dir, 0o755))
		second := strings.NewReplacer(`"1"`, `"2"`, `"id": 1`, `"id": 2`).Replace(c.text)
		put(t, dir, c.file, c.text)
		put(t, dir, strings.Replace(c.file, "1", "2", 1), second)
		s := openOptions(t, dir, verbs.Options{Agent: c.agent})
		begun := strings.NewReplacer(`"owner": ""`, `"owner": "ann"`, `"pending",`, `"in_progress",`).Replace(second)
		put(t, dir, strings.Replace(c.file, "1", "2", 1), strings.Replace(begun, `"blocks"`, `"owner":"ann","blocks"`, 1))
		_, err := s.Do(t.Context(), tasks.VerbClaim, "1", true)
		if err == nil && c.code == "" {
			continue
		}
		if err == nil || s.Explain(err).Code != c.code {
			t.Errorf("in %s an agent, %v, gets %v", c.path, c.agent, err)
		}
	}
}
