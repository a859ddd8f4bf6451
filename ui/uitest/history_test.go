package uitest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
	"sideboard/ui"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
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
	h.Sees("of 3 done")
	bob := h.Agent("s12", "bob")
	bob.Claims(idA)
	h.Sees("bob claimed Schema")
	bob.Completes(idA).Claims(idB)
	h.Sees("bob completed Schema", "bob claimed Endpoints").Press("q").Ended()

	again := OpenIn(t, h.Cwd, Options{W: 160, H: 40})
	again.SeesRow("What happened").SeesRow("◐ bob Schema").SeesRow("✓ bob Schema").SeesRow("◐ bob Endpoints")
	again.SeesNot("Since you looked")
	again.Press("A").Sees("What happened", "go to it").Press("/").Type("elsewhere").Sees("Nothing matches").Press("esc")
	again.Press("/").Type("@bob schema").Sees("2 rows").Sees("bob completed Schema").SeesRow("◐ bob", "Schema").Press("enter")
	again.SeesNot("2 rows").Press("c").Sees("completed") // the cursor went to the task of the last event
}

// The age of an unchanged task counts from when it was seen, whatever the time of its file.
func TestScenarioARestartKeepsTheAgeOfATask(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Sees("of 1 done")
	h.Agent("s12", "bob").Claims(idA)
	h.SeesRow("◐", "Schema")
	h.Press("q").Ended()
	long := time.Now().Add(-20 * time.Minute)
	if err := os.Chtimes(h.Dir+"/"+idA+".json", long, long); err != nil { // copied, say, with an older time
		t.Fatal(err)
	}
	again := OpenIn(t, h.Cwd, Options{})
	again.SeesRow("Schema").Press("enter").SeesRow("In progress", "bob", "now").SeesNot("or more")
	again.Later(10 * time.Minute).Sees("10m").SeesNot("or more")
}

// tmux reports no focus unless it is told to: the first key after a while says that the person is back.
func TestScenarioAKeyAfterAWhileShowsWhatChanged(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Endpoints", "pending", "null", "[]"))
	h.Sees("of 2 done").Press("j", "k")
	bob := h.Agent("s12", "bob")
	bob.Claims(idA).Completes(idA)
	h.SeesRow("✓", "Schema").Later(5 * time.Minute).Press("?").Sees("What you can do now").SeesNot("Since you looked")
	h.Press("esc").SeesNot("What you can do now") // now the key has been pressed, before what bob does next
	bob.Claims(idB)
	h.SeesRow("◐", "Endpoints").Later(11 * time.Minute).SeesNot("Since you looked")
	h.Press("j").Sees("Since you looked", "Endpoints").SeesNot("bob's").Press("esc").SeesNot("Since you looked")
	h.Press("j").SeesNot("Since you looked")
}

func TestScenarioAPersonWhoComesBackIsShownWhatChanged(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Endpoints", "pending", "null", "[]"))
	h.Sees("of 2 done").left()
	bob := h.Agent("s12", "bob")
	bob.Claims(idA).Completes(idA).Claims(idB)
	h.SeesRow("✓", "Schema").SeesRow("◐", "Endpoints").SeesNot("Since you looked")
	h.Later(time.Hour).Sees("Since you looked", "enter close").SeesRow("✓", "Schema", "bob's").SeesRow("◐", "Endpoints", "claimed by bob")
	h.Press("q").SeesNot("Since you looked").SeesRow("Schema") // q closed the summary, not the board
	h.Press("j").SeesNot("Since you looked").Later(time.Hour)  // of this hour nothing is to be told
	h.Press("k").SeesNot("Since you looked")
	h.left()
	bob.Completes(idB)
	h.SeesRow("✓", "Endpoints").back().SeesRow("completed Endpoints").SeesNot("Since you looked") // nobody was away for long
}

