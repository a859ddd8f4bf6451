package lay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// plain is a sheet without colours, so that a row reads as it is.
func plain() *style.Sheet { return &style.Sheet{Glyphs: style.GlyphSet(false)} }

// rows draws a table in w cells and at most h rows.
func rows(t *Table, w, h int) []string {
	g := NewPage(plain(), w, style.Flat)
	t.Lay(w, h)
	for y := range t.Len() {
		g.Row(func(p *Pen) { t.DrawRow(p, y) })
	}
	for i := range g.Rows {
		g.Rows[i] = strings.TrimRight(ansi.Strip(g.Rows[i]), " ")
	}
	return g.Rows
}

func word(s string) Bit { return Bit{Text: safetext.Line(s)} }

// ExampleTable is a list of birds in three columns. Where cells are few the note gives way first: it says less, and then goes. The weight
// stays longer, and the name has what the others leave.
func ExampleTable() {
	var t Table
	t.Reset([]Col{
		{Fill: true, Min: 6},
		{Gap: 2, Min: 2, Priority: 1, Float: true},
		{Gap: 2, Priority: 2, Right: true},
	})
	for _, bird := range []struct {
		name, weight string
		seen         []string
	}{{"Wren", "9 g", nil}, {"Great spotted woodpecker", "85 g", []string{"oak", "beech"}}, {"Blackbird", "100 g", []string{"lawn"}}} {
		seen := Cell{List: true, Gap: 1}
		for _, at := range bird.seen {
			seen.Bits = append(seen.Bits, word(at))
		}
		t.Items = append(t.Items, Item{Cells: []Cell{{Bits: []Bit{word(bird.name)}}, seen, {Bits: []Bit{word(bird.weight)}}}})
	}
	for _, w := range []int{44, 34, 20, 8} {
		fmt.Println(strings.Repeat("-", w))
		for _, row := range rows(&t, w, 3) {
			fmt.Println(row)
		}
	}
	// Output:
	// --------------------------------------------
	// Wren                                   9 g
	// Great spotted woodpecker  oak beech   85 g
	// Blackbird                 lawn       100 g
	// ----------------------------------
	// Wren                           9 g
	// Great spotted woodpecker  +2  85 g
	// Blackbird                +1  100 g
	// --------------------
	// Wren             9 g
	// Great spo…  +2  85 g
	// Blackbird  +1  100 g
	// --------
	// Wren
	// Great s…
	// Blackbi…
}

func TestATableHasNoMoreCellsThanThereAre(t *testing.T) {
	for w := range 60 {
		var table Table
		table.Reset([]Col{{Fill: true, Min: 10}, {Gap: 2, Min: 4, Max: 20, Priority: 2}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 3, Right: true}})
		table.Wrap = 3
		for i := range 8 {
			table.Items = append(table.Items, Item{Open: i%3 == 0, Above: i % 2, Cells: []Cell{
				{Lead: []Bit{{Sign: ">"}}, Bits: []Bit{word(strings.Repeat("long title ", i))}},
				{List: true, Gap: 1, Bits: []Bit{word("first"), word("second")}, Short: []Bit{word("1"), word("2")}, More: i},
				{Bits: []Bit{word("owner"), word("12m")}, Short: []Bit{word("owner")}, Gap: 1},
				{Bits: []Bit{{Count: i * 7, Style: style.Dim}}},
			}})
		}
		for h := range 12 {
			got := rows(&table, w, h)
			if len(got) > h {
				t.Errorf("%d rows of %d", len(got), h)
			}
			for _, row := range got {
				if n := ansi.StringWidth(row); n > w {
					t.Errorf("%d cells of %d: %q", n, w, row)
				}
			}
		}
	}
}

func TestAListShortensItsLastBitsFirstAndCountsWhatHasNoRoom(t *testing.T) {
	long, short := []Bit{word("Parse the files"), word("Emit"), word("Ship it")}, []Bit{word("#1"), word("#2"), word("#3")}
	for _, c := range []struct {
		w    int
		more int
		want string
	}{
		{40, 0, "Parse the files Emit Ship it"},
		{27, 0, "Parse the files Emit #3"},
		{22, 0, "Parse the files #2 #3"},
		{12, 0, "#1 #2 #3"},
		{7, 0, "#1 +2"},
		{4, 0, "+3"},
		{40, 5, "Parse the files Emit Ship it +5"},
		{9, 5, "#1 #2 +6"},
		{6, 5, "#1 +7"},
	} {
		t.Run(fmt.Sprint(c.w, c.more), func(t *testing.T) {
			var table Table
			table.Reset([]Col{{Fill: true}})
			table.Items = []Item{{Cells: []Cell{{List: true, Gap: 1, Bits: long, Short: short, More: c.more}}}}
			if got := rows(&table, c.w, 1); got[0] != c.want {
				t.Errorf("%q, want %q", got[0], c.want)
			}
		})
	}
}

