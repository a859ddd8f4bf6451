package uitest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// openFilter opens a board on five existing tasks, so that they are no news: a task that the filter hides is then nowhere on the screen.
func openFilter(t *testing.T) *Driver {
	t.Helper()
	cwd := filepath.Join(t.TempDir(), "my-service")
	mkdir(t, filepath.Join(cwd, ".git"))
	mkdir(t, filepath.Join(cwd, ".tasks"))
	began := time.Now().Add(-10 * time.Second)
	for i, file := range [][2]string{ // the oldest first: the task that has run longest comes first
		{idA, s12(idA, "Write the schema", "in_progress", `"ann"`, "[]")},
		{idB, s12(idB, "Schema docs", "pending", "null", ids(idA))},
		{idC, s12(idC, "Logo", "pending", "null", "[]")},
		{idD, s12(idD, "Landing page", "in_progress", `"bob"`, "[]")},
		{idE, s12(idE, "Name", "completed", `"bob"`, "[]")},
	} {
		path, written := filepath.Join(cwd, ".tasks", file[0]+".json"), began.Add(time.Duration(i)*time.Second)
		put(t, path, file[1])
		testdir.Must(t, os.Chtimes(path, written, written))
	}
	return OpenIn(t, cwd, Options{}).Sees("of 5 done", "Logo", "Landing page", "Name")
}

func TestScenarioAFilterNarrowsWithEveryLetterAndEscClearsIt(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Choose("Logo").Press("/").Sees("5 tasks").Type("sch").SeesNot("● Logo", "◐ Landing page").Sees("2 found", "Write the schema", "Schema docs")
	h.Type("ema d").Sees("1 found").SeesNot("◐ Write the schema").Press("backspace", "backspace").Sees("2 found")
	h.Press("enter").Sees("filter schema").On("Schema docs") // the card it was on is hidden: the first match
	h.Press("j", "l").On("Write the schema")
	h.Press("esc").Sees("Logo", "Landing page", "Name").SeesNot("filter schema").On("Write the schema")
	h.Press("/").Type("nowhere").Sees("0 found", "Nothing matches nowhere").Press("enter").Sees("Nothing matches").Press("c").Sees("No task is selected").Press("esc")
	h.Choose("Write the schema").Press("esc", "esc", "esc").Press("?").Sees("go left or right") // esc never quits
	h.Press("esc").SeesNot("go left or right").On("Write the schema")
}
