package view

import (
	"sort"

	"sideboard/ui/style"
)

// Column is one column. It is virtual: At is called for the visible cards only.
type Column struct {
	Len     int // cards in it, behind the filter
	Total   int // cards in it without the filter, but for containers
	Parents int // of Len, the containers, which count in no total
	Ready   int // of Total, in the pending column
	New     int // of Total, in the completed column: those that the person has not seen
	At      func(i int) Card
	Lanes   []Lane // of several lists or of owners, those that have a card in it, from the top; the first begins at 0
	Stack   Stack  // its cards as they are shown
}

// Lane is one of several lists in a column, or an owner: its cards are together, under a head with its name.
type Lane struct {
	Name  Text
	Hue   style.Style // of an owner; style.Plain for a list
	First int         // its first card
	Shown int         // cards in it behind the filter, but for containers
	Total int         // the same without the filter
	Gone  Text        // "gone" if its directory is not there, "offline since 14:02"; empty if it is there
}

// laneOf returns the lane that a card is in.
func (c *Column) laneOf(i int) int {
	return max(sort.Search(len(c.Lanes), func(n int) bool { return c.Lanes[n].First > i })-1, 0)
}