func TestTheFirstBitOfACellIsCutForAShortOneBehindIt(t *testing.T) {
	for note, want := range map[string]string{"new": "a long tit…  new", "started yesterday": "a long title"} {
		var table Table
		table.Reset([]Col{{Fill: true}})
		table.Items = []Item{{Cells: []Cell{{Bits: []Bit{word("a long title"), word(note)}, Gap: 2, Keep: 5}}}}
		if got := rows(&table, 16, 1)[0]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		cut := !table.Whole(0)
		if table.Fit(40); !cut || !table.Whole(0) {
			t.Error("it is cut in 16 cells and whole in 40")
		}
	}
}

func TestAnOpenItemWrapsBelowWhereItsTextBegins(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true, Min: 8}, {Gap: 1, Priority: 1, Right: true}})
	table.Wrap = 3
	table.Items = []Item{{Open: true, Cells: []Cell{{Lead: []Bit{{Sign: ">"}}, Below: []Bit{{Sign: "|"}}, Bits: []Bit{word("id"), word("one two three four five six seven eight")}, Gap: 1}, {Bits: []Bit{word("9")}}}}}
	want := []string{">id one two  9", "|   three four", "|   five six …"}
	if got := rows(&table, 14, 9); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
}

func TestARowIsFreeOnlyWhereAllItemsHaveRoom(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true}})
	for _, name := range []string{"a", "b", "c"} {
		table.Items = append(table.Items, Item{Above: 1, Cells: []Cell{{Bits: []Bit{word(name)}}}})
	}
	for h, want := range map[int]string{5: "a,,b,,c", 4: "a,b,c", 3: "a,b,c", 2: "a,b"} {
		if got := strings.Join(rows(&table, 9, h), ","); got != want {
			t.Errorf("in %d rows %q, want %q", h, got, want)
		}
	}
}

func TestALineOfAnOpenItemWrapsFromSpanToSpan(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true}, {Gap: 1, Right: true}})
	table.Wrap = 2
	line := Line{{Text: safetext.Line("agent-1")}, {Text: safetext.Line(" completed ")}, {Text: safetext.Line("Parse the task files")}}
	for open, want := range map[bool]string{true: "> agent-1       3m\n  completed Parse…", false: "> agent-1 comp… 3m"} {
		table.Items = []Item{{Open: open, Cells: []Cell{{Lead: []Bit{{Sign: ">"}, {Sign: " "}}, Line: line}, {Bits: []Bit{word("3m")}}}}}
		if got := strings.Join(rows(&table, 18, 9), "\n"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The title of what is selected is reversed where no ground raises it, in each of its rows.
func TestABrokenLineIsMarkedAsOneThatHasRoom(t *testing.T) {
	for w, rows := range map[int]int{40: 1, 12: 2} {
		var table Table
		table.Reset([]Col{{Fill: true}})
		table.Wrap = 2
		table.Items = []Item{{Open: true, Mark: true, Cells: []Cell{{Line: Line{{Text: safetext.Line("Parse the")}, {Text: safetext.Line(" task files")}}}}}}
		g := NewPage(style.New(true, colorprofile.NoTTY), w, style.Flat)
		table.Lay(w, 3)
		for y := range table.Len() {
			g.Row(func(p *Pen) { table.DrawRow(p, y) })
		}
		reversed := 0
		for _, row := range g.Rows {
			reversed += b2i(strings.Contains(row, "7m"))
		}
		if reversed != rows {
			t.Errorf("%d cells: %d rows of %d are marked: %q", w, reversed, rows, g.Rows)
		}
	}
}

// A column that the caller draws is as wide as the others leave it; where it has not its Min, it goes. What runs on makes no column wider.
func TestACallerDrawsInTheCellsThatAreLeft(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true, Min: 4}, {Gap: 1, Min: 6, Priority: 1, Rest: true}, {Gap: 1, Priority: 2, Right: true}})
	bar := Cell{Wide: 9, Draw: func(p *Pen) { p.Bar(style.Plain, "=", p.Room()) }}
	table.Items = []Item{
		{Cells: []Cell{{Bits: []Bit{word("Parse")}}, bar, {Bits: []Bit{word("12m")}}}},
		{Cells: []Cell{{Bits: []Bit{word("Emit")}}, bar}},
		{Cells: []Cell{{Bits: []Bit{word("what is said of it, in many words")}, Runs: true}}},
	}
	for w, want := range map[int]string{
		24: "Parse ============== 12m\nEmit  ==============\nwhat is said of it, in …",
		16: "Parse ====== 12m\nEmit  ======\nwhat is said of…",
		15: "Par… ====== 12m\nEmit ======\nwhat is said o…",
		14: "Parse 12m\nEmit\nwhat is said …",
	} {
		if got := strings.Join(rows(&table, w, 9), "\n"); got != want {
			t.Errorf("%d cells:\n%s", w, got)
		}
	}
}

