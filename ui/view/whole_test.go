package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/style"
)

// Where rows are free no subject is cut, and nothing moves when another card is selected.
func TestSubjectsAreWholeWhereRowsAreFree(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	for _, size := range [][2]int{{44, 50}, {80, 60}, {120, 40}, {200, 60}} {
		for n := 1; n < 8; n++ {
			b := sampleBoard()
			b.News = News{}
			var cards []Card
			for i := range n {
				c := pending(Ready, fmt.Sprint("#", i), fmt.Sprintf("Wire the file watcher of part %d to the board and back, at once", i), "", "", "2h", 7)
				c.Key = fmt.Sprint(i)
				cards = append(cards, c)
			}
			b.Columns = [Columns]Column{column(-1, cards...), column(-1), column(-1)}
			b.Stack = stackOf(&b)
			l := Arrange(size[0], size[1], LayoutOptions{})
			frame := strings.Join(rowsOf(l, &Screen{Board: b}, sheet), "\n")
			if got := strings.Count(frame, "Wire"); got != n || strings.Contains(frame, "…") {
				t.Errorf("%v: %d of %d tasks, or some are cut, in\n%s", size, got, n, frame)
			}
			for i := range cards {
				b.Columns[0].Stack.Selected, b.Stack.Selected = i, i
				if now := strings.Join(rowsOf(l, &Screen{Board: b}, sheet), "\n"); strings.NewReplacer("▌", "▎").Replace(now) != frame {
					t.Errorf("%v: with card %d selected something moves:\n%s\nfrom\n%s", size, i, now, frame)
				}
			}
		}
	}
}
