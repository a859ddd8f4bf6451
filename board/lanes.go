package board

import (
	"cmp"
	"slices"

	"sideboard/tasks"
)

// Several lists can be on one board. Each is a lane then: in every column its cards stand together, below those of the
// list before it. In their place there can be a lane for every owner.

// Lane is what one list, or one owner, has in a column.
type Lane struct {
	List  string
	Owner string // where cards are grouped by owner, "" for nobody
	First int    // the place of its first card among those the filter shows
	Shown int    // those that are no containers
	Total int    // without the filter, but for containers
}

// grouping is the cards of each owner standing together. A name has a number, so that a slot says in four bytes whose it is; the
// order is that of the names.
type grouping struct {
	on      bool
	me      string // stands first
	numbers map[string]int32
	names   []string
}

// number returns the number of the owner of a task.
func (g *grouping) number(t *tasks.Task) int32 {
	name := ""
	if t != nil {
		name = t.Owner
	}
	n, known := g.numbers[name]
	if !known {
		n = int32(len(g.names))
		g.numbers[name] = n
		g.names = append(g.names, name)
	}
	return n
}

// compare returns the order of two owners: the person at the board first, nobody last.
func (g *grouping) compare(x, y int32) int {
	if x == y {
		return 0
	}
	rank := func(name string) int {
		switch name {
		case "":
			return 2
		case g.me:
			return 0
		}
		return 1
	}
	nx, ny := g.names[x], g.names[y]
	return cmp.Or(cmp.Compare(rank(nx), rank(ny)), tasks.Natural(nx, ny))
}

// GroupByOwner lets the cards of each owner stand together in every column, those of me first and those of nobody last, or no longer.
// It takes the place of lanes by list.
func (b *Board) GroupByOwner(on bool, me string) {
	if on == b.grouping.on {
		return
	}
	b.grouping = grouping{on: on, me: me, numbers: map[string]int32{}}
	for c := range Columns {
		for s := range b.columns[c].each {
			if b.slots[s].owner = 0; on {
				b.slots[s].owner = b.grouping.number(b.slots[s].task)
			}
		}
		for _, o := range [...]*sortedSlots{&b.columns[c], &b.shownColumns[c]} {
			all := slices.Collect(o.each)
			slices.SortFunc(all, b.compareFunc)
			o.fill(all)
		}
	}
}

// GroupedByOwner reports whether the cards of each owner stand together.
func (b *Board) GroupedByOwner() bool { return b.grouping.on }

// SetLanes returns which lists there are, in the order in which they stand. It comes before the first Delta; there is room
// for 255.
func (b *Board) SetLanes(lists []string) { b.lanes = slices.Clone(lists) }

func (b *Board) laneOf(list string) uint8 { return uint8(max(slices.Index(b.lanes, list), 0)) }

// compareLanes returns the order of the lanes that two slots stand in.
func (b *Board) compareLanes(x, y *slot) int {
	if b.grouping.on {
		return b.grouping.compare(x.owner, y.owner)
	}
	return cmp.Compare(x.lane, y.lane)
}

// Lanes returns the lists or the owners that have cards in a column, as the filter shows it, from the top; nil where there is only one
// list, and cards are not grouped. They are found without looking at every card, but where there are containers.
func (b *Board) Lanes(c Column) []Lane {
	if len(b.lanes) == 0 && !b.grouping.on {
		return nil
	}
	var all []Lane
	o := b.column(c)
	for from := 0; from < o.n; {
		sl := &b.slots[o.at(from)]
		l := Lane{First: from}
		if b.grouping.on {
			l.Owner = b.grouping.names[sl.owner]
		} else {
			l.List = b.lanes[sl.lane]
		}
		first, end := b.laneRange(&b.columns[c], sl)
		_, last := b.laneRange(o, sl)
		l.Shown, l.Total = last-from, end-first
		if b.groupCounts[c][groupContainer] > 0 {
			l.Shown -= b.countContainers(o, from, last)
			l.Total -= b.countContainers(&b.columns[c], first, end)
		}
		all = append(all, l)
		from = last
	}
	return all
}

// listSize returns how many tasks a list has, and how many of them are over. Containers do not count.
func (b *Board) listSize(list string) (total, done int) {
	if len(b.lanes) == 0 {
		c := b.Counts()
		return c.Total, c.Done
	}
	if l := b.lists[list]; b.grouping.on && l != nil { // its cards stand in many places
		for _, s := range l.slots {
			if sl := &b.slots[s]; sl.col != nowhere && !sl.container {
				if total++; sl.col == CompletedColumn {
					done++
				}
			}
		}
		return total, done
	}
	of := slot{lane: b.laneOf(list)}
	for c := range Column(Columns) {
		from, to := b.laneRange(&b.columns[c], &of)
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

// laneRange returns where the cards of the lane of a slot begin in a column, and where they end.
func (b *Board) laneRange(o *sortedSlots, of *slot) (first, end int) {
	first = o.countWhile(func(s int32) bool { return b.compareLanes(&b.slots[s], of) < 0 })
	return first, o.countWhile(func(s int32) bool { return b.compareLanes(&b.slots[s], of) <= 0 })
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

// Stretch is cards that stand one below the other in a column and are of one kind: of one list, and in the pending column
// failed, ready, unknown, blocked or broken.
type Stretch struct {
	Column     Column
	Kind       State // Failed, Ready, Unknown, Waiting for all that are blocked, Broken, Running or Done
	First, Len int   // among those the filter shows, containers too
}

// groupKinds are the states that stand for the groups of the pending column.
var groupKinds = [...]State{groupFailed: Failed, groupReady: Ready, groupUnknown: Unknown, groupBlocked: Waiting, groupBroken: Broken}

// AppendStretches appends the stretches of a column that the filter shows, from the top. They are found without looking at
// every card.
func (b *Board) AppendStretches(to []Stretch, c Column) []Stretch {
	o := b.column(c)
	from := 0
	add := func(kind State, end int) {
		if end > from {
			to = append(to, Stretch{c, kind, from, end - from})
		}
		from = end
	}
	for from < o.n {
		first := &b.slots[o.at(from)]
		if c != PendingColumn {
			_, last := b.laneRange(o, first)
			add([Columns]State{InProgressColumn: Running, CompletedColumn: Done}[c], last)
			continue
		}
		for g, kind := range groupKinds {
			add(kind, o.countWhile(func(s int32) bool {
				sl := &b.slots[s]
				d := b.compareLanes(sl, first)
				return d < 0 || d == 0 && sl.group <= group(g)
			}))
		}
	}
	return to
}
