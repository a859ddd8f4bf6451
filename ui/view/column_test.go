package view

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
	"sideboard/ui/style"
)

func unevenColumn(heights []bool) Column {
	cards := make([]Card, len(heights))
	for i, three := range heights {
		cards[i] = owned(Running, "#1", "Subject", "agent-1", "1m")
		if three {
			cards[i].Doing = txt("Doing it")
		}
		if i%5 == 2 {
			cards[i].Open, cards[i].Subject = true, txt("Wire the file watcher to the board and back, so that every card moves at once")
		}
	}
	return column(-1, cards...)
}

func TestScrollingKeepsTheSelectedCardWhollyVisible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := unevenColumn(rapid.SliceOfN(rapid.Bool(), 0, 60).Draw(t, "cards"))
		for i := range c.Len {
			if rapid.IntRange(0, 3).Draw(t, "lane") == 0 && (i == 0 || len(c.Lanes) > 0) {
				c.Lanes = append(c.Lanes, Lane{Name: txt("list"), First: i})
			}
		}
		l := Arrange(rapid.IntRange(StackedBelow, 200).Draw(t, "w"), rapid.IntRange(5, 60).Draw(t, "h"), LayoutOptions{})
		c.First = rapid.IntRange(-2, 70).Draw(t, "first")
		if c.Len > 0 {
			c.Selected = rapid.IntRange(-1, c.Len-1).Draw(t, "selected")
		}
		before := c.First
		c.First = l.Scroll(PendingColumn, &c)
		if c.First < 0 || c.First > max(c.Len-1, 0) {
			t.Fatalf("scrolled to %d of %d", c.First, c.Len)
		}
		if again := l.Scroll(PendingColumn, &c); again != c.First {
			t.Fatalf("scrolling again moves from %d to %d", c.First, again)
		}
		hits := l.Hits(PendingColumn, &c)
		_, rows := l.cardRows(PendingColumn)
		if c.Selected >= 0 && rows >= 3+mostSubjectRows { // a lane may have its head above it
			found := false
			for _, hit := range hits {
				card := c.At(hit.Index)
				found = found || hit.Index == c.Selected && hit.Height == card.Height(l.Columns[PendingColumn].All.W)
			}
			if !found {
				t.Fatalf("card %d is not visible from %d on: %v", c.Selected, c.First, hits)
			}
		}
		if c.Selected < 0 && before >= 0 && before < c.First {
			t.Fatalf("a wheel's position %d moved down to %d", before, c.First)
		}
		r := l.Columns[PendingColumn].Cards
		for i, hit := range hits {
			if headed := l.hasLaneHeads(PendingColumn, &c) && (i == 0 || c.beginsLane(hit.Index)); headed != (hit.Lane > 0) ||
				headed && (hit.Row-1 < r.Y || i > 0 && hit.Row-1 < hits[i-1].Row+hits[i-1].Height || c.Lanes[hit.Lane-1].First > hit.Index) {
				t.Fatalf("card %d of %v stands under the head of lane %d: %v", hit.Index, c.Lanes, hit.Lane, hits)
			}
			if hit.Row < r.Y || hit.Row+hit.Height > r.Y+r.H || i > 0 && hit.Row < hits[i-1].Row+hits[i-1].Height {
				t.Fatalf("card at %v does not lie in %v", hit, r)
			}
		}
	})
}

func TestAClickFindsTheCardThatIsDrawnThere(t *testing.T) {
	for _, name := range []string{"board", "lanes"} {
		clicks(t, name)
	}
}

func clicks(t *testing.T, name string) {
	t.Helper()
	s, o := samples()[name]()
	o.Detail = true
	for _, size := range [][2]int{{40, 20}, {80, 24}, {120, 40}, {160, 30}} {
		l := Arrange(size[0], size[1], o)
		b := &s.Board
		b.Columns[0].First = min(3, l.Scroll(PendingColumn, &Column{Len: 11, First: 3, Selected: -1, At: b.Columns[0].At, Lanes: b.Columns[0].Lanes}))
		pt := NewPainter()
		rows := strings.Split(pt.Draw(l, &Screen{Board: *b}, style.New(true, colorprofile.Ascii)).Content, "\n")
		for y := range size[1] {
			for x := range size[0] {
				s, ok := pt.SpotAt(x, y, CardSpot)
				if !ok {
					continue
				}
				card := b.Columns[s.In].At(s.Item)
				r := l.Columns[s.In].All
				row := ansi.Strip(ansi.Cut(rows[y], r.X, r.X+r.W))
				above := ansi.Strip(ansi.Cut(rows[y-1], r.X, r.X+r.W)) + ansi.Strip(ansi.Cut(rows[max(y-2, 0)], r.X, r.X+r.W))
				if want := card.Subject.Cut(8).String(); !strings.Contains(row+above, strings.TrimSuffix(want, "…")) {
					t.Fatalf("%v: a click at %d,%d hits %q, but there stands %q", size, x, y, card.Subject, row)
				}
			}
		}
	}
}

