package workspace

import (
	"context"
	"errors"
	"reflect"
	"time"

	"sideboard/tasks/locate"
)

// lookAgain is how often Waiting looks for a directory: a handful of stats, so rarely that it costs nothing and often
// enough that nobody waits for it. Lists are looked into when a directory of theirs changed, else each lookInto-th time:
// files that are rewritten in place do not change their directory.
const (
	lookInterval = 400 * time.Millisecond
	listsEvery   = 10
)

// Waiter looks for what can be opened while nothing is. Its Next is called from one goroutine at a time.
type Waiter struct {
	finder Finder
	ctx    context.Context
	cancel context.CancelFunc
	looks  int
	stamp  []time.Time
	lists  []locate.List
}

// NewWaiter begins to look for what can be opened.
func (f Finder) NewWaiter() *Waiter {
	w := &Waiter{finder: f}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Close ends a Next that waits, and all later ones.
func (w *Waiter) Close() { w.cancel() }

// Closed reports whether Close was called.
func (w *Waiter) Closed() bool { return w.ctx.Err() != nil }

// Next waits until what was meant is there, and opens it; or until Claude Code's lists are others than it answered last,
// and answers those, at first at once. After Close the error is context.Canceled.
func (w *Waiter) Next() (*Workspace, []locate.List, error) {
	for ; ; w.looks++ {
		if w.looks > 0 {
			select {
			case <-time.After(lookInterval):
			case <-w.ctx.Done():
			}
		}
		if w.ctx.Err() != nil {
			return nil, nil, w.ctx.Err()
		}
		d, err := w.finder.openNamed()
		var none *locate.NotFoundError
		if !errors.As(err, &none) {
			return d, nil, err
		}
		stamp := locate.ListStamp(w.finder.Env)
		if w.looks%listsEvery != 0 && reflect.DeepEqual(stamp, w.stamp) {
			continue
		}
		lists, err := w.finder.Lists()
		if err != nil {
			if w.looks == 0 {
				w.looks++
				return nil, nil, err
			}
			continue // it was said; it may be readable again later
		}
		first := w.stamp == nil
		w.stamp = stamp
		if first || !reflect.DeepEqual(lists, w.lists) {
			w.lists = lists
			w.looks++
			return nil, lists, nil
		}
	}
}
