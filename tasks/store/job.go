package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"sideboard/tasks"
)

// job is one edit being carried out.
type job struct {
	s          *Store
	edit       tasks.Edit
	made       []tasks.Key
	applied    []tasks.Step
	newID      tasks.ID // of the task that was created
	touched    bool     // the directory is to be synced
	panicked   bool     // a panic ended it
	lateErrors []error  // what failed after a step was carried out

	index      int          // of the step being carried out
	noted      bool         // the journal may have a line that says that a file is about to be changed
	replacedAt time.Time    // just before the last file was replaced, under all locks
	undone     *PastEdit    // the edit that this one takes back
	past       []PastEdit   // all that can be taken back, where one is
	reapplying *recheck     // an earlier edit is carried out once more: it stays the same edit
	lastCheck  func() error // asked at the last moment, under all locks

	preview  bool      // nothing is written
	previews []Preview // what would be
}

func (j *job) run(ctx context.Context) error {
	decided := false
	failed := &Unfinished{}
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
			if len(j.lateErrors) > 0 {
				err = errors.Join(append([]error{err}, j.lateErrors...)...)
			}
			return err
		}
		if err != nil {
			failed.Errs = append(failed.Errs, fmt.Errorf("could not %s: %w", stepName(st), err))
			continue
		}
		decided = decided || st.Kind != tasks.RaiseMark
	}
	if len(j.edit.Steps) == 0 {
		return j.checkNeeds(ctx, state{}, true, false) // all is as it was asked for, if it still is
	}
	if j.touched {
		if err := j.s.directory().Sync(); err != nil {
			j.lateErrors = append(j.lateErrors, fmt.Errorf("could not sync the directory %s, so that it survives a power cut: %w", j.s.path, err))
		}
	}
	failed.Errs = append(failed.Errs, j.lateErrors...)
	if len(failed.Errs) > 0 {
		return failed
	}
	return nil
}

// unlock gives a lock back, trying twice, because a lock directory that stays keeps agents out. Whether the step was
// carried out does not depend on it.
func (j *job) unlock(release func() error) {
	if release == nil {
		return
	}
	if err := release(); err != nil {
		if err = release(); err != nil {
			j.lateErrors = append(j.lateErrors, fmt.Errorf("could not give the lock back: %w", err))
		}
	}
}

// plan gives the edit every step it means, once what was asked to be changed is found to be as its maker saw it.
func (j *job) plan(ctx context.Context) error {
	if err := j.s.checkRequested(ctx, j.edit); err != nil {
		return err
	}
	e, err := j.s.Plan(j.edit)
	if err == nil {
		j.edit = e
	}
	return err
}

// checkAsked compares what was asked to be changed with the files as they are, before anything is worked out from it. A
// From of None may mean that its maker did not say: the dialect fills it in.
func (s *Store) checkRequested(ctx context.Context, e tasks.Edit) error {
	var said []tasks.Change
	for _, c := range e.Changes {
		if c.From.Kind != tasks.None && c.Field != tasks.FieldMember {
			said = append(said, c)
		}
	}
	if len(said) == 0 || len(e.Steps) > 0 {
		return nil
	}
	now, err := s.readCurrent(ctx, e.Of.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return &tasks.Conflict{Clash: tasks.Clash{Key: e.Of}, Gone: true}
	}
	if err != nil {
		return err
	}
	return s.checkChanges(now, said)
}

func (j *job) step(ctx context.Context, st tasks.Step, decides bool) error {
	if st.Kind != tasks.CreateFile && st.Kind != tasks.RaiseMark && st.Kind != tasks.SetLine && !isBaseName(st.Key.Name) {
		return fmt.Errorf("%q is no name of a file", st.Key.Name)
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
	case tasks.RaiseMark:
		return j.raiseMark(ctx, st)
	case tasks.SetLine:
		return j.setLine(ctx, st)
	}
	return fmt.Errorf("unknown kind of step %d", st.Kind)
}

// withNewID puts the id of the task that was created where a step could not know it.
func (j *job) withNewID(st tasks.Step) tasks.Step {
	if st.Kind == tasks.RaiseMark && st.Mark == 0 {
		if n, ok := j.newID.Int(); ok && n > 0 {
			st.Mark = uint64(n)
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

// isTyped reports whether an error is told as it is, because the caller tells it by its type.
func isTyped(err error) bool {
	_, conflict := errors.AsType[*tasks.Conflict](err)
	_, refused := errors.AsType[*Refused](err)
	return conflict || refused
}
