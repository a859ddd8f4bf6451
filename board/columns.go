package board

import (
	"cmp"

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
	container bool  // it is a container
	owner     int32 // the number of its owner's name, see grouping
}

// countedGroup returns the group a place counts in.
func (p place) countedGroup() group {
	if p.container {
		return groupContainer
	}
	return p.group
}

// placed returns where a slot stands.
func (sl *slot) placed() place { return place{sl.col, sl.group, sl.container, sl.owner} }

// wantedPlace works out where a slot belongs now.
func (b *Board) wantedPlace(s int32) place {
	to := b.wantedColumn(s)
	if b.grouping.on && to.col != nowhere {
		to.owner = b.grouping.number(b.slots[s].task)
	}
	return to
}

// wantedColumn works out where a slot belongs, whoever owns it.
func (b *Board) wantedColumn(s int32) place {
	sl := &b.slots[s]
	switch {
	case sl.dead, b.isHidden(sl.task):
		return place{col: nowhere}
	case sl.task == nil:
		return place{col: PendingColumn, group: groupBroken}
	case b.isContainer(s):
		return place{col: b.containerProgress(s).column(), group: groupReady, container: true}
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

// compareCards returns the order of a column: lane by lane, pending by group and then as a person counts, the others newest first.
func (b *Board) compareCards(x, y int32) int {
	sx, sy := &b.slots[x], &b.slots[y]
	if c := b.compareLanes(sx, sy); c != 0 {
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
	for i := range b.touched {
		b.noteNeed(b.touched[i].s)
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
		sl.since, sl.exact, sl.col, sl.group, sl.container, sl.owner, sl.shown = m.since, m.exact, m.to.col, m.to.group, m.to.container, m.to.owner, m.shown
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
