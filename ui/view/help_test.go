package view

import (
	"slices"
	"testing"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
)

// Whatever their sizes, groups stay whole, each is in one column, and no column is much higher than it must be.
func TestNoGroupOfTheHelpIsDivided(t *testing.T) {
	for _, sizes := range [][]int{{10, 10, 6, 6, 6, 6, 9, 3, 4, 3, 11, 14}, {1}, {5, 5}, {2, 30, 2}, {3, 3, 3, 3}, {}} {
		for n := 1; n <= helpColumns; n++ {
			var groups [][]helpRow
			tallest, all := 0, 0
			for i, size := range sizes {
				rows := make([]helpRow, size)
				for j := range rows {
					rows[j].title = lay.Bit{Text: safetext.Number(100*i + j)}
				}
				groups, tallest, all = append(groups, rows), max(tallest, size), all+1+size
			}
			found, least := 0, max(tallest, (all-1+n-1)/n)
			for _, lane := range lay.Divide(groups, n) {
				if len(lane) > least+tallest {
					t.Errorf("%v in %d columns: one has %d rows, %d would do", sizes, n, len(lane), least)
				}
				for at := 0; at < len(lane); at++ {
					i := slices.IndexFunc(groups, func(g []helpRow) bool { return g[0] == lane[at] })
					if i < 0 || at+len(groups[i]) > len(lane) || !slices.Equal(groups[i], lane[at:at+len(groups[i])]) {
						t.Fatalf("%v in %d columns: row %d is in no whole group", sizes, n, at)
					}
					if at += len(groups[i]); at < len(lane) && lane[at] != (helpRow{}) {
						t.Fatalf("%v in %d columns: no row between two groups", sizes, n)
					}
					found++
				}
			}
			if found != len(groups) {
				t.Errorf("%v in %d columns: %d of %d groups", sizes, n, found, len(groups))
			}
		}
	}
}
