package view

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

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
	b.Header.Note = txt("3 lists")
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

// rowsOfCard returns the rows of a card in a form.
func rowsOfCard(sheet *style.Sheet, c *Card, w int, form uint8, selected bool) []string {
	look := cardLook{form: form, w: w, rows: c.size(w)[form], brief: fitBrief([]Card{*c}, w), selected: selected}
	g := lay.NewPage(sheet, w, style.Flat)
	for row := range look.rows {
		g.Row(func(p *pen) { c.draw(p, &look, row) })
	}
	return g.Rows
}

func TestHiddenCardsAreCountedInTheTitleOfTheirColumn(t *testing.T) {
	s, o := samples()["board"]()
	l := Arrange(120, 13, o)
	s.Board.Columns[0].Stack.Selected, s.Board.Columns[0].Stack.First = -1, 1
	s.Board.Stack = stackOf(&s.Board)
	title := rowsOf(l, &s, style.New(true, colorprofile.Ascii))[l.Columns[0].Title.Y]
	if want := "1 more ↑  " + strconv.Itoa(11-1-l.Columns[0].Cards.H) + " more ↓"; !strings.Contains(title, want) {
		t.Errorf("no %q in %q", want, title)
	}
}

func TestTheHeadOfALaneStaysWhileItsCardsAreThere(t *testing.T) {
	l, sheet := Arrange(120, 12, LayoutOptions{}), style.New(true, colorprofile.Ascii).WithGlyphs(true)
	for first, want := range map[int]string{0: "my-service 4f1c22d0 2", 1: "my-service 4f1c22d0 2", 3: "4 of 9"} {
		s := Screen{Board: sampleLanes()}
		s.Board.Columns[0].Stack.First, s.Board.Columns[0].Stack.Selected = first, -1
		s.Board.Stack = stackOf(&s.Board)
		if row := rowsOf(l, &s, sheet)[l.Columns[0].Cards.Y]; !strings.Contains(row, want) {
			t.Errorf("from card %d on the head is not %q:\n%s", first, want, row)
		}
	}
}

// The columns fill the width, two cells apart, and a long one gets cells of the others.
func TestColumnsFillTheWidth(t *testing.T) {
	for w := StackedBelow; w < 220; w++ {
		even, long := Arrange(w, 40, LayoutOptions{}), Arrange(w, 40, LayoutOptions{Long: true})
		for _, l := range []*Layout{&even, &long} {
			x := 0
			for k := range l.Columns {
				if at := l.Columns[k].All; at.X != x {
					t.Fatalf("%d cells: column %d begins at %d, not at %d", w, k, at.X, x)
				}
				x += l.Columns[k].All.W + gutter
			}
			if x != w+gutter {
				t.Errorf("%d cells: the columns end at %d", w, x-gutter)
			}
		}
		if even.Columns[0].All.W >= long.Columns[0].All.W {
			t.Errorf("%d cells: a long column has %d cells, others %d", w, long.Columns[0].All.W, even.Columns[0].All.W)
		}
	}
}
