package workspace

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// pump carries the watch's events to follow, one at a time: while follow is busy the watch goes on collecting.
func (r *directory) pump(ctx context.Context) {
	for {
		ev, err := r.watch.Next(ctx)
		if err != nil {
			return // closed or cancelled: both mean the end
		}
		select {
		case r.events <- ev:
		case <-ctx.Done():
			return
		}
	}
}

// freshness is how news of the directory reaches us, and why no better.
type freshness struct {
	health tasks.Health
	why    string
}

// follow reads the directory once and then whatever is said to have changed, until it is cancelled. What could not be
// read is tried again: no event tells that it could be read by now.
func (r *directory) follow(ctx context.Context) {
	var told, watched freshness
	refusals := 0 // of the whole directory, one after the other
	emit := func(delta tasks.Delta) bool {
		delta.Health, delta.Why = told.health, told.why
		select {
		case r.out <- delta:
			return true
		case <-ctx.Done():
			return false
		}
	}
	if err := r.store.Load(ctx, func(delta tasks.Delta) { emit(delta) }); err != nil {
		if ctx.Err() != nil {
			return
		}
		refusals, told = 1, freshness{tasks.Lost, err.Error()}
		emit(tasks.Delta{At: time.Now()})
	}
	for {
		var again <-chan time.Time
		retry, after := r.store.Retry()
		if refusals > 0 {
			retry, after = nil, store.Pause(refusals)
		}
		if refusals > 0 || len(retry) > 0 {
			again = time.After(after)
		}
		var names []string
		edits := 0
		select {
		case <-ctx.Done():
			return
		case ev := <-r.events:
			names, watched = namesOf(ev), freshness{ev.Health, ev.Why}
			if names == nil && !ev.Rescan {
				if refusals > 0 || watched == told {
					continue
				}
				if told = watched; !emit(tasks.Delta{At: time.Now()}) {
					return
				}
				continue
			}
		case <-r.told:
			if names, edits = r.ours(); len(names) == 0 {
				if edits > 0 && !emit(tasks.Delta{At: time.Now(), Edits: edits}) {
					return
				}
				continue
			}
		case <-again:
			names = retry
		}
		if refusals > 0 {
			names = nil // what changed meanwhile nobody could see
		}
		delta, err := r.store.Refresh(ctx, names)
		if ctx.Err() != nil {
			return
		}
		now := watched
		switch {
		case err == nil:
			refusals = 0
		case errors.Is(err, store.ErrSwapped):
			refusals, now = 1, told // the edit is over in a moment
		case watched.health == tasks.Lost:
			refusals++
		default:
			refusals++
			now = told // the system may refuse once and never again: that is no news
			if refusals > 1 || errors.Is(err, fs.ErrNotExist) {
				now = freshness{tasks.Lost, err.Error()}
			}
		}
		changed := now != told
		told = now
		delta.Edits = edits
		if (!delta.Empty() || changed || edits > 0) && !emit(delta) {
			return
		}
	}
}

// namesOf answers the names to read again: nil for all of them.
func namesOf(ev watch.Event) []string {
	if ev.Rescan {
		return nil
	}
	return ev.Names
}
