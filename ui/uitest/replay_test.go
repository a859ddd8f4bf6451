package uitest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui"
	"sideboard/ui/record"
	"sideboard/ui/style"
	"sideboard/ui/workspace"
)

// A replay shows the tasks as they were. Nothing can be written in it, and what happens meanwhile is there at its end.
func TestScenarioTheBoardIsShownAsItWas(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Before: map[string]string{
		idA + ".json": s12(idA, "Schema", "pending", "null", "[]"),
		idB + ".json": s12(idB, "Endpoints", "pending", "null", ids(idA)),
		idC + ".json": s12(idC, "Docs", "pending", "null", "[]"),
	}})
	h.Sees("of 3 done").Press("[").Sees("Nothing to replay").Press("esc").SeesNot("Nothing to replay")
	bob := h.Agent("s12", "bob")
	bob.Claims(idA)
	h.SeesRow("◐", "Schema")
	bob.Completes(idA)
	h.SeesRow("✓", "Schema")
	testdir.Must(t, os.Remove(h.Dir+"/"+idC+".json"))
	h.Sees("of 2 done", "Docs was deleted")

	h.Press("[").Sees("◀ PAST", "event 2 of 3", "of 3 done", "completed Schema").SeesNot("live")
	h.Press("]").Sees("event 3 of 3", "links as today", "Docs was deleted", "of 2 done").Press("]").Sees("That was the last event: end returns to now")
	h.Press("[").Sees("event 2 of 3", "of 3 done", "completed Schema").SeesRow("●", "Docs").SeesRow("●", "Endpoints")
	for _, key := range []string{"c", "d", "e", "n", "D", "L", "u", "M", ":", "A", "s", "!", "t"} {
		h.Press(key).Sees("his is the past", "end returns to now").Press("j")
	}
	h.Press("{").Sees("event 1 of 3", "bob claimed Schema").SeesRow("◐", "Schema").SeesRow("○", "Endpoints")
	bob.Claims(idB)
	h.Press("2").Sees("Step 1").Press("]").Sees("event 2 of 3").Press("[").Sees("event 1 of 3").SeesRow("◐", "Schema").Press("3").Sees("Agents 1").SeesRow("bob", "Schema").Press("1").Press("[").Sees("event 0 of 3", "before the first event").SeesRow("●", "Schema")
	h.Press("end").SeesNot("PAST").SeesRow("◐", "Endpoints").SeesRow("✓", "Schema").Says(idA+".json", "status", `"completed"`)
	h.Press("A", "1").SeesRow("◐ bob", "Schema")
	h.Await("the row of the claim", func() bool { // how the rows are grouped, and so ordered, depends on how fast the files were read
		if h.settle(); claimOfSchema.MatchString(h.Screen()) {
			return true
		}
		h.Press("j")
		return false
	})
	h.SeesRow("go to it").SeesRow("the board then").Press("[").Sees("PAST", "event 1 of 4").Press("q").Ended()
}

// claimOfSchema is the selected row of the past when it is that claim.
var claimOfSchema = regexp.MustCompile(`▌ \d\d:\d\d  ◐ bob +Schema`)

// Whatever is typed in a replay, no file changes: not the tasks, and not what is kept about them.
func TestScenarioNoKeyOfAReplayWritesAnything(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Before: map[string]string{
		idA + ".json": s12(idA, "Schema", "pending", "null", "[]"), idB + ".json": s12(idB, "Endpoints", "pending", "null", ids(idA)),
	}})
	h.Sees("of 2 done").Agent("s12", "bob").Claims(idA)
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
	h.Sees("of 1 done").Agent("s12", "bob").Claims(idA)
	h.SeesRow("◐", "Schema").Press("q").Ended()
	again := OpenIn(t, h.Cwd, Options{Board: func(o *ui.Options) { o.Replay = &ui.Replay{} }})
	again.Sees("event 0 of 1").SeesRow("●", "Schema").Press(" ").Sees("event 1 of 1", "That was the last event").SeesRow("▌ ◐", "Schema")
	again.Press("f5").SeesRow("bob claimed Schema").Sees("esc the board", "[ back").Press("[").Sees("event 0 of 1").Press("]").Press("esc").SeesNot("esc the board")
	again.Press("end").SeesNot("PAST").SeesRow("◐", "Schema").Press("q").Ended()
	later := OpenIn(t, h.Cwd, Options{Board: func(o *ui.Options) { o.Replay = &ui.Replay{Since: time.Nanosecond} }})
	later.Sees("Nothing happened in the last 1ns", "live").SeesNot("PAST").Press("[").Sees("event 0 of 1").SeesRow("●", "Schema")
}

// A replay is recorded to its end, with a part for each step that is seen; without one there is an error and no endless recording.
func TestAReplayIsRecorded(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Before: map[string]string{idA + ".json": s12(idA, "Schema", "pending", "null", "[]")}})
	options := func(cwd string, f *record.Film) ui.Options {
		return ui.Options{
			Film: f, Replay: &ui.Replay{Speed: 1000},
			Finder: workspace.Finder{
				Env:     locate.Env{Cwd: cwd, Home: filepath.Dir(h.Cwd), Getenv: func(string) string { return "" }},
				Options: workspace.Options{State: filepath.Join(filepath.Dir(h.Cwd), "state")},
			},
		}
	}
	if err := ui.Run(options(h.Cwd, record.New(80, 24, 1, style.Usual))); err == nil || !strings.Contains(err.Error(), "nothing to record") {
		t.Errorf("before anything happened: %v", err)
	}
	bob := h.Sees("of 1 done").Agent("s12", "bob")
	bob.Claims(idA)
	h.SeesRow("◐", "Schema")
	bob.Completes(idA)
	h.SeesRow("✓", "Schema").Press("q").Ended()
	f := record.New(80, 24, 1, style.Usual)
	testdir.Must(t, ui.Run(options(h.Cwd, f)))
	last := max(f.Shots(), 1)
	if text := string(f.Cast("x")); !strings.Contains(text, "completed Schema") || !strings.Contains(rowsOf(t, f.SVG("x", last-1, last)), "Done 1") {
		t.Errorf("%d pictures of\n%s", f.Shots(), text)
	}
	if err := ui.Run(options(t.TempDir(), record.New(80, 24, 1, style.Usual))); err == nil {
		t.Error("a directory without tasks is recorded")
	}
}
