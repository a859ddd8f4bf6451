package uitest

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/testdir"
	"sideboard/ui"
)

// A replay shows the tasks as they were. Nothing can be written in it, and what happens meanwhile is there at its end.
func TestScenarioTheBoardIsShownAsItWas(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Before: map[string]string{
		idA + ".json": s12(idA, "Schema", "pending", "null", "[]"),
		idB + ".json": s12(idB, "Endpoints", "pending", "null", ids(idA)),
		idC + ".json": s12(idC, "Docs", "pending", "null", "[]"),
	}})
	h.Sees("3 tasks").Press("[").Sees("Nothing to replay")
	bob := h.Agent("s12", "bob")
	bob.Claims(idA)
	h.SeesRow("◐", "Schema")
	bob.Completes(idA)
	h.SeesRow("✓", "Schema")
	testdir.Must(t, os.Remove(h.Dir+"/"+idC+".json"))
	h.Sees("2 tasks", "Docs was deleted")

	h.Press("[").Sees("◀ PAST", "event 2 of 3", "3 tasks", "Schema was completed").SeesNot("live")
	h.Press("]").Sees("event 3 of 3", "links as today", "Docs was deleted", "2 tasks").Press("]").Sees("That was the last event: end returns to now")
	h.Press("[").Sees("event 2 of 3", "3 tasks", "Schema was completed").SeesRow("●", "Docs").SeesRow("●", "Endpoints")
	for _, key := range []string{"c", "d", "e", "n", "D", "L", "u", "M", ":", "A", "s", "!", "t"} {
		h.Press(key).Sees("his is the past", "end returns to now").Press("j")
	}
	h.Press("{").Sees("event 1 of 3", "bob claimed Schema").SeesRow("◐", "Schema").SeesRow("○", "Endpoints")
	bob.Claims(idB)
	h.Press("2").Sees("WAVE").Press("]").Sees("event 2 of 3").Press("[").Sees("event 1 of 3").SeesRow("◐", "Schema").Press("3").Sees("Agents 1").SeesRow("bob", "Schema").Press("1").Press("[").Sees("event 0 of 3", "before the first event").SeesRow("●", "Schema")
	h.Press("end").SeesNot("PAST").SeesRow("◐", "Endpoints").SeesRow("✓", "Schema").Says(idA+".json", "status", `"completed"`)
	h.Press("A", "1").SeesRow("go to it").Press("j").SeesRow("the board then").Press("[").Sees("PAST", "event 1 of 4").Press("q").Ended()
}

// Whatever is typed in a replay, no file changes: not the tasks, and not what is kept about them.
func TestScenarioNoKeyOfAReplayWritesAnything(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Before: map[string]string{
		idA + ".json": s12(idA, "Schema", "pending", "null", "[]"), idB + ".json": s12(idB, "Endpoints", "pending", "null", ids(idA)),
	}})
	h.Sees("2 tasks").Agent("s12", "bob").Claims(idA)
	h.SeesRow("◐", "Schema").Press("[").Sees("PAST", "event 0 of 1")
	files := func() (all string) {
		testdir.Must(t, filepath.WalkDir(filepath.Dir(h.Cwd), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				raw, read := os.ReadFile(path)
				all, err = all+path+"\n"+string(raw)+"\n", read
			}
			return err
		}))
		return all
	}
	was := files()
	for key := '!'; key <= '~'; key++ {
		if key != 'q' {
			h.Press(string('1'+key%3), string(key), "enter", "y", "esc").settle()
			h.Press("esc").settle()
		}
	}
	h.settle()
	if h.Sees("PAST"); files() != was {
		t.Error("a file has changed")
	}
	h.Press("end").SeesNot("PAST").SeesRow("◐", "Schema")
}

func TestScenarioTheProgramBeginsWithAReplay(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Before: map[string]string{idA + ".json": s12(idA, "Schema", "pending", "null", "[]")}})
	h.Sees("1 task").Agent("s12", "bob").Claims(idA)
	h.SeesRow("◐", "Schema").Press("q").Ended()
	again := OpenIn(t, h.Cwd, Options{Board: func(o *ui.Options) { o.Replay = &ui.Replay{} }})
	again.Sees("event 0 of 1").SeesRow("●", "Schema").Press(" ").Sees("event 1 of 1", "That was the last event").SeesRow("◐", "Schema")
	again.Press("end").SeesNot("PAST").SeesRow("◐", "Schema").Press("q").Ended()
	later := OpenIn(t, h.Cwd, Options{Board: func(o *ui.Options) { o.Replay = &ui.Replay{Since: time.Nanosecond} }})
	later.Sees("Nothing happened in the last 1ns", "live").SeesNot("PAST").Press("[").Sees("event 0 of 1").SeesRow("●", "Schema")
}
