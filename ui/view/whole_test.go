package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Where rows are free no subject is cut, the last card stands in the last row, and nothing moves when another card is selected.
func TestSubjectsAreWholeWhereRowsAreFree(t *testing.T) {
	for _, size := range [][2]int{{44, 50}, {80, 60}, {120, 40}, {200, 60}} {
		for n := range 10 {
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
			b.Columns[0].Whole = l.Whole(PendingColumn, &b.Columns[0])
			b.Stack.Whole, b.Stack.Told = l.WholeStacked(&b)
			frame := strings.Join(rowsOf(l, &Screen{Board: b}, plainSheet()), "\n")
			whole := b.Columns[0].Whole
			if l.Stacked {
				whole = b.Stack.Whole
			}
			if got := strings.Count(frame, "Wire"); got != n || whole == n && n > 0 && strings.Contains(frame, "…") {
				t.Errorf("%v: %d of %d tasks, %d of them whole, in\n%s", size, got, n, whole, frame)
			}
			if n < 8 && whole != n {
				t.Errorf("%v: %d of %d subjects are whole in\n%s", size, whole, n, frame)
			}
			before := l.Hits(PendingColumn, &b.Columns[0])
			for i := range cards {
				cards[i].Open = true
				if now := l.Hits(PendingColumn, &b.Columns[0]); !l.Stacked && whole == n && !slices.Equal(now, before) {
					t.Errorf("%v: with card %d selected the cards stand at %v, not at %v", size, i, now, before)
				}
				cards[i].Open = false
			}
		}
	}
}