func TestATableThatIsFilledAgainAllocatesNothing(t *testing.T) {
	var table Table
	cols := []Col{{Fill: true, Min: 4}, {Gap: 1, Priority: 1}}
	p := Pen{Sheet: plain(), B: make([]byte, 0, 4096)}
	title, note := safetext.Line("title"), safetext.Line("note")
	if n := testing.AllocsPerRun(50, func() {
		table.Reset(cols)
		for i := range 20 {
			table.Items = append(table.Items, Item{Kind: FirstKind, Item: i, Cells: table.Cells(
				Cell{Bits: table.Bits(Bit{Sign: "o", Text: title})}, Cell{Bits: table.Bits(Bit{Text: note, Count: 0})})})
		}
		table.Lay(30, 20)
		p.B = p.B[:0]
		for y := range table.Len() {
			p.Begin(30, style.Flat)
			table.DrawRow(&p, y)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A column that was left out before a larger one comes back where it fits after all.
func TestAColumnComesBackWhereItFits(t *testing.T) {
	var table Table
	table.Reset([]Col{{Priority: 3}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2}, {Fill: true}})
	word := func(s string) Cell { return Cell{Bits: table.Bits(Bit{Text: safetext.Line(s)})} }
	p := Pen{Sheet: plain()}
	p.Begin(9, style.Flat)
	table.DrawSingle(&p, word("first"), word("2nd"), word("the third"), Cell{})
	if got := string(p.B); got != "first 2nd" {
		t.Errorf("%q", got)
	}
}

// A line that is cut says so, also where one of its spans ends with the last cell.
func TestALineThatIsCutSaysSo(t *testing.T) {
	line := Line{{Text: safetext.Line("agent-1")}, {Text: safetext.Line(" completed")}, {Text: safetext.Line("  " + plain().Glyphs.Dot + "  ")}, {Text: safetext.Line("unblocked")}}
	for w := range line.Width() {
		p := Pen{Sheet: plain()}
		p.Begin(w, style.Flat)
		if p.Line(line); w > 0 && !strings.HasSuffix(string(p.B), CutMark(p.Sheet).String()) || p.At > w {
			t.Errorf("%d cells: %q", w, p.B)
		}
	}
}

func TestAFloatingColumnThatCannotShrinkGivesItsCellsToTitlesToo(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true, Min: 6}, {Gap: 2, Priority: 1, Float: true}})
	at := func(agent string, short ...Bit) Cell {
		return Cell{Bits: []Bit{word(agent)}, Short: append([]Bit{}, short...)}
	}
	table.Items = []Item{
		{Cells: []Cell{{Bits: []Bit{word("Great spotted woodpecker")}}, at("ready")}},
		{Cells: []Cell{{Bits: []Bit{word("Wren")}}, at("agent-1", word("agent-1"))}},
	}
	if got, want := strings.Join(rows(&table, 24, 2), "\n"), "Great spotted woodpecker\nWren             agent-1"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAColumnIsNotWiderForWhatCanHaveARowOfItsOwn(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true, Min: 12}, {Gap: 1, Priority: 1}})
	table.Items = []Item{
		{Cells: []Cell{{Bits: []Bit{word("Great spotted woodpecker")}}, {Bits: []Bit{word("← #7")}}}},
		{Cells: []Cell{{Bits: []Bit{word("Wren")}}, {Drop: true, Bits: []Bit{word("waits for a missing bird")}}}},
	}
	if got, want := strings.Join(rows(&table, 24, 9), "\n"), "Great spotted wood… ← #7\nWren\nwaits for a missing bird"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
