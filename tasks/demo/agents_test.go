package demo

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

func TestAFileWithoutWhatEveryTaskHasIsNotRead(t *testing.T) {
	const good = `{"id": "1", "status": "pending", "blocks": [], "blockedBy": []}`
	d := atRest(t)
	for text, ok := range map[string]bool{
		good: true, strings.Replace(good, "pending", "in_progress", 1): true, strings.Replace(good, "pending", "completed", 1): true,
		"{": false, strings.Replace(good, `"1"`, `""`, 1): false, strings.Replace(good, "pending", "done", 1): false,
		strings.Replace(good, `"blocks": [], `, "", 1): false, strings.Replace(good, `, "blockedBy": []`, "", 1): false,
	} {
		testdir.Must(t, os.WriteFile(filepath.Join(d.dir, "1.json"), []byte(text), 0o644))
		if _, err := d.load("1.json"); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
		if _, whole := d.read(); whole != ok {
			t.Errorf("with %s the directory is whole: %v", text, whole)
		}
	}
}

func TestAnAgentFindsItsOwnTaskThenOneItWasGivenThenAReadyOne(t *testing.T) {
	d := atRest(t)
	a := d.agents[0]
	is := func(when, want string) {
		t.Helper()
		if got, found := d.find(t.Context(), a); found != (want != "") || found && got.File != d.files[want] {
			t.Errorf("%s it finds %s, want %q", when, got.Subject, want)
		}
	}
	set := func(key, status, owner string) {
		testdir.Must(t, d.update(d.files[key], func(t *task) error { t.Status, t.Owner = status, owner; return nil }))
	}
	is("at first", "migrations")
	set("migrations", inProgress, "mira")
	set("auth", pending, a.name)
	is("when it was given one", "auth")
	set("auth", inProgress, "mira")
	set("ship", pending, a.name) // which is blocked
	is("when one is ready", "codes")
	set("codes", completed, "")
	is("when none is", "")
	set("codes", pending, "")
	d.cancel()
	if _, found := d.find(d.ctx, a); found {
		t.Error("it finds a task when the demo has ended")
	}
}

func TestAnAgentWorksUntilItIsDoneOrItsTaskIsTaken(t *testing.T) {
	for what, c := range map[string]struct {
		then    func(d *Demo, file string) error
		works   bool
		finally string // the status after it is finished, if it works
	}{
		"nothing happens":    {func(*Demo, string) error { return nil }, true, completed},
		"half of it is read": {func(d *Demo, file string) error { return d.writeHalf(file, []byte("{}, and more")) }, true, ""},
		"a person takes it": {func(d *Demo, file string) error {
			return d.update(file, func(t *task) error { t.Owner = "mira"; return nil })
		}, false, inProgress},
		"a person deletes it": {func(d *Demo, file string) error { return os.Remove(filepath.Join(d.dir, file)) }, false, ""},
	} {
		t.Run(what, func(t *testing.T) {
			d := atRest(t)
			a, file := d.agents[0], d.files["migrations"]
			on, err := d.load(file)
			testdir.Must(t, err, c.then(d, file))
			d.setTask(a, on)
			if got := d.workOn(t.Context(), a, on, schedule{work: 2 * pollInterval, stall: time.Second}); got != c.works {
				t.Errorf("it works on to the end: %v", got)
			}
			if letGo := a.on.File == ""; letGo == c.works {
				t.Errorf("it lets go of it: %v", letGo)
			}
			if c.finally == "" {
				return
			}
			d.setTask(a, on)
			if done := d.finish(t.Context(), a, on); done != c.works {
				t.Errorf("it is finished: %v", done)
			}
			if letGo := a.on.File == ""; letGo == c.works {
				t.Errorf("in the end it lets go of it: %v", letGo)
			}
			if now, err := d.load(file); err != nil || now.Status != c.finally {
				t.Errorf("it is %s, %v", now.Status, err)
			}
		})
	}
}

func TestAFollowUpIsCreatedOnceAndWaitsForWhatIsNotDone(t *testing.T) {
	d := atRest(t)
	for found := false; !found; {
		if _, found = d.plan.followUp(subjectOf("backup")); !found {
			d.plan.seed++
		}
	}
	for range 2 {
		d.createFollowUp(t.Context(), d.agents[0], subjectOf("backup"))
	}
	all, _ := d.read()
	drill := all[len(all)-1]
	if len(all) != 25 || drill.Subject != "Restore drill" || !slices.Equal(drill.BlockedBy, []string{idOf(d.files["seed"])}) {
		t.Errorf("the last of %d tasks is %+v", len(all), drill)
	}
	if seed, err := d.load(d.files["seed"]); err != nil || !slices.Contains(seed.Blocks, drill.ID) {
		t.Errorf("the other side: %+v, %v", seed, err)
	}
	awaitCaption(t, d, "agent-1 found more to do: Restore drill")
}

func TestATaskIsCreatedWithTheNextNumberThoughItWaitsForOneThatIsGone(t *testing.T) {
	d := atRest(t)
	testdir.Must(t, os.WriteFile(filepath.Join(d.dir, ".highwatermark"), []byte("40\n"), 0o644))
	if made, err := d.create(task{Subject: "x", BlockedBy: []string{"39"}}); err != nil || made.File != "41.json" {
		t.Errorf("it is in %s, %v", made.File, err)
	}
}

func TestALoopIsMadeOfTwoPendingTasksOnly(t *testing.T) {
	d := atRest(t)
	all, _ := d.read()
	for _, of := range all {
		if len(of.BlockedBy) > 0 {
			testdir.Must(t, d.update(of.File, func(t *task) error { t.Status = inProgress; return nil }))
		}
	}
	if blocker, waiter, found := d.findLoopPair(); found {
		t.Errorf("%s would wait for %s, which is in progress", blocker.Subject, waiter.Subject)
	}
}
