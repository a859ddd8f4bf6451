package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// state is a file as it is on the disk now.
type state struct {
	raw  []byte
	info Info
	task *tasks.Task
}

// current reads a file that is to be changed or compared. One that is being written is waited for, as long as a
// reader would wait. The error wraps fs.ErrNotExist, or is a *Refused for a file that must not be touched.
func (s *Store) current(ctx context.Context, name string) (state, error) {
	began := s.opts.Now()
	for looks := 0; ; looks++ {
		raw, info, err := s.directory().Read(name, Unknown, nil)
		var t *tasks.Task
		if err == nil {
			t, err = s.decode(s.key(name), raw, info)
		}
		if err == nil {
			return state{raw, info, t}, nil
		}
		var broken *dialect.Broken
		half := errors.Is(err, errTorn) || errors.As(err, &broken) && broken.Kind == tasks.Unparsable
		if !half || s.opts.Now().Sub(began) >= patience || s.opts.Now().Sub(info.Stamp.Time()) >= patience {
			return state{}, s.unusable(name, err)
		}
		if err := pause(ctx, wait(looks)); err != nil {
			return state{}, err
		}
	}
}

func (s *Store) unusable(name string, err error) error {
	var broken *dialect.Broken
	var bad *Unfit
	switch {
	case errors.As(err, &broken) && broken.Line > 0:
		return &Refused{Key: s.key(name), Why: fmt.Sprintf("%s, line %d column %d", broken.Text, broken.Line, broken.Col)}
	case errors.As(err, &broken):
		return &Refused{Key: s.key(name), Why: broken.Text}
	case errors.As(err, &bad):
		return &Refused{Key: s.key(name), Why: bad.Text}
	case errors.Is(err, errTorn):
		return &Refused{Key: s.key(name), Why: err.Error()}
	}
	return fmt.Errorf("read %s: %w", name, err)
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// holds compares what the changes rest on with what the file says now, by meaning.
func (s *Store) holds(now state, changes []tasks.Change) error {
	for _, c := range changes {
		if c.Op != tasks.Set && c.Op != tasks.Unset {
			continue
		}
		v, err := s.book.Value(now.raw, c.Field, c.Member, now.task)
		if err != nil {
			return err
		}
		if v != c.From {
			return &tasks.Conflict{Key: now.task.Key, Field: c.Field, Member: c.Member, Base: c.From, Ours: c.To, Theirs: v, By: now.task.Owner}
		}
	}
	return nil
}

// needs compares what the edit's rule read with what the files say now. fresh says that the directory was compared
// just now already.
func (j *job) needs(ctx context.Context, fresh bool) error {
	for _, n := range j.edit.Needs {
		if n.Idle != "" {
			if err := j.idle(ctx, n, fresh); err != nil {
				return err
			}
			fresh = true
			continue
		}
		now, err := j.s.current(ctx, n.Key.Name)
		if errors.Is(err, fs.ErrNotExist) {
			return &tasks.Conflict{Key: n.Key, Field: n.Field, Base: n.Is, Gone: true}
		}
		if err != nil {
			return err
		}
		v, err := j.s.book.Value(now.raw, n.Field, "", now.task)
		if err != nil {
			return err
		}
		if v != n.Is {
			return &tasks.Conflict{Key: n.Key, Field: n.Field, Base: n.Is, Theirs: v, By: now.task.Owner}
		}
	}
	return nil
}

// idle checks that an owner runs no other task.
func (j *job) idle(ctx context.Context, n tasks.Need, fresh bool) (err error) {
	s := j.s
	if !fresh {
		s.reading.Lock()
		_, err := s.sync(ctx, nil)
		s.reading.Unlock()
		if err != nil {
			return err
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	world{s: s}.Each(func(t *tasks.Task) bool {
		if t.Owner == n.Idle && t.Status == tasks.InProgress && t.Key != n.Key {
			err = &tasks.Conflict{
				Key: t.Key, Field: tasks.FieldStatus, By: t.Owner,
				Base: tasks.StatusValue(tasks.Pending), Theirs: tasks.StatusValue(tasks.InProgress),
			}
		}
		return err == nil
	})
	return err
}
