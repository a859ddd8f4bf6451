package board

import (
	"slices"
	"time"

	"sideboard/tasks"
)

// Silence grades how long the file of a task in progress has not changed.
type Silence uint8

// The grades.
const (
	Busy    Silence = iota // no longer than is usual, or its agent is active
	Quiet                  // much longer than is usual in its list
	Stalled                // so long that a person has to look
)

// Silence returns how long the file of a task in progress has not changed, Busy for any other task.
func (b *Board) Silence(k tasks.Key, c Circumstances) Silence {
	if s := b.slotOf(k); s >= 0 {
		return b.silence(s, c.Now, c.Stalled)
	}
	return Busy
}

func (b *Board) silence(s int32, now time.Time, stalled time.Duration) Silence {
	t := b.slots[s].task
	if t == nil || t.Status != tasks.InProgress || b.slots[s].container {
		return Busy
	}
	if o := b.ownerState(s); o.Live && o.State == tasks.AgentActive {
		return Busy
	}
	silent, quiet := now.Sub(t.Stamp.Time()), b.lists[t.List].pauses.quiet()
	switch {
	case stalled > 0 && silent >= stalled:
		return Stalled
	case quiet > 0 && silent >= quiet:
		return Quiet
	}
	return Busy
}

// pauses are the newest times between two writes of a task in progress, for one list.
type pauses struct {
	newest [31]time.Duration
	count  int           // of all pauses
	median time.Duration // of the newest
}

const (
	fewestPauses  = 5           // that show what is usual
	shortestPause = time.Second // a shorter one is between two writes of one action
	soonestQuiet  = time.Minute // the unit in which ages are shown
)

// add adds the pause between two records of a task.
func (p *pauses) add(old, t *tasks.Task) {
	pause := time.Duration(t.Stamp.Mtime - old.Stamp.Mtime)
	if old.Status != tasks.InProgress || pause < shortestPause {
		return
	}
	p.newest[p.count%len(p.newest)] = pause
	p.count++
	sorted := p.newest
	known := sorted[:min(p.count, len(sorted))]
	slices.Sort(known)
	p.median = known[len(known)/2]
}

// quiet returns how long the file of a quiet task has been unchanged, 0 if that is not known yet.
func (p *pauses) quiet() time.Duration {
	if p.count < fewestPauses {
		return 0
	}
	return max(3*p.median, soonestQuiet)
}
