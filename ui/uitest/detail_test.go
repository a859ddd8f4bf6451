package uitest

import (
	"strings"
	"testing"

	"sideboard/ui"
)

func TestScenarioReadOnlyRefusesEveryKeyThatWrites(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Board: func(o *ui.Options) {
		o.ReadOnly, o.Finder.Options.ReadOnly = true, true
	}})
	before := s07("1", "Parse", "pending", "[]")
	h.Write("task_1.json", before).Sees("of 1 done", "read only")
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

// The clipboard gets the id or an instruction for an agent, and no control character of a file.
func TestScenarioTheIDAndAnInstructionAreCopiedWithoutControlCharacters(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true})
	h.Write(idB+".json", s12(idB, "Docs", "pending", "null", "[]"))
	h.Write("task_1.json", "{\"id\": \"x\\nrm -rf ~\\n\\u001b[201~\\u202e\", \"subject\": \"Evil\\u001b[201~\\u009b\", \"description\": \"a\\u0007b\\u2066\", \"status\": \"pending\", \"owner\": null, \"blockedBy\": []}")
	h.Choose("Docs").Press("y").Sees("Sent " + idB + " to the terminal").Choose("Evil").Press("y").Sees("Not copied: its id has characters that would act on a terminal")
	h.Press("Y").Sees("Sent an instruction")
	h.Await("both to be sent", func() bool { return len(h.clipboard()) == 2 }) // the clipboard is not part of a frame
	if clips := h.clipboard(); clips[0] != idB || strings.ContainsAny(clips[1], "\x1b\a\u009b\u202e\u2066") || !strings.Contains(clips[1], "Evil") {
		t.Errorf("copied %q", clips)
	}
}
