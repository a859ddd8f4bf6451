package uitest

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/ui"
)

func TestScenarioWhenAllIsDoneTheBoardAndTheGraphSayWhoDidIt(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{Board: func(o *ui.Options) { o.Still = true }})
	bob, eve := h.Agent("s12", "bob"), h.Agent("s12", "eve")
	bob.Claims(planParser).Completes(planParser)
	eve.Claims(planEndpoints).Completes(planEndpoints)
	for _, id := range []string{planDocs, planTests, planLogo} {
		bob.Claims(id).Completes(id)
	}
	h.SeesRow("✓ All done", "bob 5  ·  eve 1", "6 tasks completed")
	h.Choose("Parser").Press("2").SeesRow("✓ #0002 Parser", "bob")
	if n := strings.Count(h.Screen(), "✓ #"); n < 5 {
		t.Errorf("%d rows are done:\n%s", n, h.Screen())
	}
	h.Press("1").Choose("Tests").Press("o").Says(planTests+".json", "status", `"pending"`).SeesNot("All done")
	h.Press("2").Sees("5 done").SeesNot("All done")
}

func TestScenarioALongListLeavesRoomToSayThatAllIsDone(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 80, H: 24})
	for i := range 30 {
		h.Write(fmt.Sprintf("task_%d.json", i), s07(fmt.Sprint(i), fmt.Sprint("Part ", i), "completed", "[]"))
	}
	h.Sees("All done", "30 tasks completed").SeesRow("Done", "more")
	h.Write("task_7.json", s07("7", "Part 7", "pending", "[]")).SeesNot("All done").SeesRow("Part 7")
}
