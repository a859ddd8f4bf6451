package watch

import (
	"context"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"sideboard/tasks"

	"github.com/fsnotify/fsnotify"
)

// inboxLimit is the largest number of names kept; with more it is cheaper to compare the whole directory. It also
// bounds the memory if Next is not called.
const inboxLimit = 8192

// inbox collects the events of the watcher of the system until Next is called. Its drain does nothing else, so that the
// queue of the kernel is emptied as fast as it fills, however long the screen takes to draw.
type inbox struct {
	ready chan struct{} // has a token if the inbox is not empty

	mu       sync.Mutex
	dir      string // the directory whose files are reported
	triggers map[string]bool
	names    map[string]struct{}
	rescan   bool
	heard    bool  // the system reported a name since the last check of the directory
	added    int   // calls of Add since the last event
	recheck  bool  // a path that leads to the directory changed
	failed   error // the watcher of the system does not work any more
}

func newInbox() *inbox {
	return &inbox{ready: make(chan struct{}, 1), names: map[string]struct{}{}}
}

// setRoute sets the directory whose files are reported, and the paths whose change means that the route changed.
func (in *inbox) setRoute(dir string, triggers map[string]bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.dir, in.triggers = dir, triggers
}

// drain runs until the watcher is closed.
func (in *inbox) drain(n *fsnotify.Watcher) {
	for {
		select {
		case ev, ok := <-n.Events:
			if !ok {
				return
			}
			in.addEvent(ev.Name)
		case err, ok := <-n.Errors:
			if !ok {
				return
			}
			in.addError(err)
		}
	}
}

func (in *inbox) addEvent(path string) {
	if strings.HasPrefix(path, "//") {
		path = path[1:] // of a file in the root directory
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case in.triggers[path]:
		in.recheck = true
	case filepath.Dir(path) == in.dir:
		in.heard = true
		in.put(filepath.Base(path))
	default:
		return // another file in a parent
	}
	in.signal()
}

// put adds a name, or asks for a rescan if there are too many.
func (in *inbox) put(name string) {
	if len(in.names) >= inboxLimit {
		in.rescan = true
	}
	if !in.rescan {
		in.names[name] = struct{}{}
	}
}

// add adds names that this program wrote.
func (in *inbox) add(names []string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.added++
	for _, name := range names {
		in.put(name)
	}
	in.signal()
}

func (in *inbox) addError(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.rescan, in.recheck = true, true
	if !isTransient(err) {
		in.failed = err
	}
	in.signal()
}

// isTransient reports whether the watcher works on after an error: its queue was full, or a watch that it removed did
// not exist.
func isTransient(err error) bool {
	return errors.Is(err, fsnotify.ErrEventOverflow) || errors.Is(err, fsnotify.ErrNonExistentWatch) ||
		errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOENT)
}

// requestRescan asks for a rescan, and with route also for a check of the route.
func (in *inbox) requestRescan(route bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.rescan = true
	in.recheck = in.recheck || route
	in.signal()
}

// signal wakes Next.
func (in *inbox) signal() {
	select {
	case in.ready <- struct{}{}:
	default:
	}
}

// takeRecheck returns and clears what concerns the route to the directory.
func (in *inbox) takeRecheck() (recheck bool, failed error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	recheck, failed = in.recheck, in.failed
	in.recheck, in.failed = false, nil
	return recheck, failed
}

// takeHeard reports whether the system reported a name since the last call.
func (in *inbox) takeHeard() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	defer func() { in.heard = false }()
	return in.heard
}

// hasNews reports whether there is anything for an event.
func (in *inbox) hasNews() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.rescan || len(in.names) > 0 || in.added > 0
}

// take empties the inbox. Without a rescan names is never nil: to the store nil means the whole directory.
func (in *inbox) take() (names []string, rescan bool, added int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	rescan = in.rescan
	if !rescan {
		names = slices.AppendSeq(make([]string, 0, len(in.names)), maps.Keys(in.names))
	}
	added, in.added, in.rescan = in.added, 0, false
	clear(in.names)
	return names, rescan, added
}

// Next waits for the next event. The first call returns at once, with the Health. After a quiet time Next returns a
// change at once, and collects those that follow for 8 to 50 ms. The error is io.EOF after Close, and ctx.Err() if that
// comes first. One caller at a time.
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
		w.limitPolling(now)
		w.runDue(now)
		wake := w.identityDue
		if w.rescanDue.Before(wake) {
			wake = w.rescanDue
		}
		if w.in.hasNews() || w.sampleDue || !w.healthSent {
			ready := w.pace.nextTime()
			if !w.healthSent || !now.Before(ready) {
				return w.takeEvent(now), nil
			}
			// Changes are collected meanwhile: only the clock, Close or ctx end this.
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

// sleep waits for d, or until the bell rings, which a nil bell never does. The error is that of Next after Close or the
// end of ctx.
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

// takeEvent returns an event with everything that has come up to now.
func (w *Watch) takeEvent(now time.Time) Event {
	names, rescan, added := w.in.take()
	w.pace.record(now, len(names))
	w.healthSent = true
	if rescan {
		w.comparing = now
	}
	sample := w.sampleDue && !rescan
	w.sampleDue = false
	return Event{Names: names, Rescan: rescan, Sample: sample, Health: w.health, Why: w.why, Added: added}
}

// limitPolling delays the next comparison so that comparing takes at most a tenth of the time: over a network a large
// directory can take seconds.
func (w *Watch) limitPolling(now time.Time) {
	if w.comparing.IsZero() {
		return
	}
	if due := now.Add(9 * now.Sub(w.comparing)); due.After(w.rescanDue) {
		w.rescanDue = due
	}
	w.comparing = time.Time{}
}

// runDue handles a changed route and a broken watcher, and runs the checks that are due.
func (w *Watch) runDue(now time.Time) {
	recheck, failed := w.in.takeRecheck()
	if failed != nil {
		w.stopNotifier()
		w.pollReason = explainError(failed)
	}
	if recheck {
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

// identityPeriod is shorter if the system does not report that the directory appears or is replaced.
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

// retryNotifier tries from time to time to use the watches of the system again.
func (w *Watch) retryNotifier(now time.Time) {
	if w.pollReason == "" || now.Before(w.notifierDue) {
		return
	}
	w.notifierDue = now.Add(min(w.opts.Identity, w.opts.Whole))
	w.startNotifier()
	w.updateRoute(true)
}

// pace spreads the events. A single change is reported at once; under load the pauses grow, so that the work for each
// event, most of it the same for any number of names, takes a small part of the time.
type pace struct {
	last  time.Time
	pause time.Duration
}

const (
	shortPause = 8 * time.Millisecond
	longPause  = 50 * time.Millisecond
	burstSize  = 64 // an event with this many names counts as load
)

// nextTime returns when the next event may be returned.
func (p *pace) nextTime() time.Time { return p.last.Add(p.pause) }

// record notes that an event with so many names is returned now, and sets the pause after it.
func (p *pace) record(now time.Time, names int) {
	quiet := now.Sub(p.nextTime())
	switch {
	case quiet > longPause: // also the first time
		p.pause = shortPause
	case names >= burstSize:
		p.pause = min(2*p.pause, longPause)
	case quiet < shortPause/8: // changes come without a break
		p.pause = min(p.pause+p.pause/4, 2*shortPause)
	}
	p.last = now
}
