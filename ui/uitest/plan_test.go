package uitest

import (
	"path/filepath"
	"slices"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// waitsOn returns the ids that a task waits for, as its own agents read it, and whether they would start it.
func (d designDir) waitsOn(t *testing.T, subject string) (ids []tasks.ID, ready bool) {
	t.Helper()
	task, err := d.task(subject)
	if err != nil {
		t.Errorf("%s: %v", d.design, err)
	}
	return task.WaitsFor, task.Ready
}

// rivals creates a task like another agent of the design, with the next id.
func (d designDir) rivals(t *testing.T, subject string) {
	t.Helper()
	if slices.Contains(refagents.Workflows(), d.design) {
		testdir.Must(t, d.addToSession(2, subject))
		return
	}
	a, err := refagents.New(d.design, d.path, "bob")
	if err == nil {
		_, err = a.Create(refagents.Draft{Subject: subject})
	}
	testdir.Must(t, err)
}

// While the preview is open an agent takes the next id. In every design the plan is created anyway, its own agents read the blockers of each
// task, and one u undoes all of it.
func TestScenarioAPastedPlanIsCreatedAsOneActionInEveryDesign(t *testing.T) {
	t.Parallel()
	for _, design := range designs() {
		t.Run(design, func(t *testing.T) {
			t.Parallel()
			project := filepath.Join(t.TempDir(), "my-service")
			mkdir(t, filepath.Join(project, ".git"))
			d, err := newDesignDir(design, project, "Schema")
			testdir.Must(t, err)
			h := OpenIn(t, project, Options{Arg: d.path})
			h.Dir = d.path
			h.Sees("of 1 done").Press("n").Sees("New task").Paste("# Sign in\n\n1. Token\n   - [ ] Refresh\n   - [x] Draft\n      * Revoke\n2. Docs\n").Sees("look at 5 tasks")
			h.Press("ctrl+s").Sees("Create 4 of 5 tasks").SeesRow("Refresh", "waits for Token").SeesRow("Draft", "not: it is done already").SeesRow("Revoke", "waits for Token")
			d.rivals(t, "Rival")
			h.Press("enter").Sees("4 tasks created").NoLitter()
			token, err := d.task("Token")
			testdir.Must(t, err)
			for subject, waits := range map[string]bool{"Token": false, "Refresh": true, "Revoke": true, "Docs": false, "Rival": false} {
				ids, ready := d.waitsOn(t, subject)
				if ready == waits || waits != slices.Equal(ids, []tasks.ID{token.ID}) {
					t.Errorf("%s waits for %v, ready %v", subject, ids, ready)
				}
			}
			h.Press("u").Sees("Undone: created 4 tasks", "of 2 done").NoLitter()
			if l, err := d.read(); err != nil || len(l.Tasks) != 2 {
				t.Errorf("%v are left, %v", l.Tasks, err)
			}
		})
	}
}

// A design whose agents clear the lists of those that wait does not start a task that waits for a completed one. Each
// way to such a link asks first, and no is an answer too.
func TestScenarioALinkToACompletedTaskIsAskedAbout(t *testing.T) {
	t.Parallel()
	const asks = "list is cleared. Link anyway?"
	two, three := s07("2", "Two", "pending", "[]"), s07("3", "Three", "pending", "[1]")
	h := Open(t, Options{Before: map[string]string{
		"task_1.json": s07("1", "One", "completed", "[]"), "task_2.json": two, "task_3.json": three,
	}})
	link := func() {
		h.Choose("Two").Press("L").Type("One").Press("enter").Sees("1 is completed: agents of s07", asks)
	}
	link()
	h.Press("n").SeesNot(asks).Reads("task_2.json", two)
	link()
	h.Press("y").Says("task_2.json", "blockedBy", "[1]").Press("u").Reads("task_2.json", two)

	between := func() { h.Choose("Three").Press("L", "down", "i").Type("Between").Press("enter").Sees(asks) }
	between()
	h.Press("n").SeesNot(asks, "Between")
	between()
	h.Press("y").Says("task_4.json", "blockedBy", "[1]").Says("task_3.json", "blockedBy", "[4]")
	h.Press("u").Reads("task_3.json", three).SeesNot("Between")

	h.Press("n").Paste("Red\nGreen\n   Blue\n").Press("tab", "tab", "tab").Type("1").Press("ctrl+s").Sees("Create 3 tasks")
	h.Press("enter").Sees(asks).Press("n").Sees("Create 3 tasks").Press("enter").Sees(asks).Press("y")
	h.Sees("3 tasks created", "Red", "Green", "Blue").NoLitter()
}
