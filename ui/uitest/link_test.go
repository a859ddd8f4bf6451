package uitest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"sideboard/ui"
)

func TestScenarioTwoTasksAreLinkedInThreeKeystrokesWhileAnAgentWrites(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	bob := h.Agent("s12", "bob")
	h.Choose("Logo").Press("L").Sees("Links of #0006 Logo", "waits for:").Type("d")
	bob.Writes(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.SeesRow("▌", "Docs", "#0004").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planDocs))).SeesRow("○", "Logo").NoLitter()
	h.Still(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.Press("u").Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", "[]"))
}

func TestScenarioALinkIsReversedBeforeAndAfterItIsMade(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	before := h.all()
	h.Choose("Logo").Press("2").At("Logo").Press("L", "tab").Sees("unblocks:").Type("5").SeesRow("▌", "Tests").Press("enter")
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planDocs, planLogo))).Press("u").Sees("Undone").Unwritten(before)
	h.Press("1").Choose("Docs").Press("X").SeesRow("▌", "Parser").Press("tab")
	h.Reads(planDocs+".json", s12(planDocs, "Docs", "pending", "null", "[]"))
	h.Reads(planParser+".json", s12(planParser, "Parser", "pending", "null", ids(planSchema, planDocs)))
	h.Press("u").Sees("Undone").Unwritten(before).NoLitter()
}

func TestScenarioALoopIsSpelledOutAndRefusedBeforeItExists(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	before := h.all()
	h.Choose("Logo").Press("2").At("Logo").Press("L").Type("parser").SeesRow("▌", "Parser").SeesNot("loop")
	h.Agent("s12", "bob").Writes(planSchema+".json", s12(planSchema, "Schema", "pending", "null", ids(planLogo)))
	h.Sees("closes a loop: Logo > Schema > Parser > Logo").Press("enter").Sees("Not linked: that closes a loop").Press("esc", "esc").SeesNot("Not linked")
	h.Write(planSchema+".json", before[planSchema+".json"])
	h.Sees("1 done").Press("1").Choose("Parser").Press("L").Type("tests").SeesRow("▌", "Tests").Sees("closes a loop").Press("esc").Sees("Unblocks").Press("esc").SeesNot("Links of")
	h.Unwritten(before).NoLitter()
}

func TestScenarioUndoingTheRemovalOfALinkRestoresEveryByte(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	before := h.all()
	h.Choose("Tests").Press("X").Sees("Remove a link of #0005 Tests").SeesRow("▌", "Endpoints").Press("j").SeesRow("▌", "Docs").Press("enter")
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints)))
	h.Press("u").Sees("Undone: unlinked Tests").Unwritten(before)
	h.Press("L", "down", "space", "space", "x").Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", "[]"))
	h.Press("u").Reads(planTests+".json", before[planTests+".json"]).Unwritten(before)
	h.Choose("Logo").Press("X").Sees("#0006 has no links").Press("S").Sees("S is removed: press X, then i to put a task between").NoLitter()
}

func TestScenarioATaskIsPutIntoALinkAndOneUndoRestoresIt(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	before := h.all()
	h.Choose("Tests").Press("X", "i").Sees("between #0003 and #0005:").Type("parser").SeesRow("▌", "Parser").Sees("closes a loop").Press("ctrl+u").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planEndpoints)))
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planDocs, planLogo)))
	h.Press("u").Sees("Undone: linked Logo").Unwritten(before)
	h.Choose("Tests").Press("X", "i").Type("Release notes").SeesRow("▌", "new task “Release notes”").Press("enter").Sees("Created and linked Release notes")
	name := h.fresh(`task_\d{10}_\d{4}\.json`, slices.Collect(maps.Keys(before))...)
	id := strings.TrimSuffix(name, ".json")
	h.Reads(name, s12(id, "Release notes", "pending", "null", ids(planEndpoints)))
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planDocs, id))).Press("u").Gone(name).Unwritten(before).NoLitter()
}

