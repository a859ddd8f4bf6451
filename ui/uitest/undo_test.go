package uitest

import (
	"strings"
	"testing"

	"sideboard/ui"
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

func TestScenarioTheProblemsPanelExplainsAndRepairs(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).SeesRow("●", "Parse")
	h.Write("task_2.json", s07("2", "Emit", "pending", "[\n    1\n  ]")).SeesRow("○", "Emit")
	h.Write("task_1.json", s07("1", "Parse", "completed", "[]")).SeesRow("✓", "Parse")
	h.SeesRow("○", "Emit").Press("!").Sees("repair it")
	h.Press("f").Sees("Clear 1 from its list").Press("y").Reads("task_2.json", s07("2", "Emit", "pending", "[]")).Press("esc").SeesRow("●", "Emit")
}

func TestScenarioTheKeyOfAProblemDoesWhatHelps(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 80, H: 24, Board: func(o *ui.Options) { o.Editor = "true" }})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[\n    2\n  ]"))
	h.Write("task_2.json", s07("2", "Emit", "pending", "[\n    3\n  ]"))
	h.Write("task_3.json", s07("3", "Link", "pending", "[\n    1\n  ]"))
	h.Write("task_4.json", s07("4", "Load", "pending", "[\n    99\n  ]"))
	h.Write("task_5.json", s07("5", "Run", "reviewing", "[]"))
	h.Write("task_6.json", "{")
	h.SeesRow("4 need you").Choose("Parse").Press("!").Sees("In a loop: #1 ← #2 ← #3 ← #1", "X  unlink").SeesNot("task_1.json", "$EDITOR", "copy path")
	h.Press("E").Sees("Not for this one").Press("X").Sees("Remove a link of #1 Parse").SeesRow("▌", "Emit").Press("enter")
	h.Reads("task_1.json", s07("1", "Parse", "pending", "[]")).SeesRow("3 need you")
	h.Press("2").At("Parse").Press("!").SeesRow("▌ !", "task_6.json").Press("G").Sees("99, which no file has", "repair it", "X  unlink").Press("X").Sees("Remove a link of #4 Load").SeesRow("▌", "no file has this id", "99").Press("esc").On("Load")
	h.Press("!").Sees("X  unlink").Press("k").Sees("E  $EDITOR").Press("E").Sees("Nothing changed").On("Run")
	h.Press("!").Sees("Its status is").Press("g").Sees("y  copy path").Press("y").Sees("Sent the path of task_6.json").SeesNot("╭")
	h.SeesRow("▌", "task_6.json").Press("!").SeesRow("▌ !", "task_6.json").Sees("y  copy path")
}

// Nobody knows how long bob has had his task.
func TestScenarioAnAgeIsShownOnlyWhereItIsKnown(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 200, H: 90, Before: map[string]string{undoA + ".json": s12(undoA, "Parse", "in_progress", `"bob"`, "[]")}})
	h.SeesRow("◐", "Parse").SeesNot("or more").Press("r").Sees("bob has").SeesNot("less than")
}
