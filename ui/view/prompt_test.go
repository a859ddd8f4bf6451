package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestAFilterSaysWhatCanBeTypedWhileNothingIs(t *testing.T) {
	const hint = "words, @owner"
	for _, w := range []int{44, 80} {
		for _, typed := range []string{"", "schema"} {
			s := Screen{Board: sampleBoard()}
			s.Board.Prompt = &Prompt{Label: txt("/"), Text: txt(typed), Cursor: len(typed), Tally: txt("3 found"), Hint: txt(hint)}
			frame := ansi.Strip(NewPainter().Draw(Arrange(w, 24, LayoutOptions{}), &s, plainSheet()).Content)
			if strings.Contains(frame, hint) != (typed == "") {
				t.Errorf("%d cells wide, %q typed:\n%s", w, typed, frame)
			}
		}
	}
}
