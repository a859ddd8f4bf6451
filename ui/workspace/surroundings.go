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
	Roster      = team.Roster
	Member      = team.Member
	MemberState = team.State
)

// The states of a mate.
const (
	Unknown = team.Unknown
	Active  = team.Active
	Idle    = team.Idle
	Gone    = team.Gone
)

// surroundingsInterval is how often what lies beside the tasks is looked at while a person is at the screen. A look is a handful
// of stats, and reads only what changed.
const surroundingsInterval = 5 * time.Second

// Surroundings is what lies beside the tasks: who works on them, and what is written down about worktrees.
type Surroundings struct {
	Roster        Roster
	HasTreeEvents bool // events tell of worktrees: agents that keep some were at work here
	stamps        []worktree.Stamp
}

// NextSurroundings waits until what lies beside the tasks is other than it was, and answers it; nil is for having seen nothing yet,
// which is answered at once. While Attend says that nobody looks, it sleeps. After Close the error is io.EOF.
func (w *Workspace) NextSurroundings(was *Surroundings) (Surroundings, error) {
	for {
		if w.ctx.Err() != nil {
			return Surroundings{}, io.EOF
		}
		now := Surroundings{}
		for _, r := range w.dirs {
			stamp := worktree.StampOf(r.place.Dir)
			now.HasTreeEvents, now.stamps = now.HasTreeEvents || stamp.HasEvents, append(now.stamps, stamp)
		}
		if was == nil || !slices.Equal(now.stamps, was.stamps) || was.Roster.Stale() {
			var all []Roster
			for _, r := range w.dirs {
				all = append(all, team.Read(r.place.Dir, r.configs))
			}
			now.Roster = team.Merge(all)
			return now, nil
		}
		if err := w.waitForLook(); err != nil {
			return Surroundings{}, err
		}
	}
}

// waitForLook waits for the next look: for a while, or until somebody looks again.
func (w *Workspace) waitForLook() error {
	var soon <-chan time.Time
	if !w.unfocused.Load() {
		t := time.NewTimer(surroundingsInterval)
		defer t.Stop()
		soon = t.C
	}
	select {
	case <-soon:
	case <-w.refocused:
	case <-w.ctx.Done():
		return io.EOF
	}
	return nil
}

// SetFocused says whether a person looks at the screen. Who comes back sees what is so now.
func (w *Workspace) SetFocused(here bool) {
	w.unfocused.Store(!here)
	if here {
		select {
		case w.refocused <- struct{}{}:
		default:
		}
	}
}

// gitTimeout is how long git may take.
const gitTimeout = 20 * time.Second

func (w *Workspace) withGitTimeout() (context.Context, context.CancelFunc) {
	return context.WithTimeout(w.ctx, gitTimeout)
}
