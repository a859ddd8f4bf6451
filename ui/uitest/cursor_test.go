package uitest

import (
	"fmt"
	"os"
	"testing"
)

// openCursor opens a board with five ready tasks and the cursor on the third.
func openCursor(t *testing.T) *Driver {
	t.Helper()
	h := Open(t, Options{})
	for i, subject := range []string{"One", "Two", "Three", "Four", "Five"} {
		id := fmt.Sprintf("task_177800000%d_000%d", i, i)
		h.Write(id+".json", s12(id, subject, "pending", "null", "[]"))
	}
	return h.Sees("5 tasks").Choose("Three")
}

const (
	idThree = "task_1778000002_0002"
	idFour  = "task_1778000003_0003"
)

func TestScenarioTheCursorStaysOnItsTaskWhereverAgentsMoveIt(t *testing.T) {
	t.Parallel()
	h := openCursor(t)
	bob := h.Agent("s12", "bob")
	bob.Writes("task_1777000000_0000.json", s12("task_1777000000_0000", "Zero", "pending", "null", "[]"))
	h.Sees("6 tasks").On("Three") // a new card above does not push it away, and does not take the cursor
	bob.Removes("task_1778000000_0000.json")
	h.Sees("5 tasks").On("Three")
	bob.Claims(idThree)
	h.SeesRow("◐ Three").On("Three")
	bob.Completes(idThree)
	h.SeesRow("✓ Three").On("Three")
	bob.Writes(idThree+".json", s12(idThree, "Three renamed", "pending", "null", "[]"))
	h.SeesRow("● Three renamed").On("Three renamed").Press("j").On("Four")
}

func TestScenarioCompletingMovesTheCursorDownInItsColumn(t *testing.T) {
	t.Parallel()
	for _, atOnce := range []bool{true, false} {
		h := openCursor(t).Press("g").On("One")
		if atOnce {
			h.Type("dydydydydy")
		} else {
			for _, next := range []string{"Two", "Three", "Four", "Five"} {
				h.Press("d").Sees("without claiming it?").Press("y").On(next)
			}
			h.Press("d").Sees("Complete Five without claiming it?").Press("y")
		}
		for i := range 5 {
			h.Says(fmt.Sprintf("task_177800000%d_000%d.json", i, i), "status", `"completed"`)
		}
	}
}

func TestScenarioAKeyFollowsTheMovedCardAndReturns(t *testing.T) {
	t.Parallel()
	complete := func(h *Driver, subject string) {
		h.Press("d").Sees("Complete " + subject + " without claiming it?").Press("y")
	}
	h := openCursor(t)
	complete(h, "Three")
	h.On("Four").Sees("follow it").Press("`").On("Three").SeesRow("✓", "Three").Press("`").On("Four")
	complete(h.Choose("Five"), "Five")
	h.On("Four").SeesRow("✓", "Five").Press("`").On("Five").Press("`").On("Four")  // it was the last of its column
	h.Press("2").Sees("TASK").Press("c").Sees("d  complete").Press("1").On("Four") // in a picture the task stays in sight
}

// The cursor used to leave a claimed card, so that "claim, complete" acted on two tasks.
func TestScenarioAClaimedTaskStaysSelectedAndIsTheOneThatIsCompleted(t *testing.T) {
	t.Parallel()
	h := openCursor(t)
	h.Agent("s12", "bob").Claims(idFour)
	h.SeesRow("◐", "Four")
	h.Type("cd").Says(idThree+".json", "status", `"completed"`).On("Four").SeesNot("without claiming")
	h.Press("`").On("Three")
	h.Press("/").Type("is:ready").Press("enter").Choose("Two").Press("c").Says("task_1778000001_0001.json", "status", `"in_progress"`).On("Five")
}

func TestScenarioAFailedClaimLeavesTheSelectionOnItsTask(t *testing.T) {
	t.Parallel()
	h := openCursor(t)
	if err := os.Chmod(h.Dir, 0o500); err != nil || os.Getuid() == 0 {
		t.Skip("the directory cannot be kept from being written here")
	}
	defer func() { _ = os.Chmod(h.Dir, 0o700) }()
	h.Press("c").Sees("Not claimed").On("Three")
}

func TestScenarioWhenItsTaskVanishesTheCursorGoesToTheNearestSurvivor(t *testing.T) {
	t.Parallel()
	h := openCursor(t)
	bob := h.Agent("s12", "bob").Removes(idThree + ".json")
	h.Sees("4 tasks").On("Four")
	h.Press("j").On("Five")
	bob.Removes("task_1778000004_0004.json")
	h.Sees("3 tasks").On("Four")
	bob.Removes(idFour + ".json").Removes("task_1778000001_0001.json").Removes("task_1778000000_0000.json")
	h.Sees("No tasks yet")
	bob.Writes(idFour+".json", s12(idFour, "Four again", "pending", "null", "[]"))
	h.On("Four again")
}

func TestScenarioTheCursorMovesByKeysAcrossColumns(t *testing.T) {
	t.Parallel()
	h := openCursor(t)
	h.Press("g").On("One").Press("k").On("One").Press("G").On("Five").Press("j").On("Five").Press("up").On("Four").Press("down").On("Five")
	h.Press("l").On("Five") // nothing to the right yet
	h.Agent("s12", "bob").Claims(idFour)
	h.SeesRow("◐ Four").Press("right").On("Four").Press("left", "home").On("One")
}

func TestScenarioTheCursorsTaskStaysVisibleInALongColumn(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 100, H: 20})
	for i := range 60 {
		id := fmt.Sprintf("task_17780001%02d_0000", i)
		h.Write(id+".json", s12(id, fmt.Sprintf("Job %02d", i), "pending", "null", "[]"))
	}
	h.Sees("60 tasks").Press("G").On("Job 59").Sees("↑").SeesNot("● Job 00")
	h.Press("g").On("Job 00").Sees("↓").SeesNot("● Job 59")
	h.Press("pgdown").SeesNot("▌ ● Job 00").Press("pgup").On("Job 00")
	h.Resize(100, 12).Await("the new size", h.drawn)
	h.On("Job 00").Press("j", "j", "j", "j", "j", "j", "j", "j").On("Job 08").Resize(100, 20).On("Job 08")
}
