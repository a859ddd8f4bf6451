package lay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

func spans(words ...string) (l Line) {
	for _, w := range words {
		l = append(l, Span{Text: safetext.Line(w)})
	}
	return l
}

// A title has a rule behind it, what it has in the columns further right above these, and its tail at the end, as far as there is room.
func TestATitleHasARuleAndWhatIsInTheColumnsFurtherRight(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true, Min: 6, Rest: true}, {Gap: 2}, {Gap: 2, Right: true}})
	table.Items = []Item{
		{Head: true, Cells: []Cell{{Bits: []Bit{word("Ready"), {Count: 12}}, Gap: 1}, {Bits: []Bit{word("who")}}, {Bits: []Bit{word("no")}}}},
		{Cells: []Cell{{Bits: []Bit{word("Wren")}}, {Bits: []Bit{word("agent")}}, {Bits: []Bit{{Count: 345}}}}},
		{Head: true, Above: 1, Cells: []Cell{{Bits: []Bit{word("Blocked")}}}, Tail: []Bit{word("3 more")}},
	}
	for w, want := range map[int][]string{
		34: {"Ready 12 ────────────── who ─── no", "Wren                    agent  345", "", "Blocked ─────────────────── 3 more"},
		22: {"Ready 12 ── who ─── no", "Wren        agent  345", "", "Blocked ─────── 3 more"},
		12: {"Ready 12 ───", "Wren     345", "", "Blocked ────"},
	} {
		if got := rows(&table, w, 9); !slices.Equal(got, want) {
			t.Errorf("%d cells: %q", w, got)
		}
	}
}

func TestWhatHasJustRoomIsWhole(t *testing.T) {
	list := []Bit{word("oak"), word("elm")}
	for _, c := range []struct {
		w    int
		cell Cell
		want string
	}{
		{3, Cell{Bits: []Bit{{Sign: "!", Text: safetext.Line("a")}}}, "! a"},
		{2, Cell{Bits: []Bit{{Sign: "!", Count: 9, Tight: true}}}, "!9"},
		{3, Cell{Bits: []Bit{{Sign: "!", Count: 10, Tight: true}}}, "!10"},
		{6, Cell{Bits: []Bit{{ID: safetext.Line("#1"), Text: safetext.Line("oak")}}}, "#1 oak"},
		{9, Cell{Bits: []Bit{{Text: safetext.Line("finch"), Most: 5}}}, "finch"},
		{9, Cell{Bits: []Bit{{Text: safetext.Line("finch"), Most: 4}}}, "fin…"},
		{7, Cell{Bits: list, Gap: 1, List: true}, "oak elm"},
		{6, Cell{Bits: list, Gap: 1, List: true}, "oak +1"},
		{5, Cell{Bits: list, Gap: 1, List: true}, "+2"},
		{1, Cell{Bits: list, Gap: 1, List: true}, ""},
		{7, Cell{Bits: list, Short: []Bit{word("o")}, Gap: 1}, "oak elm"},
		{6, Cell{Bits: list, Short: []Bit{word("o")}, Gap: 1}, "o"},
		{7, Cell{Line: spans("oak", " elm")}, "oak elm"},
		{6, Cell{Line: spans("oak", " elm")}, "oak e…"},
	} {
		t.Run(fmt.Sprint(c.w, " ", c.want), func(t *testing.T) {
			var table Table
			table.Reset([]Col{{Fill: true}})
			table.Items = []Item{{Cells: []Cell{c.cell}}}
			if got := rows(&table, c.w, 1); !slices.Equal(got, []string{c.want}) {
				t.Errorf("%q", got)
			}
		})
	}
}

// A cell that may have a row of its own has that only where its column has no room, and the sign of a title that wraps is in its first row.
func TestACellIsBelowItsTitleWhereItsColumnHasNoRoom(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true, Min: 40}, {Gap: 1}})
	title := Bit{Sign: "!", Text: safetext.Line("Wrens and finches")}
	table.Items = []Item{{Open: true, Cells: []Cell{{Bits: []Bit{title}}, {Drop: true, Bits: []Bit{word("in the oak")}}}}}
	for w, want := range map[int][]string{
		30: {"! Wrens and finches in the oak"}, 29: {"! Wrens and finches", "  in the oak"}, 12: {"! Wrens and", "  finches", "  in the oak"},
	} {
		if got := rows(&table, w, 9); !slices.Equal(got, want) {
			t.Errorf("%d cells: %q", w, got)
		}
	}
	if before, behind := table.Line(-1), table.Line(table.Len()); before != -1 || behind != -1 {
		t.Errorf("outside of its rows a table has items %d and %d", before, behind)
	}
}

