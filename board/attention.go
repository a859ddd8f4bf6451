package board

import (
	"time"

	"sideboard/tasks"
)

// Attention finds the next card after a given one that needs a person, and says why in a word or two: broken
// files first, then what failed, unknown words, tasks whose owner is gone, stalled ones, those that are stuck or wait for something missing, and what
// is ready and nobody's. It starts again after the last. Only cards that the filter shows are looked at.
func (b *Board) Attention(after tasks.Key, now time.Time, stalled time.Duration) (k tasks.Key, why string, ok bool) {
	var found [len(attentionWords)][]int32
	for c := range Column(Columns) {
		for s := range b.column(c).each {
			if need, is := b.attentionAt(s, b.slots[s].placed(), now, stalled); is {
				found[need] = append(found[need], s)
			}
		}
	}
	at := b.slotOf(after)
	first, take := int32(-1), false
	var firstWhy string
	for i, slots := range found {
		for _, s := range slots {
			why := attentionWords[i]
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

// attentionWords say why a card needs a person, the most urgent first.
var attentionWords = [...]string{"broken", "failed", "unknown status", "its owner is gone", "stalled", "waits for a missing task", "stuck", "ready"}

// attentionAt reports whether a card that stands, or is about to stand, at a place needs a person, and which of attentionWords
// says why.
func (b *Board) attentionAt(s int32, p place, now time.Time, stalled time.Duration) (why int, is bool) {
	switch {
	case b.slots[s].hasProblem:
		return 0, true
	case p.col == InProgressColumn && b.ownerGone(s):
		return 3, true
	case p.col == InProgressColumn && b.isStalled(s, now, stalled):
		return 4, true
	case p.col != PendingColumn:
		return 0, false
	}
	switch b.stateAt(s, p) {
	case Failed:
		return 1, true
	case Unknown:
		return 2, true
	case Missing:
		return 5, true
	case Stuck:
		return 6, true
	case Ready:
		return 7, b.slots[s].task.Owner == ""
	}
	return 0, false
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
