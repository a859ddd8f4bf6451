package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"sideboard/tasks"
)

// Unfinished is an edit whose deciding step was carried out, and after that something failed. Nothing is taken back:
// the later steps are additions to and removals from sets, and can be made again.
type Unfinished struct {
	Done, Left []tasks.Step
	Errs       []error // why each step was left, and what else failed
}

// Error tells what was done, what was not, and why.
func (u *Unfinished) Error() string {
	var b strings.Builder
	b.WriteString("done: " + stepNames(u.Done))
	if len(u.Left) > 0 {
		b.WriteString("; not done: " + stepNames(u.Left))
	}
	for _, err := range u.Errs {
		b.WriteString("; " + err.Error())
	}
	return b.String()
}

// Unwrap gives the reasons to package errors.
func (u *Unfinished) Unwrap() []error { return u.Errs }

func stepNames(steps []tasks.Step) string {
	names := make([]string, len(steps))
	for i, st := range steps {
		names[i] = stepName(st)
	}
	return strings.Join(names, ", ")
}

func stepName(st tasks.Step) string {
	switch st.Kind {
	case tasks.CreateFile:
		return "create a file"
	case tasks.DeleteFile:
		return "delete " + st.Key.Name
	case tasks.RaiseMark:
		return "raise " + markName
	}
	return "change " + st.Key.Name
}

// Plan answers the edit with every step it means, as things are known now. Nothing is written.
func (s *Store) Plan(e tasks.Edit) (tasks.Edit, error) {
	if len(e.Steps) > 0 {
		return e, nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.book.Expand(e, world{s: s, of: e.Of.Name})
}

// Apply carries an edit out; its steps are filled in first if it has none. One edit is carried out at a time, in
// this process. What was written comes back to the board by Refresh like any other change, named in Delta.Mine.
//
// The error is a *tasks.Conflict when what the edit rests on no longer holds, a *lock.Held, a *Refused, or one that
// names the file and the step: then nothing was written. It is an *Unfinished when later steps failed.
func (s *Store) Apply(ctx context.Context, e tasks.Edit) (res tasks.Result, err error) {
	res.Edit = e.ID
	if s.opts.ReadOnly {
		return res, &Refused{Key: e.Of, Why: errReadOnly.Error()}
	}
	select {
	case s.writing <- struct{}{}:
		defer func() { <-s.writing }()
	case <-ctx.Done():
		return res, ctx.Err()
	}
	if e.At.IsZero() {
		e.At = s.opts.Now()
	}
	defer func() {
		if s.opts.Journal != nil {
			s.opts.Journal.Outcome(e, res, err)
		}
	}()
	if err := s.freshen(ctx, e); err != nil {
		return res, fmt.Errorf("%s: %w", e.Verb, err)
	}
	if err := s.asked(ctx, e); err != nil {
		return res, err
	}
	if e, err = s.Plan(e); err != nil {
		return res, err
	}
	if err := s.respectOthers(ctx); err != nil {
		return res, err
	}
	j := &job{s: s, edit: e}
	err = j.run(ctx)
	res.Made, res.Applied = j.made, j.applied
	return res, err
}

// freshen brings what the edit rests on up to the disk, so that its steps name every file they must.
func (s *Store) freshen(ctx context.Context, e tasks.Edit) error {
	names := []string{}
	if e.Of.Name != "" {
		names = append(names, e.Of.Name)
	}
	whole := e.Verb == tasks.VerbCreate || e.Verb == tasks.VerbDelete
	if t := s.Task(e.Of); t != nil && t.Traits.ClearsOnComplete && e.Verb == tasks.VerbComplete {
		whole = true // every file that waits for it is to be changed, the one written a moment ago too
	}
	for _, n := range e.Needs {
		names = append(names, n.Key.Name)
		whole = whole || n.Idle != ""
	}
	for _, st := range e.Steps {
		if st.Key.Name != "" {
			names = append(names, st.Key.Name)
		}
	}
	if whole {
		names = nil
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	_, err := s.sync(ctx, names)
	return err
}

// job is one edit being carried out.
type job struct {
	s       *Store
	edit    tasks.Edit
	made    []tasks.Key
	applied []tasks.Step
	newID   tasks.ID // of the task that was created
	touched bool     // the directory is to be synced
	late    []error  // what failed after a step was carried out
}

func (j *job) run(ctx context.Context) error {
	decided := false
	failed := &Unfinished{}
	for _, st := range j.edit.Steps {
		if len(j.made) > 0 {
			st = j.named(st)
		}
		err := j.step(ctx, st, !decided)
		if err != nil && !decided {
			if !plain(err) {
				err = fmt.Errorf("%s: %s: %w", j.edit.Verb, stepName(st), err)
			}
			if len(j.late) > 0 {
				err = errors.Join(append([]error{err}, j.late...)...)
			}
			return err
		}
		if err != nil {
			failed.Left = append(failed.Left, st)
			failed.Errs = append(failed.Errs, fmt.Errorf("%s: %w", stepName(st), err))
			continue
		}
		decided = decided || st.Kind != tasks.RaiseMark
	}
	if len(j.edit.Steps) == 0 {
		return j.needs(ctx, true) // all is as it was asked for, if it still is
	}
	if j.touched {
		if err := j.s.directory().Sync(); err != nil {
			j.late = append(j.late, fmt.Errorf("sync the directory %s, so that it survives a power cut: %w", j.s.path, err))
		}
	}
	failed.Errs = append(failed.Errs, j.late...)
	if len(failed.Errs) > 0 {
		failed.Done = j.applied
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
			j.late = append(j.late, fmt.Errorf("give the lock back: %w", err))
		}
	}
}

// asked compares what was asked to be changed with the files as they are, before anything is worked out from it. A
// From of None may mean that its maker did not say: the dialect fills it in.
func (s *Store) asked(ctx context.Context, e tasks.Edit) error {
	var said []tasks.Change
	for _, c := range e.Changes {
		if c.From.Kind != tasks.None && c.Field != tasks.FieldMember {
			said = append(said, c)
		}
	}
	if len(said) == 0 || len(e.Steps) > 0 {
		return nil
	}
	now, err := s.current(ctx, e.Of.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return &tasks.Conflict{Key: e.Of, Gone: true}
	}
	if err != nil {
		return err
	}
	return s.holds(now, said)
}

func (j *job) step(ctx context.Context, st tasks.Step, decides bool) error {
	if st.Kind != tasks.CreateFile && st.Kind != tasks.RaiseMark && !clean(st.Key.Name) {
		return fmt.Errorf("%q is no name of a file", st.Key.Name)
	}
	switch st.Kind {
	case tasks.ChangeFile:
		return j.change(ctx, st, decides)
	case tasks.CreateFile:
		return j.create(ctx, st, decides)
	case tasks.DeleteFile:
		return j.remove(ctx, st, decides)
	case tasks.RaiseMark:
		return j.raise(ctx, st)
	}
	return fmt.Errorf("unknown kind of step %d", st.Kind)
}

// named puts the id of the task that was created where a step could not know it.
func (j *job) named(st tasks.Step) tasks.Step {
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

// plain says that an error is told as it is, because the caller tells it by its type.
func plain(err error) bool {
	var conflict *tasks.Conflict
	var refused *Refused
	return errors.As(err, &conflict) || errors.As(err, &refused)
}
