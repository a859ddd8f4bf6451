package watch

import (
	"context"
	"io"
	"time"

	"sideboard/tasks"
)

// Next waits for news and answers it. The first call answers at once, with the Health; after that the first change
// after a quiet time is answered at once, and what follows is gathered for 8 to 50 ms. The error is io.EOF after
// Close, and ctx.Err() when that comes first. One caller at a time.
func (w *Watch) Next(ctx context.Context) (Event, error) {
	for {
		select {
		case <-w.closed:
			return Event{}, io.EOF
		default:
		}
		if err := ctx.Err(); err != nil {
			return Event{}, err
		}
		now := time.Now()
		w.runDue(now)
		wake := w.identityDue
		if w.rescanDue.Before(wake) {
			wake = w.rescanDue
		}
		if w.in.hasNews() || !w.healthSent {
			ready := w.pace.nextTime()
			if !w.healthSent || !now.Before(ready) {
				return w.takeEvent(now), nil
			}
			// What rings meanwhile is gathered: only the clock, a close or the caller's context end this.
			if err := w.sleep(ctx, time.Until(ready), nil); err != nil {
				return Event{}, err
			}
			continue
		}
		if err := w.sleep(ctx, time.Until(wake), w.in.ready); err != nil {
			return Event{}, err
		}
	}
}

func (w *Watch) sleep(ctx context.Context, d time.Duration, bell <-chan struct{}) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closed:
		return io.EOF
	case <-bell:
	case <-t.C:
	}
	return nil
}

func (w *Watch) takeEvent(now time.Time) Event {
	names, rescan, added := w.in.take()
	w.pace.record(now, len(names))
	w.healthSent = true
	return Event{Names: names, Rescan: rescan, Health: w.health, Why: w.why, Added: added}
}

// runDue does what is due: a changed way, a lost watcher, the regular looks.
func (w *Watch) runDue(now time.Time) {
	recheck, failed := w.in.takeRecheck()
	if failed != nil {
		w.stopNotifier()
		w.pollReason = explainError(failed)
	}
	if recheck || failed != nil {
		w.updateRoute(true)
	}
	if !now.Before(w.identityDue) {
		w.identityDue = now.Add(w.identityPeriod())
		w.updateRoute(false)
	}
	if !now.Before(w.rescanDue) {
		w.rescanDue = now.Add(w.rescanPeriod())
		w.in.requestRescan(false)
		w.retryNotifier(now)
	}
}

// identityPeriod is shorter where nothing else would tell that the directory appeared or was replaced.
func (w *Watch) identityPeriod() time.Duration {
	if w.pollReason != "" {
		return min(w.opts.Identity, w.opts.Period)
	}
	return w.opts.Identity
}

func (w *Watch) rescanPeriod() time.Duration {
	if w.health == tasks.Polling {
		return w.opts.Period
	}
	return w.opts.Whole
}

// retryNotifier tries now and then whether the system's watches are to be had again.
func (w *Watch) retryNotifier(now time.Time) {
	if w.opts.Poll || w.pollReason == "" || now.Before(w.notifierDue) {
		return
	}
	w.notifierDue = now.Add(min(w.opts.Identity, w.opts.Whole))
	w.startNotifier()
	w.updateRoute(true)
}

// pace spreads the answers. A single change goes out at once; under load the pauses widen, so that the work per
// answer, which is mostly fixed, stays a small part of the time.
type pace struct {
	last  time.Time
	pause time.Duration
}

const (
	shortPause = 8 * time.Millisecond
	longPause  = 50 * time.Millisecond
	burstSize  = 64 // names in one answer that count as load
)

// nextTime is when the next answer may go out.
func (p *pace) nextTime() time.Time { return p.last.Add(p.pause) }

func (p *pace) record(now time.Time, names int) {
	quiet := now.Sub(p.nextTime())
	switch {
	case p.last.IsZero() || quiet > longPause:
		p.pause = shortPause
	case names >= burstSize:
		p.pause = min(2*p.pause, longPause)
	case quiet < shortPause/8: // it was waited for: changes come without a break
		p.pause = min(p.pause+p.pause/4, 2*shortPause)
	}
	p.last = now
}
