//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package uitest

import (
	"path/filepath"
	"testing"

	"sideboard/tasks/log"
	"sideboard/ui"
)

// A board of this process and the program in a terminal of its own work on one directory with one journal, like two terminals of a computer.
func TestProgramAndABoardOfAnotherProcessShowEachOthersEditsAndNeverFight(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	eve := Open(t, Options{As: "eve", Board: func(o *ui.Options) { o.Finder.Options.State = filepath.Join(state, "sideboard") }})
	eve.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("of 1 done")
	cmd := program(t, eve.Dir)
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+state)
	path := filepath.Join(eve.Dir, "task_1.json")
	ann := startIn(t, cmd).sees("Parse").types("c").so("ann's claim", says(path, `"ann"`))
	eve.Sees("ann claimed Parse").Press("c").Sees("Not claimed: ann has").Press("u").Sees("Nothing to undo")
	eve.Press("e").Sees("Edit #1").Type(" files").Press("ctrl+s").Reads("task_1.json", s07by("1", "Parse files", "in_progress", "ann", "[]"))
	ann.sees("files").types("u").so("ann's undo of her own edit alone", func() bool {
		return string(eve.Bytes("task_1.json")) == s07("1", "Parse files", "pending", "[]")
	})
	eve.Sees("Parse files was released (was ann's)").Press("u").Reads("task_1.json", s07("1", "Parse", "pending", "[]"))
	ann.types("\x12").so("ann's claim again", says(path, `"ann"`)) // ctrl+r
	eve.SeesRow("◐", "Parse").Press("\x12").Reads("task_1.json", s07by("1", "Parse files", "in_progress", "ann", "[]"))
	for range 10 { // both at once, as fast as they can
		ann.types("rcu")
		eve.Press("u", "\x12")
	}
	if code := ann.types("q").exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	ann.left()
	eve.Press("esc", "esc", "q", "q").Ended()
	eve.NoLitter()
	for _, l := range journalOf(t, filepath.Join(state, "sideboard"), eve.Dir) {
		if l.What == log.Reapplied {
			t.Errorf("%s was written again over the other's", l.File)
		}
	}
}
