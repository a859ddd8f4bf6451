package lay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// ExamplePage is a page of all that a page can have, in 16 cells.
func ExamplePage() {
	g := NewPage(plain(), 16, style.Flat)
	g.Text(style.Plain, safetext.Line("Birds of the old oak"))
	g.Blank()
	g.Hang(4, spans("seen by two of us"), Bit{Sign: "!"})
	g.Line(spans("near", " the lake"))
	g.Gap()
	var t Table
	t.Reset([]Col{{Fill: true, Rest: true}, {Gap: 1, Right: true}})
	for i, bird := range []string{"Wren", "Finch", "Owl"} {
		t.Items = append(t.Items, Item{Cells: []Cell{{Bits: []Bit{word(bird)}}, {Bits: []Bit{{Count: i + 9}}}}})
	}
	g.Table(&t, 2)
	g.Items(&t, 2, 3)
	for _, row := range g.Rows {
		fmt.Printf("%s|\n", row)
	}
	// Output:
	// Birds of the old|
	// oak             |
	//                 |
	// !   seen by two |
	//     of us       |
	// near the lake   |
	// |
	// Wren           9|
	// Finch         10|
	// Owl           11|
}

func TestPagesAreDrawnNextToEachOther(t *testing.T) {
	page := func(w int, words ...string) *Page {
		g := NewPage(plain(), w, style.Flat)
		for i, word := range words {
			g.Row(func(p *Pen) { p.Text(style.Plain, safetext.Line(word)); p.Spot(0, Spot{Item: i}) })
		}
		return g
	}
	all := page(20, "above")
	all.Across(1, 2, page(4, "oak", "elm"), page(5, "wren"))
	all.Add(page(20, "below"))
	want := []string{"above               ", " oak   wren         ", " elm                ", "below               "}
	if !slices.Equal(all.Rows, want) {
		t.Errorf("%q", all.Rows)
	}
	if s, ok := SpotAt(all.Spots, 8, 1); !ok || s.Rect != (Rect{7, 1, 4, 1}) || len(all.Spots) != 5 || all.Spots[4].Rect != (Rect{0, 3, 5, 1}) {
		t.Errorf("spots %+v", all.Spots)
	}
}

func TestWhatIsKeptOfAPageSaysWhatIsOutOfSight(t *testing.T) {
	for _, c := range []struct {
		first, n int
		want     string
		spots    string
	}{
		{0, 5, "0|1|2|3|4", "0:0 1:1 2:2 3:3 4:4"}, {0, 9, "0|1|2|3|4", "0:0 1:1 2:2 3:3 4:4"}, {3, 0, "0|1|2|3|4", "0:0 1:1 2:2 3:3 4:4"},
		{0, 3, "0|1|3 more below  esc", "0:0 1:1"}, {1, 3, "1|2|1 more above, 2 below  esc", "1:0 2:1"},
		{2, 3, "2|3|4", "2:0 3:1 4:2"}, {9, 3, "2|3|4", "2:0 3:1 4:2"}, {-1, 2, "0|4 more below  esc", "0:0"}, {0, 1, "0", "0:0"}, {1, 1, "1", "1:0"},
	} {
		g := NewPage(plain(), 40, style.Flat)
		for i := range 5 {
			g.Row(func(p *Pen) { p.Number(style.Plain, i); p.Spot(0, Spot{Item: i}) })
		}
		g.Keep(c.first, c.n, word("esc"))
		var spots []string
		for _, s := range g.Spots {
			spots = append(spots, fmt.Sprint(s.Item, ":", s.Y))
		}
		for i := range g.Rows {
			g.Rows[i] = strings.TrimRight(g.Rows[i], " ")
		}
		if got := strings.Join(g.Rows, "|"); got != c.want || strings.Join(spots, " ") != c.spots {
			t.Errorf("%d rows from %d on: %q, spots %q", c.n, c.first, got, spots)
		}
	}
}

func TestBitsAreAtTheRightEndWhereTheyHaveRoom(t *testing.T) {
	for w, want := range map[int]string{9: "ab    xy ", 5: "abxy ", 4: "ab  "} {
		g := NewPage(plain(), w, style.Flat)
		g.Row(func(p *Pen) { Draw(p, word("ab")); DrawRight(p, 1); DrawRight(p, 1, word("xy")) })
		if g.Rows[0] != want {
			t.Errorf("%d cells: %q", w, g.Rows[0])
		}
	}
}
