package board

import (
	"slices"
	"time"

	"sideboard/tasks"
)

// wipeWindow is the longest time for the removal of a whole list: agents remove one file after the other, and several
// readings may see some of them gone.
const wipeWindow = 3 * time.Second

// removedTask is a task that was removed while all tasks were completed: perhaps the first of a whole list.
type removedTask struct {
	task  *tasks.Task
	since int64
	exact bool
	at    time.Time
}

// isWipe reports whether a Delta shows that agents wiped the list: all files are gone, and either the high-water mark
// was raised, or all tasks were completed in a dialect whose agents then wipe the list. Deletions made here are no
// wipe.
func (b *Board) isWipe(d tasks.Delta) bool {
	if !b.loaded || d.Loading || d.Replaced || b.wipedCards > 0 || len(d.Gone) == 0 {
		return false
	}
	for len(b.removed) > 0 && d.At.Sub(b.removed[0].at) > wipeWindow {
		b.removed = b.removed[1:]
	}
	left, finished, wipes := b.countCards(), true, true
	for _, k := range d.Gone {
		s := b.slotOf(k)
		if s < 0 {
			continue
		}
		if d.Mine[k] != 0 {
			b.removed = nil
			return false
		}
		t := b.slots[s].task
		finished = finished && t != nil && t.Status == tasks.Completed
		wipes = wipes && t != nil && t.Traits.WipesWhenDone
		left--
	}
	raised := d.HighWaterMark > b.markBefore
	if left > 0 || len(d.Put) > 0 {
		if finished && wipes && b.Total(PendingColumn)+b.Total(InProgressColumn) == 0 {
			for _, k := range d.Gone {
				if s := b.slotOf(k); s >= 0 {
					sl := &b.slots[s]
					b.removed = append(b.removed, removedTask{sl.task, sl.since, sl.exact, d.At})
				}
			}
		}
		return false
	}
	gone := len(d.Gone) + len(b.removed)
	return finished && wipes || raised && (d.Whole || gone > 1)
}

// keepWiped marks all tasks as wiped, and adds those again that were removed just before.
func (b *Board) keepWiped(d tasks.Delta) {
	for _, r := range b.removed {
		if b.slotOf(r.task.Key) < 0 {
			b.put(r.task, d)
			e := b.touch(b.slotOf(r.task.Key))
			e.since, e.exact = r.since, r.exact
		}
	}
	b.removed = nil
	b.wipedCards = b.countCards()
	for s := range b.slots {
		if !b.slots[s].dead {
			b.slots[s].wiped = true
		}
	}
}

func bringsCards(d tasks.Delta) bool {
	return len(d.Put) > 0 || slices.ContainsFunc(d.Problems, func(p tasks.Problem) bool { return p.Card() })
}

// removeWiped removes the wiped tasks.
func (b *Board) removeWiped() {
	b.wipedCards = 0
	for s := range b.slots {
		if b.slots[s].wiped && !b.slots[s].dead {
			b.remove(b.keyOf(int32(s)))
		}
	}
}

// HighWaterMark returns the high-water mark of the list, 0 if there is none.
func (b *Board) HighWaterMark() uint64 { return b.highWaterMark }

// ResetCounts returns the number of completed tasks, and of all tasks, when agents wiped the list; false if they did
// not. The columns keep showing these tasks until a new one arrives.
func (b *Board) ResetCounts() (done, total int, ok bool) {
	if b.wipedCards == 0 {
		return 0, 0, false
	}
	c := b.Counts()
	return c.Done, c.Total, true
}