func TestScenarioSeveralAreLinkedAtOnceOnEitherSide(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	before := h.all()
	h.Choose("Logo").Press("L").Type("doc").SeesRow("▌", "Docs").Press("shift+down", "ctrl+u").Type("endp").SeesRow("▌", "Endpoints").Press("shift+down").Sees("2 marked", "link 2 tasks").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planDocs, planEndpoints))).Press("u").Sees("Undone").Unwritten(before)
	h.Choose("Docs").Press("space").Choose("Endpoints").Press("space", "L").Sees("Link 2 tasks", "wait for:").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Reads(planDocs+".json", s12(planDocs, "Docs", "pending", "null", ids(planParser, planLogo)))
	h.Reads(planEndpoints+".json", s12(planEndpoints, "Endpoints", "pending", "null", ids(planParser, planLogo))).Press("u").Sees("Undone").Unwritten(before)
	h.Choose("Docs").Press("space").Choose("Endpoints").Press("space", "L", "tab").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planDocs, planEndpoints))).Press("u").Sees("Undone").Unwritten(before).NoLitter()
}

func TestScenarioAMissingIDIsReplacedByTheTaskItMeant(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	ghost := "task_1778000003_0040" // planDocs, mistyped
	h.Write(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(ghost))).SeesRow("⊘", "Logo")
	h.Choose("Logo").Press("2").At("Logo").Press("X").SeesRow("▌", "no file has this id").Sees("did you mean #0004?").Press("i").Sees("nothing can be put before").Press("r").SeesRow("▌", "Docs", "#0004").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planDocs))).SeesNot("⊘")
	h.Press("u").Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(ghost)))
	h.Press("1").Choose("Logo").Press("X").Sees("did you mean #0004?").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", "[]")).SeesRow("●", "Logo")
}

func TestScenarioAOneSidedLinkIsRepairedInTheListOfLinks(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Write("1.json", cc("1", "Schema", "pending", "", "[]", "[]"))
	h.Write("2.json", cc("2", "Docs", "pending", "", "[]", ids("1")))
	h.Write("3.json", cc("3", "Tests", "pending", "", ids("4"), "[]"))
	h.Write("4.json", cc("4", "Logo", "pending", "", "[]", "[]"))
	h.SeesRow("Docs", "≠").Choose("Docs").Press("X").SeesRow("▌", "Schema", "on one side only").Press("R").Reads("1.json", cc("1", "Schema", "pending", "", ids("2"), "[]"))
	h.Choose("Logo").Press("X", "R").Sees("Write both sides of the links of Logo?", "Logo will wait for Tests").Press("n")
	h.Choose("Logo").Press("X", "enter").Reads("3.json", cc("3", "Tests", "pending", "", "[]", "[]")).SeesNot("≠")
	h.Press("u").Reads("3.json", cc("3", "Tests", "pending", "", ids("4"), "[]")).Sees("Undone")
	h.Choose("Logo").Press("X", "R").Sees("Write both sides").Press("y").Reads("4.json", cc("4", "Logo", "pending", "", "[]", ids("3"))).NoLitter()
}

func TestScenarioAReadOnlyBoardLinksNothing(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{Board: func(o *ui.Options) { o.ReadOnly = true }})
	before := h.all()
	h.Choose("Docs")
	for _, k := range []string{"L", "X"} {
		h.Press("esc").SeesNot("Not written").Press(k).Sees("Not written: the board is read only")
	}
	h.Unwritten(before)
}

func TestScenarioLinksAreMadeFromTheDetailAndOnANarrowScreen(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{W: 60, H: 20})
	h.Choose("Parser").Press("enter").Sees("File  ").Press("L").Sees("Links of").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Reads(planParser+".json", s12(planParser, "Parser", "pending", "null", ids(planSchema, planLogo)))
	h.Press("esc", "2").Sees("Parser").Press("X").Sees("Remove a link")
	h.Resize(40, 12).Await("the new size", h.drawn)
	h.SeesRow("▌", "Logo").Press("esc").SeesNot("Remove a link")
}
