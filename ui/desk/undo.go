package desk

import (
	"context"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/store"
)

// What the store tells of our own edits, and the doctor of the directory, by names of this package's own.
type (
	Done    = store.Done    // one of our edits
	Choice  = store.Choice  // what is to become of a value others changed
	Outcome = store.Outcome // later news of an edit
	Finding = doctor.Finding
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
	Grave     = doctor.Error
)

// History answers our edits of this directory, newest first, from this run of the program and earlier ones.
func (d *Desk) History() ([]Done, error) { return d.store.History() }

// Undo makes the edit that takes one back; Apply writes it.
func (d *Desk) Undo(id tasks.EditID, choices ...Choice) (tasks.Edit, error) {
	return d.store.Undo(id, choices...)
}

// Redo makes the edit that does an undone one again; Apply writes it.
func (d *Desk) Redo(id tasks.EditID, choices ...Choice) (tasks.Edit, error) {
	return d.store.Redo(id, choices...)
}

// NoUndo answers nil when edits can be taken back, else why not.
func (d *Desk) NoUndo() error { return d.store.NoUndo() }

// Settled waits until no edit would be made again any more, a quarter of a second after the last one: who ends, or
// judges what the edits left, calls it first.
func (d *Desk) Settled(ctx context.Context) error { return d.store.Settled(ctx) }

// Outcomes tells what becomes of edits after they were written. It is closed when the desk is.
func (d *Desk) Outcomes() <-chan Outcome { return d.store.Outcomes() }
