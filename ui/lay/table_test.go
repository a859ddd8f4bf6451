package lay

import (
	"fmt"
	"slices"
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
	g.Table(t, h)
	for i := range g.Rows {
		g.Rows[i] = strings.TrimRight(ansi.Strip(g.Rows[i]), " ")
	}
	return g.Rows
}

func word(s string) Bit { return Bit{Text: safetext.Line(s)} }

// cell returns a cell of words with a blank between them.
func cell(words ...string) (c Cell) {
	c.Gap = 1
	for _, w := range words {
		c.Bits = append(c.Bits, word(w))
	}
	return c
}

// with returns a changed copy of a cell.
func (c Cell) with(change func(c *Cell)) Cell {
	change(&c)
	return c
}

func item(cells ...Cell) Item { return Item{Cells: cells} }

// ExampleTable is a list of birds in three columns. Where cells are few the note gives way first: it says less, and then goes. The weight
// stays longer, and the name has what the others leave.
func ExampleTable() {
	var t Table
	t.Reset([]Col{
		{Fill: true, Min: 6},
		{Gap: 2, Min: 2, Priority: 1},
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
	// Great spotted woodpeck…  +2   85 g
	// Blackbird                +1  100 g
	// --------------------
	// Wren             9 g
	// Great sp…  +2   85 g
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

// Each row of cases is a table in several widths; a row of dashes in a title stands for its rule.
func TestATableGivesItsCellsToWhatMattersMost(t *testing.T) {
	long := []Bit{word("Parse the files"), word("Emit"), word("Ship it")}
	numbers := []Bit{word("#1"), word("#2"), word("#3")}
	names := func(c Cell, names ...string) Cell {
		for _, name := range names {
			c.Short = append(c.Short, word(name))
		}
		return c
	}
	bar := Cell{Wide: 9, Draw: func(p *Pen) { p.Bar(style.Plain, "=", p.Room()) }}
	run := func(c *Cell) { c.Runs = true }
	drop := func(c *Cell) { c.Drop = true }
	says := func(text string) Cell { return Cell{Gap: 1, Bits: []Bit{{Sign: "!", Text: safetext.Line(text)}}} }
	owners := []Item{
		item(cell("#1"), cell("Wren"), Cell{Bits: []Bit{word("oak")}, Short: []Bit{}}, names(cell("agent", "12m"), "agent")),
		item(cell("#1"), cell("Goldfinch"), Cell{Bits: []Bit{word("oak")}, Short: []Bit{}}, names(cell("al", "2m"), "al")),
	}
	fills := []Col{{Fill: true}}
	for _, c := range []struct {
		rule  string
		cols  []Col
		items []Item
		want  map[int]string // by the cells there are
	}{
		{"a filling column may be between others, and the lowest priority gives way first",
			[]Col{{Priority: 3}, {Gap: 1, Min: 4, Fill: true, Rest: true}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2, Right: true}}, owners,
			map[int]string{
				30: "#1 Wren          oak agent 12m|#1 Goldfinch     oak     al 2m",
				26: "#1 Wren      oak agent 12m|#1 Goldfinch oak     al 2m",
				24: "#1 Wren        agent 12m|#1 Goldfinch oak   al 2m",
				20: "#1 Wren        agent|#1 Goldfinch   al 2m",
				18: "#1 Wren      agent|#1 Goldfinch    al",
				14: "#1 Wren  agent|#1 Goldfin… al",
			}},
		{"the lowest priority goes first, wherever its column is",
			[]Col{{Fill: true, Min: 4}, {Gap: 1, Priority: 2}, {Gap: 1, Priority: 1}}, []Item{item(cell("Wren"), cell("oak"), cell("elm"))},
			map[int]string{12: "Wren oak elm", 11: "Wren oak", 8: "Wren oak", 7: "Wren"}},
		{"a column that was left out before a larger one comes back where it fits",
			[]Col{{Priority: 3}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2}, {Fill: true}}, []Item{item(cell("first"), cell("2nd"), cell("the third"), Cell{})},
			map[int]string{19: "first 2nd the third", 18: "first the third", 9: "first 2nd", 8: "first"}},
		{"an empty column takes no cells",
			[]Col{{Fill: true}, {Gap: 5, Priority: 1}, {Gap: 1, Priority: 2, Min: 2}}, []Item{item(cell("Wren"), Cell{}, cell("9 g"))},
			map[int]string{8: "Wren 9 g", 7: "Wren 9…", 6: "Wr… 9…"}},
		{"a column is no wider than its most", []Col{{Fill: true}, {Gap: 1, Max: 6}}, []Item{item(cell("Wren"), cell("Great spotted"))},
			map[int]string{20: "Wren Great spotted", 11: "Wren Great…"}},
		{"a column that cannot shrink keeps its cells", []Col{{Fill: true, Min: 6}, {Gap: 2, Priority: 1}},
			[]Item{
				item(cell("Great spotted woodpecker"), Cell{Bits: []Bit{word("ready")}, Short: []Bit{}}),
				item(cell("Wren"), names(cell("agent-1"), "agent-1")),
			},
			map[int]string{24: "Great spotted …  ready|Wren             agent-1"}},
		{"a list shortens its last bits first and counts what has no room", fills, []Item{item(Cell{List: true, Gap: 1, Bits: long, Short: numbers})},
			map[int]string{28: "Parse the files Emit Ship it", 27: "Parse the files Emit #3", 22: "Parse the files #2 #3", 12: "#1 #2 #3", 7: "#1 +2", 4: "+3", 1: ""}},
		{"and what was counted before", fills, []Item{item(Cell{List: true, Gap: 1, Bits: long, Short: numbers, More: 5})},
			map[int]string{40: "Parse the files Emit Ship it +5", 9: "#1 #2 +6", 6: "#1 +7"}},
		{"a list without a short form cuts nothing", fills, []Item{item(cell("oak", "elm").with(func(c *Cell) { c.List = true }))},
			map[int]string{7: "oak elm", 6: "oak +1", 5: "+2"}},
		{"a piece of a list of one says more than its short form", fills, []Item{item(Cell{List: true, Bits: long[:1], Short: numbers[:1]})},
			map[int]string{15: "Parse the files", 10: "Parse the…", 9: "#1"}},
		{"but not if others are counted", fills, []Item{item(Cell{List: true, Bits: long[:1], Short: numbers[:1], More: 2})},
			map[int]string{18: "Parse the files +2", 17: "#1 +2"}},
		{"the first bit is cut for short ones behind it", fills, []Item{item(Cell{Bits: []Bit{word("a long title"), word("new")}, Gap: 2, Keep: 5})},
			map[int]string{17: "a long title  new", 16: "a long tit…  new"}},
		{"but not for a long one", fills, []Item{item(Cell{Bits: []Bit{word("a long title"), word("today")}, Gap: 2, Keep: 5})},
			map[int]string{19: "a long title  today", 18: "a long title  tod…", 16: "a long title"}},
		{"a short form replaces what has no room", fills, []Item{item(names(cell("oak", "elm"), "o"))}, map[int]string{7: "oak elm", 6: "o"}},
		{"a bit that nothing precedes is cut to any length", fills, []Item{item(cell("oak"))}, map[int]string{3: "oak", 2: "o…", 1: "…"}},
		{"a sign has a blank behind it", fills, []Item{item(says("a"))}, map[int]string{3: "! a"}},
		{"unless it is tight", fills, []Item{item(Cell{Bits: []Bit{{Sign: "!", Count: 10, Tight: true}}})}, map[int]string{3: "!10"}},
		{"or all there is", fills, []Item{item(Cell{Gap: 1, List: true, Bits: []Bit{{Sign: "!"}, {Sign: "?"}}})}, map[int]string{3: "! ?"}},
		{"an id is before its text", fills, []Item{item(Cell{Gap: 1, List: true, Bits: []Bit{{ID: safetext.Line("#1"), Text: safetext.Line("oak")}, {ID: safetext.Line("#2")}}})},
			map[int]string{9: "#1 oak #2", 8: "+2"}},
		{"a text has at most so many cells", fills, []Item{item(Cell{Gap: 1, List: true, Bits: []Bit{{Text: safetext.Line("finch"), Most: 4}, {Text: safetext.Line("owl"), Most: 4}}})},
			map[int]string{8: "fin… owl"}},
		{"a line is cut as one text", fills, []Item{item(Cell{Line: spans("oak", " elm")})}, map[int]string{7: "oak elm", 6: "oak e…"}},
		{"a cell may have a row of its own where its column has no room", []Col{{Fill: true, Min: 40}, {Gap: 1}},
			[]Item{{Open: true, Cells: []Cell{says("Wrens and finches"), cell("in the oak").with(drop)}}},
			map[int]string{30: "! Wrens and finches in the oak", 29: "! Wrens and finches|  in the oak", 12: "! Wrens and|  finches|  in the oak"}},
		{"and makes its column no wider", []Col{{Fill: true, Min: 12}, {Gap: 1, Priority: 1}},
			[]Item{item(cell("Great spotted woodpecker"), cell("← #7")), item(cell("Wren"), cell("waits for a missing bird").with(drop))},
			map[int]string{24: "Great spotted wood… ← #7|Wren|waits for a missing bird"}},
		{"the caller draws in the cells that are left, what runs on makes no column wider", []Col{{Fill: true, Min: 4}, {Gap: 1, Min: 6, Priority: 1, Rest: true}, {Gap: 1, Priority: 2, Right: true}},
			[]Item{item(cell("Parse"), bar, cell("12m")), item(cell("Emit"), bar), item(cell("what is said of it, in many words").with(run))},
			map[int]string{
				24: "Parse ============== 12m|Emit  ==============|what is said of it, in …", 16: "Parse ====== 12m|Emit  ======|what is said of…",
				15: "Par… ====== 12m|Emit ======|what is said o…", 14: "Parse 12m|Emit|what is said …",
			}},
		{"what runs on is there even without its column", []Col{{Fill: true, Min: 4}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2}},
			[]Item{item(cell("Wren"), cell("a song").with(run)), item(cell("Owl"), cell("9 g"), cell("x"))}, map[int]string{14: "Wren a song|Owl  9 g x", 9: "Wren a s…|Owl  x"}},
		{"what wraps goes on below where its text begins, in rows to the right end", []Col{{Fill: true, Min: 8}, {Gap: 1, Priority: 1, Right: true}},
			[]Item{{Open: true, Cells: []Cell{{Lead: []Bit{{Sign: ">"}}, Below: []Bit{{Sign: "|"}}, Bits: []Bit{word("id"), word("one two three four five six seven eight nine")}, Gap: 1}, cell("9")}}},
			map[int]string{14: ">id one two  9||   three four||   five six||   seven eig…", 50: ">id one two three four five six seven eight nine 9"}},
		{"from span to span", []Col{{Fill: true}, {Gap: 1, Right: true}},
			[]Item{{Open: true, Cells: []Cell{{Lead: []Bit{{Sign: ">"}, {Sign: " "}}, Line: spans("agent-1", " completed ", "Parse the files")}, cell("3m")}}},
			map[int]string{18: "> agent-1       3m|  completed Parse|  the files"}},
		{"but only what is open", []Col{{Fill: true}, {Gap: 1, Right: true}},
			[]Item{item(Cell{Lead: []Bit{{Sign: ">"}, {Sign: " "}}, Line: spans("agent-1", " completed ", "Parse the files")}, cell("3m"))},
			map[int]string{18: "> agent-1 comp… 3m"}},
		{"a column has the cells of those in which its item has nothing", []Col{{Fill: true, Min: 4}, {Gap: 1, Right: true}, {Gap: 1}},
			[]Item{item(cell("Wren"), cell("9"), cell("oak")), item(cell("Goldfinch, a pair")), item(cell("Finch"), Cell{}, cell("e"))},
			map[int]string{12: "Wren   9 oak|Goldfinch, …|Finch    e"}},
		{"a title has a rule behind it, and what is above the columns further right", []Col{{Fill: true, Min: 6, Rest: true}, {Gap: 2}, {Gap: 2, Right: true}},
			[]Item{
				{Head: true, Cells: []Cell{{Bits: []Bit{word("Ready"), {Count: 12}}, Gap: 1}, cell("who"), cell("no")}},
				item(cell("Wren"), cell("agent"), Cell{Bits: []Bit{{Count: 345}}}),
				{Head: true, Cells: []Cell{cell("Done"), {}, cell("no")}},
				{Head: true, Above: 1, Cells: []Cell{cell("Blocked"), cell("nobody")}, Tail: []Bit{word("3 more")}},
			},
			map[int]string{
				34: "Ready 12 ────────────── who ─── no|Wren                    agent  345|Done ────────────────────────── no||Blocked ─────────────────── 3 more",
				22: "Ready 12 ── who ─── no|Wren        agent  345|Done ────────────── no||Blocked ─────── 3 more",
				16: "Ready 12 ──── no|Wren  agent  345|Done ──────── no||Blocked ─ 3 more",
				15: "Ready 12 ─── no|Wren        345|Done ─────── no||Blocked  3 more",
				14: "Ready 12 ── no|Wren       345|Done ────── no||Blocked ──────",
				10: "Ready 12 ─|Wren   345|Done ── no||Blocked ──",
			}},
	} {
		for w, want := range c.want {
			t.Run(fmt.Sprint(c.rule, " ", w), func(t *testing.T) {
				var table Table
				table.Reset(c.cols)
				table.Items = slices.Clone(c.items)
				got := strings.Join(rows(&table, w, 99), "|")
				if got != want {
					t.Errorf("\n%s, want\n%s", strings.ReplaceAll(got, "|", "\n"), strings.ReplaceAll(want, "|", "\n"))
				}
			})
		}
	}
}

