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

// changes is the loops with what the current Delta changes in them and below. Whatever gives an id, a link or a part to
// another task is done here, because it touches slots; what cards and the filter make of those is not known here.
type changes struct {
	loops
	touched  []touchedSlot
	unlinked []int32 // the ends of links that came or went in the current Delta, -1 for none
}

// touch saves the state of a slot, once in each Delta, before it or what it waits for changes.
func (c *changes) touch(s int32) *touchedSlot {
	sl := &c.slots[s]
	if i := int(sl.touchedAt); i >= 0 && i < len(c.touched) && c.touched[i].s == s {
		return &c.touched[i]
	}
	sl.touchedAt = int32(len(c.touched))
	c.touched = append(c.touched, touchedSlot{
		s: s, task: sl.task, col: sl.col, class: c.classOf(s), wasBlocked: c.isBlocked(s),
		hadProblem: sl.hasProblem, prevSince: sl.since, since: sl.since, exact: sl.exact, behind: sl.behind,
	})
	return &c.touched[len(c.touched)-1]
}

// noteLoops keeps unstuckEpoch up to date: a task that became stuck since an epoch was touched, or waits for one that
// was.
func (c *changes) noteLoops(since uint32) {
	if c.unstuckEpoch != since {
		return
	}
	c.unstuckEpoch = c.additionEpoch
	for i := range c.touched {
		if s := c.touched[i].s; !c.slots[s].dead && c.isStuck(s) {
			c.unstuckEpoch = 0
			return
		}
	}
}
