package workspace

import (
	"context"
	"errors"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
)

// HistoryError returns the channel of the first error with which a history could not be written.
func (w *Workspace) HistoryError() <-chan error { return w.historyError }

// BeginHistory compares the histories with the tasks as they are now, without the files in unread, which cannot be
// read. It does not wait; the function it returns waits for the past.
func (w *Workspace) BeginHistory(now []*tasks.Task, unread []tasks.Key) func() log.Past {
	var all []<-chan log.Past
	for _, r := range w.dirs {
		all = append(all, r.history.Begin(r.own(now, unread)))
	}
	return func() log.Past {
		past := <-all[0]
		for _, one := range all[1:] {
			past = past.Merge(<-one)
		}
		return past
	}
}

// ErrNoHistory is the error of ReadHistory for a list without one.
var ErrNoHistory = errors.New("no history of this list is kept: there is no place for it, or its host did not answer")

// ReadHistory returns the past as BeginHistory does, but writes nothing, and waits for the disk.
func (w *Workspace) ReadHistory(now []*tasks.Task, unread []tasks.Key) (past log.Past, err error) {
	for i, r := range w.dirs {
		if r.history == nil {
			return past, ErrNoHistory
		}
		one, failed := r.history.Read(r.own(now, unread))
		err = errors.Join(err, failed)
		if i == 0 {
			past = one
		} else {
			past = past.Merge(one)
		}
	}
	return past, err
}

// own returns what a history is compared with: the tasks of a directory, and the names of its files that cannot be
// read.
func (r *directory) own(now []*tasks.Task, unread []tasks.Key) (here []*tasks.Task, names []string) {
	for _, k := range ofList(r, unread, func(k tasks.Key) tasks.Key { return k }) {
		names = append(names, k.Name)
	}
	return ofList(r, now, func(t *tasks.Task) tasks.Key { return t.Key }), names
}

// Look notes that the person has seen tasks that others completed, with the time of each; with all set at everything
// that was completed until now. It does not wait.
func (w *Workspace) Look(at map[tasks.Key]time.Time, all bool) {
	for _, r := range w.dirs {
		of := map[string]time.Time{}
		for k, t := range at {
			if k.List == r.name {
				of[k.Name] = t
			}
		}
		if all || len(of) > 0 {
			r.history.Look(of, all)
		}
	}
}

// Record appends events to the histories, in the order in which they happened. It does not wait.
func (w *Workspace) Record(events []log.Event) {
	for _, r := range w.dirs {
		r.history.Record(ofList(r, events, func(e log.Event) tasks.Key { return e.Key }))
	}
}

// ofList returns those of all whose key is of the list of a directory.
func ofList[T any](r *directory, all []T, key func(T) tasks.Key) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return key(one).List != r.name })
}

// endHistory writes what is left, and the time of the last visit.
func (w *Workspace) endHistory() {
	lastVisit := time.Now()
	if w.unfocused.Load() {
		lastVisit = time.Unix(0, w.lastVisit.Load())
	}
	for _, r := range w.dirs {
		r.history.Close(lastVisit)
	}
}

// KeptGraph returns what KeepGraph was given when the directory was open before, nil for nothing.
func (w *Workspace) KeptGraph() []byte { return w.savedForm }

// KeepGraph sets what Close writes for the next KeptGraph.
func (w *Workspace) KeepGraph(raw []byte) { w.formToSave = raw }

// graphDir returns the directory of the graph file, "" if it must not be written.
func (w *Workspace) graphDir() string {
	if s := w.dirs[0].store; s.Writable() == nil {
		return s.StateDir()
	}
	return ""
}

// SetLease sets until when an owner keeps what it claimed in the only open list; the zero time ends its lease. It
// removes what ended of owners that do not work.
func (w *Workspace) SetLease(ctx context.Context, owner string, until time.Time, works func(owner string) bool) error {
	return w.dirs[0].store.SetLease(ctx, owner, until, works)
}

// Leases returns until when owners keep what they claimed in the only open list.
func (w *Workspace) Leases() log.Leases { return w.dirs[0].store.Leases() }

// Deleted returns the tasks that others deleted and that are still kept, the newest first. With an error it returns
// those that can be read.
func (w *Workspace) Deleted() ([]store.Deleted, error) {
	var all []store.Deleted
	var failed []error
	for _, r := range w.dirs {
		some, err := r.deleted()
		all, failed = append(all, some...), append(failed, err)
	}
	slices.SortStableFunc(all, func(a, b store.Deleted) int { return b.At.Compare(a.At) })
	return all, errors.Join(failed...)
}
