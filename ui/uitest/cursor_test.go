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
