package board

import (
	"cmp"
	"slices"

	"sideboard/tasks"
)

// Column is where a card stands.
type Column uint8

const (
	PendingColumn    Column = iota // not started, failed, unknown words and broken files too
	InProgressColumn               // somebody is on it
	CompletedColumn                // finished, skipped or cancelled
)

// Columns is how many there are.
const Columns = 3

// String returns the column's title for people.
func (c Column) String() string {
	return [...]string{"Pending", "In progress", "Completed"}[c]
}

// place is where a slot belongs.
type place struct {
	col       Column
	group     group
	container bool // it is a container
}

// countedGroup returns the group a place counts in.
func (p place) countedGroup() group {
	if p.container {
		return groupContainer
	}
	return p.group
}

// placed returns where a slot stands.
func (sl *slot) placed() place { return place{sl.col, sl.group, sl.container} }

// wantedPlace works out where a slot belongs now.
func (b *Board) wantedPlace(s int32) place {
	sl := &b.slots[s]
	switch {
	case sl.dead, b.isHidden(sl.task):
		return place{col: nowhere}
	case sl.task == nil:
		return place{col: PendingColumn, group: groupBroken}
	case b.isContainer(s):
		return place{b.containerProgress(s).column(), groupReady, true}
	}
	switch sl.task.Status {
	case tasks.InProgress:
		return place{col: InProgressColumn}
	case tasks.Completed, tasks.Skipped, tasks.Cancelled:
		return place{col: CompletedColumn}
	case tasks.Pending, tasks.Blocked:
		if b.isBlocked(s) || b.worktreeMissing(s) {
			return place{col: PendingColumn, group: groupBlocked}
		}
		return place{col: PendingColumn, group: groupReady}
	case tasks.Failed:
		return place{col: PendingColumn, group: groupFailed}
	}
	return place{col: PendingColumn, group: groupUnknown}
}

func (b *Board) isHidden(t *tasks.Task) bool { return t != nil && t.Internal && !b.internal }

// compareCards returns the order of a column: list by list, pending by group and then as a person counts, the others newest first.
func (b *Board) compareCards(x, y int32) int {
	sx, sy := &b.slots[x], &b.slots[y]
	if c := cmp.Compare(sx.lane, sy.lane); c != 0 {
		return c
	}
	if sx.col == PendingColumn {
		if c := cmp.Compare(sx.group, sy.group); c != 0 {
			return c
		}
	} else if c := cmp.Compare(sy.since, sx.since); c != 0 {
		return c
	}
	kx, ky := b.keyOf(x), b.keyOf(y)
	if kx.List == ky.List { // a container comes before its parts: IMPL-1 before IMPL-1.1
		if c := tasks.Natural(stemOf(kx.Name), stemOf(ky.Name)); c != 0 {
			return c
		}
	}
	return kx.Compare(ky)
}

// cardMove is a slot whose place in a column, or among what the filter shows, is another.
type cardMove struct {
	s     int32
	to    place
	since int64
	exact bool
	shown bool
	moves bool // its place in the order, not only whether it is shown
}

// placeTouched puts every touched slot where it belongs now: everything that moves is taken out while the old order
// still holds, then changed, then put in.
func (b *Board) placeTouched() {
	b.moves = b.moves[:0]
	for i := range b.touched {
		e := &b.touched[i]
		sl := &b.slots[e.s]
		to := b.wantedPlace(e.s)
		m := cardMove{s: e.s, to: to, since: e.since, exact: e.exact}
		m.moves = to != sl.placed() || to.col != PendingColumn && e.since != sl.since
		m.shown = b.filtering && to.col != nowhere && b.matchPlaced(e.s, to)
		if m.moves || m.shown != sl.shown {
			b.moves = append(b.moves, m)
		} else {
			sl.since, sl.exact = e.since, e.exact
		}
	}
	if len(b.moves) > 0 {
		b.applyMoves()
	}
}

func (b *Board) applyMoves() {
	for i := range b.moves {
		m := &b.moves[i]
		sl := &b.slots[m.s]
		if sl.col == nowhere {
			continue
		}
		if m.moves {
			b.columns[sl.col].remove(m.s, b.compareFunc)
			b.groupCounts[sl.col][sl.placed().countedGroup()]--
		}
		if sl.shown && (m.moves || !m.shown) {
			b.shownColumns[sl.col].remove(m.s, b.compareFunc)
		}
	}
	for c := range Columns {
		b.inserts[c], b.shownInserts[c] = b.inserts[c][:0], b.shownInserts[c][:0]
	}
	for i := range b.moves {
		m := &b.moves[i]
		sl := &b.slots[m.s]
		wasShown := sl.shown
		sl.since, sl.exact, sl.col, sl.group, sl.container, sl.shown = m.since, m.exact, m.to.col, m.to.group, m.to.container, m.shown
		if sl.col == nowhere {
			continue
		}
		if m.moves {
			b.inserts[sl.col] = append(b.inserts[sl.col], m.s)
			b.groupCounts[sl.col][sl.placed().countedGroup()]++
		}
		if m.shown && (m.moves || !wasShown) {
			b.shownInserts[sl.col] = append(b.shownInserts[sl.col], m.s)
		}
	}
	for c := range Columns {
		b.columns[c].insert(b.inserts[c], b.compareFunc)
		b.shownColumns[c].insert(b.shownInserts[c], b.compareFunc)
	}
}

// Several lists can be on one board. Each is a lane then: in every column its cards stand together, below those of the
// list before it.

// Lane is what one list has in a column.
type Lane struct {
	List  string
	First int // the place of its first card among those the filter shows
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
		l := Lane{List: list, First: first, Shown: end - first, Total: to - from}
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
	for lane := range max(len(b.lanes), 1) {
		_, last := b.laneRange(o, lane)
		if c != PendingColumn {
			add([Columns]State{InProgressColumn: Running, CompletedColumn: Done}[c], last)
			continue
		}
		for g, kind := range groupKinds {
			add(kind, o.countWhile(func(s int32) bool {
				sl := &b.slots[s]
				return int(sl.lane) < lane || int(sl.lane) == lane && sl.group <= group(g)
			}))
		}
	}
	return to
}
