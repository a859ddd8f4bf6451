package workspace

import (
	"errors"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
)

// HistoryError returns the channel that gets, once, why what happens is not kept.
func (w *Workspace) HistoryError() <-chan error { return w.historyError }

// BeginHistory begins to keep what happens, from how the tasks are now; of the unread files nothing is known. It does not wait. What it
// returns does, and answers what was known before.
func (w *Workspace) BeginHistory(now []*tasks.Task, unread []tasks.Key) func() log.Past {
	var all []<-chan log.Past
	for _, r := range w.dirs {
		var names []string
		for _, k := range ofList(r, unread, func(k tasks.Key) tasks.Key { return k }) {
			names = append(names, k.Name)
		}
		all = append(all, r.past.Begin(ofList(r, now, func(t *tasks.Task) tasks.Key { return t.Key }), names))
	}
	return func() log.Past {
		past := <-all[0]
		for _, one := range all[1:] {
			past = past.Merge(<-one)
		}
		return past
	}
}

// Record keeps what happened, in the order it happened in. It does not wait.
func (w *Workspace) Record(events []log.Event) {
	for _, r := range w.dirs {
		r.past.Record(ofList(r, events, func(e log.Event) tasks.Key { return e.Key }))
	}
}

// ofList returns what of all is about tasks of the list of a directory.
func ofList[T any](r *directory, all []T, key func(T) tasks.Key) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return key(one).List != r.list })
}

// endHistory writes what is left, and until when somebody looked.
func (w *Workspace) endHistory() {
	looked := time.Now()
	if w.unfocused.Load() {
		looked = time.Unix(0, w.lastVisit.Load())
	}
	for _, r := range w.dirs {
		r.past.Close(looked)
	}
}

// KeptGraph returns what KeepGraph kept when the same directory was open before, nil for nothing.
func (w *Workspace) KeptGraph() []byte { return w.kept }

// KeepGraph keeps how the graph is drawn for whoever opens the directory again, from when it is closed on.
func (w *Workspace) KeepGraph(raw []byte) { w.keep = raw }

// graphDir returns the directory in which it is kept how the graph is drawn; "" where nothing can be.
func (w *Workspace) graphDir() string {
	if s := w.dirs[0].store; s.Writable() == nil {
		return s.StateDir()
	}
	return ""
}

// Deleted returns the tasks that somebody else deleted and that are still kept, the newest first. What can be read is returned
// with the error.
func (w *Workspace) Deleted() ([]store.Deleted, error) {
	var all []store.Deleted
	var failed []error
	for _, r := range w.dirs {
		some, err := r.store.Deleted()
		all, failed = append(all, some...), append(failed, err)
	}
	slices.SortStableFunc(all, func(a, b store.Deleted) int { return b.At.Compare(a.At) })
	return all, errors.Join(failed...)
}
