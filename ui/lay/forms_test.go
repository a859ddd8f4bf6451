package lay

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// usualCards returns cards of two rows, of which every third has a title of two, in groups of four.
func usualCards(n int) []FormSize {
	cards := make([]FormSize, n)
	for i := range cards {
		cards[i] = FormSize{Rows: [FormCount]int{1, 2, 2}, Group: i / 4}
		if i%3 == 0 {
			cards[i].Rows[2]++
		}
	}
	return cards
}

// What cards get with more and more rows: a second row from the top down, a row between groups, whole titles, and a row between all.
func TestCardsGetRowsInAnOrder(t *testing.T) {
	for _, c := range []struct {
		rows                   int
		forms                  []uint8
		parted, apart, scrolls bool
	}{
		{5, []uint8{0, 0, 0, 0, 0, 0}, false, false, true},
		{6, []uint8{0, 0, 0, 0, 0, 0}, false, false, false},
		{8, []uint8{1, 1, 0, 0, 0, 0}, false, false, false},
		{12, []uint8{1, 1, 1, 1, 1, 1}, false, false, false},
		{13, []uint8{1, 1, 1, 1, 1, 1}, true, false, false},
		{14, []uint8{2, 2, 2, 1, 1, 1}, true, false, false},
		{15, []uint8{2, 2, 2, 2, 2, 2}, true, false, false},
		{18, []uint8{2, 2, 2, 2, 2, 2}, true, false, false},
		{19, []uint8{2, 2, 2, 2, 2, 2}, true, true, false},
	} {
		var p Forms
		p.Fit(usualCards(6), FormRoom{Rows: c.rows, Parts: true})
		if !slices.Equal(p.Of, c.forms) || p.Parted != c.parted || p.Apart != c.apart || p.Scrolls != c.scrolls {
			t.Errorf("%d rows: %+v", c.rows, p)
		}
	}
	needy := usualCards(3)
	needy[0].First, needy[0].Rows = true, [FormCount]int{1, 3, 4}
	var p Forms
	if p.Fit(needy, FormRoom{Rows: 5}); !slices.Equal(p.Of, []uint8{1, 0, 0}) {
		t.Errorf("what needs a person has its rows first: %v", p.Of)
	}
	if p.Fit(needy, FormRoom{Rows: 4, Low: true}); !slices.Equal(p.Of, []uint8{0, 0, 0}) {
		t.Errorf("on a low screen it has one: %v", p.Of)
	}
}

// A new card is not the smallest: it has two rows if it can, and its whole title before there are rows between all cards.
func TestANewCardIsNotTheSmallest(t *testing.T) {
	cards := []FormSize{{Rows: [FormCount]int{1, 2, 4}}, {Rows: [FormCount]int{1, 2, 3}}, {Rows: [FormCount]int{1, 2, 3}}, {Rows: [FormCount]int{1, 2, 2}}}
	for _, c := range []struct {
		rows  int
		forms []uint8
		apart bool
	}{
		{3, []uint8{0, 0, 0, 0}, false}, {4, []uint8{0, 0, 0, 0}, false}, {6, []uint8{1, 1, 0, 0}, false}, {8, []uint8{1, 1, 1, 1}, false},
		{10, []uint8{1, 2, 2, 2}, false}, {14, []uint8{1, 2, 2, 2}, false}, {15, []uint8{2, 2, 2, 2}, false}, {17, []uint8{2, 2, 2, 2}, false}, {18, []uint8{2, 2, 2, 2}, true},
	} {
		p := Forms{Of: []uint8{2, 2, 2}, Apart: true}
		p.Adapt(cards, []uint8{NewForm, 2, 2, 2}, FormRoom{Rows: c.rows, Parts: true})
		if !slices.Equal(p.Of, c.forms) || p.Apart != c.apart || p.Scrolls != (c.rows < 4) {
			t.Errorf("%d rows: %+v", c.rows, p)
		}
	}
}

// In a run of random events an untouched card never changes its form except as there are too few rows, from the bottom up, or more than enough,
// from the top down; and nothing that is shown needs more rows than there are.
func TestAnUntouchedCardKeepsItsForm(t *testing.T) {
	type card struct {
		id int
		FormSize
	}
	rapid.Check(t, func(t *rapid.T) {
		space := FormRoom{Rows: rapid.IntRange(10, 50).Draw(t, "rows"), Parts: rapid.Bool().Draw(t, "column")}
		var cards []card
		next := 0
		add := func() {
			next++
			size := FormSize{Rows: [FormCount]int{1, 2, rapid.IntRange(2, 4).Draw(t, "tall")}, Group: rapid.IntRange(0, 2).Draw(t, "group"), First: rapid.IntRange(0, 9).Draw(t, "needs") == 0}
			at := slices.IndexFunc(cards, func(c card) bool { return c.Group > size.Group })
			if at < 0 {
				at = len(cards)
			}
			cards = slices.Insert(cards, at, card{next, size})
		}
		sizes := func() (all []FormSize) {
			for _, c := range cards {
				all = append(all, c.FormSize)
			}
			return all
		}
		for range rapid.IntRange(0, 12).Draw(t, "first") {
			add()
		}
		var p Forms
		p.Fit(sizes(), space)
		for range 30 {
			had, was := map[int]uint8{}, map[int]int{}
			for i, c := range cards {
				had[c.id], was[c.id] = p.Of[i], c.Rows[p.Of[i]]
			}
			apart, parted := p.Apart, p.Parted
			if rapid.Bool().Draw(t, "comes") || len(cards) == 0 {
				add()
			} else {
				at := rapid.IntRange(0, len(cards)-1).Draw(t, "goes")
				cards = slices.Delete(cards, at, at+1)
			}
			all := sizes()
			before := make([]uint8, len(cards))
			taken, given, last := 0, 0, -1
			for i, c := range cards {
				before[i] = NewForm
				if form, known := had[c.id]; known {
					before[i] = form
				}
			}
			p.Adapt(all, before, space)
			for i, c := range cards {
				switch rows := c.Rows[p.Of[i]]; {
				case before[i] == NewForm:
				case rows < was[c.id]:
					taken++
				case rows > was[c.id]:
					given++
					last = i
				}
			}
			free := space.Rows - p.Used(all)
			if taken > 0 && given > 0 {
				t.Fatalf("%d cards lose rows and %d get some", taken, given)
			}
			if given > 0 && free < slack {
				t.Fatalf("card %d got rows, and %d stay free", last, free)
			}
			if (p.Apart && !apart) || (p.Parted && !parted) {
				t.Fatal("rows between cards are given while the board runs")
			}
			if free < 0 && !p.Scrolls {
				t.Fatalf("%d rows too many", -free)
			}
			if p.Scrolls && slices.ContainsFunc(p.Of, func(form uint8) bool { return form > 1 }) {
				t.Fatalf("it scrolls with %v", p.Of)
			}
		}
	})
}
