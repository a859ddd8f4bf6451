package workspace

import (
	"errors"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/tasks/store"
)

// HistoryTrouble returns the channel that gets, once, why what happens is not kept.
func (w *Workspace) HistoryTrouble() <-chan error { return w.trouble }

// BeginHistory begins to keep what happens, from how the tasks are now; of the unread files nothing is known. It does not wait. What it
// returns does, and answers what was known before.
func (w *Workspace) BeginHistory(now []*tasks.Task, unread []tasks.Key) func() history.Past {
	var all []<-chan history.Past
	for _, r := range w.dirs {
		here, names := now, []string(nil)
		if len(w.dirs) > 1 {
			here = slices.DeleteFunc(slices.Clone(now), func(t *tasks.Task) bool { return t.List != r.list })
		}
		for _, k := range unread {
			if k.List == r.list {
				names = append(names, k.Name)
			}
		}
		all = append(all, r.past.Begin(here, names))
	}
	return func() (past history.Past) {
		for i, one := range all {
			p := <-one
			if i == 0 {
				past = p
				continue
			}
			past = past.Merge(p)
		}
		return past
	}
}

// Record keeps what happened, in the order it happened in. It does not wait.
func (w *Workspace) Record(events []history.Event) {
	for _, r := range w.dirs {
		here := events
		if len(w.dirs) > 1 {
			here = slices.DeleteFunc(slices.Clone(events), func(e history.Event) bool { return e.Key.List != r.list })
		}
		r.past.Record(here)
	}
}

// endHistory writes what is left, and until when somebody looked.
func (w *Workspace) endHistory() {
	looked := time.Now()
	if w.unfocused.Load() {
		looked = time.Unix(0, w.lookedAt.Load())
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
