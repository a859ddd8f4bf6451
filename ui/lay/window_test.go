package lay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// list draws the visible part of a list of n items that have the same number of rows each.
func list(w Window, n, rows, height int) (*Page, []string) {
	g := NewPage(plain(), 30, style.Flat)
	heights := slices.Repeat([]int{height}, n)
	g.List(w, n, rows, func(i int) int { return heights[i] }, func(i int) {
		for range heights[i] {
			g.Text(style.Plain, safetext.Number(i))
		}
	})
	var seen []string
	for _, row := range g.Rows {
		seen = append(seen, strings.TrimSpace(ansi.Strip(row)))
	}
	return g, seen
}

func TestAWindowShowsTheSelectedItemAndCountsTheOthers(t *testing.T) {
	for _, c := range []struct {
		first, selected, n, rows, height int
		want                             string
	}{
		{0, 0, 3, 3, 1, "0,1,2"},
		{0, 0, 3, 5, 1, "0,1,2"},
		{2, 2, 3, 3, 1, "0,1,2"},
		{0, 0, 9, 4, 1, "0,1,2,6 more below"},
		{0, 4, 9, 4, 1, "2,3,4,2 more above, 4 below"},
		{3, 4, 9, 4, 1, "3,4,5,3 more above, 3 below"},
		{7, 8, 9, 4, 1, "6,7,8,6 more above"},
		{5, 2, 9, 4, 1, "2,3,4,2 more above, 4 below"},
		{0, -1, 9, 4, 1, "0,1,2,6 more below"},
		{0, 5, 9, 2, 1, "4,5"},
		{0, 1, 3, 5, 2, "0,0,1,1,1 more below"},
		{0, 2, 3, 3, 2, "2,2,2 more above"},
	} {
		if _, got := list(Window{First: c.first, Selected: c.selected}, c.n, c.rows, c.height); strings.Join(got, ",") != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestAWindowHasNoMoreRowsThanThereAreAndShowsTheSelectedItem(t *testing.T) {
	for n := range 9 {
		for selected := range n {
			for first := range n {
				for rows := 3; rows < 12; rows++ {
					_, got := list(Window{First: first, Selected: selected}, n, rows, 2)
					if len(got) > rows || !strings.Contains(strings.Join(got, ","), fmt.Sprintf("%d,%d", selected, selected)) {
						t.Errorf("%d of %d from %d in %d rows: %q", selected, n, first, rows, got)
					}
				}
			}
		}
	}
}

func TestAPressOnAnItemCountsTheStepsThatLeadToIt(t *testing.T) {
	g, _ := list(Window{Selected: 2, Skip: func(i int) bool { return i == 1 }}, 4, 8, 2)
	for y, want := range map[int]int{0: -1, 1: -1, 4: 0, 6: 1} {
		if s, ok := SpotAt(g.Spots, 3, y, LineSpot); !ok || s.By != want {
			t.Errorf("row %d: %+v, want %d", y, s, want)
		}
	}
	if s, ok := SpotAt(g.Spots, 3, 2); ok {
		t.Errorf("what cannot be selected has %+v", s)
	}
}
