package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"sideboard/tasks"
)

// Plan returns the edit with every step it means, as things are known now. Nothing is written.
func (s *Store) Plan(e tasks.Edit) (tasks.Edit, error) {
	if len(e.Steps) > 0 || e.Verb == tasks.VerbUndo {
		return e, nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.codec.Expand(e, world{s: s, of: e.Of.Name})
}

// Apply carries an edit out; its steps are filled in first if it has none. One edit is carried out at a time, in
// this process. What was written comes back to the board by Refresh like any other change, named in Delta.Mine.
//
// The error is a *tasks.Conflict when what the edit rests on no longer holds, a *lock.Held, a *Refused, or one that
// names the file and the step: then nothing was written. It is an *Unfinished when later steps failed.
func (s *Store) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	return s.Batch().Apply(ctx, e)
}

func (s *Store) apply(ctx context.Context, e tasks.Edit, refresh func(context.Context, tasks.Edit) error) (res tasks.Result, err error) {
	res.Edit = e.ID
	if s.opts.ReadOnly {
		return res, &Refused{Key: e.Of, Why: errReadOnly.Error()}
	}
	if err := s.inOneList(e); err != nil {
		return res, err
	}
	for _, gate := range []chan struct{}{s.queue, s.writing} {
		select {
		case gate <- struct{}{}:
			defer func() { <-gate }()
		case <-ctx.Done():
			return res, ctx.Err()
		}
	}
	if e.At.IsZero() {
		e.At = s.opts.Now()
	}
	if e.ID == 0 {
		e.ID = tasks.EditID(rand.Uint64())
		res.Edit = e.ID
	}
	j := &job{s: s}
	defer func() {
		if j.panicked {
			return // what came of it is not known here; the journal has what the next start needs to find out
		}
		if s.opts.Journal != nil {
			s.opts.Journal.Outcome(e, res, err)
		}
		if ended := j.noteEnd(e, res, err); ended != nil {
			if err == nil {
				err = &Unfinished{Done: res.Applied, Errs: []error{fmt.Errorf("could not note it in the journal: %w", ended)}}
				return
			}
			err = errors.Join(err, ended)
		}
	}()
	j.panicked = true
	err = catchPanic(e.Verb.String(), func() error {
		err := s.carryOut(ctx, j, &e, refresh)
		j.panicked = false
		return err
	})
	res.Made, res.Applied = j.made, j.applied
	if len(j.applied) > 0 && j.panicked {
		err = &Unfinished{Done: j.applied, Errs: []error{err}}
	}
	return res, err
}

// carryOut plans an edit, if that was not done, and runs it.
func (s *Store) carryOut(ctx context.Context, j *job, e *tasks.Edit, refresh func(context.Context, tasks.Edit) error) (err error) {
	if err := refresh(ctx, *e); err != nil {
		return fmt.Errorf("%s: %w", e.Verb, err)
	}
	if err := s.checkAsked(ctx, *e); err != nil {
		return err
	}
	if *e, err = s.Plan(*e); err != nil {
		return err
	}
	if err := s.waitForForeignLock(ctx); err != nil {
		return err
	}
	if j.edit = *e; e.Undoes != 0 {
		if all, err := s.History(); err == nil {
			j.undone = findDone(all, e.Undoes)
		}
	}
	defer s.pinDirectory()()
	s.removeLeftTemps()
	return j.run(ctx)
}

// inOneList returns an error if an edit touches another list, where an id means another task.
func (s *Store) inOneList(e tasks.Edit) error {
	elsewhere := e.Of.List != s.opts.List
	for _, n := range e.Needs {
		elsewhere = elsewhere || n.Key.List != s.opts.List
	}
	for _, st := range slices.Concat(e.Also, e.Steps) {
		elsewhere = elsewhere || st.Key.List != s.opts.List
	}
	if elsewhere {
		return fmt.Errorf("it would touch more lists than %s", s.opts.List)
	}
	return nil
}
