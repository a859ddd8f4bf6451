package workspace

import (
	"errors"
	"slices"

	"sideboard/tasks/store"
)

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