func TestBlanksInsideOfARowStayWhereALineWraps(t *testing.T) {
	for _, c := range []struct {
		w    int
		want string
	}{{30, "oak elm ash  bay"}, {9, "oak elm|ash  bay"}, {4, "oak|elm|ash|bay"}} {
		var got []string
		for _, l := range WrapLine(spans("oak", " elm", " ash", "  bay"), c.w) {
			row := ""
			for _, s := range l {
				row += s.Text.String()
			}
			got = append(got, strings.TrimRight(row, " "))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%d cells: %q", c.w, got)
		}
	}
}

// The columns before and behind the filling one keep their cells; what gives way in short is at the right end of its own, or left out.
func TestTheFillingColumnMayBeBetweenOthers(t *testing.T) {
	var table Table
	table.Reset([]Col{{Priority: 3}, {Gap: 1, Min: 4, Fill: true, Rest: true}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2, Right: true}})
	for _, bird := range []string{"Wren", "Goldfinch"} {
		table.Items = append(table.Items, Item{Cells: []Cell{{Bits: []Bit{word("#1")}}, {Bits: []Bit{word(bird)}},
			{Bits: []Bit{word("oak")}, Short: []Bit{}}, {Bits: []Bit{word("agent"), word("12m")}, Gap: 1, Short: []Bit{word("agent")}}}})
	}
	for _, c := range []struct {
		w     int
		want  []string
		whole bool
	}{
		{30, []string{"#1 Wren          oak agent 12m", "#1 Goldfinch     oak agent 12m"}, true},
		{26, []string{"#1 Wren      oak agent 12m", "#1 Goldfinch oak agent 12m"}, true},
		{24, []string{"#1 Wren        agent 12m", "#1 Goldfinch   agent 12m"}, false},
		{20, []string{"#1 Wren        agent", "#1 Goldfinch   agent"}, false},
		{14, []string{"#1 Wren  agent", "#1 Gold… agent"}, false},
	} {
		if got := rows(&table, c.w, 9); !slices.Equal(got, c.want) || table.Whole(1) != c.whole {
			t.Errorf("%d cells: %q, whole %v", c.w, got, table.Whole(1))
		}
	}
}

// Whether a changed item moves something decides whether the others are drawn again.
func TestAnItemIsReplacedInItsPlaceWhereNothingMoves(t *testing.T) {
	item := func(title, owner string) Item {
		return Item{Cells: []Cell{{Bits: []Bit{word(title)}}, {Bits: []Bit{word(owner)}}}}
	}
	for _, c := range []struct {
		w     int
		it    Item
		stays bool
	}{
		{30, item("Wren", "qa"), true}, {30, item("A longer title", "qa"), true}, {12, item("Goldfinch", "qa"), true},
		{30, item("Finch", "qa-2"), false},     // the column of owners is wider
		{30, item("Finch", ""), false},         // and there is none any more
		{8, item("Wren and owl", "qa"), false}, // it takes two rows when it is open
	} {
		var table Table
		table.Reset([]Col{{Fill: true, Min: 4, Rest: true}, {Gap: 1, Priority: 1}})
		table.Items = []Item{item("Finch", "qa")}
		table.Lay(c.w, 9)
		if got := table.Replace(0, c.it); got != c.stays {
			t.Errorf("%d cells, %+v: stays %v", c.w, c.it.Cells, got)
		}
	}
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
	}{
		{0, 5, "0|1|2|3|4"}, {0, 9, "0|1|2|3|4"}, {0, 3, "0|1|3 more below  esc"}, {1, 3, "1|2|1 more above, 2 below  esc"},
		{2, 3, "2|3|4"}, {9, 3, "2|3|4"}, {-1, 2, "0|4 more below  esc"}, {0, 1, "0"}, {1, 1, "1"},
	} {
		g := NewPage(plain(), 40, style.Flat)
		for i := range 5 {
			g.Row(func(p *Pen) { p.Number(style.Plain, i) })
		}
		g.Keep(c.first, c.n, word("esc"))
		for i := range g.Rows {
			g.Rows[i] = strings.TrimRight(g.Rows[i], " ")
		}
		if got := strings.Join(g.Rows, "|"); got != c.want {
			t.Errorf("%d rows from %d on: %q", c.n, c.first, got)
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
