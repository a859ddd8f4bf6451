package uitest

import "testing"

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

func TestScenarioLinksAreMadeFromTheDetailAndOnANarrowScreen(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{W: 60, H: 20})
	h.Choose("Parser").Press("enter").Sees("File  ").Press("L").Sees("Links of").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Reads(planParser+".json", s12(planParser, "Parser", "pending", "null", ids(planSchema, planLogo)))
	h.Press("esc", "2").Sees("Parser").Press("X").Sees("Remove a link")
	h.Resize(40, 12).Await("the new size", h.drawn)
	h.SeesRow("▌", "Logo").Press("esc").SeesNot("Remove a link")
}