// The rows of a card that shows its whole subject belong to it, and so does every cell below the first of them.
func TestASelectedCardShowsItsWholeSubject(t *testing.T) {
	const words = "Wire the file watcher to the board and back, so that every card moves at once and none is lost"
	sheet := style.New(true, colorprofile.Ascii)
	for w := MinWidth; w <= 250; w++ {
		card, other := pending(Waiting, "#1", words, "", "Wave layout", "3m", 12), pending(Ready, "#2", "Other", "", "", "", 0)
		card.Open, card.Pending, card.OneSided = true, true, true
		b := sampleBoard()
		b.Columns[0], b.Columns[1], b.Columns[2] = column(0, card, other), column(-1), column(-1)
		b.Stack = stackOf(&b)
		l := Arrange(w, 40, LayoutOptions{})
		pt := NewPainter()
		rows := strings.Split(ansi.Strip(pt.Draw(l, &Screen{Board: b}, sheet).Content), "\n")
		said, height := "", 0
		for y := l.Body.Y; y < l.Body.Y+l.Body.H; y++ {
			x := l.Body.X + margin + subjectAt
			if s, ok := pt.SpotAt(x, y, CardSpot); ok && s.In == int(PendingColumn) && s.Item == 0 {
				said += " " + rows[y]
				height++
			}
		}
		for word := range strings.FieldsSeq(words) {
			if (l.Stacked && w >= 60 || w >= 120) && !strings.Contains(said, word) {
				t.Fatalf("%d cells wide: %q is not in %q", w, word, said)
			}
		}
		if height < 1 || height > mostSubjectRows+1 {
			t.Errorf("%d cells wide: the card takes %d rows: %q", w, height, said)
		}
	}
}

// What is looked for is underlined wherever it stands, in upper or lower case, and nothing else changes.
func TestWhatIsLookedForIsUnderlined(t *testing.T) {
	for _, c := range []struct{ subject, find, want string }{
		{"Wave layout", "LAY", "Wave _lay_out"},
		{"Wave layout, layout", "layout\nwave", "_Wave_ _layout_, _layout_"},
		{"Wave layout", "router", "Wave layout"},
		{"翻訳 — Übersetzung", "über", "翻訳 — _Über_setzung"},
	} {
		card := pending(Ready, "#1", c.subject, "", "", "", 0)
		card.Find = c.find
		pt := NewPainter()
		pt.sh = style.New(true, colorprofile.Ascii)
		row := pt.drawCard(&card, 40, wholeCard, false, true).Rows[0]
		match, plain := regexp.QuoteMeta(pt.sh.SGR(style.Match, style.Flat)), regexp.QuoteMeta(pt.sh.SGR(style.Subject, style.Flat))
		marked := regexp.MustCompile(match+"(.*?)"+plain).ReplaceAllString(row, "_${1}_")
		if got := ansi.Strip(marked); !strings.Contains(got, c.want) || ansi.StringWidthWc(ansi.Strip(row)) != 40 {
			t.Errorf("%q in %q: %q", c.find, c.subject, got)
		}
	}
}

