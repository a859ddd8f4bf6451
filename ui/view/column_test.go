package view

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
	"sideboard/ui/lay"
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
		{Name: txt("my-service 4f1c22d0"), Shown: 2, Total: 2}, {Name: txt("翻訳チーム"), First: 2, Shown: 4, Total: 9, Gone: txt("gone")},
		{Name: txt("a list that was given a name of many words"), First: 6, Shown: 5, Total: 5},
	}
	b.Columns[1].Lanes = []Lane{{Name: txt("my-service 4f1c22d0"), Shown: 3, Total: 3}}
	b.Columns[2].Lanes = []Lane{
		{Name: txt("my-service 4f1c22d0"), Shown: 1, Total: 1}, {Name: txt("a list that was given a name of many words"), First: 1, Shown: 3, Total: 3},
	}
	return b
}

// drawnCard returns the rows of a card, as one of a column or as one of a list.
func drawnCard(sheet *style.Sheet, c *Card, w int, listed, selected bool) []string {
	var v cardTable
	if v.begin(blockColumns, cardForm{}, w); listed {
		v.begin(cardColumns, cardForm{}, w)
		v.add(v.row(sheet, c, true, false, selected, true), cardPart{})
	} else {
		v.add(v.block(sheet, c, true, selected, true), cardPart{})
	}
	v.Fit(w)
	g := lay.NewPage(sheet, w, style.Flat)
	for y := range v.Height(0) {
		v.put(0, v.Height(0))
		g.Row(func(p *pen) { v.DrawRow(p, y) })
	}
	return g.Rows
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
		c.First = l.Scroll(PendingColumn, &c)
		if again := l.Scroll(PendingColumn, &c); again != c.First {
			t.Fatalf("scrolling again moves from %d to %d", c.First, again)
		}
		var v cardTable
		v.layColumn(&l, PendingColumn, &c, measuring, c.Selected, true)
		r := l.Columns[PendingColumn].Cards
		if c.Selected >= 0 && !v.shows(c.Selected) && r.H >= 10 {
			t.Fatalf("card %d is not visible from %d on", c.Selected, c.First)
		}
		if v.Len() > r.H {
			t.Fatalf("%d rows of %d", v.Len(), r.H)
		}
		if v.cards < c.Len && v.Len() < r.H-8 {
			t.Fatalf("%d of %d cards are seen in %d of %d rows", v.cards, c.Len, v.Len(), r.H)
		}
	})
}

func TestHiddenCardsAreCountedInTheTitleOfTheirColumn(t *testing.T) {
	s, o := samples()["board"]()
	l := Arrange(120, 13, o)
	s.Board.Columns[0].First = 2
	title := strings.Split(ansi.Strip(NewPainter().Draw(l, &s, style.New(true, colorprofile.Ascii)).Content), "\n")[l.Columns[0].Title.Y]
	shown := len(l.Hits(PendingColumn, &s.Board.Columns[0]))
	if want := "↑2 ↓" + strconv.Itoa(11-2-shown); !strings.Contains(title, want) {
		t.Errorf("no %q in %q", want, title)
	}
}

func TestTheHeadOfALaneStaysWhileItsCardsAreThere(t *testing.T) {
	s := Screen{Board: sampleLanes()}
	l := Arrange(120, 12, LayoutOptions{})
	c := &s.Board.Columns[0]
	sheet := style.New(true, colorprofile.Ascii).WithGlyphs(true)
	for first, want := range map[int]string{0: "my-service 4f1c22d0  2 ---", 1: "my-service 4f1c22d0  2 ---", 4: "4 of 9 ---", 10: "a list that was given a name"} {
		c.First = first
		rows := strings.Split(ansi.Strip(NewPainter().Draw(l, &s, sheet).Content), "\n")
		if at := l.Hits(PendingColumn, c)[0].Row - 1; !strings.Contains(rows[at], want) {
			t.Errorf("from card %d on the head is not %q:\n%s", first, want, rows[at])
		}
	}
}

// Cards have all they say, as far apart as there are rows; where a column is longer than the screen each takes one row.
func TestAColumnClosesUpWhereItsCardsHaveNoRoomElse(t *testing.T) {
	l := Arrange(120, 40, LayoutOptions{})
	room := l.Columns[PendingColumn].Cards.H
	for n := 2; n < 60; n++ {
		c := Column{Len: n, Total: n, Selected: -1, At: func(i int) Card { return pending(Ready, "#1", "Job", "", "", "", 0) }}
		hits := l.Hits(PendingColumn, &c)
		want := 1
		switch {
		case 3*n-1 <= room:
			want = 3
		case 2*n <= room:
			want = 2
		}
		if got := hits[1].Row - hits[0].Row; got != want {
			t.Errorf("of %d cards the second stands %d rows below the first, not %d", n, got, want)
		}
		if want := min(n, room); len(hits) != want {
			t.Errorf("%d of %d cards are seen, not %d", len(hits), n, want)
		}
	}
}

// What a card unblocks is said where that hides no card and pushes none against another, and on all cards of a column or on none.
func TestACardSaysWhatItUnblocksWhereTheColumnHasRoom(t *testing.T) {
	l := Arrange(120, 40, LayoutOptions{})
	room := l.Columns[InProgressColumn].Cards.H
	for n := 1; n < 40; n++ {
		c := Column{Len: n, Total: n, Selected: -1, At: func(i int) Card {
			card := pending(Running, "#1", "Job", "", "", "", 0)
			card.Then = txt("unblocks Ship +2")
			return card
		}}
		hits := l.Hits(InProgressColumn, &c)
		if said := hits[0].Height == 3; said != (4*n-1 <= room) {
			t.Errorf("%d cards in %d rows say it: %v", n, room, said)
		}
	}
}

func TestTheArrowOfWhatWaitsForWorkInProgressHasItsColour(t *testing.T) {
	for _, soon := range []bool{false, true} {
		card := pending(Waiting, "#9", "Link store", "", "", "", 0)
		card.Names, card.Soon = txt("Migrations"), soon
		sheet := style.New(true, colorprofile.TrueColor)
		arrow := sheet.SGR(style.Running, style.Flat) + sheet.Glyphs.Left
		for _, listed := range []bool{false, true} {
			if rows := strings.Join(drawnCard(sheet, &card, 60, listed, false), ""); strings.Contains(rows, arrow) != soon {
				t.Errorf("soon %v, in a list %v: %q", soon, listed, rows)
			}
		}
	}
}

// A column gets cells of its neighbour. The right one stays where it is.
func TestAColumnTakesCellsOfItsNeighbour(t *testing.T) {
	for w := StackedBelow; w < 220; w++ {
		even, wide, narrow := Arrange(w, 40, LayoutOptions{}), Arrange(w, 40, LayoutOptions{WiderColumn: 1}), Arrange(w, 40, LayoutOptions{WiderColumn: -1})
		at := func(l *Layout, k ColumnKind) Rect { return l.Columns[k].All }
		if at(&wide, PendingColumn).W < at(&even, PendingColumn).W || at(&narrow, InProgressColumn).W < at(&even, InProgressColumn).W {
			t.Errorf("%d cells: the column that is to get some has fewer", w)
		}
		for _, l := range []*Layout{&wide, &narrow} {
			if in, last := at(l, InProgressColumn), at(l, CompletedColumn); in.X+in.W > last.X || last.X+last.W > w || last.X != at(&even, CompletedColumn).X {
				t.Errorf("%d cells: %v, %v", w, in, last)
			}
		}
	}
}
