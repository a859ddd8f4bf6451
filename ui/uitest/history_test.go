package uitest

import (
	"os"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
)

// left and back take the focus from the terminal, and give it back.
func (h *Driver) left() *Driver { h.prog.Send(tea.BlurMsg{}); return h }
func (h *Driver) back() *Driver { h.prog.Send(tea.FocusMsg{}); return h }

func TestScenarioWhatHappenedIsThereAfterARestart(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 160, H: 40, Before: map[string]string{
		idA + ".json": s12(idA, "Schema", "pending", "null", "[]"),
		idB + ".json": s12(idB, "Endpoints", "pending", "null", ids(idA)),
		idC + ".json": s12(idC, "Docs", "pending", "null", "[]"),
	}})
	h.Sees("3 tasks")
	bob := h.Agent("s12", "bob")
	bob.Claims(idA)
	h.Sees("bob claimed Schema")
	bob.Completes(idA).Claims(idB)
	h.Sees("bob: Schema was completed", "bob claimed Endpoints").Press("q").Ended()

	again := OpenIn(t, h.Cwd, Options{W: 160, H: 40})
	again.SeesRow("What happened").Sees("bob claimed Schema", "bob: Schema was completed", "unblocked", "bob claimed Endpoints")
	again.SeesNot("Since you looked")
	again.Press("A").Sees("What happened", "go to it").Press("/").Type("elsewhere").Sees("Nothing matches").Press("esc")
	again.Press("/").Type("@bob schema").Sees("2 rows").SeesRow("bob claimed Schema").Press("enter")
	again.SeesNot("2 rows").Press("c").Sees("completed") // the cursor went to the task of the last event
}

// The age of an unchanged task counts from when it was seen, whatever the time of its file.
func TestScenarioARestartKeepsTheAgeOfATask(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Sees("1 task")
	h.Agent("s12", "bob").Claims(idA)
	h.SeesRow("◐", "Schema")
	h.Press("q").Ended()
	long := time.Now().Add(-20 * time.Minute)
	if err := os.Chtimes(h.Dir+"/"+idA+".json", long, long); err != nil { // copied, say, with an older time
		t.Fatal(err)
	}
	again := OpenIn(t, h.Cwd, Options{})
	again.SeesRow("Schema").Press("enter").Sees("in progress").SeesNot("20m").SeesNot("or more")
	again.Later(10 * time.Minute).Sees("10m").SeesNot("or more")
}

func TestScenarioAPersonWhoComesBackIsShownWhatChanged(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Endpoints", "pending", "null", "[]"))
	h.Sees("2 tasks").left()
	bob := h.Agent("s12", "bob")
	bob.Claims(idA).Completes(idA).Claims(idB)
	h.SeesRow("✓", "Schema").SeesRow("◐", "Endpoints").SeesNot("Since you looked")
	h.Later(time.Hour).Sees("Since you looked", "enter  close").SeesRow("✓", "Schema", "bob's").SeesRow("◐", "Endpoints", "claimed by bob")
	h.Press("q").SeesNot("Since you looked").SeesRow("Schema") // q closed the summary, not the board
	h.left()
	bob.Completes(idB)
	h.SeesRow("✓", "Endpoints").back().SeesRow("Endpoints was completed").SeesNot("Since you looked") // nobody was away for long
}

func TestScenarioChangesWhileNoBoardWasOpenAreShown(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "in_progress", `"bob"`, "[]")).Write(idB+".json", s12(idB, "Endpoints", "pending", "null", "[]"))
	h.Write(idE+".json", s12(idE, "Release notes", "in_progress", `"ann"`, "[]"))
	h.Sees("3 tasks").Press("q").Ended()
	h.Write(idE+".json", s12(idE, "Release notes", "completed", `"ann"`, "[]")) // her own command is no news to her
	h.Write(idA+".json", s12(idA, "Schema", "completed", `"bob"`, "[]")).Write(idC+".json", s12(idC, "Docs", "pending", "null", "[]"))
	testdir.Must(t, os.Remove(h.Dir+"/"+idB+".json"))
	again := OpenIn(t, h.Cwd, Options{})
	again.Sees("Since you looked").SeesRow("✓", "Schema", "bob's", "by ").SeesRow("Docs", "created").SeesRow("Endpoints", "deleted").SeesNot("yours")
	again.Press("esc").SeesNot("Since you looked").Press("A").SeesRow("Schema was completed").SeesRow("Endpoints was deleted")
	again.Press("esc", "q").Ended()
	again = OpenIn(t, h.Cwd, Options{}).Sees("3 tasks").SeesRow("Docs").SeesNot("Since you looked") // it was shown
	again.Press("q").Ended()
	h.Write(idD+".json", s12(idD, "Landing page", "pending", "null", "[]"))
	again = OpenIn(t, h.Cwd, Options{}).Sees("Since you looked")
	again.Press("/").Type("cab").Sees("Nothing matches").Press("esc").SeesRow("●", "Docs").SeesRow("●", "Landing page") // the keys were typed before the summary appeared
}
