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
		house.Choose("Wave layout").Press("tab").SeesRow("Undo journal", "stalled")
		house.Press("tab").Sees("in the last hour").Press("tab").Sees(board).SeesNot("in the last hour").Press("shift+tab").Sees("in the last hour")
		house.Press("shift+tab").SeesRow("Undo journal", "stalled").SeesNot("in the last hour")
	}
}

func TestScenarioTheLogStaysAsItIsWhenTheSelectedTaskIsCompleted(t *testing.T) {
	t.Parallel()
	house := readmeHouse(t, Options{W: 120, H: 21, As: "agent-1", Board: func(o *ui.Options) { o.Still = true }})
	house.Choose("Board columns").Press("2").SeesRow("▌", "Board columns").Press("d").Sees("you completed Board columns")
	house.SeesRow("▌", "Undo journal").SeesNot("Atomic writes")
	house.Press("u").SeesRow("Board columns", "you now").SeesNot("Atomic writes")
}