// Everything an item can have, in a part of a row: the table is between two bars.
func TestATableStaysInItsCells(t *testing.T) {
	var table Table
	table.Reset([]Col{{Head: safetext.Line("bird"), Gap: 3, Fill: true, Min: 6}, {Gap: 2, Head: safetext.Line("weight"), Right: true, Priority: 1}, {Head: safetext.Line("too long"), Max: 2}})
	table.Indent, table.Right, table.Headed, table.Wrap = 2, 1, true, 2
	ends := func(left string, right ...Bit) Ends {
		return Ends{Left: Cell{Bits: table.Spans(spans(left))}, Right: right}
	}
	below := table.Rows(ends("in the oak", word("1d")), ends(""), ends("in the lower elm", word("2d")), ends("", word("3d")))
	title := Bit{Sign: "!", Hue: style.Dim, Style: style.Head, Text: safetext.Line("Great spotted woodpecker")}
	table.Items = []Item{
		{Head: true, Cells: []Cell{cell("Birds")}},
		{Edge: []Bit{{Sign: "|"}, {Sign: ">"}}, Kind: FirstKind, Item: 7, In: 2, Ground: style.Raised, Open: true, Below: below,
			Cells: []Cell{{Bits: table.Bits(title, Bit{})}, {Lead: []Bit{{Sign: "~"}}, Bits: []Bit{{Count: 85, Kind: KeySpot, Key: safetext.Line("w")}}}}},
		{Below: []Ends{ends("no bird")}},
	}
	var spots []Spot
	p := Pen{Sheet: style.New(true, colorprofile.TrueColor), Spots: &spots}
	table.Fit(23)
	for i := range table.Items {
		table.Put(i, table.Height(i))
	}
	var got []string
	for y := range table.Len() + 1 {
		p.RowAt = y
		p.B = p.B[:0]
		p.Begin(26, style.Flat)
		p.Glyph(style.Plain, "[")
		if y == table.Len() {
			table.DrawHeads(&p)
		} else {
			table.DrawRow(&p, y)
		}
		p.Glyph(style.Plain, "]")
		got = append(got, named(p.Sheet, string(p.B)))
	}
	want := []string{
		"{plain}[ Birds                 ]",
		"{plain}[{plain raised}|>{dim raised}! {head raised}Great       {plain raised}~85   ∎{plain}]",
		"{plain}[{plain raised}|   {head raised}spotted woodpecker∎{plain}]",
		"{plain}[{plain raised}|   in the oak      1d∎{plain}]",
		"{plain}[{plain raised}|   in the lower elm  ∎{plain}]",
		"{plain}[{plain raised}|                   3d∎{plain}]",
		"{plain}[                       ]",
		"{plain}[  no bird              ]",
		"{plain}[  {title}bird       {dim}weight{plain}]",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var pressed []string
	for _, s := range spots {
		pressed = append(pressed, fmt.Sprint(s.X, "-", s.X+s.W, " of row ", s.Y, ": ", s.Item, s.In, s.Key.String()))
	}
	if got, want := strings.Join(pressed, ", "), "1-24 of row 1: 7 2, 18-20 of row 1: 0 0w, 1-24 of row 2: 7 2, 1-24 of row 3: 7 2, 1-24 of row 4: 7 2, 1-24 of row 5: 7 2"; got != want {
		t.Errorf("pressed %s", got)
	}
}

// The title of what is selected is reversed where no ground marks it, in each of its rows, as one block.
func TestASelectedTitleIsReversedInEachOfItsRows(t *testing.T) {
	sheet := style.New(true, colorprofile.NoTTY)
	for w, want := range map[int]string{
		22: "{plain field}Parse the task files{plain} 9",
		12: "{plain field}Parse the∎{plain} 9|{plain field}task files ∎",
	} {
		var table Table
		table.Reset([]Col{{Fill: true}, {Gap: 1}})
		table.Items = []Item{{Open: true, Mark: true, Cells: []Cell{{Line: spans("Parse the", " task files")}, cell("9")}}}
		g := NewPage(sheet, w, style.Flat)
		if g.Table(&table, 3); named(sheet, strings.Join(g.Rows, "|")) != want {
			t.Errorf("%d cells: %s", w, named(sheet, strings.Join(g.Rows, "|")))
		}
	}
}

func TestWhatIsSearchedForIsUnderlinedInEachRow(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	var table Table
	table.Reset([]Col{{Fill: true}})
	found := Cell{Gap: 1, Bits: []Bit{word("#1"), {Sign: "!", Text: safetext.Line("elm and elder"), Find: "el"}}}
	typed := Cell{Bits: []Bit{{Text: safetext.Line("elder tree"), Find: "edt", Typed: true}}}
	table.Items = []Item{{Open: true, Cells: []Cell{found}}, item(typed)}
	g := NewPage(sheet, 12, style.Flat)
	g.Table(&table, 9)
	want := "{plain}#1 ! {match}el{plain}m and|{plain}     {match}el{plain}der  |{match}e{plain}l{match}d{plain}er {match}t{plain}ree  "
	if got := named(sheet, strings.Join(g.Rows, "|")); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}

func TestARowIsFreeOnlyWhereAllItemsHaveRoom(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true}})
	for _, name := range []string{"a", "b", "c"} {
		table.Items = append(table.Items, Item{Above: 1, Cells: []Cell{cell(name)}})
	}
	for h, want := range map[int]string{5: "a,,b,,c", 4: "a,b,c", 3: "a,b,c", 2: "a,b", -1: ""} {
		if got := strings.Join(rows(&table, 9, h), ","); got != want {
			t.Errorf("in %d rows %q, want %q", h, got, want)
		}
		if before, behind := table.Line(-1), table.Line(table.Len()); before != -1 || behind != -1 {
			t.Errorf("outside of its rows a table has items %d and %d", before, behind)
		}
	}
}

