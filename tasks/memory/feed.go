package memory

import (
	"context"
	"io"
	"sync"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/watch"
)

// Feed collects which files of a Copy changed, and passes them on as a watch.Watch does. Its methods may be called from
// any goroutine, Next by one at a time.
type Feed struct {
	ready  chan struct{} // has a token if there is news
	closed chan struct{}
	once   sync.Once
	came   atomic.Bool // the copy has had all files once

	mu     sync.Mutex
	news   bool // there is an event that Next has not returned
	names  map[string]bool
	rescan bool
	added  int // calls of Add since the last event
	health tasks.Health
	why    string
}

// NewFeed returns a feed without news.
func NewFeed() *Feed {
	return &Feed{ready: make(chan struct{}, 1), closed: make(chan struct{}), names: map[string]bool{}}
}

// change changes the feed, and wakes Next.
func (f *Feed) change(do func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
	f.news = true
	select {
	case f.ready <- struct{}{}:
	default:
	}
}

func (f *Feed) add(names []string) {
	for _, name := range names {
		f.names[name] = true
	}
}

// SetCame notes that the copy has all files.
func (f *Feed) SetCame() { f.came.Store(true) }

// Came reports whether the copy has had all files once.
func (f *Feed) Came() bool { return f.came.Load() }

// Note adds files that changed.
func (f *Feed) Note(names ...string) { f.change(func() { f.add(names) }) }

// SetHealth sets how changes are noticed, and why that is not tasks.Live.
func (f *Feed) SetHealth(h tasks.Health, why string) { f.change(func() { f.health, f.why = h, why }) }

// Add adds names to the next event, which comes also if there are none.
func (f *Feed) Add(names ...string) {
	f.change(func() {
		f.add(names)
		f.added++
	})
}

// Nudge has the whole copy compared.
func (f *Feed) Nudge() { f.change(func() { f.rescan = true }) }

// Next waits for the next event, as that of a watch.Watch does. The error is io.EOF after Close.
func (f *Feed) Next(ctx context.Context) (watch.Event, error) {
	for {
		f.mu.Lock()
		if f.news {
			ev := watch.Event{Rescan: f.rescan, Added: f.added, Health: f.health, Why: f.why}
			for name := range f.names {
				ev.Names = append(ev.Names, name)
			}
			clear(f.names)
			f.rescan, f.added, f.news = false, 0, false
			f.mu.Unlock()
			return ev, nil
		}
		f.mu.Unlock()
		select {
		case <-f.ready:
		case <-ctx.Done():
			return watch.Event{}, ctx.Err()
		case <-f.closed:
			return watch.Event{}, io.EOF
		}
	}
}

// Close ends a Next that waits, and all later ones.
func (f *Feed) Close() error {
	f.once.Do(func() { close(f.closed) })
	return nil
}
