package board

import "slices"

// Several lists can be on one board. Each is a lane then: in every column its cards stand together, below those of the
// list before it.

// Lane is what one list has in a column.
type Lane struct {
	List  string
	First int // the place of its first card among those the filter shows
	Len   int // cards the filter shows, containers too
	Shown int // those that are no containers
	Total int // without the filter, but for containers
}

// SetLanes says which lists there are, in the order in which they stand. It comes before the first Delta; there is room
// for 255.
func (b *Board) SetLanes(lists []string) { b.lanes = slices.Clone(lists) }

func (b *Board) laneOf(list string) uint8 { return uint8(max(slices.Index(b.lanes, list), 0)) }

// Lanes returns the lists that have cards in a column, as the filter shows it, from the top; nil where there is only one
// list. They are found without looking at every card, but where there are containers.
func (b *Board) Lanes(c Column) []Lane {
	if len(b.lanes) == 0 {
		return nil
	}
	var all []Lane
	for i, list := range b.lanes {
		first, end := b.laneRange(b.column(c), i)
		if first == end {
			continue
		}
		from, to := b.laneRange(&b.columns[c], i)
		l := Lane{List: list, First: first, Len: end - first, Shown: end - first, Total: to - from}
		if b.groupCounts[c][groupContainer] > 0 {
			l.Shown -= b.countContainers(b.column(c), first, end)
			l.Total -= b.countContainers(&b.columns[c], from, to)
		}
		all = append(all, l)
	}
	return all
}

// listSize returns how many tasks a list has, and how many of them are over. Containers do not count.
func (b *Board) listSize(list string) (total, done int) {
	if len(b.lanes) == 0 {
		c := b.Counts()
		return c.Total, c.Done
	}
	for c := range Column(Columns) {
		from, to := b.laneRange(&b.columns[c], int(b.laneOf(list)))
		n := to - from
		if b.groupCounts[c][groupContainer] > 0 {
			n -= b.countContainers(&b.columns[c], from, to)
		}
		if total += n; c == CompletedColumn {
			done = n
		}
	}
	return total, done
}

// laneRange returns where the cards of a lane begin in a column, and where they end.
func (b *Board) laneRange(o *sortedSlots, lane int) (first, end int) {
	first = o.countWhile(func(s int32) bool { return int(b.slots[s].lane) < lane })
	return first, o.countWhile(func(s int32) bool { return int(b.slots[s].lane) <= lane })
}

// countContainers counts the containers between two places.
func (b *Board) countContainers(o *sortedSlots, first, end int) (n int) {
	i := 0
	for s := range o.each {
		if i >= end {
			break
		}
		if i >= first && b.slots[s].container {
			n++
		}
		i++
	}
	return n
}
