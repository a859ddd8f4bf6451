package board

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"sideboard/tasks"
)

// readyUnstarted is how long a task has to be ready, and an agent idle, for NobodyStarts.
const readyUnstarted = 5 * time.Minute

// Needs returns all that needs a person, without regard to the filter: the most urgent first, equally urgent tasks in
// the order of the columns. A task is in it once, for its most urgent reason. Tasks that only wait for such a task are
// not. The result is in the memory of reuse, an earlier result that nobody needs any more, if that has room.
func (b *Board) Needs(c Circumstances, reuse []Need) []Need {
	if b.wipedCards > 0 {
		return nil
	}
	all, busy := reuse[:0], map[string]bool{}
	for s := range b.columns[InProgressColumn].each {
		t := b.slots[s].task
		if t == nil || b.slots[s].container {
			continue
		}
		busy[t.Owner], busy[b.ownerState(s).Name] = true, true
		if n, ok := b.needOf(s, c.Now, c.Stalled); ok {
			all = append(all, n)
		}
	}
	for _, k := range c.Overwritten {
		if b.Has(k) {
			all = append(all, Need{Kind: Overwritten, Key: k})
		}
	}
	for k, p := range b.problems.byKey {
		if p.Kind != tasks.BeingWritten && b.Has(k) {
			all = append(all, Need{Kind: FileBroken, Key: k, Since: p.Since})
		}
	}
	all = b.appendPendingNeeds(all)
	for _, k := range c.Review {
		if b.Has(k) {
			all = append(all, Need{Kind: ToReview, Key: k})
		}
	}
	var idle []tasks.Agent
	for _, a := range c.Agents {
		switch {
		case busy[a.Name]:
		case a.State == tasks.AgentWaiting:
			all = append(all, Need{Kind: NeedsAnswer, Who: a.Name, Since: a.Since, why: a.Why})
		case a.State == tasks.AgentIdle:
			idle = append(idle, a)
		}
	}
	if n, ok := b.unstarted(idle, c.Now); ok {
		all = append(all, n)
	}
	slices.SortStableFunc(all, func(x, y Need) int {
		if x.Kind == FileBroken && y.Kind == FileBroken {
			return x.Key.Compare(y.Key)
		}
		return cmp.Compare(x.Kind, y.Kind)
	})
	seen := b.seenNeeds
	clear(seen)
	all = slices.DeleteFunc(all, func(n Need) bool {
		if n.Key.Name == "" {
			return false
		}
		unchecked := n.Kind == FileBroken || n.Kind == Overwritten || n.Kind == InLoop // needOf has checked the others
		drop := seen[n.Key] || unchecked && b.isOnlyShown(n.Key)
		seen[n.Key] = true
		return drop
	})
	return b.insertFaults(all, c.Errors, seen)
}

// insertFaults inserts the errors of the doctor by their urgency, without those of files that need a person already.
func (b *Board) insertFaults(all []Need, faults []Fault, seen map[tasks.Key]bool) []Need {
	at := slices.IndexFunc(all, func(n Need) bool { return n.Kind > FileWrong })
	if at < 0 {
		at = len(all)
	}
	var found []Need
	for _, f := range faults {
		if len(f.Files) > 0 && !b.isOnlyShown(f.Files[0]) &&
			!slices.ContainsFunc(f.Files, func(k tasks.Key) bool { return seen[k] }) {
			found = append(found, Need{Kind: FileWrong, Key: f.Files[0], why: f.What})
			seen[f.Files[0]] = true
		}
	}
	return slices.Insert(all, at, found...)
}

// needOf returns why a task needs a person, as far as that depends on it alone and not on its links or on whether its
// file can be read.
func (b *Board) needOf(s int32, now time.Time, stalled time.Duration) (Need, bool) {
	sl := &b.slots[s]
	t := sl.task
	if t == nil || sl.container || t.Traits.ReadOnly != "" {
		return Need{}, false
	}
	n := Need{Key: t.Key}
	switch {
	case sl.col == InProgressColumn:
		o := b.ownerState(s)
		n.Who, n.Since, n.why = cmp.Or(o.Name, t.Owner), o.Since, o.Why
		switch {
		case o.State == tasks.AgentWaiting:
			n.Kind = NeedsAnswer
		case o.State == tasks.AgentDead:
			n.Kind = OwnerDead
		case o.State == tasks.AgentGone:
			n.Kind = OwnerGone
		case b.silence(s, now, stalled) == Stalled:
			n.Kind, n.Since, n.why = TaskStalled, t.Stamp.Time(), ""
		default:
			return Need{}, false
		}
	case sl.col != PendingColumn:
		return Need{}, false
	case sl.group == groupFailed:
		n.Kind = TaskFailed
	case sl.group == groupUnknown:
		n.Kind = StatusUnknown
	case sl.group == groupBlocked && !b.isBlocked(s):
		n.Kind = WorktreeMissing
	case sl.group == groupBlocked && sl.missing > 0 && t.Traits.Blocked != tasks.UnfinishedOnly:
		n.Kind = BlockerMissing
	default:
		return Need{}, false
	}
	return n, true
}

