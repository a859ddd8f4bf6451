package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui"
)

func TestScenarioALongDetailScrollsAndFollowsTheCursor(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 70, H: 20}) // narrow: the detail fills the screen
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "Line %02d\\n\\n", i)
	}
	h.Write("task_1.json", strings.Replace(s07("1", "Parse", "pending", "[]"), `"description": ""`, `"description": "`+text.String()+`"`, 1))
	h.Write("task_2.json", s07("2", "Emit", "pending", "[]")).Sees("2 tasks").Choose("Parse").Press("enter")
	h.Sees("Line 00").SeesNot("Ready  2").Press("G").Sees("task_1.json").SeesNot("Line 00").Press("g").Sees("Line 00")
	h.Press("space", "space", "space").SeesNot("Line 00").Press("g").Sees("Line 00").Press("c").Says("task_1.json", "status", `"in_progress"`)
	h.Sees("you claimed Parse").Press("esc").SeesRow("Ready  1").Sees("Emit").Resize(150, 30).Sees("Line 00", "● Emit")
	h.Press("J").SeesNot("Line 00").Press("K").Sees("Line 00")
}

func TestScenarioTheDetailIsDockedNextToEveryViewThatLeavesRoom(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 160, H: 45})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]"))
	h.Write("task_2.json", s07("2", "Emit", "pending", "[1]")).Sees("2 tasks").Choose("Emit").Sees("task_2.json")
	h.Press("2").SeesNot("task_2.json").Press("2").Sees("task_2.json")
	h.Press("2").SeesNot("task_2.json").Press("enter").Sees("task_2.json").Press("esc").SeesNot("task_2.json")
}

func TestScenarioReadOnlyRefusesEveryKeyThatWrites(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Board: func(o *ui.Options) {
		o.ReadOnly, o.Finder.Options.ReadOnly = true, true
	}})
	before := s07("1", "Parse", "pending", "[]")
	h.Write("task_1.json", before).Sees("1 task", "read only")
	for _, key := range []string{"c", "d", "r", "o", "n", "N", "e", "E", "D", "L", "X"} {
		h.Press("/", "esc").SeesNot("Not written").Press(key).Sees("Not written: the board is read only")
	}
	x, y := h.Card("Parse")
	to, row := h.Cell("In progress")
	h.Press("/", "esc").SeesNot("Not written").Down(x, y).Drag(to, row+3).Up(to, row+3).Sees("Not written: the board is read only")
	h.Still("task_1.json", before).Press("enter").Sees("File  ") // reading is allowed
	if names := h.Names(); len(names) != 1 {
		t.Errorf("there are files: %v", names)
	}
}

func TestScenarioADirectoryThatCannotBeWrittenSaysSo(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	cwd := filepath.Join(t.TempDir(), "my-service")
	dir := filepath.Join(cwd, ".tasks")
	mkdir(t, filepath.Join(cwd, ".git"))
	mkdir(t, dir)
	put(t, filepath.Join(dir, "task_1.json"), s07("1", "Parse", "pending", "[]"))
	testdir.Must(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
	h := OpenIn(t, cwd, Options{})
	h.Sees("1 task", "read only").Press("c").Sees("Not written:").Still("task_1.json", s07("1", "Parse", "pending", "[]"))
}

func TestScenarioCopyingPutsTheIDAndTheInstructionOnTheClipboard(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Docs", "pending", "null", ids(idA)))
	h.Sees("2 tasks").Choose("Docs").Press("y").Sees("Sent " + idB + " to the terminal")
	h.Press("Y").Sees("Sent an instruction")
	h.Await("both to be sent", func() bool { return len(h.clipboard()) == 2 }) // the clipboard is not part of a frame
	clips := h.clipboard()
	if clips[0] != idB {
		t.Fatalf("copied %q", clips)
	}
	for _, words := range []string{idB, "Docs", "Schema", "complete"} {
		if !strings.Contains(clips[1], words) {
			t.Errorf("the instruction does not say %q:\n%s", words, clips[1])
		}
	}
}

func TestScenarioControlSequencesAreNotCopied(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true})
	h.Write("task_1.json", "{\"id\": \"x\\nrm -rf ~\\n\\u001b[201~\\u202e\", \"subject\": \"Evil\\u001b[201~\\u009b\", \"description\": \"a\\u0007b\\u2066\", \"status\": \"pending\", \"owner\": null, \"blockedBy\": []}")
	h.Choose("Evil").Press("y").Sees("Not copied: its id has characters that would act on a terminal")
	h.Press("Y").Sees("Sent an instruction")
	clips := h.clipboard()
	if len(clips) != 1 || strings.ContainsAny(clips[0], "\x1b\a\u009b\u202e\u2066") || !strings.Contains(clips[0], "Evil") {
		t.Errorf("copied %q", clips)
	}
}
