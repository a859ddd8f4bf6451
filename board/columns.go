package board

import (
	"cmp"

	"sideboard/tasks"
)

// cards is where each card stands: its column, its group there and its order.
type cards struct {
	changes

	columns      [Columns]sortedSlots
	shownColumns [Columns]sortedSlots // those of columns that match the query
	filtering    bool                 // only they are shown
	internal     bool                 // internal tasks are shown too
	grouping     grouping
	compareFunc  func(x, y int32) int // compareCards, bound once
	groupCounts  [Columns][groups]int

	moves                 []cardMove
	inserts, shownInserts [Columns][]int32 // buffers of applyMoves
	queue                 []int32          // a buffer of eachBehind

	worktrees map[string]map[string]bool // by list: the worktrees that git knows; nil if git was not asked
}

func (cs *cards) column(c Column) *sortedSlots {
	if cs.filtering {
		return &cs.shownColumns[c]
	}
	return &cs.columns[c]
}

// Len returns the number of cards of a column that the filter shows.
func (cs *cards) Len(c Column) int { return cs.column(c).n }

// At returns card i of those that the filter shows in a column.
func (cs *cards) At(c Column, i int) tasks.Key { return cs.keyOf(cs.column(c).at(i)) }

// Rank returns the column of a card and its index among the cards that the filter shows, false if it is not shown.
func (cs *cards) Rank(k tasks.Key) (Column, int, bool) {
	s := cs.slotOf(k)
	if s < 0 || cs.slots[s].col == nowhere || cs.filtering && !cs.slots[s].shown {
		return 0, 0, false
	}
	c := cs.slots[s].col
	i, ok := cs.column(c).rank(s, cs.compareFunc)
	return c, i, ok
}

// Total returns the number of cards that a column has without the filter. Containers do not count.
func (cs *cards) Total(c Column) int { return cs.columns[c].n - cs.groupCounts[c][groupContainer] }

// wantedPlace returns the place that a slot should have now.
func (cs *cards) wantedPlace(s int32) place {
	to := cs.wantedColumn(s)
	if cs.grouping.on && to.col != nowhere {
		to.owner = cs.grouping.number(cs.slots[s].task)
	}
	return to
}

// wantedColumn is wantedPlace without the owner.
func (cs *cards) wantedColumn(s int32) place {
	sl := &cs.slots[s]
	switch {
	case sl.dead, cs.isHidden(sl.task):
		return place{col: nowhere}
	case sl.task == nil:
		return place{col: PendingColumn, group: groupBroken}
	case cs.isContainer(s):
		return place{col: cs.containerProgress(s).column(), group: groupReady, container: true}
	}
	switch sl.task.Status {
	case tasks.InProgress:
		return place{col: InProgressColumn}
	case tasks.Completed, tasks.Skipped, tasks.Cancelled:
		return place{col: CompletedColumn}
	case tasks.Pending, tasks.Blocked:
		if cs.isBlocked(s) || cs.worktreeMissing(s) {
			return place{col: PendingColumn, group: groupBlocked}
		}
		return place{col: PendingColumn, group: groupReady}
	case tasks.Failed:
		return place{col: PendingColumn, group: groupFailed}
	}
	return place{col: PendingColumn, group: groupUnknown}
}

func (cs *cards) isHidden(t *tasks.Task) bool { return t != nil && t.Internal && !cs.internal }

func (cs *cards) worktreeMissing(s int32) bool {
	t := cs.slots[s].task
	if t == nil || t.Worktree == "" || t.Status != tasks.Pending {
		return false
	}
	known := cs.worktrees[t.List]
	return known != nil && !known[t.Worktree] && cs.bindsOnlyUnclaimed(t)
}

// bindsOnlyUnclaimed reports whether the agents of a task bind it only while it is pending and nobody's. Agents of s13
// also read the files of s10 in their directory.
func (cs *cards) bindsOnlyUnclaimed(t *tasks.Task) bool {
	switch t.Traits.Binding {
	case tasks.BoundUnclaimed:
		return true
	case tasks.BoundLater:
		return cs.bindsTasks(tasks.BoundUnclaimed)
	}
	return false
}

// bindsTasks reports whether there is a file of a dialect with this kind of binding.
func (cs *cards) bindsTasks(how tasks.Binding) bool {
	return cs.hasDialect(func(t *tasks.Traits) bool { return t.Binding == how })
}

// compareCards compares two slots of a column: by lane, then pending tasks by group, ready ones and those in progress
// by how many tasks wait for them, most first, of these the longest running first, completed ones with the newest
// first, and the rest by name in natural order.
func (cs *cards) compareCards(x, y int32) int {
	sx, sy := &cs.slots[x], &cs.slots[y]
	if c := cs.compareLanes(sx, sy); c != 0 {
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
	kx, ky := cs.keyOf(x), cs.keyOf(y)
	if kx.List == ky.List { // a container comes before its parts: IMPL-1 before IMPL-1.1
		if c := tasks.Natural(stemOf(kx.Name), stemOf(ky.Name)); c != 0 {
			return c
		}
	}
	return kx.Compare(ky)
}

// compareLanes compares two slots by their lanes.
func (cs *cards) compareLanes(x, y *slot) int {
	if cs.grouping.on {
		return cs.grouping.compare(x.owner, y.owner)
	}
	return cmp.Compare(x.lane, y.lane)
}

// applyMoves carries out moves: it removes all cards that move while the order is still that of their old values, gives
// them their new ones, and inserts them again.
func (cs *cards) applyMoves() {
	for i := range cs.moves {
		m := &cs.moves[i]
		sl := &cs.slots[m.s]
		if sl.col == nowhere {
			continue
		}
		if m.reordered {
			cs.columns[sl.col].remove(m.s, cs.compareFunc)
			cs.countCard(m.s, -1)
		}
		if sl.shown && (m.reordered || !m.shown) {
			cs.shownColumns[sl.col].remove(m.s, cs.compareFunc)
		}
	}
	for c := range Columns {
		cs.inserts[c], cs.shownInserts[c] = cs.inserts[c][:0], cs.shownInserts[c][:0]
	}
	for i := range cs.moves {
		m := &cs.moves[i]
		sl := &cs.slots[m.s]
		wasShown := sl.shown
		sl.behind = m.behind
		sl.since, sl.exact, sl.col, sl.group, sl.container, sl.owner, sl.shown = m.since, m.exact, m.to.col, m.to.group,
			m.to.container, m.to.owner, m.shown
		if sl.col == nowhere {
			continue
		}
		if m.reordered {
			cs.inserts[sl.col] = append(cs.inserts[sl.col], m.s)
			cs.countCard(m.s, +1)
		}
		if m.shown && (m.reordered || !wasShown) {
			cs.shownInserts[sl.col] = append(cs.shownInserts[sl.col], m.s)
		}
	}
	for c := range Columns {
		cs.columns[c].insert(cs.inserts[c], cs.compareFunc)
		cs.shownColumns[c].insert(cs.shownInserts[c], cs.compareFunc)
	}
}

// countCard adds a card to the counts of its column and its list, or with by -1 removes it.
func (cs *cards) countCard(s int32, by int) {
	sl := &cs.slots[s]
	if sl.container {
		cs.groupCounts[sl.col][groupContainer] += by
		return
	}
	cs.groupCounts[sl.col][sl.group] += by
	l := cs.lists[cs.keyOf(s).List]
	l.total += by
	if sl.col == CompletedColumn {
		l.done += by
	}
}
