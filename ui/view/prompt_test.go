package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestAFilterSaysWhatElseCanBeTypedWhereAllOfItHasRoom(t *testing.T) {
	const also = "and @owner, changed<10m"
	for w, want := range map[int]bool{80: true, 44: false} {
		s := Screen{Board: sampleBoard()}
		s.Board.Prompt = &Prompt{Label: txt("/"), Text: txt("the filter typed"), Cursor: 16, Tally: txt("3 of 18"), Also: txt(also)}
		frame := func() string {
			return ansi.Strip(NewPainter().Draw(Arrange(w, 24, LayoutOptions{}), &s, plainSheet()).Content)
		}
		if strings.Contains(frame(), also) != want {
			t.Errorf("%d cells wide it is said: %t\n%s", w, !want, frame())
		}
		s.Board.Prompt.Offers = []Text{txt("stalled")}
		if strings.Contains(frame(), also) {
			t.Errorf("%d cells wide it is said beside what can be filled in", w)
		}
	}
}
