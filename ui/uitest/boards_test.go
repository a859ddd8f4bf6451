package uitest

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
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

func TestScenarioEachOfTwoBoardsShowsWhatTheOtherDid(t *testing.T) {
	t.Parallel()
	ann, eve := twoBoards(t)
	ann.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Docs", "pending", "null", "[]"))
	ann.Sees("2 tasks")
	eve.Sees("2 tasks").Choose("Docs")
	ann.Choose("Schema").Press("c").Sees("you claimed Schema")
	eve.Sees("ann claimed Schema").Press("c").Sees("you claimed Docs")
	ann.Sees("eve claimed Docs")
	eve.Choose("Schema").Press("c").Sees("Not claimed: ann has").Press("d").Sees("Complete Schema?").Press("n")
	ann.Choose("Schema").Press("e").Sees("Edit #0001").Type(" of users").Press("ctrl+s").SeesRow("Schema of users")
	eve.Sees("Schema → Schema of users").Choose("Docs").Press("d").Sees("you completed Docs")
	ann.Sees("eve: Docs was completed").Press("q").Ended()
	eve.Press("q").Ended()
	ann.Still(idA+".json", s12(idA, "Schema of users", "in_progress", `"ann"`, "[]"))
	ann.Still(idB+".json", s12(idB, "Docs", "completed", `"eve"`, "[]"))
	if n := ann.journalled(log.Reapplied); n > 0 {
		t.Errorf("%d edits were written again over the other's", n)
	}
}

func TestScenarioOfTwoBoardsThatClaimAtOnceOneWins(t *testing.T) {
	t.Parallel()
	ann, eve := twoBoards(t)
	for i := range 6 {
		name := fmt.Sprintf("task_17780000%02d_00%02d", i, i)
		ann.Write(name+".json", s12(name, fmt.Sprintf("Job %02d", i), "pending", "null", "[]"))
		for _, h := range []*Driver{ann, eve} {
			h.Choose(fmt.Sprintf("Job %02d", i))
		}
		done := make(chan struct{})
		go func() { defer close(done); ann.Press("c") }()
		eve.Press("c")
		<-done
		ann.Says(name+".json", "status", `"in_progress"`)
		winner, loser := ann, eve
		if strings.Contains(string(ann.Bytes(name+".json")), `"eve"`) {
			winner, loser = eve, ann
		}
		who := map[*Driver]string{ann: "ann", eve: "eve"}
		winner.SeesRow("◐", fmt.Sprintf("Job %02d", i))
		loser.Await("the other board to show that it was second", func() bool {
			s := loser.Screen()
			return strings.Contains(s, "Not claimed: "+who[winner]) || strings.Contains(s, who[winner]+" claimed")
		})
		ann.Says(name+".json", "owner", `"`+who[winner]+`"`)
	}
	ann.NoLitter()
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
