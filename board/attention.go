package board

import (
	"time"

	"sideboard/tasks"
)

// Attention finds the next card after a given one that needs a person, and says why in a word or two: broken
// files first, then what failed, unknown words, tasks whose owner is gone, stalled ones, those that are stuck or wait for something missing, and what
// is ready and nobody's. It starts again after the last. Only cards that the filter shows are looked at.
func (b *Board) Attention(after tasks.Key, now time.Time, stalled time.Duration) (k tasks.Key, why string, ok bool) {
	var found [8][]int32
	words := [...]string{"broken", "failed", "unknown status", "its owner is gone", "stalled", "waits for a missing task", "stuck", "ready"}
	for c := PendingColumn; c <= CompletedColumn; c++ {
		for s := range b.column(c).each {
			if b.slots[s].hasProblem {
				found[0] = append(found[0], s)
			}
		}
	}
	for s := range b.column(PendingColumn).each {
		if b.slots[s].hasProblem {
			continue
		}
		switch t := b.slots[s].task; b.state(s) {
		case Failed:
			found[1] = append(found[1], s)
		case Unknown:
			found[2] = append(found[2], s)
		case Missing:
			found[5] = append(found[5], s)
		case Stuck:
			found[6] = append(found[6], s)
		case Ready:
			if t.Owner == "" {
				found[7] = append(found[7], s)
			}
		}
	}
	for s := range b.column(InProgressColumn).each {
		switch {
		case b.slots[s].hasProblem:
		case b.ownerGone(s):
			found[3] = append(found[3], s)
		case b.isStalled(s, now, stalled):
			found[4] = append(found[4], s)
		}
	}
	at := b.slotOf(after)
	first, take := int32(-1), false
	var firstWhy string
	for i, slots := range found {
		for _, s := range slots {
			why := words[i]
			if b.worktreeMissing(s) && !b.isBlocked(s) {
				why = "its worktree is not there"
			}
			if take {
				return b.keyOf(s), why, true
			}
			if first < 0 {
				first, firstWhy = s, why
			}
			take = s == at
		}
	}
	if first < 0 {
		return tasks.Key{}, "", false
	}
	return b.keyOf(first), firstWhy, true
}

// SetOwnerGone says how to learn that an owner is gone: it shut down, or its team no longer lists it. No task file tells that;
// who looks after the agents does. gone is asked again and again.
func (b *Board) SetOwnerGone(gone func(owner string) bool) { b.ownerGoneFunc = gone }

// OwnerGone reports whether a task runs whose owner is gone: nobody will complete it.
func (b *Board) OwnerGone(k tasks.Key) bool {
	s := b.slotOf(k)
	return s >= 0 && b.ownerGone(s)
}

func (b *Board) ownerGone(s int32) bool {
	t := b.slots[s].task
	return b.ownerGoneFunc != nil && t != nil && t.Status == tasks.InProgress && t.Owner != "" && b.ownerGoneFunc(t.Owner)
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
