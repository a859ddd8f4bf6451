package board

import (
	"slices"

	"sideboard/tasks"
)

// A board can show several lists. Each is a lane: in every column the cards of a list follow those of the list before
// it. GroupByOwner makes a lane of each owner instead.

// Lane is the part of a column that has the cards of one list or of one owner.
type Lane struct {
	List  string
	Owner string // while cards are grouped by owner, "" for nobody
	First int    // the index of its first card among those the filter shows
	Shown int    // the cards that the filter shows, without containers
	Total int    // all its cards, without containers
}

// GroupByOwner groups the cards of every column by owner, those of me first and unowned ones last, or by list again.
func (b *Board) GroupByOwner(on bool, me string) {
	if on == b.grouping.on {
		return
	}
	b.grouping = grouping{on: on, me: me, numbers: map[string]int32{}}
	for c := range Columns {
		for s := range b.columns[c].each {
			b.slots[s].owner = 0
			if on {
				b.slots[s].owner = b.grouping.number(b.slots[s].task)
			}
		}
		all := slices.Collect(b.columns[c].each)
		slices.SortFunc(all, b.compareFunc)
		b.columns[c].fill(all)
	}
	b.SetFilter(b.query) // which task of a loop needs a person depends on the order
}

// SetLanes sets the lists and their order, at most 255. Call it before the first Apply.
func (cs *cards) SetLanes(lists []string) { cs.lanes = slices.Clone(lists) }

// Lanes returns the lanes of a column that have cards the filter shows; nil if there is only one list and cards are
// not grouped by owner. It finds them by binary search, and looks at every card only if there are containers.
func (cs *cards) Lanes(c Column) []Lane {
	if len(cs.lanes) == 0 && !cs.grouping.on {
		return nil
	}
	var all []Lane
	o := cs.column(c)
	for from := 0; from < o.n; {
		sl := &cs.slots[o.at(from)]
		l := Lane{First: from}
		if cs.grouping.on {
			l.Owner = cs.grouping.names[sl.owner]
		} else {
			l.List = cs.lanes[sl.lane]
		}
		first, end := cs.laneRange(&cs.columns[c], sl)
		_, last := cs.laneRange(o, sl)
		l.Shown, l.Total = last-from, end-first
		if cs.groupCounts[c][groupContainer] > 0 {
			l.Shown -= cs.countContainers(o, from, last)
			l.Total -= cs.countContainers(&cs.columns[c], first, end)
		}
		all = append(all, l)
		from = last
	}
	return all
}

// laneRange returns where the lane of a slot begins in a column, and where it ends.
func (cs *cards) laneRange(o *sortedSlots, of *slot) (first, end int) {
	first = o.countWhile(func(s int32) bool { return cs.compareLanes(&cs.slots[s], of) < 0 })
	return first, o.countWhile(func(s int32) bool { return cs.compareLanes(&cs.slots[s], of) <= 0 })
}

// countContainers counts the containers between two indices of a column.
func (cs *cards) countContainers(o *sortedSlots, first, end int) (n int) {
	i := 0
	for s := range o.each {
		if i >= end {
			break
		}
		if i >= first && cs.slots[s].container {
			n++
		}
		i++
	}
	return n
}

// Stretch is a run of cards of a column that are in the same lane and, in the pending column, in the same group.
type Stretch struct {
	Column     Column
	Kind       State     // Failed, Ready, Unknown, Waiting for all that are blocked, Broken, Running or Done
	First, Len int       // among the cards that the filter shows, with containers
	Head       tasks.Key // the container under whose name they stand, see UnderHeads; the zero key for none
}

// groupKinds are the states of Stretch.Kind for the groups of the pending column.
var groupKinds = [...]State{groupFailed: Failed, groupReady: Ready, groupUnknown: Unknown, groupBlocked: Waiting,
	groupBroken: Broken}

// AppendStretches appends the stretches of the cards that the filter shows in a column. It finds them by binary search.
func (cs *cards) AppendStretches(to []Stretch, c Column) []Stretch {
	o := cs.column(c)
	from := 0
	add := func(kind State, end int) {
		if end > from {
			to = append(to, Stretch{Column: c, Kind: kind, First: from, Len: end - from})
		}
		from = end
	}
	for from < o.n {
		first := &cs.slots[o.at(from)]
		if c != PendingColumn {
			_, last := cs.laneRange(o, first)
			add([Columns]State{InProgressColumn: Running, CompletedColumn: Done}[c], last)
			continue
		}
		for g, kind := range groupKinds {
			add(kind, o.countWhile(func(s int32) bool {
				sl := &cs.slots[s]
				d := cs.compareLanes(sl, first)
				return d < 0 || d == 0 && sl.group <= group(g)
			}))
		}
	}
	return to
}

// Shown returns the number of cards of a column that the filter shows, without containers.
func (cs *cards) Shown(c Column) int {
	o := cs.column(c)
	if cs.groupCounts[c][groupContainer] == 0 {
		return o.n
	}
	return o.n - cs.countContainers(o, 0, o.n)
}
