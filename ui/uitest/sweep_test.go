package uitest

import (
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

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
