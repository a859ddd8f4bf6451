package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
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

func (j *job) run(ctx context.Context) error {
	decided := false
	failed := &UnfinishedError{}
	var unread []string
	var id tasks.ID
	if !j.preview {
		unread, id = j.unreadWaiters()
	}
	for i, st := range j.edit.Steps {
		j.index = i
		if len(j.made) > 0 {
			st = j.withNewID(st)
		}
		err := j.step(ctx, st, !decided)
		if err != nil && !decided {
			if !isTyped(err) {
				err = fmt.Errorf("%s: %s: %w", j.edit.Verb, stepName(st), err)
			}
			return errors.Join(append([]error{err}, j.lateErrors...)...)
		}
		if err != nil {
			failed.Errs, failed.Missed = append(failed.Errs, fmt.Errorf("could not %s: %w", stepName(st), err)), true
			continue
		}
		decided = decided || st.Kind != tasks.RaiseHighWaterMark
	}
	if len(j.edit.Steps) == 0 {
		return j.checkNeeds(ctx, state{}, true, false) // nothing to do, if the needs hold
	}
	if j.touched {
		if err := j.s.directory().Sync(); err != nil {
			j.lateErrors = append(j.lateErrors,
				fmt.Errorf("could not sync the directory %s, so that it survives a power cut: %w", j.s.path, err))
		}
	}
	failed.Errs = slices.Concat(failed.Errs, unreadErrors(unread, id), j.lateErrors)
	failed.Missed = failed.Missed || len(unread) > 0
	if len(failed.Errs) > 0 {
		return failed
	}
	return nil
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

// plan plans the steps of the edit, after a check that the values it changes are as its maker saw them.
func (j *job) plan(ctx context.Context) error {
	if err := j.checkRequested(ctx); err != nil {
		return err
	}
	e, err := j.s.Plan(j.edit)
	if err == nil {
		j.edit = e
	}
	return err
}

// checkRequested compares the values that the edit changes with the file, before any step is planned. A From of None
// may mean that the maker did not know it: then the dialect fills it in.
func (j *job) checkRequested(ctx context.Context) error {
	var said []tasks.Change
	for _, c := range j.edit.Changes {
		if c.From.Kind != tasks.None && c.Field != tasks.FieldMember {
			said = append(said, c)
		}
	}
	if len(said) == 0 || len(j.edit.Steps) > 0 {
		return nil
	}
	now, err := j.s.readCurrent(ctx, j.edit.Of.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return &tasks.ConflictError{Clash: tasks.Clash{Key: j.edit.Of}, Gone: true}
	}
	if err != nil {
		return err
	}
	return now.checkChanges(j.s.codec, said)
}

func (j *job) step(ctx context.Context, st tasks.Step, decides bool) error {
	if st.Kind != tasks.CreateFile && st.Kind != tasks.RaiseHighWaterMark && st.Kind != tasks.SetLine &&
		!isBaseName(st.Key.Name) {
		return fmt.Errorf("%q is not the name of a file", st.Key.Name)
	}
	if j.preview {
		return j.previewStep(ctx, st, decides)
	}
	switch st.Kind {
	case tasks.ChangeFile:
		return j.change(ctx, st, decides)
	case tasks.CreateFile:
		return j.create(ctx, st, decides)
	case tasks.DeleteFile:
		return j.remove(ctx, st, decides)
	case tasks.RaiseHighWaterMark:
		return j.raiseMark(ctx, st)
	case tasks.SetLine:
		return j.setLine(ctx, st)
	case tasks.PutFile:
		return j.putFile(ctx, st)
	}
	return fmt.Errorf("unknown kind of step %d", st.Kind)
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

// isTyped reports whether the caller words an error by its type, so that nothing is added to it.
func isTyped(err error) bool {
	_, conflict := errors.AsType[*tasks.ConflictError](err)
	_, refused := errors.AsType[*RefusedError](err)
	return conflict || refused
}
