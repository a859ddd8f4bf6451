package uitest

import (
	"strings"
	"testing"
)

const undoA = "task_1778000000_0001"

func TestScenarioAnOverwrittenEditCanBeAppliedAgain(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	before := s12(undoA, "Parse", "pending", "null", "[]")
	h.Write(undoA+".json", before)
	h.SeesRow("●", "Parse").Press("c").Says(undoA+".json", "owner", `"ann"`).SeesRow("◐", "Parse")
	bob := h.Agent("s12", "bob")
	h.Await("the stale copy to stand", func() bool { // right after the edit it is applied again automatically
		bob.Writes(undoA+".json", before)
		return strings.Contains(h.Screen(), "overwrote your edit")
	})
	h.Sees("overwrote your edit", "Press a").Press("a")
	h.Says(undoA+".json", "owner", `"ann"`).SeesRow("◐", "Parse")
}

// Nobody knows how long bob has had his task.
func TestScenarioAnAgeIsShownOnlyWhereItIsKnown(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 200, H: 90, Before: map[string]string{undoA + ".json": s12(undoA, "Parse", "in_progress", `"bob"`, "[]")}})
	h.SeesRow("◐", "Parse").SeesNot("or more").Press("r").Sees("bob has").SeesNot("less than")
}
