package workspace

import (
	"errors"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/store"
)

// What the store tells of our own edits, and the doctor of the directory, by names of this package's own.
type (
	Done    = store.Done    // one of our edits
	Choice  = store.Choice  // what is to become of a value others changed
	Outcome = store.Outcome // later news of an edit

	Unfinished = store.Unfinished // an edit that was done, but not all that goes with it
	Finding    = doctor.Finding
	Counts     = doctor.Counts
)

// The outcomes, and the gravest severity of a finding.
const (
	Reapplied = store.Reapplied
	PutBack   = store.PutBack
	Lost      = store.Lost
	Overtook  = store.Overtook
	Finished  = store.Finished
	HalfDone  = store.HalfDone
	Unseen    = store.Unseen
	Severe    = doctor.Error
)

// History returns our edits of what is open, newest first, from this run of the program and earlier ones.
func (w *Workspace) History() ([]Done, error) {
	past := make([][]Done, len(w.dirs))
	var failed []error
	for i, r := range w.dirs {
		done, err := r.store.History()
		if err != nil {
			failed = append(failed, err)
			continue
		}
		past[i] = done
	}
	if len(failed) == len(w.dirs) {
		return nil, errors.Join(failed...)
	}
	return newestFirst(past), nil
}

// newestFirst makes one history of several. The order within each stays what it is: an edit that took one back was
// made after it, whatever a clock said.
func newestFirst(past [][]Done) []Done {
	if len(past) == 1 {
		return past[0]
	}
	var all []Done
	for {
		best := -1
		for i := range past {
			if len(past[i]) > 0 && (best < 0 || past[i][0].At.After(past[best][0].At)) {
				best = i
			}
		}
		if best < 0 {
			return all
		}
		all = append(all, past[best][0])
		past[best] = past[best][1:]
	}
}

// Undo makes the edit that takes one back; Apply writes it.
func (w *Workspace) Undo(id tasks.EditID, choices ...Choice) (tasks.Edit, error) {
	return w.takeBack((*store.Store).Undo, id, choices)
}

// Redo makes the edit that does an undone one again; Apply writes it.
func (w *Workspace) Redo(id tasks.EditID, choices ...Choice) (tasks.Edit, error) {
	return w.takeBack((*store.Store).Redo, id, choices)
}

// takeBack asks the directories one after the other: only one has the edit in its history.
func (w *Workspace) takeBack(how func(*store.Store, tasks.EditID, ...Choice) (tasks.Edit, error), id tasks.EditID, choices []Choice) (tasks.Edit, error) {
	var none error
	for _, r := range w.dirs {
		e, err := how(r.store, id, choices...)
		if err == nil || !errors.Is(err, store.ErrNotInHistory) && r.Undoable() == nil {
			return e, err
		}
		none = err
	}
	return tasks.Edit{}, none
}

// Count counts findings by severity.
func Count(fs []Finding) Counts { return doctor.Count(fs) }
