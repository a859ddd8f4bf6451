package view

import (
	"slices"
	"testing"
)

func TestWhatNeedsAPersonStandsOnTopAndNowhereElse(t *testing.T) {
	s := Stack{Runs: []Run{{Section: NowSection, Column: InProgressColumn, First: 0, Len: 4}, {Section: BlockedSection, Column: PendingColumn, First: 3, Len: 1}}}
	s.Sections[NowSection].Shown, s.Sections[BlockedSection].Shown = 4, 1
	s.Raise([]StackCard{{InProgressColumn, 2}, {PendingColumn, 3}, {InProgressColumn, 0}}, nil)
	want := []Run{
		{Section: NeedsSection, Column: InProgressColumn, First: 2, Len: 1}, {Section: NeedsSection, Column: PendingColumn, First: 3, Len: 1}, {Section: NeedsSection, Column: InProgressColumn, First: 0, Len: 1},
		{Section: NowSection, Column: InProgressColumn, First: 1, Len: 1}, {Section: NowSection, Column: InProgressColumn, First: 3, Len: 1},
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
