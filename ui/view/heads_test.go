package view

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/style"
)

// sampleParts returns the sample with most of its tasks as the parts of three containers.
func sampleParts() Board {
	b := sampleBoard()
	heads := []Head{
		{Key: "2", Name: txt("Payment"), ID: txt("IMPL-2"), Done: 1, All: 5},
		{Key: "3", Name: txt("翻訳 of the pages, and of all that they link to"), ID: txt("IMPL-3"), All: 6},
		{Key: "1", Name: txt("Cart service"), ID: txt("IMPL-1"), Done: 3, All: 3},
	}
	for k, runs := range [Columns][]Run{
		{{First: 1, Len: 2, Head: 1}, {First: 4, Len: 5, Head: 2}}, {{Len: 2, Head: 1}, {First: 2, Len: 1, Head: 2}}, {{First: 1, Len: 1, Head: 1}, {First: 2, Len: 2, Head: 3}},
	} {
		b.Columns[k].Stack.Heads, b.Columns[k].Stack.Runs = heads, runs
	}
	return b
}

// underHeads returns runs with the heads that others name, those without a head first.
func underHeads(runs, heads []Run) (all []Run) {
	for _, r := range runs {
		for i := r.First; i < r.First+r.Len; i++ {
			one := Run{Section: r.Section, Column: r.Column, First: i, Len: 1}
			for _, of := range heads {
				if i >= of.First && i < of.First+of.Len {
					one.Head = of.Head
				}
			}
			if n := len(all) - 1; n >= 0 && all[n].Section == one.Section && all[n].Head == one.Head && all[n].First+all[n].Len == i {
				all[n].Len++
			} else {
				all = append(all, one)
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Run) int { return cmp.Compare(x.Head, y.Head) })
	return all
}

// drawParts draws the sample of parts, changed by change, and returns the rows of the cards of a column.
func drawParts(w, h int, k ColumnKind, change func(*Board)) []string {
	s, l := Screen{Board: sampleParts()}, Arrange(w, h, LayoutOptions{})
	change(&s.Board)
	s.Board.Stack = stackOf(&s.Board)
	all := l.Columns[k]
	var rows []string
	for _, row := range rowsOf(l, &s, style.New(true, colorprofile.Ascii).WithGlyphs(true))[all.Cards.Y:][:all.Cards.H] {
		rows = append(rows, strings.TrimRight(ansi.Cut(row, all.All.X, all.All.X+all.All.W), " "))
	}
	return rows
}

func TestTheHeadsOfAColumnSayDoneAllOrNone(t *testing.T) {
	for name, want := range map[string]string{
		"Cart":                                "    Payment  1 of 5 done  IMPL-2|    Cart  3 of 3 done     IMPL-1",
		"Cart service":                        "    Payment  1 of 5       IMPL-2|    Cart service  3 of 3  IMPL-1",
		"Cart service and all that it serves": "    Payment  1 of 5       IMPL-2|    Cart service~  3 of 3 IMPL-1",
	} {
		rows := drawParts(118, 40, CompletedColumn, func(b *Board) {
			heads := slices.Clone(b.Columns[CompletedColumn].Stack.Heads)
			heads[2].Name = txt(name)
			b.Columns[CompletedColumn].Stack.Heads = heads
		})
		rows = slices.DeleteFunc(rows, func(row string) bool { return !strings.Contains(row, "IMPL-") })
		if got := strings.Join(rows, "|"); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestWhereCardsAreCloseOnlyARowAboveAHeadIsFree(t *testing.T) {
	rows := drawParts(120, 34, PendingColumn, func(*Board) {})
	from, to := rowWith(rows, "IMPL-2"), rowWith(rows, "Undo across")
	for i := from - 1; i < to; i++ {
		if above := strings.Contains(rows[i+1], "IMPL-"); (rows[i] == "") != above {
			t.Errorf("row %d:\n%s", i, strings.Join(rows, "\n"))
		}
	}
}

// rowWith returns the row that has a text, -1 for none.
func rowWith(rows []string, text string) int {
	return slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, text) })
}

func TestTheHeadOfPartsStaysWhileTheyAreThere(t *testing.T) {
	for first, want := range map[int]string{0: "Wave layout", 4: "Payment", 5: "Payment", 6: "IMPL-3"} {
		rows := drawParts(120, 10, PendingColumn, func(b *Board) { b.Columns[0].Stack.First, b.Columns[0].Stack.Selected = first, -1 })
		if !strings.Contains(rows[0], want) {
			t.Errorf("from card %d on there is no %q:\n%s", first, want, strings.Join(rows, "\n"))
		}
	}
}

func TestAPressOnAHeadFindsItsContainer(t *testing.T) {
	s, l := Screen{Board: sampleParts()}, Arrange(120, 40, LayoutOptions{})
	s.Board.Stack = stackOf(&s.Board)
	pt, rows := drawnBy(l, &s, plainSheet())
	x, y, ok := cellOf(rows, "IMPL-1", l.Body.Y)
	if spot, is := pt.SpotAt(x, y, PartsSpot); !ok || !is || spot.Item != 2 || ColumnKind(spot.In) != CompletedColumn {
		t.Errorf("%v %v %+v", ok, is, spot)
	}
}
