package uitest

import (
	"strings"
	"testing"

	"sideboard/ui"
)

func TestScenarioTwoTasksAreLinkedInFourKeystrokesWhileAnAgentWrites(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	bob := h.Agent("s12", "bob")
	h.Choose("Logo").Press("L").Sees("will wait for").Type("d")
	bob.Writes(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.Sees("1 change waiting").SeesRow("▌", "Docs").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planDocs)))
	h.SeesRow("○", "Logo").SeesRow("← Docs").Sees("◐ Parser").NoLitter()
	h.Still(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.Press("u").Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", "[]"))
}

func TestScenarioALinkIsFoundByItsIDTurnedRoundAndShownInTheGraph(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	h.Choose("Logo").Press("2").At("Logo").Press("L").Sees("will wait for").Type("5").SeesRow("▌", "#0005", "Tests")
	h.SeesRow("has to wait").Sees("┄┄").Press("tab").SeesRow("Tests", "will wait for", "Logo").SeesRow("nothing else changes")
	h.Press("enter").Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planDocs, planLogo)))
	h.At("Logo")
	h.Press("L").Sees("will wait for").Press("esc").SeesNot("will wait for").At("Logo")
	h.Press("L").Press("right").Press("right").SeesRow("will wait for", "Tests").Press("esc").SeesNot("will wait for").NoLitter()
}

func TestScenarioALoopIsSpelledOutAndRefusedBeforeItExists(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	before := h.all()
	for _, view := range []string{"1", "2"} {
		h.Press("1").Choose("Parser").Press(view, "L").Sees("will wait for").Type("tests")
		h.Sees("Not linked: #0005 waits for #0002 already").SeesRow("▌", "Tests", "↺ would close a loop")
		h.Press("enter").Sees("Not linked: #0005 waits for #0002 already, through #0003")
		h.Press("tab").SeesRow("Tests", "will wait for").Press("tab").Sees("Not linked").Press("esc").SeesNot("Not linked", "will wait for")
	}
	h.Unwritten(before).NoLitter()
}

func TestScenarioAnAgentClosesTheWayDuringTheGestureAndTheLinkIsCheckedAgain(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	h.Choose("Logo").Press("2").At("Logo").Press("L").Type("parser").SeesRow("▌", "Parser").SeesNot("↺")
	bob := h.Agent("s12", "bob")
	bob.Writes(planSchema+".json", s12(planSchema, "Schema", "pending", "null", ids(planLogo)))
	h.Sees("2 changes waiting").Sees("1 done", "#0002 waits for #0006 already, through #0001").Press("enter")
	h.Sees("Not linked: #0002 waits for #0006 already, through #0001").Press("esc").SeesNot("1 done").SeesRow("Logo", "┣")
	h.Still(planLogo+".json", s12(planLogo, "Logo", "pending", "null", "[]"))
}

func TestScenarioTheTargetGoesDuringTheGesture(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	h.Choose("Logo").Press("L").Type("docs").SeesRow("▌", "Docs")
	h.Agent("s12", "bob").Removes(planDocs + ".json")
	h.Sees("2 changes waiting").Press("enter").Sees("no task is chosen").Press("esc").Sees("5 tasks")
	h.Still(planLogo+".json", s12(planLogo, "Logo", "pending", "null", "[]"))
}

func TestScenarioALinkIsRemovedAndComesBackToTheByte(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	before := h.all()
	h.Choose("Tests").Press("2").At("Tests").Press("X").Sees("no longer waits for").SeesRow("▌ ← waits for", "Endpoints")
	h.Press("j").SeesRow("no longer waits for", "Docs").SeesRow("nothing else changes").Press("enter")
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints))).SeesNot("no longer waits for")
	h.Press("u").Sees("Undone: unlinked Tests").Unwritten(before)
	h.Press("1").Choose("Docs").Press("X").SeesRow("unblocks", "Tests", "blocked").Press("G", "enter")
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints))).Press("u").Sees("Undone").Unwritten(before)
	h.Choose("Logo").Press("X").Sees("#0006 has no links").NoLitter()
}

func TestScenarioATaskIsPutIntoALinkByOneGestureAndOneUndo(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	before := h.all()
	h.Choose("Tests").Press("2").At("Tests").Press("X").SeesRow("waits for", "Endpoints").Press("S").Sees("put between").Type("parser")
	h.SeesRow("▌", "Parser", "↺").Press("enter").Sees("Not linked")
	for range len("parser") {
		h.Press("backspace")
	}
	h.Type("logo").SeesRow("▌", "Logo").SeesRow("has to wait").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planEndpoints)))
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planDocs, planLogo)))
	h.Sees("WAVE 4").Press("A", "2").Sees("My edits", "linked Logo", "2 files").Press("esc")
	h.Press("u").Sees("Undone: linked Logo").Unwritten(before).NoLitter()
}

func TestScenarioWhoPutsATaskIntoALinkNeverRemovesOneByTheWay(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	before := h.all()
	h.Choose("Tests").Press("2").At("Tests").Press("S").Sees("choose the link that a task is put into", "put a task into it").SeesNot("move")
	h.Press("enter").Sees("an id, or a word").Press("esc").SeesNot("put between").Unwritten(before)
	h.Press("S").Sees("choose the link").Press("enter").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Sees("now waits for Logo").Press("u").Sees("Undone: linked Logo").Unwritten(before)
}

