package store

import (
	"fmt"
	"time"

	"sideboard/tasks"
)

// job is an edit that is being carried out.
type job struct {
	s          *Store
	edit       tasks.Edit
	made       []tasks.Key
	applied    []tasks.Step
	newID      tasks.ID // of the task that was created
	touched    bool     // the directory is to be synced
	panicked   bool     // it was ended by a panic
	lateErrors []error  // what failed after a step was carried out

	index      int          // of the step being carried out
	noted      bool         // the journal may have a line that a file is about to be changed
	replacedAt time.Time    // just before the last file was replaced, under all locks
	undone     *PastEdit    // the edit that this one takes back
	past       []PastEdit   // all past edits, if this one takes one back
	reapplying *recheck     // it is an earlier edit that is applied again
	lastCheck  func() error // called before the file is replaced, under all locks

	preview  bool      // nothing is written
	previews []Preview // what would be
}

// withNewID returns a step with the id of the task that an earlier step created.
func (j *job) withNewID(st tasks.Step) tasks.Step {
	if st.Kind == tasks.RaiseHighWaterMark {
		if n, ok := j.newID.Int(); ok && n > 0 {
			st.HighWaterMark = uint64(n)
		}
	}
	changes := make([]tasks.Change, len(st.Changes))
	for i, c := range st.Changes {
		if c.To.Kind == tasks.Ref && c.To.ID.Empty() {
			c.To = tasks.RefValue(j.newID)
		}
		changes[i] = c
	}
	st.Changes = changes
	return st
}

// unlock releases a lock. It tries twice, because a lock directory that stays keeps agents out. An error is reported
// with the edit, which was carried out.
func (j *job) unlock(release func() error) {
	if err := release(); err != nil {
		if err = release(); err != nil {
			j.lateErrors = append(j.lateErrors, fmt.Errorf("could not give the lock back: %w", err))
		}
	}
}

// removeTemp removes a temporary file. It tries twice. If the file stays, that is reported with the edit, which was
// carried out, and the next process that opens the directory removes it.
func (j *job) removeTemp(dir Dir, temp string) {
	err := removeIfExists(dir, temp)
	if err != nil {
		err = removeIfExists(dir, temp)
	}
	if err != nil {
		j.s.leftTemp = true
		j.lateErrors = append(j.lateErrors, fmt.Errorf("could not remove the temporary file %s: %w", temp, err))
	}
}
