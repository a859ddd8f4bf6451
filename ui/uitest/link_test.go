package uitest

import (
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
