package uitest

import (
	"strings"
	"testing"
)

const (
	undoA = "task_1778000000_0001"
	undoB = "task_1778000001_0002"
)

func TestScenarioAClaimIsUndoneAndRedone(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	before := s12(undoA, "Parse", "pending", "null", "[]")
	h.Write(undoA+".json", before)
	h.SeesRow("●", "Parse").Press("c").Says(undoA+".json", "owner", `"ann"`).SeesRow("◐", "Parse")
	h.Press("u").Reads(undoA+".json", before).Sees("Undone: claimed Parse").SeesRow("●", "Parse")
	h.Press("\x12").Says(undoA+".json", "owner", `"ann"`).Sees("Done again: claimed Parse") // ctrl+r
	h.NoLitter()
}

func TestScenarioOwnEditsAreListedAndAnyOfThemCanBeUndone(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(undoA+".json", s12(undoA, "Parse", "pending", "null", "[]"))
	h.Write(undoB+".json", s12(undoB, "Emit", "pending", "null", "[]"))
	h.SeesRow("●", "Parse").SeesRow("●", "Emit")
	h.Press("g", "c").SeesRow("◐", "Parse").Press("h", "g", "c").SeesRow("◐", "Emit")
	h.Says(undoB+".json", "owner", `"ann"`)
	h.Press("A", "2").Sees("My edits", "claimed Parse", "claimed Emit").Press("j", "enter")
	h.Says(undoA+".json", "status", `"pending"`).Says(undoB+".json", "status", `"in_progress"`)
}

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
