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

func TestScenarioATaskThatLostARaceIsNamedAndTheOthersAreWritten(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Write(idF+".json", s12(idF, "Footer", "pending", "null", "[]")).Sees("Footer").Choose("Logo").Press("space").Choose("Footer").Press("space")
	h.Press("c").Sees("Claim 2 tasks")
	h.Agent("s12", "bob").Claims(idC) // while the preview is open
	h.Press("enter").Sees("1 of 2 tasks claimed", "#0003 Logo: bob was first").Says(idF+".json", "owner", `"ann"`).Says(idC+".json", "owner", `"bob"`)
	h.Press("u").Says(idF+".json", "owner", "null").Says(idC+".json", "owner", `"bob"`)
}

func TestScenarioSeveralTasksAreGivenAwayExceptOneLeftOut(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Press("*").Sees("5 tasks marked").Press("m").Sees("Give 5 tasks to").Type("codex").Press("enter").Sees("Give 4 of 5 tasks").SeesRow("Name", "left out")
	h.SeesRow("Logo", "to codex").Sees("they never start it", "s  in progress too")
	h.Press("space").Sees("Give 3 of 5 tasks").Press("enter").Sees("3 tasks given to codex")
	h.Says(idC+".json", "owner", "null").Says(idA+".json", "owner", `"codex"`).Says(idB+".json", "owner", `"codex"`).Says(idD+".json", "owner", `"codex"`)
	h.Press("u").Sees("Undone: gave 3 tasks to codex").Says(idA+".json", "owner", `"ann"`).Says(idB+".json", "owner", "null").Says(idD+".json", "owner", `"bob"`)
}

func TestScenarioMarkedTasksAreLinkedInAChain(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Choose("Logo").Press("space").Choose("Write the schema").Press("space").Choose("Landing page").Press("space")
	h.Press("L").Sees("Link 3 tasks", "Each for the one marked before it").Press("enter").Sees("Link 2 of 3 tasks").SeesRow("Logo", "not: it is the first")
	h.Press("enter").Says(idA+".json", "blockedBy", `["`+idC+`"]`).Says(idD+".json", "blockedBy", `["`+idA+`"]`).Sees("2 tasks linked")
	h.Press("u").Says(idA+".json", "blockedBy", "[]").Says(idD+".json", "blockedBy", "[]")
	h.Choose("Schema docs").Press("space").Choose("Write the schema").Press("space").Press("L", "enter").Sees("Link 0 of 2 tasks").Press("enter").Sees("Nothing was done").Press("esc")
	h.Press("esc").SeesNot("marked")
	h.Choose("Landing page").Press("space").Press("L").Type("#0003").SeesRow("▌", "Logo", "#0003").Press("enter").Says(idD+".json", "blockedBy", `["`+idC+`"]`).SeesNot("marked")
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

func TestScenarioMarksAreRemovedByEscAndWithTheirTasks(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Choose("Logo").Press("space").Sees("1 marked").Press("esc").SeesNot("marked")
	h.Press("*").Sees("5 tasks marked", "unmark 5").Press("*").SeesNot("unmark")
	h.Choose("Logo").Press("shift+down").Sees("2 marked").Remove(idC + ".json").SeesNot("● Logo").Sees("1 marked").Press("D").Sees("Delete 1 task").Press("esc").Sees("Schema docs")
	h.Still(idB+".json", s12(idB, "Schema docs", "pending", "null", ids(idA)))
}

func TestScenarioMarksAreShownInTheDependencies(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Schema docs").Press("space").Sees("1 marked").Press("2").SeesRow("Schema docs", "■").SeesRow("Write the schema")
	h.Press("2").SeesRow("■", "Schema docs").Press("1").SeesRow("■", "Schema docs").Press("esc").SeesNot("■")
}
