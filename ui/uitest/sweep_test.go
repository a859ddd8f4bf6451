package uitest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// Bob is gone and nothing is known about una: bob's task is released, done ones are completed, old ones deleted, and una's stays.
func TestScenarioASweepProposesTasksAndIsUndoneAsOne(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Team(teamConfig("alice working", "bob shutdown"))
	old := s12(idE, "Name", "completed", `"bob"`, "[]")
	h.Write(idE+".json", old)
	if at := time.Now().Add(-49 * time.Hour); os.Chtimes(filepath.Join(h.Dir, idE+".json"), at, at) != nil {
		t.Fatal("the file cannot be made old")
	}
	done, after := s12(idA, "Write the schema", "pending", "null", "[]"), s12(idB, "Schema docs", "completed", `"alice"`, ids(idA))
	h.Write(idA+".json", done).Write(idB+".json", after)
	h.Write(idC+".json", running12(idC, "Logo", "bob")).Write(idD+".json", s12(idD, "Landing page", "pending", `"bob"`, "[]"))
	h.Write(idF+".json", running12(idF, "Footer", "una")).Sees("6 tasks", "! bob is gone")
	h.Press("M").Sees("Sweep 4 tasks", "Complete 1", "all around it done", "Release 1", "Delete 1").SeesRow("Write the schema", "what waited for it is completed")
	h.SeesRow("Logo", "bob is gone").SeesRow("Landing page", "bob is gone").SeesRow("Name", "changed 2d ago").Press("down", "down", "down").Sees("bob is not notified")
	h.Press("G", "up", "space").Sees("Sweep 3 of 4 tasks", "Delete 0 of 1").SeesRow("Name", "left out").Press("up", "space").Sees("Sweep 4 tasks")
	h.Press("enter").Sees("4 tasks swept: completed 1, released 2 and deleted 1 task").Gone(idE + ".json")
	h.Says(idA+".json", "status", `"completed"`).Reads(idC+".json", s12(idC, "Logo", "pending", "null", "[]")).Says(idD+".json", "owner", "null")
	h.Still(idF+".json", running12(idF, "Footer", "una"))
	agent := h.Agent("s12", "alice").Finds(idA, "completed", false).Finds(idC, "pending", true).Finds(idD, "pending", true)
	h.Press("M").Sees("Nothing to sweep").Press("u").Sees("Undone: completed 1, released 2 and deleted 1 task")
	h.Reads(idE+".json", old).Reads(idA+".json", done).Reads(idC+".json", running12(idC, "Logo", "bob")).NoLitter()
	agent.Finds(idA, "pending", true)
}

// A sweep proposes nothing uncertain, and only tasks that pass the filter.
func TestScenarioASweepObeysTheFilterAndLeavesOutUnknownOwners(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idC+".json", running12(idC, "Logo", "bob")).Write(idD+".json", running12(idD, "Landing page", "cy")).Sees("2 tasks").Press("M").Sees("Nothing to sweep")
	h.Team(teamConfig("bob shutdown", "cy shutdown")).Sees("! bob is gone", "! cy is gone").Press("/").Type("@cy").Press("enter").SeesNot("◐ Logo").Press("M").Sees("Sweep 1 task").Press("enter")
	h.Says(idD+".json", "status", `"pending"`).Says(idC+".json", "status", `"in_progress"`)
}

// In every design the three verbs of a sweep are written as its own agents write them.
func TestScenarioASweepInEveryDesign(t *testing.T) {
	t.Parallel()
	for _, design := range refagents.Dialects() {
		t.Run(design, func(t *testing.T) {
			t.Parallel()
			project := filepath.Join(t.TempDir(), "my-service")
			mkdir(t, filepath.Join(project, ".git"))
			d, err := newDesignDir(design, project, "Old", "Open")
			testdir.Must(t, err)
			old, err := d.task("Old")
			if err == nil {
				err = refagents.Claim(design, d.path, old.ID.Text, "bob")
			}
			if err == nil {
				err = refagents.Complete(design, d.path, old.ID.Text, "bob")
			}
			testdir.Must(t, err)
			h := OpenIn(t, project, Options{W: 120, H: 24, Arg: d.path})
			h.Dir = d.path
			h.Sees("2 tasks").SeesRow("✓", "Old").Later(26 * time.Hour)
			h.Press("M").Sees("Sweep 1 task").SeesRow("Old", "changed 1d ago").Press("enter").Sees("1 task swept").SeesNot("2 tasks").NoLitter()
			if l, err := d.read(); err != nil || len(l.Tasks) != 1 || l.Tasks[0].Subject != "Open" || !l.Tasks[0].Ready {
				t.Errorf("%+v, %v", l.Tasks, err)
			}
			h.Press("u").Sees("Undone: deleted Old", "2 tasks").NoLitter()
			if old, err := d.task("Old"); err != nil || old.Status != "completed" {
				t.Errorf("%+v, %v", old, err)
			}
		})
	}
}
