package board

import (
	"slices"

	"sideboard/tasks"
)

// State is the state of a card, more precise than its column.
type State uint8

const (
	None      State = iota // no such card
	Ready                  // pending, and its dialect's agents would start it
	Waiting                // pending and blocked by tasks that can still be completed
	Missing                // pending and blocked only by ids that no file has, or by a worktree that git does not know
	Stuck                  // pending and blocked, in a loop of unfinished tasks or behind one
	Running                // in progress
	Done                   // in the completed column
	Unknown                // its status is a word its dialect does not know
	Broken                 // its file cannot be read, and never could
	Failed                 // its file says that it failed
	Skipped                // in the completed column, skipped or cancelled
	Container              // a container, in the column of its parts
)

// String returns the state's word for people.
func (s State) String() string {
	return [...]string{"", "ready", "blocked", "blocked", "stuck", "running", "completed", "unknown", "broken",
		"failed", "skipped", "container"}[s]
}

// Blocked reports whether the card is pending and may not be started.
func (s State) Blocked() bool { return s == Waiting || s == Missing || s == Stuck }

// Counts are the numbers of cards by state, without the filter, internal tasks and containers.
type Counts struct {
	Total    int // all cards
	Ready    int
	Blocked  int // waiting, missing or stuck
	Running  int
	Done     int
	Unknown  int
	Broken   int
	Problems int // files that cannot be read, also those without a card
}

// Counts returns the numbers of cards by state.
func (b *Board) Counts() Counts {
	p := &b.groupCounts[PendingColumn]
	return Counts{
		Total: b.Total(PendingColumn) + b.Total(InProgressColumn) + b.Total(CompletedColumn),
		Ready: p[groupReady], Blocked: p[groupBlocked], Unknown: p[groupUnknown], Broken: p[groupBroken],
		Running: b.Total(InProgressColumn), Done: b.Total(CompletedColumn), Problems: b.problems.count,
	}
}

// State returns the state of a card, None when there is no such card.
func (cs *cards) State(k tasks.Key) State {
	if s := cs.slotOf(k); s >= 0 {
		return cs.state(s)
	}
	return None
}

func (cs *cards) state(s int32) State {
	p := cs.slots[s].placed()
	if p.col == nowhere { // the state of a hidden task
		show := cs.internal
		cs.internal = true
		p = cs.wantedPlace(s)
		cs.internal = show
	}
	return cs.stateAt(s, p)
}

// stateAt returns the state of a slot at a place.
func (cs *cards) stateAt(s int32, p place) State {
	switch {
	case p.container:
		return Container
	case p.col == CompletedColumn && cs.slots[s].task.Status != tasks.Completed:
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
	switch sl := &cs.slots[s]; {
	case !cs.isBlocked(s) && cs.worktreeMissing(s):
		return Missing
	case sl.open+sl.unseen == 0 && sl.missing > 0 && !sl.task.DroppedBlockers:
		return Missing
	case cs.isStuck(s):
		return Stuck
	}
	return Waiting
}

// StartedEarly reports whether a task is in progress although what it waits for is not completed.
func (cs *cards) StartedEarly(k tasks.Key) bool {
	s, t := cs.slotOf(k), cs.Task(k)
	return t != nil && t.Status == tasks.InProgress && cs.countOpenBlockers(s) > 0
}

// WaitsForRunning reports whether all open blockers of a task are in progress.
func (cs *cards) WaitsForRunning(k tasks.Key) bool {
	s := cs.slotOf(k)
	return s >= 0 && !slices.ContainsFunc(cs.slots[s].refs, func(n int32) bool {
		to := cs.nodes[n].slot
		return cs.holdsBack(n, s) && (to < 0 || cs.state(to) != Running)
	})
}

// BlockedByCompleted reports whether a task is blocked only because its list still names completed tasks. No agent will
// clear them any more; a person can unlink them.
func (cs *cards) BlockedByCompleted(k tasks.Key) bool {
	s, t := cs.slotOf(k), cs.Task(k)
	return t != nil && !isFinished(t) && !t.DroppedBlockers && cs.isBlocked(s) && cs.countOpenBlockers(s) == 0
}

// SaysBlocked reports whether the status of a task is blocked although no blocker is open. It may be claimed.
func (cs *cards) SaysBlocked(k tasks.Key) bool {
	s := cs.slotOf(k)
	return s >= 0 && cs.slots[s].task != nil && cs.slots[s].task.Status == tasks.Blocked && !cs.isBlocked(s) &&
		!cs.isContainer(s)
}

// CountStuck returns the number of tasks that are in a loop of unfinished tasks or wait for one, without the filter.
func (cs *cards) CountStuck() (n int) {
	if cs.groupCounts[PendingColumn][groupBlocked] == 0 || cs.unstuckEpoch == cs.additionEpoch {
		return 0
	}
	for s := range cs.columns[PendingColumn].each {
		if p := cs.slots[s].placed(); p.group == groupBlocked && !p.container && cs.stateAt(s, p) == Stuck {
			n++
		}
	}
	return n
}

// Ready returns all ready tasks in the order of their column, without regard to the filter.
func (cs *cards) Ready() []tasks.Key {
	var ks []tasks.Key
	for s := range cs.columns[PendingColumn].each {
		if sl := &cs.slots[s]; sl.group == groupReady && !sl.container {
			ks = append(ks, cs.keyOf(s))
		}
	}
	return ks
}

// InProgress returns all tasks in progress in the order of their column, without regard to the filter.
func (cs *cards) InProgress() []tasks.Key {
	var ks []tasks.Key
	for s := range cs.columns[InProgressColumn].each {
		if t := cs.slots[s].task; t != nil && t.Status == tasks.InProgress {
			ks = append(ks, t.Key)
		}
	}
	return ks
}
