package desk

import (
	"context"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/watch"
)

// pump carries the watch's events to follow, one at a time: while follow is busy the watch goes on collecting.
func (r *room) pump(ctx context.Context) {
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

// follow reads the directory once and then whatever is said to have changed, until it is cancelled.
func (r *room) follow(ctx context.Context) {
	var health tasks.Health
	var why string
	emit := func(delta tasks.Delta) bool {
		delta.Health, delta.Why = health, why
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
		health, why = tasks.Lost, err.Error()
		emit(tasks.Delta{At: time.Now()})
	}
	for {
		var again <-chan time.Time
		retry, after := r.store.Retry()
		if len(retry) > 0 {
			again = time.After(after)
		}
		var names []string
		changed, edits := false, 0
		select {
		case <-ctx.Done():
			return
		case ev := <-r.events:
			names = merge(ev)
			changed = ev.Health != health || ev.Why != why
			health, why = ev.Health, ev.Why
			if names == nil && !ev.Rescan {
				if changed && !emit(tasks.Delta{At: time.Now()}) {
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
		delta, err := r.store.Refresh(ctx, names)
		if ctx.Err() != nil {
			return
		}
		if err != nil && health != tasks.Lost {
			health, why, changed = tasks.Lost, err.Error(), true
		}
		delta.Edits = edits
		if (!delta.Empty() || changed || edits > 0) && !emit(delta) {
			return
		}
	}
}

// merge answers the names to read again: nil for all of them.
func merge(ev watch.Event) []string {
	if ev.Rescan {
		return nil
	}
	return ev.Names
}
