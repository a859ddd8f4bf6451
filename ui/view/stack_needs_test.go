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
