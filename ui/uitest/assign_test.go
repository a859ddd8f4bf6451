package uitest

import "testing"

func TestScenarioATaskIsGivenToSomebodyKnownToANewNameToMeAndToNobody(t *testing.T) {
	t.Parallel()
	h := filterHouse(t).Choose("Logo")
	h.Press("m").Sees("Give Logo to", "you", "bob", "1 in progress", "nobody").Type("bo").Press("enter").Says(idC+".json", "owner", `"bob"`).Says(idC+".json", "status", `"pending"`)
	h.SeesRow("bob", "#0003").Choose("Logo").Press("m").Type("codex-2").Sees("a new name").Press("enter").Says(idC+".json", "owner", `"codex-2"`)
	h.SeesRow("codex-2", "#0003").Choose("Logo").Press("m").Type("me").Press("enter").Says(idC+".json", "owner", `"ann"`)
	h.SeesRow("you", "#0003").Choose("Logo").Press("m").Type("nobody").Press("enter").Says(idC+".json", "owner", "null")
	h.Press("u").Says(idC+".json", "owner", `"ann"`)
}

func TestScenarioTakingARunningTaskFromAnAgentSaysWhatThatMeans(t *testing.T) {
	t.Parallel()
	h := filterHouse(t).Choose("Landing page")
	h.Press("m").Type("ann").Press("enter").Sees("Give Landing page to ann?", "bob is not told").Press("n").Sees("Landing page")
	h.Still(idD+".json", s12(idD, "Landing page", "in_progress", `"bob"`, "[]"))
	h.Choose("Landing page").Press("m").Type("ann").Press("enter").Sees("bob is not told").Press("y").Says(idD+".json", "owner", `"ann"`)
}

func TestScenarioATaskIsGivenToNobodyTwice(t *testing.T) {
	t.Parallel()
	h := filterHouse(t).Choose("Logo")
	h.Press("m").Type("nobody").Press("enter").Sees("nobody has it already")
	h.Still(idC+".json", s12(idC, "Logo", "pending", "null", "[]"))
}
