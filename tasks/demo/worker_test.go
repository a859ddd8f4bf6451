package demo

import (
	"encoding/json"
	"io"
	"slices"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// newProject writes the project in a dialect into a directory of the test, and returns an agent for it.
func newProject(t *testing.T, dialect string) (*worker, map[string]string) {
	t.Helper()
	dir := t.TempDir()
	files, _, err := writeProject(Config{Dialect: dialect, Seed: 1}.withDefaults(), dir)
	testdir.Must(t, err)
	agent, err := refagents.New(dialect, dir, "agent-1")
	testdir.Must(t, err)
	return &worker{agent: agent, clock: newClock(1), out: json.NewEncoder(io.Discard)}, files
}

func load(t *testing.T, w *worker, file string) refagents.Task {
	t.Helper()
	task, err := w.agent.Load(file)
	testdir.Must(t, err)
	return task
}

func TestTheProjectStartsAlikeInEveryDialect(t *testing.T) {
	for _, d := range Dialects() {
		w, files := newProject(t, d)
		l, err := w.agent.Read()
		if err != nil || len(l.Skipped) > 0 || len(l.Tasks) != 24 {
			t.Fatalf("%s: %d tasks, skipped %v, %v", d, len(l.Tasks), l.Skipped, err)
		}
		var ready []string
		for _, task := range readyTasks(l) {
			ready = append(ready, task.File)
		}
		slices.Sort(ready)
		want := []string{files["codes"], files["auth"]}
		if slices.Sort(want); !slices.Equal(ready, want) {
			t.Errorf("%s: ready are %v, want %v", d, ready, want)
		}
		for _, it := range projectItems() {
			task := load(t, w, files[it.key])
			if want := [...]string{"pending", "in_progress", "completed"}[it.stage]; task.Status != want || task.Subject != it.subject {
				t.Errorf("%s: %s is %s, want %s", d, task.Subject, task.Status, want)
			}
		}
	}
}

func TestAPersonsClaimIsRespected(t *testing.T) {
	for _, d := range Dialects() {
		w, files := newProject(t, d)
		testdir.Must(t, refagents.Claim(d, w.agent.Dir, load(t, w, files["codes"]).ID.Text, "mira"))
		if err := w.claimUnlessPersons(files["codes"]); !isRefused(err) {
			t.Errorf("%s: an agent claimed what a person runs: %v", d, err)
		}
	}
}

func TestALinkLeftBehindIsCleared(t *testing.T) {
	for _, d := range Dialects() {
		w, files := newProject(t, d)
		// As if two agents had cleared different ids in one file at once: one of them is back.
		testdir.Must(t, w.agent.Link(load(t, w, files["codes"]), load(t, w, files["schema"])))
		w.tidy(t.Context())
		if left := len(load(t, w, files["codes"]).WaitsFor); (left == 0) != w.agent.Clears() {
			t.Errorf("%s: it waits for %d tasks after tidying", d, left)
		}
	}
}
