package board

import (
	"time"

	"sideboard/tasks"
)

// wipeWindow is how long the removal of a whole list may take: its agents remove one file after the other, and
// readings in between see some of them gone.
const wipeWindow = 3 * time.Second

// relic is a completed task that went while everything was completed: perhaps the first of a whole list to go.
type relic struct {
	task  *tasks.Task
	since int64
	exact bool
	at    time.Time
}

// wiped says that a Delta is the end of a list that its own agents emptied: everything is gone, and either the
// high-water mark was raised or all was completed and its agents do that. Deletions asked for here are none.
func (b *Board) wiped(d tasks.Delta) bool {
	if !b.loaded || d.Loading || b.ghosts > 0 || len(d.Gone) == 0 {
		return false
	}
	for len(b.relics) > 0 && d.At.Sub(b.relics[0].at) > wipeWindow {
		b.relics = b.relics[1:]
	}
	left, finished, wipes := b.cards(), true, true
	for _, k := range d.Gone {
		s := b.find(k)
		if s < 0 {
			continue
		}
		if d.Mine[k] != 0 {
			b.relics = nil
			return false
		}
		t := b.slots[s].task
		finished = finished && t != nil && t.Status == tasks.Completed
		wipes = wipes && t != nil && t.Traits.WipesWhenDone
		left--
	}
	raised := d.Mark > b.mark
	if left > 0 || len(d.Put) > 0 {
		if finished && wipes && b.allDone() {
			for _, k := range d.Gone {
				if s := b.find(k); s >= 0 {
					sl := &b.slots[s]
					b.relics = append(b.relics, relic{sl.task, sl.since, sl.exact, d.At})
				}
			}
		}
		return false
	}
	gone := len(d.Gone) + len(b.relics)
	return finished && wipes || raised && (d.Whole || gone > 1)
}

// cards is how many files are on the board, hidden ones too.
func (b *Board) cards() int { return len(b.slots) - len(b.freeSlots) }

func (b *Board) allDone() bool {
	p := &b.tally[PendingColumn]
	return p[groupFailed]+p[groupBroken]+p[groupReady]+p[groupUnknown]+p[groupBlocked] == 0 && b.tally[InProgressColumn][0] == 0
}

// keepPicture marks all that is shown as gone, and brings back what went just before.
func (b *Board) keepPicture(d tasks.Delta) {
	for _, r := range b.relics {
		if b.find(r.task.Key) < 0 {
			b.put(r.task, d)
			e := b.touch(b.find(r.task.Key))
			e.since, e.exact = r.since, r.exact
		}
	}
	b.relics = nil
	b.ghosts = b.cards()
	for s := range b.slots {
		if !b.slots[s].dead {
			b.slots[s].ghost = true
		}
	}
}

func arrives(d tasks.Delta) bool {
	if len(d.Put) > 0 {
		return true
	}
	for _, p := range d.Problems {
		if p.Card() {
			return true
		}
	}
	return false
}

// dropPicture takes the wiped tasks out at last.
func (b *Board) dropPicture() {
	b.ghosts = 0
	for s := range b.slots {
		if b.slots[s].ghost && !b.slots[s].dead {
			b.remove(b.keyOf(int32(s)))
		}
	}
}

// Mark returns the high-water mark of the list as it was read last, 0 where there is none.
func (b *Board) Mark() uint64 { return b.mark }

// Reset says that the list was wiped by its agents, and how many tasks of how many were completed then. The
// columns keep showing them until a new task arrives.
func (b *Board) Reset() (done, total int, ok bool) {
	if b.ghosts == 0 {
		return 0, 0, false
	}
	c := b.Counts()
	return c.Done, c.Total, true
}
