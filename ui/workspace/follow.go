package workspace

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/store"
)

// freshness is how news of the directory reaches us, and why no better.
type freshness struct {
	health tasks.Health
	why    string
}

// follow reads the directory once and then whatever the watch says may have changed, and sends what became of it, until it
// is cancelled. What could not be read is tried again: no event tells that it could be read by now.
func (r *directory) follow(ctx context.Context, send func(tasks.Delta) bool) {
	var told, watched freshness
	var mark uint64
	refusals := 0 // of the whole directory, one after the other
	emit := func(delta tasks.Delta) bool {
		delta.Health, delta.Why = told.health, told.why
		mark = delta.Mark
		return send(delta)
	}
	if err := r.store.Load(ctx, func(delta tasks.Delta) { emit(delta) }); err != nil {
		if ctx.Err() != nil {
			return
		}
		refusals, told = 1, freshness{tasks.Lost, err.Error()}
		emit(tasks.Delta{At: time.Now()})
	}
	for {
		retry, after := r.store.Retry()
		if refusals > 0 {
			retry, after = nil, store.RefusalDelay(refusals)
		}
		wait, cancel := ctx, context.CancelFunc(func() {})
		if refusals > 0 || len(retry) > 0 {
			wait, cancel = context.WithTimeout(ctx, after)
		}
		ev, err := r.watch.Next(wait)
		cancel()
		names := ev.Names
		switch {
		case err == nil:
			watched = freshness{ev.Health, ev.Why}
		case ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded):
			return // closed or cancelled: both mean the end
		default:
			names = retry
		}
		if ev.Rescan || refusals > 0 {
			names = nil // all of it: what changed while nothing could be read nobody could see
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
		delta.Edits = ev.Added
		newMark := err == nil && delta.Mark != mark
		if (!delta.Empty() || newMark || changed || ev.Added > 0) && !emit(delta) {
			return
		}
	}
}
