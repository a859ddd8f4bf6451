// Package store is the disk: it opens task files without ever being led astray by what lies there, keeps the
// newest good record of each, and writes edits so that a file is its old or its new self at every instant. No
// other package writes task files.
package store

import (
	"context"
	"fmt"
	"time"

	"sideboard/tasks"
)

// Options say how a directory is opened.
type Options struct {
	ReadOnly bool             // Apply refuses everything
	Now      func() time.Time // the clock; nil means time.Now
}

// Store is one open task directory. All methods may be called from any goroutine.
type Store struct{}

// Refused is an edit that was not carried out because this file must not be written. Nothing was written.
type Refused struct {
	Key tasks.Key
	Why string
}

// Error names the file and the reason.
func (r *Refused) Error() string { return fmt.Sprintf("%s: not written: %s", r.Key.Name, r.Why) }

// Open opens the task directory dir, which may be a link to one. The error wraps fs.ErrNotExist if there is none.
func Open(dir string, o Options) (*Store, error) { return &Store{}, nil }

// Load reads the whole directory for the first time and hands it over in batches, from the calling goroutine.
// Loading is true on all of them but the last, and there is always a last one.
func (s *Store) Load(ctx context.Context, each func(tasks.Delta)) error { return nil }

// Refresh reads the named files again and answers what changed; nil names mean the whole directory, of which
// only files that look different are read.
func (s *Store) Refresh(ctx context.Context, names []string) (tasks.Delta, error) {
	return tasks.Delta{}, nil
}

// Retry names the files that look half-written, and says after what time they want to be refreshed.
func (s *Store) Retry() (names []string, after time.Duration) { return nil, 0 }

// Plan answers the edit with every step it means. Nothing is written.
func (s *Store) Plan(e tasks.Edit) (tasks.Edit, error) { return e, nil }

// Apply carries an edit out. One edit is carried out at a time.
func (s *Store) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	return tasks.Result{}, nil
}

// Read reads one file whole.
func (s *Store) Read(key tasks.Key) (tasks.Document, error) { return tasks.Document{}, nil }

// Task answers the newest good record of a key, nil if there is none.
func (s *Store) Task(key tasks.Key) *tasks.Task { return nil }

// Writable answers nil if the directory can be written, else why not.
func (s *Store) Writable() error { return nil }

// Close lets go of the directory.
func (s *Store) Close() error { return nil }
