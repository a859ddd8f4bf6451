package workspace

import (
	"errors"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/tasks/store"
)

// Past is what was known of what is open when a board began to look.
type Past = history.Past

// tellTrouble returns what puts the first trouble of several histories into a channel.
func tellTrouble(to chan<- error) func(error) {
	return func(err error) {
		select {
		case to <- err:
		default: // one is told already
		}
	}
}

// HistoryTrouble tells, once, why what happens is not kept.
func (w *Workspace) HistoryTrouble() <-chan error { return w.trouble }

// BeginHistory begins to keep what happens, from how the tasks are now; of the unread files nothing is known. It does not wait. What it
// returns does, and answers what was known before.
func (w *Workspace) BeginHistory(now []*tasks.Task, unread []tasks.Key) func() Past {
	var all []<-chan Past
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
	return func() (past Past) {
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

// keepsGraph returns the directory in which it is kept how the graph is drawn; "" where nothing can be.
func (w *Workspace) keepsGraph() string {
	if s := w.dirs[0].store; s.Writable() == nil {
		return s.StateDir()
	}
	return ""
}

// readGraph reads how the graph was drawn when the directory was closed.
func (w *Workspace) readGraph() {
	if dir := w.keepsGraph(); dir != "" {
		w.kept = history.ReadGraph(dir, len(w.dirs) > 1)
	}
}

// writeGraph writes how it is drawn, if that is to be kept.
func (w *Workspace) writeGraph() {
	if dir := w.keepsGraph(); dir != "" && len(w.keep) > 0 && string(w.keep) != string(w.kept) {
		history.WriteGraph(dir, len(w.dirs) > 1, w.keep)
	}
}

// A Deleted is a task that somebody else deleted, as its file was read last.
type Deleted = store.Deleted

// Deleted returns the tasks that somebody else deleted and that are still kept, the newest first. What can be read is returned
// with the error.
func (w *Workspace) Deleted() ([]Deleted, error) {
	var all []Deleted
	var failed []error
	for _, r := range w.dirs {
		some, err := r.store.Deleted()
		all, failed = append(all, some...), append(failed, err)
	}
	slices.SortStableFunc(all, func(a, b Deleted) int { return b.At.Compare(a.At) })
	return all, errors.Join(failed...)
}