// noteNeed keeps needy up to date, so that Needs does not have to look at every pending task.
func (b *Board) noteNeed(s int32) {
	if _, ok := b.pendingNeed(s); ok {
		b.needy[s] = true
	} else {
		delete(b.needy, s)
	}
}

// pendingNeed is needOf of a pending task.
func (b *Board) pendingNeed(s int32) (Need, bool) {
	if b.slots[s].col != PendingColumn {
		return Need{}, false
	}
	return b.needOf(s, time.Time{}, 0)
}

// fewNeeds is the number of tasks up to which sorting them is faster than looking for them in their column.
const fewNeeds = 256

// appendPendingNeeds appends the needs of pending tasks.
func (b *Board) appendPendingNeeds(all []Need) []Need {
	add := func(s int32) {
		if n, ok := b.pendingNeed(s); ok {
			all = append(all, n)
		}
	}
	if n := len(b.needy); n > fewNeeds {
		for s := range b.columns[PendingColumn].each {
			if b.needy[s] {
				add(s)
			}
		}
	} else if n > 0 {
		for _, s := range slices.SortedFunc(maps.Keys(b.needy), b.compareFunc) {
			add(s)
		}
	}
	if b.groupCounts[PendingColumn][groupBlocked] == 0 || b.unstuckEpoch == b.additionEpoch {
		return all
	}
	for s := range b.columns[PendingColumn].each {
		if b.slots[s].group == groupBlocked && b.isStuck(s) {
			return b.appendLoops(all)
		}
	}
	b.unstuckEpoch = b.additionEpoch
	return all
}

// appendLoops appends one task of each loop: the blockers of any stuck task lead into a loop. A loop that waits for
// another one is not found until that is gone.
func (b *Board) appendLoops(all []Need) []Need {
	walkOf := map[int32]int32{} // by slot: where the first walk that passed it began
	for s := range b.columns[PendingColumn].each {
		if b.slots[s].group != groupBlocked || b.slots[s].container || !b.isStuck(s) {
			continue
		}
		at := s
		for {
			if from, been := walkOf[at]; been {
				if from == s {
					all = append(all, Need{Kind: InLoop, Key: b.keyOf(at)})
				}
				break
			}
			walkOf[at] = s
			next, holds, more := int32(-1), false, true // on to its first blocker that is stuck itself
			for i := 0; more && !(holds && next >= 0 && b.isStuck(next)); i++ {
				next, holds, more = b.nextBlocker(at, i)
			}
			if !more {
				break
			}
			at = next
		}
	}
	return all
}

// maxUnstarted is the number of ready tasks that unstarted looks at.
const maxUnstarted = 1000

// unstarted returns the first task that has been ready for long while an agent was idle.
func (b *Board) unstarted(idle []tasks.Agent, now time.Time) (Need, bool) {
	var free time.Time // when the first agent became idle
	for _, a := range idle {
		if !a.Since.IsZero() && (free.IsZero() || a.Since.Before(free)) {
			free = a.Since
		}
	}
	if free.IsZero() || now.Sub(free) < readyUnstarted {
		return Need{}, false
	}
	n := 0
	for s := range b.columns[PendingColumn].each {
		sl := &b.slots[s]
		if sl.group != groupReady || sl.container || sl.task.Owner != "" {
			continue
		}
		if n++; n > maxUnstarted {
			break
		}
		since := b.readySince(s)
		if since.Before(free) {
			since = free
		}
		if now.Sub(since) >= readyUnstarted {
			return Need{Kind: NobodyStarts, Key: b.keyOf(s), Since: since, Idle: len(idle)}, true
		}
	}
	return Need{}, false
}

// readySince returns when a task became ready, at the latest.
func (b *Board) readySince(s int32) time.Time {
	sl := &b.slots[s]
	since := max(sl.since, sl.task.Stamp.Mtime)
	for _, n := range sl.refs {
		if by := b.nodes[n].slot; by >= 0 {
			since = max(since, b.slots[by].since)
		}
	}
	return time.Unix(0, since)
}