// Somebody who was away for an hour finds what is new with one key, on a narrow screen too, and looks at it.
func TestScenarioWhatOthersCompletedIsNewUntilItIsOpened(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{44, 50}, {120, 40}} {
		o := Options{W: size[0], H: size[1], Before: map[string]string{
			idA + ".json": s12(idA, "Schema", "in_progress", `"bob"`, "[]"), idB + ".json": s12(idB, "Endpoints", "in_progress", `"bob"`, "[]"),
			idC + ".json": s12(idC, "Docs", "completed", `"bob"`, "[]"), idD + ".json": s12(idD, "Release", "pending", "null", "[]"),
		}}
		h := Open(t, o).Sees("Docs").SeesNot("1 new")
		bob := h.Agent("s12", "bob")
		bob.Completes(idA)
		h.Sees("2, 1 new").SeesRow("Schema", "new")
		if x, y := h.Cell("Schema"); !h.isBold(x, y) {
			t.Error("a new title is not bold")
		}
		bob.Completes(idB)
		h.Sees("3, 2 new").Later(time.Hour).On("Release").Press("q", "q").Ended() // the first q may close what changed since

		o.Before = nil
		again := OpenIn(t, h.Cwd, o).Sees("3, 2 new").On("Release")
		again.Press("/").Type("is:new").Press("enter").Sees("2 of 3").SeesNot("Docs").Press("esc").Sees("Docs")
		again.Choose("Release").Press(".").On("Endpoints").Sees("is new", "3, 2 new").Press("enter", "esc").Sees("3, 1 new")
		again.Press("q").Ended()
		where := workspace.Options{State: filepath.Join(filepath.Dir(h.Cwd), "state"), ReadOnly: true, Poll: true}
		s, err := verbs.Open(t.Context(), verbs.Options{Finder: workspace.Finder{Arg: h.Dir, Options: where}, Who: "ann", Review: true})
		testdir.Must(t, err)
		list, err := s.List(t.Context(), "is:new")
		testdir.Must(t, err)
		status, err := s.Status(t.Context())
		testdir.Must(t, err, s.Close())
		if len(list.Tasks) != 1 || list.Tasks[0].Subject != "Schema" || len(status.Needs) != 1 || status.Needs[0].Reason != "not seen yet" {
			t.Errorf("a command lists %+v, and says %+v", list.Tasks, status.Needs)
		}

		last := OpenIn(t, h.Cwd, o).Sees("3, 1 new").Press(":").Type("mark all as seen").Press("enter").SeesNot("1 new")
		bob.Writes(idA+".json", s12(idA, "Schema", "pending", "null", "[]"))
		last.SeesRow("Schema was reopened")
		bob.Claims(idA).Completes(idA)
		last.Sees("3, 1 new").Press("A").Sees("What happened").Press("esc").SeesNot("1 new").Press("q").Ended()
	}
}

// The detail next to the board is a look at the task that the person selects.
func TestScenarioATaskIsSeenInTheDetailNextToTheBoard(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 160, H: 40, Before: map[string]string{
		idA + ".json": s12(idA, "Schema", "in_progress", `"bob"`, "[]"), idD + ".json": s12(idD, "Release", "pending", "null", "[]"),
	}})
	h.Sees("Schema").Agent("s12", "bob").Completes(idA)
	h.Sees("1, 1 new").On("Release").Press("j").Sees("1, 1 new").Choose("Schema").SeesNot("1 new")
}

func TestScenarioAReviewNeedsThePerson(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Board: func(o *ui.Options) { o.Config.Review = true }, Before: map[string]string{
		idA + ".json": s12(idA, "Schema", "in_progress", `"bob"`, "[]"), idB + ".json": s12(idB, "Endpoints", "pending", "null", "[]"),
	}})
	h.Sees("Schema")
	h.Agent("s12", "bob").Completes(idA)
	h.Sees("1 needs you", "not seen yet").Press(".").On("Schema").Sees("enter opens it")
	h.Press("!").Sees("not seen yet").Press("enter").Sees("Last change").Press("esc").SeesNot("1 needs you", "not seen yet")
}

func TestScenarioChangesWhileNoBoardWasOpenAreShown(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "in_progress", `"bob"`, "[]")).Write(idB+".json", s12(idB, "Endpoints", "pending", "null", "[]"))
	h.Write(idE+".json", s12(idE, "Release notes", "in_progress", `"ann"`, "[]"))
	h.Sees("of 3 done").Press("q").Ended()
	h.Write(idE+".json", s12(idE, "Release notes", "completed", `"ann"`, "[]")) // her own command is no news to her
	h.Write(idA+".json", s12(idA, "Schema", "completed", `"bob"`, "[]")).Write(idC+".json", s12(idC, "Docs", "pending", "null", "[]"))
	testdir.Must(t, os.Remove(h.Dir+"/"+idB+".json"))
	again := OpenIn(t, h.Cwd, Options{})
	again.Sees("Since you looked").SeesRow("✓", "Schema", "bob's", "before ").SeesRow("Docs", "created").SeesRow("Endpoints", "deleted").SeesNot("yours")
	again.Press("esc").SeesNot("Since you looked").Press("A").SeesRow("✓ bob", "Schema").SeesRow("Endpoints was deleted")
	again.Press("esc", "q").Ended()
	again = OpenIn(t, h.Cwd, Options{}).Sees("of 3 done").SeesRow("Docs").SeesNot("Since you looked") // it was shown
	again.Press("q").Ended()
	h.Write(idD+".json", s12(idD, "Landing page", "pending", "null", "[]"))
	again = OpenIn(t, h.Cwd, Options{}).Sees("Since you looked")
	again.Press("/").Type("cab").Sees("Nothing matches").Press("esc").SeesRow("●", "Docs").SeesRow("●", "Landing page") // the keys were typed before the summary appeared
}
