package uitest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// The rules decide what a key does. These scenarios check what a person sees, and the files afterwards.

const (
	idA = "task_1778000000_0001"
	idB = "task_1778000001_0002"
	idC = "task_1778000002_0003"
	idD = "task_1778000003_0004"
	idE = "task_1778000004_0005"
	idF = "task_1778000005_0006"
)

func TestScenarioAClaimIsRefusedInWordsAndWritesNothing(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	files := map[string]string{
		idA: s12(idA, "Schema", "in_progress", `"bob"`, "[]"),
		idB: s12(idB, "Endpoints", "pending", "null", ids(idA)),
		idC: s12(idC, "Docs", "pending", `"eve"`, "[]"),
		idD: s12(idD, "Orphan", "in_progress", "null", "[]"),
		idE: s12(idE, "Logo", "completed", `"bob"`, "[]"),
		idF: s12(idF, "Lost", "pending", "null", ids("task_1778000009_0009")),
	}
	for id, content := range files {
		h.Write(id+".json", content)
	}
	h.Sees("6 tasks")
	for subject, why := range map[string]string{
		"Schema":    "Not claimed: bob has",
		"Endpoints": "Not claimed: waits for Schema",
		"Docs":      "Not claimed: eve has",
		"Orphan":    "Not claimed: it is in progress already, and nobody says who has it",
		"Logo":      "Not claimed: it is completed; reopen it first",
		"Lost":      "Not claimed: waits for task_1778000009_0009, which no file has",
	} {
		h.Choose(subject).Press("c").Sees(why)
	}
	for id, content := range files {
		h.Still(id+".json", content)
	}
	h.NoLitter()
}

func TestScenarioCompletingAnothersTaskAsksAndNamesTheOwner(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "in_progress", `"bob"`, "[]"))
	h.Write(idB+".json", s12(idB, "Endpoints", "pending", "null", ids(idA)))
	h.Write(idC+".json", s12(idC, "Docs", "pending", "null", "[]"))
	h.Sees("3 tasks").Choose("Schema").Press("d").Sees("Complete Schema?", "bob has", "complete", "leave it")
	h.Press("n").SeesNot("Complete Schema?").Still(idA+".json", s12(idA, "Schema", "in_progress", `"bob"`, "[]"))
	h.Choose("Endpoints").Press("d").Sees("Not completed: waits for Schema")
	h.Choose("Docs").Press("d").Sees("Complete Docs without claiming it?").Press("esc").SeesNot("Complete Docs without claiming it?")
	h.Still(idC+".json", s12(idC, "Docs", "pending", "null", "[]"))
	h.Press("d").Sees("Complete Docs without claiming it?").Press("y")
	h.Reads(idC+".json", s12(idC, "Docs", "completed", "null", "[]"))
	h.Choose("Schema").Press("d").Sees("Complete Schema?").Press("y")
	h.Reads(idA+".json", s12(idA, "Schema", "completed", `"bob"`, "[]"))
	h.Sees("completed Schema", "unblocked Endpoints")
	h.Still(idB+".json", s12(idB, "Endpoints", "pending", "null", ids(idA)))
	h.Choose("Docs").Press("d").Sees("Not completed: it is completed already")
}

func TestScenarioDeletingInS07TakesTheIDOutOfEveryList(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]"))
	h.Write("task_2.json", s07("2", "Transform", "pending", list("1")))
	h.Write("task_3.json", s07("3", "Emit", "pending", list("1", "2")))
	h.Sees("3 tasks").Choose("Parse").Press("D").Sees("Delete Parse?", "Transform and Emit wait for it", "they would block")
	h.Press("n").SeesNot("Delete Parse?").Still("task_1.json", s07("1", "Parse", "pending", "[]"))
	h.Press("D").Sees("Delete Parse?").Press("y").Gone("task_1.json")
	h.Reads("task_2.json", s07("2", "Transform", "pending", "[]")).Reads("task_3.json", s07("3", "Emit", "pending", list("2")))
	h.Sees("2 tasks", "you deleted Parse").SeesRow("●", "Transform").SeesRow("○", "Emit").NoLitter()
}

func TestScenarioTheOwnerIsAddedAndRemovedAsAKeyOfClaudeCode(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Write(".lock", "")
	h.Write("1.json", cc("1", "Schema", "pending", "", ids("2"), "[]"))
	h.Write("2.json", cc("2", "Endpoints", "pending", "", "[]", ids("1")))
	h.Write("3.json", cc("3", "Docs", "pending", "bob", "[]", ids("9"))) // a missing blocker does not block
	h.Write("4.json", cc("4", "Logo", "pending", "", "[]", "[]"))
	h.Sees("4 tasks").Choose("Docs").Press("c").Sees("Not claimed: bob has")
	h.Choose("Endpoints").Press("c").Sees("Claim Endpoints although it is blocked?", "It waits for Schema.").Press("n").SeesNot("although")
	h.Choose("Schema").Press("c").Reads("1.json", cc("1", "Schema", "in_progress", "ann", ids("2"), "[]"))
	h.Sees("you claimed Schema").Choose("Schema").Press("r").Reads("1.json", cc("1", "Schema", "pending", "", ids("2"), "[]"))
	h.Sees("you released Schema").Choose("Schema").Press("c").Sees("you claimed Schema").Press("d")
	h.Reads("1.json", cc("1", "Schema", "completed", "ann", ids("2"), "[]")).SeesRow("●", "Endpoints")
	h.Still("2.json", cc("2", "Endpoints", "pending", "", "[]", ids("1")))
	h.Choose("Schema").Press("o").Sees("Endpoints is blocked again").Press("y")
	h.Reads("1.json", cc("1", "Schema", "pending", "", ids("2"), "[]")).NoLitter()
}

func TestScenarioATaskInProgressWhoseFileDoesNotChangeIsStalled(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	rested := filepath.Join(h.Cwd, "rested") // elsewhere, so that the board does not see it before it is old
	testdir.Must(t, os.WriteFile(rested, []byte(s12(idA, "Schema", "in_progress", `"bob"`, "[]")), 0o644))
	old := time.Now().Add(-90 * time.Minute)
	testdir.Must(t, os.Chtimes(rested, old, old))
	testdir.Must(t, os.Rename(rested, filepath.Join(h.Dir, idA+".json")))
	h.Write(idB+".json", s12(idB, "Docs", "in_progress", `"eve"`, "[]"))
	h.Sees("2 tasks", "stalled")
	h.Choose("Docs").Press(".").On("Schema").Sees("needs you: stalled")
	h.Choose("Schema").Press("c").Sees("Not claimed: bob has had it for")
	h.Later(31*time.Minute).Sees("2 need you").SeesRow("eve", "31m").SeesRow("! stalled")
}
