package refagents_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
)

// newAgent returns an agent in a directory made by its dialect.
func newAgent(t *testing.T, dialect, dir string) *refagents.Agent {
	t.Helper()
	a, err := refagents.New(dialect, dir, "ann")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.MakeDir(); err != nil {
		t.Fatal(err)
	}
	return a
}

func create(t *testing.T, a *refagents.Agent, subject string, waits ...refagents.Task) refagents.Task {
	t.Helper()
	task, err := a.Create(refagents.Draft{Subject: subject, Description: "– \"x\"\n", ActiveForm: "Doing", WaitsFor: waits})
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// readyOnes returns the subjects of the ready tasks; nothing may be skipped.
func readyOnes(t *testing.T, a *refagents.Agent) string {
	t.Helper()
	l, err := a.Read()
	if err != nil || len(l.Skipped) > 0 {
		t.Fatalf("%s: skipped %v, %v", a.Dialect, l.Skipped, err)
	}
	var ready []string
	for _, task := range l.Tasks {
		if task.Ready {
			ready = append(ready, task.Subject)
		}
	}
	return strings.Join(ready, " ")
}

func claimAndComplete(a *refagents.Agent, file string) error {
	err := a.Claim(file)
	if err == nil && a.Dialect == refagents.ClaudeCode {
		err = a.Begin(file)
	}
	if err != nil {
		return err
	}
	return a.Complete(file)
}

func TestAgentsOfEachDialectCreateLinkAndFinishTasks(t *testing.T) {
	for _, d := range refagents.Dialects() {
		t.Run(d, func(t *testing.T) {
			a := newAgent(t, d, t.TempDir())
			one := create(t, a, "one")
			two := create(t, a, "two", one)
			if got := readyOnes(t, a); got != "one" {
				t.Errorf("ready after creating: %s", got)
			}
			if err := errors.Join(a.Unlink(two, one), a.SetSubject(two.File, "zwei")); err != nil {
				t.Fatal(err)
			}
			if got := readyOnes(t, a); len(got) != len("one zwei") {
				t.Errorf("ready after the unlinking: %s", got)
			}
			if err := errors.Join(a.Link(two, one), a.Link(two, one), claimAndComplete(a, one.File)); err != nil {
				t.Fatal(err)
			}
			if got := readyOnes(t, a); got != "zwei" {
				t.Errorf("ready after completing: %s", got)
			}
			if err := claimAndComplete(a, two.File); err != nil {
				t.Fatal(err)
			}
			now, err := a.Load(two.File)
			if left := len(now.WaitsFor); err != nil || now.Status != "completed" || (left == 0) != a.Clears() || left > 1 {
				t.Errorf("at the end it is %+v, %v", now, err)
			}
			if one, _ := a.Load(one.File); len(one.Blocks) > 1 {
				t.Errorf("it blocks %v", one.Blocks)
			}
		})
	}
}

func TestAnAgentsStepsWriteWhatClaimAndCompleteWrite(t *testing.T) {
	for _, d := range refagents.Dialects() {
		a := newAgent(t, d, t.TempDir())
		one := create(t, a, "one")
		create(t, a, "two", one)
		twin := t.TempDir()
		if err := os.CopyFS(twin, os.DirFS(a.Dir)); err != nil {
			t.Fatal(err)
		}
		id := one.ID.Text
		if err := errors.Join(claimAndComplete(a, one.File), refagents.Claim(d, twin, id, "ann"), refagents.Complete(d, twin, id, "ann")); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		l, _ := a.Read()
		for _, task := range l.Tasks {
			if ours, theirs := withoutTime(read(t, a.Dir, task.File)), withoutTime(read(t, twin, task.File)); ours != theirs {
				t.Errorf("%s: %s is\n%s\nits own agents write\n%s", d, task.File, ours, theirs)
			}
		}
	}
}

// withoutTime cuts out when a file was written, the only thing two writers of the same differ in.
func withoutTime(text string) string {
	before, _, _ := strings.Cut(text, `"updated_at": `)
	return before
}

func TestAClaimThatLooksAgainLosesTheRace(t *testing.T) {
	for _, d := range refagents.Dialects() {
		a := newAgent(t, d, t.TempDir())
		task := create(t, a, "one")
		if err := a.Claim(task.File); err != nil {
			t.Fatal(err)
		}
		bob := newAgent(t, d, a.Dir)
		bob.Name = "bob"
		var refused *refagents.Refused
		err := bob.Claim(task.File)
		looks := !map[string]bool{refagents.V6Early: true, refagents.V6Mid: true, refagents.V6: true, refagents.V9: true}[d]
		if errors.As(err, &refused) != looks || err != nil && refused == nil {
			t.Errorf("%s: the second claim gave %v", d, err)
		}
		if now, _ := a.Load(task.File); !looks && a.Owns(now) {
			t.Errorf("%s: the second claim did not take the task", d)
		}
	}
}

func TestCreatingNeverOverwrites(t *testing.T) {
	for _, d := range refagents.Dialects() {
		a := newAgent(t, d, t.TempDir())
		for range 20 {
			create(t, a, "more")
		}
		if l, err := a.Read(); err != nil || len(l.Tasks) != 20 {
			t.Errorf("%s: %d tasks, %v", d, len(l.Tasks), err)
		}
		if _, err := os.Stat(filepath.Join(a.Dir, ".highwatermark")); (err == nil) != (d == refagents.V6 || d == refagents.V6Mid) {
			t.Errorf("%s and .highwatermark: %v", d, err)
		}
	}
}
