// Package watch tells which files of one directory may have changed. It hands over names, never operations: what
// happened to a file is for whoever looks at it to decide, because events arrive late, doubled and out of order.
//
// The directory may be absent, appear, vanish, be renamed, be replaced by another one or be reached through a link
// that is turned elsewhere; the system's own watches fall silent in most of these cases without an error. So the
// directory's parent is watched too, and the parent of every link on the way, and the directory's identity is
// looked at every few seconds.
package watch

import (
	"context"
	"time"

	"github.com/fsnotify/fsnotify"

	"sideboard/tasks"
)

// Event is what may have changed since the event before.
type Event struct {
	Names  []string     // base names of files, in no order, noise included
	Rescan bool         // anything may have changed: compare the whole directory
	Health tasks.Health // how news reaches us now
	Why    string       // why Health is not Live, in words
}

// Options are the knobs of a Watch; the zero value is right for a program.
type Options struct {
	Poll     bool          // use no system watches, only compare again and again
	Period   time.Duration // between two comparisons while polling; 0 means 1 s
	Identity time.Duration // between two looks at whether the directory still is the same; 0 means 5 s
	Whole    time.Duration // between two comparisons while all is well; 0 means 1 minute

	// Notifier makes the system's watcher; nil means fsnotify.NewWatcher. A failure leads to polling.
	Notifier func() (*fsnotify.Watcher, error)
}

// Watch follows one directory.
type Watch struct{}

// Open begins to watch dir, which need not exist.
func Open(dir string, o Options) (*Watch, error) { return &Watch{}, nil }

// Next waits for news. One caller at a time.
func (w *Watch) Next(ctx context.Context) (Event, error) { return Event{}, nil }

// Nudge asks for a Rescan now.
func (w *Watch) Nudge() {}

// Close ends the watch.
func (w *Watch) Close() error { return nil }
