package workspace

import (
	"context"
	"io"
	"slices"
	"time"

	"sideboard/tasks/team"
	"sideboard/tasks/worktree"
)

// Who works on the tasks, by names of this package's own.
type (
	Roster    = team.Roster
	Mate      = team.Member
	MateState = team.State
)

// The states of a mate.
const (
	Unknown = team.Unknown
	Active  = team.Active
	Idle    = team.Idle
	Gone    = team.Gone
)

// lookBeside is how often what lies beside the tasks is looked at while a person is at the screen. A look is a handful
// of stats, and reads only what changed.
const lookBeside = 5 * time.Second

// Beside is what lies beside the tasks: who works on them, and what is written down about worktrees.
type Beside struct {
	Roster Roster
	Told   bool // events tell of worktrees: agents that keep some were at work here
	trees  []worktree.Stamp
}

// Beside waits until what lies beside the tasks is other than it was, and answers it; nil is for having seen nothing yet,
// which is answered at once. While Attend says that nobody looks, it sleeps. After Close the error is io.EOF.
func (d *Desk) Beside(was *Beside) (Beside, error) {
	for {
		if d.ctx.Err() != nil {
			return Beside{}, io.EOF
		}
		now := Beside{}
		for _, r := range d.rooms {
			stamp := worktree.StampOf(r.place.Dir)
			now.Told, now.trees = now.Told || stamp.Told, append(now.trees, stamp)
		}
		if was == nil || !slices.Equal(now.trees, was.trees) || was.Roster.Stale() {
			var all []Roster
			for _, r := range d.rooms {
				all = append(all, team.Look(r.place.Dir, r.configs))
			}
			now.Roster = team.Together(all)
			return now, nil
		}
		if err := d.pause(); err != nil {
			return Beside{}, err
		}
	}
}

// pause waits for the next look: for a while, or until somebody looks again.
func (d *Desk) pause() error {
	var soon <-chan time.Time
	if !d.away.Load() {
		t := time.NewTimer(lookBeside)
		defer t.Stop()
		soon = t.C
	}
	select {
	case <-soon:
	case <-d.back:
	case <-d.ctx.Done():
		return io.EOF
	}
	return nil
}

// Attend says whether a person looks at the screen. Who comes back sees what is so now.
func (d *Desk) Attend(here bool) {
	d.away.Store(!here)
	if here {
		select {
		case d.back <- struct{}{}:
		default:
		}
	}
}

// within is how long git may take.
const within = 20 * time.Second

func (r *room) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.ctx, within)
}
