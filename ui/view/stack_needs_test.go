package view

import (
	"slices"
	"testing"
)

func TestWhatNeedsAPersonStandsOnTopAndNowhereElse(t *testing.T) {
	s := Stack{Runs: []Run{{NowSection, InProgressColumn, 0, 4}, {BlockedSection, PendingColumn, 3, 1}}}
	s.Sections[NowSection].Shown, s.Sections[BlockedSection].Shown = 4, 1
	s.Raise([]StackCard{{InProgressColumn, 2}, {PendingColumn, 3}, {InProgressColumn, 0}}, nil)
	want := []Run{
		{NeedsSection, InProgressColumn, 2, 1}, {NeedsSection, PendingColumn, 3, 1}, {NeedsSection, InProgressColumn, 0, 1},
		{NowSection, InProgressColumn, 1, 1}, {NowSection, InProgressColumn, 3, 1},
	}
	if !slices.Equal(s.Runs, want) {
		t.Errorf("runs %v", s.Runs)
	}
	if s.Len() != 5 || s.Sections[NowSection].Above != 2 || s.Sections[BlockedSection].Above != 1 || s.Sections[NeedsSection].Shown != 3 {
		t.Errorf("%d cards, %v", s.Len(), s.Sections)
	}
	for place := range s.Len() {
		if k, i, ok := s.Card(place); !ok || s.Place(k, i) != place {
			t.Errorf("the card at %d is not found there", place)
		}
	}
}

func TestWhyACardNeedsAPersonStandsOnItsRowWhereBothHaveRoom(t *testing.T) {
	card := func(subject, owner string) Card {
		return Card{Subject: txt(subject), Owner: txt(owner), ID: txt("#7"), IDs: 2, Age: txt("5m"), Warn: txt("waits for a missing task"), Needy: true}
	}
	const long = "Retry the batches that failed because a service was away"
	for _, c := range []struct {
		card    Card
		w, rows int
	}{{card("Retry", ""), 79, 1}, {card("Retry", "agent-1"), 79, 1}, {card(long, ""), 79, 2}, {card("Retry", ""), 43, 2}} {
		if rows := c.card.stackedHeight(c.w, rowWithGlyph); rows != c.rows {
			t.Errorf("%q of %q takes %d rows in %d cells, not %d", c.card.Subject, c.card.Owner, rows, c.w, c.rows)
		}
		if room := c.card.stackedRoom(c.w, rowWithGlyph); room < c.card.Subject.Width() {
			t.Errorf("%q is cut to %d cells", c.card.Subject, room)
		}
	}
}