// Whether a changed item moves something decides whether the others are drawn again.
func TestAnItemIsReplacedInItsPlaceWhereNothingMoves(t *testing.T) {
	for _, c := range []struct {
		w            int
		title, owner string
		stays        bool
	}{
		{30, "Wren", "qa", true}, {30, "A longer title", "qa", true}, {12, "Goldfinch", "qa", true},
		{30, "Finch", "qa-2", false},     // the column of owners is wider
		{30, "Finch", "", false},         // and there is none any more
		{8, "Wren and owl", "qa", false}, // it takes two rows when it is open
	} {
		for _, open := range []bool{true, false} {
			var table Table
			table.Reset([]Col{{Fill: true, Min: 4, Rest: true}, {Gap: 1, Priority: 1}})
			table.Items = []Item{{Open: open, Cells: []Cell{cell("Finch"), cell("qa")}}}
			table.Lay(c.w, 9)
			if got := table.Replace(0, item(cell(c.title), cell(c.owner))); got != c.stays || table.Items[0].Open != open {
				t.Errorf("%d cells, %s of %s: stays %v, open %v", c.w, c.title, c.owner, got, table.Items[0].Open)
			}
		}
	}
}

func TestATableKnowsWhatItCutsAndLeavesOut(t *testing.T) {
	var table Table
	table.Reset([]Col{{Fill: true, Min: 4}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2}})
	table.Items = []Item{item(cell("Finch"), cell("oak"), cell("9 g")), item(cell("a word")), item(Cell{}, cell("a song").with(func(c *Cell) { c.Runs = true }))}
	for w, want := range map[int]string{
		13: "[true true true] [true true]", 12: "[false true true] [true true]", 9: "[false true false] [false true]", 6: "[false true false] [false false]", 4: "[false false false] [false false]",
	} {
		table.Fit(w)
		if got := fmt.Sprint([]bool{table.Whole(0), table.Whole(1), table.Whole(2)}, []bool{table.Shows(1), table.Shows(2)}); got != want {
			t.Errorf("%d cells: %s", w, got)
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
