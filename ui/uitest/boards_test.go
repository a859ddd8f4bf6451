package uitest

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"sideboard/tasks/log"
	"sideboard/tasks/refagents"
)

// Two boards over one directory, each with its own screen and person. Neither treats the other as an agent or overwrites its edits.

// twoBoards opens ann's and eve's boards over one project.
func twoBoards(t *testing.T) (ann, eve *Driver) {
	t.Helper()
	ann = Open(t, Options{As: "ann"})
	return ann, OpenIn(t, ann.Cwd, Options{As: "eve"})
}

// journalled counts the entries of a kind in the project's journals.
func (h *Driver) journalled(what log.What) (n int) {
	h.T.Helper()
	for _, l := range journalOf(h.T, filepath.Join(filepath.Dir(h.Cwd), "state"), h.Dir) {
		if l.What == what {
			n++
		}
	}
	return n
}

// Whatever two people press, each field ends with the value of the last key: no board overwrites the other's edit by itself.
func TestScenarioTwoBoardsNeverFight(t *testing.T) {
	t.Parallel()
	ann, eve := twoBoards(t)
	all := []string{idA, idB, idC}
	for i, id := range all {
		ann.Write(id+".json", s12(id, fmt.Sprintf("Job %d", i), "pending", "null", "[]"))
	}
	rng := rand.New(rand.NewPCG(3, 9))
	done := make(chan struct{}, 2)
	for _, h := range []*Driver{ann.Sees("3 tasks"), eve.Sees("3 tasks")} {
		var keys []string
		for range 60 {
			keys = append(keys, []string{"c", "u", "\x12", "r", "d", "y", "o", "j", "k", "h", "l", "esc"}[rng.IntN(12)])
		}
		go func() { h.Press(keys...); done <- struct{}{} }()
	}
	<-done
	<-done
	for _, h := range []*Driver{ann, eve} {
		h.Press("esc", "esc", "esc", "q", "q").Ended() // a question may be open
	}
	if n := ann.journalled(log.Reapplied); n > 0 {
		t.Errorf("%d edits were written again over the other's", n)
	}
	if n := ann.journalled(log.Done); n < 10 {
		t.Errorf("only %d edits came of 120 keys", n)
	}
	l, err := refagents.Read("s12", ann.Dir)
	if err != nil || len(l.Tasks) != len(all) || len(l.Skipped) > 0 {
		t.Errorf("an agent reads %v, %v", l, err)
	}
	ann.NoLitter()
}
