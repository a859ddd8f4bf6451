package uitest

import "testing"

func TestScenarioATaskIsGivenToAKnownNameANewNameMeAndNobody(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Logo")
	h.Press("m").Sees("Give Logo to", "you", "bob", "1 in progress", "nobody").Type("bo").Press("enter")
	h.Sees("Give Logo to bob?", "they never start it", "y/enter  give it", "s  give it in progress", "n  leave it").Press("y").Says(idC+".json", "owner", `"bob"`).Says(idC+".json", "status", `"pending"`)
	h.SeesRow("bob", "#0003").Choose("Logo").Press("m").Type("codex-2").Sees("a new name").Press("enter").Sees("Give Logo to codex-2?").Press("y").Says(idC+".json", "owner", `"codex-2"`)
	h.SeesRow("codex-2", "#0003").Choose("Logo").Press("m").Type("me").Press("enter").Sees("Give Logo to ann?").Press("y").Says(idC+".json", "owner", `"ann"`)
	h.SeesRow("you", "#0003").Choose("Logo").Press("m").Type("nobody").Press("enter").Says(idC+".json", "owner", "null")
	h.Press("u").Says(idC+".json", "owner", `"ann"`)
	h.SeesRow("you", "#0003").Choose("Logo").Press("m").Type("eve").Press("enter").Sees("Give Logo to eve?").Press("s").Reads(idC+".json", s12(idC, "Logo", "in_progress", `"eve"`, "[]"))
	h.SeesRow("◐", "Logo").Sees("you gave Logo to eve").Press("u").Sees("Undone: gave Logo to eve").Reads(idC+".json", s12(idC, "Logo", "pending", `"ann"`, "[]"))
}

func TestScenarioTakingATaskInProgressFromAnAgentSaysWhatThatMeans(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Landing page")
	h.Press("m").Type("ann").Press("enter").Sees("Give Landing page to ann?", "bob is not notified").Press("n").Sees("Landing page")
	h.Still(idD+".json", s12(idD, "Landing page", "in_progress", `"bob"`, "[]"))
	h.Choose("Landing page").Press("m").Type("ann").Press("enter").Sees("bob is not notified").Press("y").Says(idD+".json", "owner", `"ann"`)
}

func TestScenarioATaskIsGivenToNobodyTwice(t *testing.T) {
	t.Parallel()
	h := openFilter(t).Choose("Logo")
	h.Press("m").Type("nobody").Press("enter").Sees("nobody has it already")
	h.Still(idC+".json", s12(idC, "Logo", "pending", "null", "[]"))
}