func TestHiddenCardsAreCounted(t *testing.T) {
	s, o := samples()["board"]()
	l := Arrange(120, 24, o)
	s.Board.Columns[0].First = 2
	frame := ansi.Strip(NewPainter().Draw(l, &s, style.New(true, colorprofile.Ascii)).Content)
	shown := len(l.Hits(PendingColumn, &s.Board.Columns[0]))
	for _, want := range []string{"2 more above", strconv.Itoa(11-2-shown) + " more below"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
}

// sampleByOwner returns a board whose cards are grouped by owner, as the columns order them then.
func sampleByOwner() Board {
	b := sampleBoard()
	for k := range b.Columns {
		c := &b.Columns[k]
		var cards []Card
		for i := range c.Len {
			cards = append(cards, c.At(i))
		}
		rank := func(card Card) string {
			switch card.Owner.String() {
			case "":
				return "3"
			case "you":
				return "1"
			}
			return "2" + card.Owner.String()
		}
		slices.SortStableFunc(cards, func(x, y Card) int { return strings.Compare(rank(x), rank(y)) })
		for i, card := range cards {
			if i == 0 || rank(card) != rank(cards[i-1]) {
				lane := Lane{Name: card.Owner, Hue: card.Hue, First: i}
				if card.Owner.Empty() {
					lane.Name, lane.Hue = txt("nobody"), style.Dim
				}
				c.Lanes = append(c.Lanes, lane)
			}
			lane := &c.Lanes[len(c.Lanes)-1]
			lane.Shown, lane.Total = lane.Shown+1, lane.Total+1
		}
		c.At = func(i int) Card { return cards[i] }
	}
	return b
}

// sampleLanes returns the sample with its tasks in three lists, one of them gone.
func sampleLanes() Board {
	b := sampleBoard()
	b.Header.Directory = txt("3 lists")
	b.Columns[0].Lanes = []Lane{
		{Name: txt("my-service 4f1c22d0"), Shown: 2, Total: 2}, {Name: txt("翻訳チーム"), First: 2, Shown: 4, Total: 9, Gone: true},
		{Name: txt("a list that was given a name of many words"), First: 6, Shown: 5, Total: 5},
	}
	b.Columns[1].Lanes = []Lane{{Name: txt("my-service 4f1c22d0"), Shown: 3, Total: 3}}
	b.Columns[2].Lanes = []Lane{
		{Name: txt("my-service 4f1c22d0"), Shown: 1, Total: 1}, {Name: txt("a list that was given a name of many words"), First: 1, Shown: 3, Total: 3},
	}
	return b
}

func TestTheHeadOfALaneStaysWhileItsCardsAreThere(t *testing.T) {
	s := Screen{Board: sampleLanes()}
	l := Arrange(120, 40, LayoutOptions{})
	c := &s.Board.Columns[0]
	sheet := style.New(true, colorprofile.Ascii).WithGlyphs(true)
	for first, want := range map[int]string{0: "my-service 4f1c22d0  2 ---", 1: "my-service 4f1c22d0  2 ---", 4: "4 of 9 ---------  ! gone", 10: "a list that was given a name of ~  5"} {
		c.First = first
		rows := strings.Split(ansi.Strip(NewPainter().Draw(l, &s, sheet).Content), "\n")
		at := l.Hits(PendingColumn, c)[0].Row - 1
		if !strings.Contains(rows[at], want) {
			t.Errorf("from card %d on the head is not %q:\n%s", first, want, rows[at])
		}
	}
}

func TestALaneHasNoHeadWhereOnlyACardFits(t *testing.T) {
	s := Screen{Board: sampleLanes()}
	for h := 5; h < 20; h++ {
		l := Arrange(100, h, LayoutOptions{})
		hits := l.Hits(PendingColumn, &s.Board.Columns[0])
		if _, rows := l.cardRows(PendingColumn); len(hits) == 0 || (hits[0].Lane > 0) != (rows >= headsFrom) {
			t.Errorf("%d rows: %v", rows, hits)
		}
	}
}

// What a second row has room for is decided by the width: the cards of a column look alike, however long their texts.
func TestTheCardsOfAColumnLookAlike(t *testing.T) {
	pt := NewPainter()
	pt.sh = style.New(true, colorprofile.TrueColor)
	second := func(w int, names, age string) string {
		card := pending(Waiting, "#0010", "Edge router", "", names, age, 0)
		return ansi.Strip(pt.drawCard(&card, w, wholeCard, false, true).Rows[1])
	}
	for _, c := range []struct {
		w    int
		want string
	}{
		{56, "#0010  waits for W"},
		{40, "  #0010  ← W"},
		{26, "  #0010  ← W"},
		{24, "    ← W"},
		{16, "    ← W"},
	} {
		for _, names := range []string{"W", "Wave layout", "Wave layout for everybody who ever needs it"} {
			for _, age := range []string{"", "2h", "59m"} {
				if got := second(c.w, names, age); !strings.Contains(got, c.want) {
					t.Errorf("%d cells: %q, not %q", c.w, got, c.want)
				}
			}
		}
	}
	card := owned(Done, "#0010", "Edge router", "backend-dev", "2h")
	if got := ansi.Strip(pt.drawCard(&card, 22, wholeCard, false, true).Rows[1]); !strings.Contains(got, "backend-dev ") || strings.Contains(got, "#") {
		t.Errorf("an id is cut: %q", got)
	}
}

// A column has empty rows between its cards only where all of them have room so.
func TestAColumnClosesUpWhereItsCardsHaveNoRoomElse(t *testing.T) {
	l := Arrange(120, 40, LayoutOptions{})
	for n := 1; n < 30; n++ {
		c := Column{Len: n, Total: n, Selected: -1, At: func(i int) Card { return pending(Ready, "#1", "Job", "", "", "", 0) }}
		hits := l.Hits(PendingColumn, &c)
		airy, close := l.lastRow(PendingColumn)/3, (l.lastRow(PendingColumn)+1)/2
		if want := n <= airy; want != (len(hits) == 1 || hits[1].Row-hits[0].Row == 3) {
			t.Errorf("%d cards, room for %d and %d: the second stands %d rows below the first", n, airy, close, hits[1].Row-hits[0].Row)
		}
		if all := n <= close; all != (len(hits) == n) {
			t.Errorf("%d cards, room for %d: %d are shown", n, close, len(hits))
		}
	}
}

// What a card unblocks is said where that hides no card, pushes none against another and cuts no subject, and on all cards of a column or on none.
func TestACardSaysWhatItUnblocksWhereTheColumnHasRoom(t *testing.T) {
	l := Arrange(120, 40, LayoutOptions{})
	said := 0
	for n := 1; n < 40; n++ {
		c := Column{Len: n, Total: n, Selected: -1, At: func(i int) Card {
			card := pending(Running, "#1", "Job", "", "", "", 0)
			card.Then = txt("unblocks Ship +2")
			return card
		}}
		c.Whole = l.Whole(InProgressColumn, &c)
		if c.Roomy = l.Roomy(InProgressColumn, &c); !c.Roomy {
			continue
		}
		said++
		hits := l.Hits(InProgressColumn, &c)
		if len(hits) != n {
			t.Fatalf("%d of %d cards are shown", len(hits), n)
		}
		for i, h := range hits {
			if h.Height != 3 || i > 0 && h.Row-hits[i-1].Row != 4 {
				t.Errorf("of %d cards, the one in row %d has %d rows", n, h.Row, h.Height)
			}
		}
	}
	if room := l.lastRow(InProgressColumn); said != (room+1)/4 {
		t.Errorf("up to %d cards say it in %d rows", said, room)
	}
}

// Where one column needs the row above its cards the others begin in it too; one that is scrolled says there what is hidden above.
func TestTheFirstCardsOfAllColumnsStandInOneRow(t *testing.T) {
	l := Arrange(120, 40, LayoutOptions{})
	column := func(n int) Column {
		return Column{Len: n, Total: n, Selected: -1, At: func(int) Card { return pending(Waiting, "#1", "Job", "", "", "", 0) }}
	}
	needing := 0
	for n := 1; n < 40; n++ {
		full, few := column(n), column(3)
		if few.Top = l.NeedsTop(PendingColumn, &full); few.Top {
			needing++
		}
		if a, b := l.Hits(PendingColumn, &full)[0].Row, l.Hits(InProgressColumn, &few)[0].Row; a != b {
			t.Errorf("of %d cards the first stands in row %d, beside it in row %d", n, a, b)
		}
		if full.Top, full.First = true, 1; n > 30 && l.Hits(PendingColumn, &full)[0].Row != l.Columns[PendingColumn].Cards.Y+1 {
			t.Errorf("of %d cards, the second takes the row of the count of those above", n)
		}
	}
	if needing == 0 {
		t.Error("no column needs the row")
	}
}

func TestTheArrowOfWhatWaitsForWorkInProgressHasItsColour(t *testing.T) {
	for _, soon := range []bool{false, true} {
		card := pending(Waiting, "#9", "Link store", "", "", "", 0)
		card.Names, card.Soon = txt("Migrations"), soon
		pt := NewPainter()
		pt.sh = style.New(true, colorprofile.TrueColor)
		arrow := pt.sh.SGR(style.Running, style.Flat) + pt.sh.Glyphs.Left
		for form, at := range map[cardForm][2]int{wholeCard: {40, 1}, rowOfSection: {80, 0}} {
			if row := pt.drawCard(&card, at[0], form, false, true).Rows[at[1]]; strings.Contains(row, arrow) != soon {
				t.Errorf("soon %v, form %d: %q", soon, form, row)
			}
		}
	}
}