func TestScenarioALinkIsTurnedRoundByOneKeyAndOneUndo(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	before := h.all()
	h.Choose("Docs").Press("2").At("Docs").Press("X").SeesRow("▌", "waits for", "Parser").Press("tab")
	h.Reads(planDocs+".json", s12(planDocs, "Docs", "pending", "null", "[]"))
	h.Reads(planParser+".json", s12(planParser, "Parser", "pending", "null", ids(planSchema, planDocs)))
	h.Press("u").Sees("Undone").Unwritten(before)
	h.Press("1").Choose("Parser").Press("X").Sees("unlink", "swap").Press("r").Sees("Move link", "linked already").SeesNot("swap")
	h.Press("tab").Press("esc").Unwritten(before).NoLitter()
}

func TestScenarioAMissingIDIsLedToTheTaskItMeant(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	ghost := "task_1778000003_0040" // planDocs, mistyped
	h.Write(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(ghost))).SeesRow("⊘", "Logo")
	h.Choose("Logo").Press("2").At("Logo").Press("h").Sees("no file has this id: unlink").Press("l").At("Logo")
	x, y := h.Box("Logo")
	h.Click(x, y+2).Sees("no file has this id: unlink")
	h.Press("X").Sees("did you mean #0004?").Press("r").SeesRow("▌", "#0004", "Docs").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planDocs))).SeesNot("⊘")
	h.Press("u").Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(ghost)))
	h.Press("1").Choose("Logo").Press("X").Sees("did you mean #0004?").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", "[]")).SeesRow("●", "Logo")
}

func TestScenarioALinkThatOnlyOneFileKnowsIsRepairedByOneKey(t *testing.T) {
	t.Parallel()
	h := claudeHouse(t, Options{})
	h.Write("1.json", cc("1", "Schema", "pending", "", "[]", "[]"))
	h.Write("2.json", cc("2", "Docs", "pending", "", "[]", ids("1")))
	h.Write("3.json", cc("3", "Tests", "pending", "", ids("4"), "[]"))
	h.Write("4.json", cc("4", "Logo", "pending", "", "[]", "[]"))
	h.SeesRow("Docs", "≠").Choose("Docs").Press("R").Reads("1.json", cc("1", "Schema", "pending", "", ids("2"), "[]"))
	h.Choose("Logo").Press("R").Sees("Write both sides of the links of Logo?", "Logo will wait for Tests").Press("n")
	h.Choose("Logo").Press("2").At("Logo").Press("X").Press("enter").Reads("3.json", cc("3", "Tests", "pending", "", "[]", "[]")).SeesNot("≠")
	h.Press("u").Reads("3.json", cc("3", "Tests", "pending", "", ids("4"), "[]")).Sees("Undone")
	h.SeesRow("Logo", "≠").Press("R").Sees("Write both sides").Press("y").Reads("4.json", cc("4", "Logo", "pending", "", "[]", ids("3")))
	h.Press("1").Sees("Pending").Choose("Schema").Press("R").Sees("none of its links is written on one side only").NoLitter()
}

func TestScenarioNothingIsLinkedWhereNothingCanBeWritten(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{Board: func(o *ui.Options) { o.ReadOnly = true }})
	before := h.all()
	h.Choose("Docs")
	for _, k := range []string{"L", "X", "S", "R"} {
		h.Press("esc").SeesNot("Not written").Press(k).Sees("Not written: the board is read only")
	}
	h.Press("2").At("Docs").Press("L").Sees("Not written").Unwritten(before)
}

func TestScenarioALinkGestureWorksFromTheDetailAndOnANarrowScreen(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{W: 60, H: 20})
	h.Choose("Parser").Press("enter").Sees("File  ").Press("L").Sees("will wait for").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Reads(planParser+".json", s12(planParser, "Parser", "pending", "null", ids(planSchema, planLogo)))
	h.Press("esc", "2").Sees("Parser").Press("L").Sees("will wait for")
	h.Resize(40, 12).Await("the new size", h.drawn)
	h.Sees("will wait for").Press("esc")
	if strings.Contains(h.Screen(), "panic") {
		t.Error(h.Screen())
	}
}

func TestScenarioThePictureStandsStillWhileALinkIsTyped(t *testing.T) {
	t.Parallel()
	h := planHouse(t, Options{})
	h.Choose("Logo").Press("2").At("Logo").Press("L").Sees("will wait for")
	_, panel := h.Cell("── link")
	_, box := h.Box("Docs")
	for _, letter := range "doczzz" {
		h.Type(string(letter)).Await("the letter", func() bool { return strings.Contains(h.Screen(), string(letter)) })
		if _, y := h.Cell("── link"); y != panel {
			t.Errorf("after %c the panel begins in row %d, not in %d:\n%s", letter, y, panel, h.Screen())
		}
		if _, y := h.Box("Docs"); y != box {
			t.Errorf("after %c the box is in row %d, not in %d", letter, y, box)
		}
	}
}
