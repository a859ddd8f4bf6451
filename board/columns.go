package board

import (
	"cmp"

	"sideboard/tasks"
)

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

// compareLanes compares two slots by their lanes.
func (b *Board) compareLanes(x, y *slot) int {
	if b.grouping.on {
		return b.grouping.compare(x.owner, y.owner)
	}
	return cmp.Compare(x.lane, y.lane)
}

func (b *Board) worktreeMissing(s int32) bool {
	t := b.slots[s].task
	if t == nil || t.Worktree == "" || t.Status != tasks.Pending {
		return false
	}
	known := b.worktrees[t.List]
	return known != nil && !known[t.Worktree] && b.bindsOnlyUnclaimed(t)
}

// bindsOnlyUnclaimed reports whether the agents of a task bind it only while it is pending and nobody's. Agents of s13
// also read the files of s10 in their directory.
func (b *Board) bindsOnlyUnclaimed(t *tasks.Task) bool {
	switch t.Traits.Binding {
	case tasks.BoundUnclaimed:
		return true
	case tasks.BoundLater:
		return b.bindsTasks(tasks.BoundUnclaimed)
	}
	return false
}
