package board

import (
	"time"

	"sideboard/tasks"
)

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

// Ready returns all ready tasks in the order of their column, without regard to the filter.
func (b *Board) Ready() []tasks.Key {
	var ks []tasks.Key
	for s := range b.columns[PendingColumn].each {
		if sl := &b.slots[s]; sl.group == groupReady && !sl.container {
			ks = append(ks, b.keyOf(s))
		}
	}
	return ks
}

// InProgress returns all tasks in progress in the order of their column, without regard to the filter.
func (b *Board) InProgress() []tasks.Key {
	var ks []tasks.Key
	for s := range b.columns[InProgressColumn].each {
		if t := b.slots[s].task; t != nil && t.Status == tasks.InProgress {
			ks = append(ks, t.Key)
		}
	}
	return ks
}
