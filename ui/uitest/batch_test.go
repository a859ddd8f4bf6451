package uitest

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

func TestScenarioSeveralTasksAreCompletedAndUndoneAsOneAction(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Write the schema")
	h.Press("space").Sees("1 marked", "unmark 1").On("Landing page").Press("space").Choose("Name").Press("space").Choose("Schema docs").Press(",").Sees("4 marked")
	h.Press("d").Sees("Complete 2 of 4 tasks").SeesRow("Landing page", "completed").SeesRow("Schema docs", "not: waits for Write the schema").SeesRow("Name", "not: it is completed")
	h.Press("enter").Says(idA+".json", "status", `"completed"`).Says(idD+".json", "status", `"completed"`).Sees("2 tasks completed").SeesNot("marked")
	h.Press("u").Says(idA+".json", "status", `"in_progress"`).Says(idD+".json", "status", `"in_progress"`).Sees("Undone: completed 2 tasks")
	h.Press("A", "2").SeesRow("completed 2 tasks: Write the schema and Landing page", "undone").Press("enter").Says(idA+".json", "status", `"completed"`).Says(idD+".json", "status", `"completed"`)
	h.Sees("Done again: completed 2 tasks").Press("A", "2").Sees("completed 2 tasks").SeesNot("undone").Press("enter").Says(idA+".json", "status", `"in_progress"`).Says(idD+".json", "status", `"in_progress"`)
}

func TestScenarioAnActionOfAnEarlierSessionIsUndoneAsOne(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Choose("Write the schema").Press("space").Choose("Landing page").Press("space", "d").Sees("Complete 2 tasks").Press("enter").Sees("2 tasks completed").Press("q").Ended()
	again := OpenIn(t, h.Cwd, Options{})
	again.SeesRow("✓", "Landing page").Press("u").Sees("Undo 2 edits of an earlier session?", "You completed 2 tasks, just now.").Press("y")
	again.Says(idA+".json", "status", `"in_progress"`).Says(idD+".json", "status", `"in_progress"`).Sees("Undone: completed 2 tasks").SeesRow("◐", "Landing page")
	again.Press("\x12").Says(idA+".json", "status", `"completed"`).Says(idD+".json", "status", `"completed"`).Sees("Done again: completed 2 tasks") // ctrl+r
	again.Press("u").Sees("Undo 2 edits").Press("y").Says(idA+".json", "status", `"in_progress"`).Says(idD+".json", "status", `"in_progress"`).NoLitter()
}

func TestScenarioTasksAddedByOneCommandAreUndoneTogether(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Sees("5 tasks")
	find := workspace.Finder{Env: locate.Env{Getenv: func(string) string { return "" }, Cwd: h.Cwd, Home: filepath.Dir(h.Cwd)}, Options: workspace.Options{State: filepath.Join(filepath.Dir(h.Cwd), "state")}}
	s, err := verbs.Open(t.Context(), verbs.Options{Finder: find, Who: "ann"})
	testdir.Must(t, err)
	drafts, err := verbs.ReadDrafts(strings.NewReader("Build\n  Test\n    Ship\n"))
	if err == nil {
		_, err = s.Add(t.Context(), drafts)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	h.Sees("8 tasks").Press("u").Sees("Undone: created 3 tasks", "5 tasks")
}

func TestScenarioMarksAreShownInTheDependencies(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Schema docs").Press("space").Sees("1 marked").Press("2").SeesRow("Schema docs", "■").SeesRow("Write the schema")
	h.Press("2").SeesRow("■", "Schema docs").Press("1").SeesRow("■", "Schema docs").Press("esc").SeesNot("■")
}
