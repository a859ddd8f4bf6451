package board

import "sideboard/tasks"

// touchedSlot is the state of a slot before the current Delta.
type touchedSlot struct {
	s          int32
	task       *tasks.Task
	col        Column
	class      class
	wasBlocked bool
	hadProblem bool
	isNew      bool  // there was no such card
	prevSince  int64 // since when it had its status
	// this and the next two are new values: applyMoves sets the slot's own after removing the slot from the old order
	since    int64
	exact    bool
	behind   int16
	change   blockingChange
	reported bool // an event has the change
}

// blockingChange is a change from blocked to not blocked, or back.
type blockingChange int8

const (
	becameFree    blockingChange = 1
	becameBlocked blockingChange = -1
	unchanged     blockingChange = 0
)

// touch saves the state of a slot, once in each Delta, before it or what it waits for changes.
func (b *Board) touch(s int32) *touchedSlot {
	sl := &b.slots[s]
	if i := int(sl.touchedAt); i >= 0 && i < len(b.touched) && b.touched[i].s == s {
		return &b.touched[i]
	}
	sl.touchedAt = int32(len(b.touched))
	b.touched = append(b.touched, touchedSlot{
		s: s, task: sl.task, col: sl.col, class: b.classOf(s), wasBlocked: b.isBlocked(s),
		hadProblem: sl.hasProblem, prevSince: sl.since, since: sl.since, exact: sl.exact, behind: sl.behind,
	})
	return &b.touched[len(b.touched)-1]
}
