package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestALowConflictShowsAllOfTheSelectedField(t *testing.T) {
	for selected, want := range []string{"Draw cards", "you", "by hand"} {
		c := sampleConflict()
		c.Selected = selected
		s := Screen{Board: sampleBoard(), Overlay: c}
		frame := ansi.Strip(NewPainter().Draw(Arrange(40, 13, LayoutOptions{}), &s, plainSheet()).Content)
		for _, words := range []string{c.Fields[selected].Field.String(), "yours", want, " more "} {
			if !strings.Contains(frame, words) {
				t.Errorf("%d is selected, %q is not seen:\n%s", selected, words, frame)
			}
		}
	}
}
