package board

import (
	"cmp"
	"slices"
	"sort"

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

// compareCards returns the order of a column: lane by lane, pending by group, ready ones with the most work waiting for them first, and then
// as a person counts, in progress with
// what has run longest first, completed with the newest.
func (b *Board) compareCards(x, y int32) int {
	sx, sy := &b.slots[x], &b.slots[y]
	if c := b.compareLanes(sx, sy); c != 0 {
		return c
	}
	order := cmp.Compare(sy.since, sx.since)
	switch sx.col {
	case PendingColumn:
		if order = cmp.Compare(sx.group, sy.group); order == 0 && sx.group == groupReady {
			order = cmp.Compare(sy.behind, sx.behind)
		}
	case InProgressColumn:
		order = -order
	}
	if order != 0 {
		return order
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

	behind int16

	shown bool
	moves bool // its place in the order, not only whether it is shown
}

// placeTouched puts every touched slot where it belongs now: everything that moves is taken out while the old order
// still holds, then changed, then put in.
func (b *Board) placeTouched() {
	b.moves = b.moves[:0]
	if !b.loading {
		b.countWaiting()
	}
	for i := range b.touched {
		e := &b.touched[i]
		sl := &b.slots[e.s]
		to := b.wantedPlace(e.s)
		m := cardMove{s: e.s, to: to, since: e.since, exact: e.exact, behind: e.behind}
		m.moves = to != sl.placed() || to.col != PendingColumn && e.since != sl.since || e.behind != sl.behind
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
		sl.behind = m.behind
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

// sortedSlots is a sorted column, cut into short blocks: one insertion moves a few hundred bytes whether the column
// holds a thousand tasks or a hundred thousand.
type sortedSlots struct {
	blocks [][]int32 // none is empty
	n      int
}

// maxBlock is how long a block grows before it is cut in two.
const maxBlock = 512

// at returns the slot at a place.
func (o *sortedSlots) at(i int) int32 {
	for _, b := range o.blocks {
		if i < len(b) {
			return b[i]
		}
		i -= len(b)
	}
	panic("board: no such place")
}

// search finds the block and the place in it where a slot is, or belongs.
func (o *sortedSlots) search(s int32, compare func(x, y int32) int) (block, at int, found bool) {
	block = sort.Search(len(o.blocks), func(i int) bool {
		b := o.blocks[i]
		return compare(b[len(b)-1], s) >= 0
	})
	if block == len(o.blocks) {
		return block, 0, false
	}
	at, found = slices.BinarySearchFunc(o.blocks[block], s, compare)
	return block, at, found
}

// rank is the place of a slot in the whole column.
func (o *sortedSlots) rank(s int32, compare func(x, y int32) int) (int, bool) {
	block, at, found := o.search(s, compare)
	for _, b := range o.blocks[:block] {
		at += len(b)
	}
	return at, found
}

// countWhile is how many slots stand in front of the first for which something does not hold any more.
func (o *sortedSlots) countWhile(holds func(s int32) bool) int {
	block := sort.Search(len(o.blocks), func(i int) bool {
		b := o.blocks[i]
		return !holds(b[len(b)-1])
	})
	n := 0
	for _, b := range o.blocks[:block] {
		n += len(b)
	}
	if block < len(o.blocks) {
		b := o.blocks[block]
		n += sort.Search(len(b), func(i int) bool { return !holds(b[i]) })
	}
	return n
}

// remove takes a slot out, as long as it still compares as it did when it was put in.
func (o *sortedSlots) remove(s int32, compare func(x, y int32) int) {
	block, at, found := o.search(s, compare)
	if !found {
		return
	}
	b := slices.Delete(o.blocks[block], at, at+1)
	o.blocks[block] = b
	o.n--
	if len(b) == 0 {
		o.blocks = slices.Delete(o.blocks, block, block+1)
	}
}

// insert puts slots in where they belong. Many at once are merged in one pass.
func (o *sortedSlots) insert(in []int32, compare func(x, y int32) int) {
	if len(in) > 1 {
		slices.SortFunc(in, compare)
	}
	if len(in) > 8 && len(in) > o.n/8 {
		o.merge(in, compare)
		return
	}
	for _, s := range in {
		o.insertOne(s, compare)
	}
}

func (o *sortedSlots) insertOne(s int32, compare func(x, y int32) int) {
	block, at, _ := o.search(s, compare)
	if block == len(o.blocks) {
		if block == 0 {
			o.blocks = append(o.blocks, make([]int32, 0, 16))
		} else {
			block--
		}
		at = len(o.blocks[block])
	}
	b := slices.Insert(o.blocks[block], at, s)
	o.blocks[block] = b
	o.n++
	if len(b) >= maxBlock {
		half := slices.Clone(b[maxBlock/2:])
		o.blocks[block] = b[:maxBlock/2]
		o.blocks = slices.Insert(o.blocks, block+1, half)
	}
}

func (o *sortedSlots) merge(in []int32, compare func(x, y int32) int) {
	all := make([]int32, 0, o.n+len(in))
	for _, b := range o.blocks {
		for len(b) > 0 {
			if len(in) == 0 {
				all = append(all, b...)
				break
			}
			at, _ := slices.BinarySearchFunc(b, in[0], compare)
			all = append(all, b[:at]...)
			b = b[at:]
			if len(b) > 0 {
				all = append(all, in[0])
				in = in[1:]
			}
		}
	}
	o.fill(append(all, in...))
}

// fill makes sorted slots the whole column, in blocks that have room to grow.
func (o *sortedSlots) fill(all []int32) {
	const fresh = maxBlock * 3 / 4
	o.blocks, o.n = o.blocks[:0], len(all)
	for len(all) > 0 {
		k := min(fresh, len(all))
		o.blocks = append(o.blocks, slices.Clone(all[:k]))
		all = all[k:]
	}
}

// each returns the slots in order.
func (o *sortedSlots) each(yield func(s int32) bool) {
	for _, b := range o.blocks {
		for _, s := range b {
			if !yield(s) {
				return
			}
		}
	}
}
