package board

import (
	"time"

	"sideboard/tasks"
)

// State is how a card stands, None when there is no such card.
func (b *Board) State(k tasks.Key) State {
	if s := b.slotOf(k); s >= 0 {
		return b.state(s)
	}
	return None
}

func (b *Board) state(s int32) State {
	p := b.slots[s].placed()
	if p.col == nowhere {
		p = b.placeOfHidden(s)
	}
	return b.stateAt(s, p)
}

// placeOfHidden returns where an internal task would stand.
func (b *Board) placeOfHidden(s int32) place {
	show := b.internal
	b.internal = true
	p := b.wantedPlace(s)
	b.internal = show
	return p
}

func (b *Board) stateAt(s int32, p place) State {
	switch {
	case p.container:
		return Container
	case p.col == CompletedColumn && b.slots[s].task.Status != tasks.Completed:
		return Skipped
	}
	switch p.col {
	case InProgressColumn:
		return Running
	case CompletedColumn:
		return Done
	case nowhere:
		return None
	}
	switch p.group {
	case groupFailed:
		return Failed
	case groupBroken:
		return Broken
	case groupReady:
		return Ready
	case groupUnknown:
		return Unknown
	}
	switch sl := &b.slots[s]; {
	case !b.isBlocked(s) && b.worktreeMissing(s):
		return Missing
	case sl.open+sl.unseen == 0 && sl.missing > 0:
		return Missing
	case b.isStuck(s):
		return Stuck
	}
	return Waiting
}

// countOpenBlockers returns how many of the blockers a task names keep it from starting although it is not their list that
// is to blame: unfinished ones, and missing ones where those block.
func (b *Board) countOpenBlockers(s int32) int32 {
	sl := &b.slots[s]
	if sl.task == nil {
		return 0
	}
	if sl.task.Traits.Blocked == tasks.UnfinishedOnly {
		return sl.open
	}
	return sl.open + sl.unseen + sl.missing
}

// StartedEarly reports whether a task runs although what it waits for is not completed.
func (b *Board) StartedEarly(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && b.slots[s].task != nil && b.slots[s].task.Status == tasks.InProgress && b.countOpenBlockers(s) > 0
}

// BlockedByCompleted reports whether a task is blocked only because its list still names tasks that are completed: nobody
// will clear them any more, a person can by unlinking.
func (b *Board) BlockedByCompleted(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && b.blockedByCompleted(s)
}

func (b *Board) blockedByCompleted(s int32) bool {
	t := b.slots[s].task
	return t != nil && !isFinished(t) && !t.Waits && b.isBlocked(s) && b.countOpenBlockers(s) == 0
}

// Stalled reports whether a task runs and its file has not changed for the given time.
func (b *Board) Stalled(k tasks.Key, now time.Time, after time.Duration) bool {
	s := b.slotOf(k)
	return s >= 0 && b.isStalled(s, now, after)
}

func (b *Board) isStalled(s int32, now time.Time, after time.Duration) bool {
	t := b.slots[s].task
	return t != nil && t.Status == tasks.InProgress && !b.slots[s].container && after > 0 && now.UnixNano()-t.Stamp.Mtime >= int64(after)
}

// CountStalled returns how many tasks are stalled.
func (b *Board) CountStalled(now time.Time, after time.Duration) int {
	n := 0
	for s := range b.columns[InProgressColumn].each {
		if b.isStalled(s, now, after) {
			n++
		}
	}
	return n
}
