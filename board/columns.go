package board

import (
	"cmp"
	"slices"
	"sort"

	"sideboard/tasks"
)

// Column is a column of the board.
type Column uint8

const (
	PendingColumn    Column = iota // not started; also failed tasks, unknown statuses and broken files
	InProgressColumn               // it is being worked on
	CompletedColumn                // finished, skipped or cancelled
)

// Columns is the number of columns.
const Columns = 3

// String returns the column's title for people.
func (c Column) String() string {
	return [...]string{"Pending", "In progress", "Completed"}[c]
}

// place is the position of a card, as far as its column is not sorted by other things.
type place struct {
	col       Column
	group     group
	container bool
	owner     int32 // see grouping
}

// placed returns the current place of a slot.
func (sl *slot) placed() place { return place{sl.col, sl.group, sl.container, sl.owner} }

// wantedPlace returns the place that a slot should have now.
func (b *Board) wantedPlace(s int32) place {
	to := b.wantedColumn(s)
	if b.grouping.on && to.col != nowhere {
		to.owner = b.grouping.number(b.slots[s].task)
	}
	return to
}

// wantedColumn is wantedPlace without the owner.
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

// compareCards compares two slots of a column: by lane, then pending tasks by group, ready ones and those in progress
// by how many tasks wait for them, most first, of these the longest running first, completed ones with the newest
// first, and the rest by name in natural order.
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
		if order = cmp.Compare(sy.behind, sx.behind); order == 0 {
			order = cmp.Compare(sx.since, sy.since)
		}
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

// cardMove is a slot that has to move in its column or in the filtered column.
type cardMove struct {
	s         int32
	to        place
	since     int64 // this, exact, behind and shown are the new values of the slot
	exact     bool
	behind    int16
	shown     bool
	reordered bool // false if only shown changes
}

// placeTouched moves the touched slots to their places: it removes all of them while the old order is valid, then
// changes them, then inserts them.
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
		m.reordered = to != sl.placed() || to.col != PendingColumn && e.since != sl.since || e.behind != sl.behind
		m.shown = b.filtering && to.col != nowhere && b.matchPlaced(e.s, to)
		if m.reordered || m.shown != sl.shown {
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
		if m.reordered {
			b.columns[sl.col].remove(m.s, b.compareFunc)
			b.countCard(m.s, -1)
		}
		if sl.shown && (m.reordered || !m.shown) {
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
		sl.since, sl.exact, sl.col, sl.group, sl.container, sl.owner, sl.shown = m.since, m.exact, m.to.col, m.to.group,
			m.to.container, m.to.owner, m.shown
		if sl.col == nowhere {
			continue
		}
		if m.reordered {
			b.inserts[sl.col] = append(b.inserts[sl.col], m.s)
			b.countCard(m.s, +1)
		}
		if m.shown && (m.reordered || !wasShown) {
			b.shownInserts[sl.col] = append(b.shownInserts[sl.col], m.s)
		}
	}
	for c := range Columns {
		b.columns[c].insert(b.inserts[c], b.compareFunc)
		b.shownColumns[c].insert(b.shownInserts[c], b.compareFunc)
	}
}

// countCard adds a card to the counts of its column and its list, or with by -1 removes it.
func (b *Board) countCard(s int32, by int) {
	sl := &b.slots[s]
	if sl.container {
		b.groupCounts[sl.col][groupContainer] += by
		return
	}
	b.groupCounts[sl.col][sl.group] += by
	l := b.lists[b.keyOf(s).List]
	l.total += by
	if sl.col == CompletedColumn {
		l.done += by
	}
}

// sortedSlots is a sorted column in short blocks: an insertion moves a few hundred bytes whether the column has a
// thousand tasks or a hundred thousand.
type sortedSlots struct {
	blocks [][]int32 // none is empty
	n      int
}

// maxBlock is the length at which a block is cut in two.
const maxBlock = 512

// at returns the slot at an index.
func (o *sortedSlots) at(i int) int32 {
	for _, b := range o.blocks {
		if i < len(b) {
			return b[i]
		}
		i -= len(b)
	}
	panic("board: index out of range")
}

// search returns the block of a slot and its index in it; where it would be inserted if it is not found.
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

// rank returns the index of a slot in the column, and whether it is there.
func (o *sortedSlots) rank(s int32, compare func(x, y int32) int) (int, bool) {
	block, at, found := o.search(s, compare)
	for _, b := range o.blocks[:block] {
		at += len(b)
	}
	return at, found
}

// countWhile returns the number of slots before the first for which holds is false. It must be true for all before.
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

// remove removes a slot. It must compare as it did when it was inserted.
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

// insert inserts slots.
func (o *sortedSlots) insert(in []int32, compare func(x, y int32) int) {
	if o.n == 0 && len(in) > 0 {
		slices.SortFunc(in, compare)
		o.fill(in)
		return
	}
	for _, s := range in {
		o.insertOne(s, compare)
	}
}

func (o *sortedSlots) insertOne(s int32, compare func(x, y int32) int) {
	block, at, _ := o.search(s, compare)
	if block == len(o.blocks) { // there is one: see insert
		block--
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

// fill replaces the column by sorted slots, in blocks with room to grow.
func (o *sortedSlots) fill(all []int32) {
	const fresh = maxBlock * 3 / 4
	o.blocks, o.n = o.blocks[:0], len(all)
	for len(all) > 0 {
		k := min(fresh, len(all))
		o.blocks = append(o.blocks, slices.Clone(all[:k]))
		all = all[k:]
	}
}

// each yields the slots in order.
func (o *sortedSlots) each(yield func(s int32) bool) {
	for _, b := range o.blocks {
		for _, s := range b {
			if !yield(s) {
				return
			}
		}
	}
}
