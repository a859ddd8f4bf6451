package uitest

import (
	"testing"

	"sideboard/ui"
)

func TestScenarioTabGoesInTheOrderOfTheNumbersAtEveryWidth(t *testing.T) {
	t.Parallel()
	for _, w := range []int{80, 120} {
		board := map[int]string{80: "Done  3", 120: "Completed"}[w]
		house := readmeHouse(t, Options{W: w, H: 30})
		house.Choose("Wave layout").Press("tab").Sees("NOW").Press("tab").SeesRow("Undo journal", "stalled")
		house.Press("tab").Sees("in the last hour").Press("tab").Sees(board).SeesNot("in the last hour").Press("shift+tab").Sees("in the last hour")
		house.Press("shift+tab").SeesRow("Undo journal", "stalled").SeesNot("in the last hour")
	}
}

func TestScenarioTheGraphHasTheSelectedTaskInItEvenWithoutLinks(t *testing.T) {
	t.Parallel()
	house := readmeHouse(t, Options{W: 120, H: 40})
	house.Choose("Merge live edits").Press("2").SeesRow("▌", "Merge live edits").SeesRow("── #0006 Merge live edits").SeesNot("without links")
	house.Press("up").SeesRow("◐ #0006 ") // and nothing moves when the person goes on
	house.Press("1").Choose("Wave layout").Press("2").At("Wave layout").Sees("1 without links").SeesNot("Merge live edits")
}

func TestScenarioTheLogStaysAsItIsWhenTheSelectedTaskIsCompleted(t *testing.T) {
	t.Parallel()
	house := readmeHouse(t, Options{W: 120, H: 21, As: "agent-1", Board: func(o *ui.Options) { o.Still = true }})
	house.Choose("Board columns").Press("3").SeesRow("▌", "Board columns").Press("d").Sees("you completed Board columns")
	house.SeesRow("▌", "no such task").SeesNot("Atomic writes")
	house.Press("u").SeesRow("Board columns", "you now").SeesNot("Atomic writes")
}
