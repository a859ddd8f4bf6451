package uitest

import (
	"testing"

	"sideboard/ui"
)

func TestScenarioTabFollowsTheNumbersOfTheViewsAtEveryWidth(t *testing.T) {
	t.Parallel()
	for _, w := range []int{80, 120} {
		board := map[int]string{80: "Done  3", 120: "Completed"}[w]
		d := openReadme(t, Options{W: w, H: 30})
		d.Choose("Wave layout").Press("tab").SeesRow("Undo journal", "stalled")
		d.Press("tab").Sees("in the last hour").Press("tab").Sees(board).SeesNot("in the last hour").Press("shift+tab").Sees("in the last hour")
		d.Press("shift+tab").SeesRow("Undo journal", "stalled").SeesNot("in the last hour")
	}
}

func TestScenarioTheTreeStaysWhenTheSelectedTaskIsCompleted(t *testing.T) {
	t.Parallel()
	d := openReadme(t, Options{W: 120, H: 21, As: "agent-1", Board: func(o *ui.Options) { o.Still = true }})
	d.Choose("Board columns").Press("2").SeesRow("▌", "Board columns").Press("d").Sees("you completed Board columns")
	d.SeesRow("▌", "Undo journal").SeesNot("Atomic writes")
	d.Press("u").SeesRow("Board columns", "you now").SeesNot("Atomic writes")
}
