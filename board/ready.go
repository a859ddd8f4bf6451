package board

import (
	"time"

	"sideboard/tasks"
)

// maxReadyLooked is at how many ready tasks is looked for one that nobody starts.
const maxReadyLooked = 1000

// unstarted returns the first task that has been ready for long beside agents that have nothing to do.
func (b *Board) unstarted(idle []tasks.Agent, now time.Time) (Need, bool) {
	var free time.Time // since when an agent has had nothing to do
	for _, a := range idle {
		if !a.Since.IsZero() && (free.IsZero() || a.Since.Before(free)) {
			free = a.Since
		}
	}
	if free.IsZero() || now.Sub(free) < readyUnstarted {
		return Need{}, false
	}
	looked := 0
	for s := range b.columns[PendingColumn].each {
		sl := &b.slots[s]
		if sl.group != groupReady || sl.container || sl.task.Owner != "" {
			continue
		}
		if looked++; looked > maxReadyLooked {
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

// readySince returns since when nothing has kept a ready task from being started, at the latest.
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

// Ready returns all tasks that are ready, in the order of their column, whatever the filter shows.
func (b *Board) Ready() []tasks.Key {
	var ks []tasks.Key
	for s := range b.columns[PendingColumn].each {
		if sl := &b.slots[s]; sl.group == groupReady && !sl.container {
			ks = append(ks, b.keyOf(s))
		}
	}
	return ks
}

// InProgress returns all tasks that run, in the order of their column, whatever the filter shows.
func (b *Board) InProgress() []tasks.Key {
	var ks []tasks.Key
	for s := range b.columns[InProgressColumn].each {
		if t := b.slots[s].task; t != nil && t.Status == tasks.InProgress {
			ks = append(ks, t.Key)
		}
	}
	return ks
}
