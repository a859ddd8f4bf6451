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

// readCurrent reads a file that is to be changed or compared. One that is being written is waited for, as long as a
// reader would wait. The error wraps fs.ErrNotExist, or is a *Refused for a file that must not be touched.
func (s *Store) readCurrent(ctx context.Context, name string) (state, error) {
	return s.readWhole(ctx, name, halfWrittenTimeout)
}

// readCurrent is the same for a job; in a hurry nothing is waited for, and what is being written has moved.
func (j *job) readCurrent(ctx context.Context, name string, hurry bool) (state, error) {
	if !hurry && j.reapplying == nil {
		return j.s.readCurrent(ctx, name)
	}
	now, err := j.s.readWhole(ctx, name, 0)
	if errors.Is(err, errBeingWritten) {
		return state{}, errChanged
	}
	return now, err
}

// errBeingWritten is a file that looks half-written to one who does not wait.
var errBeingWritten = errors.New("it is being written")

func (s *Store) readWhole(ctx context.Context, name string, patience time.Duration) (state, error) {
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
		if half && patience == 0 {
			return state{}, errBeingWritten
		}
		if !half || s.opts.Now().Sub(began) >= patience || s.opts.Now().Sub(info.Stamp.Time()) >= patience {
			return state{}, s.wrapReadError(name, err)
		}
		if err := pause(ctx, retryDelay(looks)); err != nil {
			return state{}, err
		}
	}
}

func (s *Store) wrapReadError(name string, err error) error {
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

// checkChanges compares what the changes rest on with what the file says now, by meaning.
func (s *Store) checkChanges(now state, changes []tasks.Change) error {
	var all []tasks.Clash
	for _, c := range changes {
		if c.Op != tasks.Set && c.Op != tasks.Unset {
			continue
		}
		v, err := s.codec.Value(now.raw, c.Field, c.Member, now.task)
		if err != nil {
			return err
		}
		if v != c.From {
			clash := now.clash(c.Field, c.Member, c.From, v)
			clash.Ours = c.To
			all = append(all, clash)
		}
	}
	if len(all) > 0 {
		return tasks.Clashing(all...)
	}
	return nil
}

// clash is one value of the file that is another than it was taken to be.
func (now state) clash(f tasks.Field, member string, base, theirs tasks.Value) tasks.Clash {
	return tasks.Clash{
		Key: now.task.Key, Field: f, Member: member, Base: base, Theirs: theirs,
		By: now.task.Owner, Since: now.info.Stamp.Time(),
	}
}

// checkNeeds compares what the edit's rule read with what the files say now: each file is read once, so that what is
// compared of it is one state of it. fresh says that the directory was compared just now already; in a hurry nothing is
// waited for.
func (j *job) checkNeeds(ctx context.Context, fresh, hurry bool) error {
	files := map[tasks.Key]state{}
	for _, n := range j.edit.Needs {
		if n.Idle != "" {
			if err := j.checkIdle(ctx, n, fresh); err != nil {
				return err
			}
			fresh = true
			continue
		}
		now, known := files[n.Key]
		if !known {
			var err error
			now, err = j.readCurrent(ctx, n.Key.Name, hurry)
			if errors.Is(err, fs.ErrNotExist) {
				return &tasks.Conflict{Clash: tasks.Clash{Key: n.Key, Field: n.Field, Base: n.Is}, Gone: true}
			}
			if err != nil {
				return err
			}
			files[n.Key] = now
		}
		if err := j.s.checkNeed(now, n); err != nil {
			return err
		}
	}
	return nil
}

// checkNeed compares one need with what its file says.
func (s *Store) checkNeed(now state, n tasks.Need) error {
	v, err := s.codec.Value(now.raw, n.Field, "", now.task)
	if err != nil {
		return err
	}
	if v != n.Is {
		return tasks.Clashing(now.clash(n.Field, "", n.Is, v))
	}
	return nil
}

// checkIdle returns an error if an owner runs another task.
func (j *job) checkIdle(ctx context.Context, n tasks.Need, fresh bool) (err error) {
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
			err = tasks.Clashing(tasks.Clash{
				Key: t.Key, Field: tasks.FieldStatus, By: t.Owner, Since: t.Stamp.Time(),
				Base: tasks.StatusValue(tasks.Pending), Theirs: tasks.StatusValue(tasks.InProgress),
			})
		}
		return err == nil
	})
	return err
}
