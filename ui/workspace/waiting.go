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
	lookAgain = 400 * time.Millisecond
	lookInto  = 10
)

// Waiting looks for what can be opened while nothing is. Its Next is called from one goroutine at a time.
type Waiting struct {
	f      Finder
	ctx    context.Context
	cancel context.CancelFunc
	looks  int
	stamp  []time.Time
	lists  []locate.List
}

// Wait begins to look for what can be opened.
func (f Finder) Wait() *Waiting {
	w := &Waiting{f: f}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Close ends a Next that waits, and all later ones.
func (w *Waiting) Close() { w.cancel() }

// Closed reports whether Close was called.
func (w *Waiting) Closed() bool { return w.ctx.Err() != nil }

// Next waits until what was meant is there, and opens it; or until Claude Code's lists are others than it answered last,
// and answers those, at first at once. After Close the error is context.Canceled.
func (w *Waiting) Next() (*Desk, []locate.List, error) {
	for ; ; w.looks++ {
		if w.looks > 0 {
			select {
			case <-time.After(lookAgain):
			case <-w.ctx.Done():
			}
		}
		if w.ctx.Err() != nil {
			return nil, nil, w.ctx.Err()
		}
		d, err := w.f.openNamed()
		var none *locate.NotFound
		if !errors.As(err, &none) {
			return d, nil, err
		}
		stamp := locate.ListStamp(w.f.Env)
		if w.looks%lookInto != 0 && reflect.DeepEqual(stamp, w.stamp) {
			continue
		}
		lists, err := w.f.Lists()
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
