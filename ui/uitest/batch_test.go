package uitest

import (
	"testing"
)

func TestScenarioAnActionOfAnEarlierSessionIsUndoneAsOne(t *testing.T) {
	t.Parallel()
	h := openFilter(t)
	h.Choose("Write the schema").Press("space").Choose("Landing page").Press("space", "d").Sees("Complete 2 tasks").Press("enter").Sees("2 tasks completed").Press("q").Ended()
	again := OpenIn(t, h.Cwd, Options{})
	again.SeesRow("✓", "Landing page").Press("u").Sees("Undo 2 edits of an earlier session?", "You completed 2 tasks, just now.").Press("y")
	again.Says(idA+".json", "status", `"in_progress"`).Says(idD+".json", "status", `"in_progress"`).Sees("Undone: completed 2 tasks").SeesRow("◐", "Landing page")
	again.Press("\x12").Says(idA+".json", "status", `"completed"`).Says(idD+".json", "status", `"completed"`).Sees("Done again: completed 2 tasks") // ctrl+r
	again.Press("u").Sees("Undo 2 edits").Press("y").Says(idA+".json", "status", `"in_progress"`).Says(idD+".json", "status", `"in_progress"`).NoLitter()
}
