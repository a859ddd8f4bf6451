package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// setLine carries out a SetLine: one line of the TODO_LIST.md that lies beside the directory of a workflow session. Its
// agents take no lock for it, so that it is written as the files of tasks are that have none: a whole new file is
// exchanged for the one that was read, and what came out is looked at.
func (j *job) setLine(ctx context.Context, st tasks.Step) (err error) {
	dir, err := j.s.beside()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	for range attempts {
		if err = j.setLineOnce(dir, st); !errors.Is(err, errChanged) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return fmt.Errorf("%s: %w", dialect.TodoName, err)
}

// beside opens the directory that the directory of tasks lies in.
func (s *Store) beside() (Dir, error) {
	dir, err := s.opts.Disk.Open(filepath.Dir(s.path))
	if err != nil {
		return nil, fmt.Errorf("open the session: %w", err)
	}
	return dir, nil
}

func (j *job) setLineOnce(dir Dir, st tasks.Step) error {
	raw, info, err := j.readTodo(dir)
	if err != nil {
		return err
	}
	c := st.Changes[0]
	next, ok := dialect.SetTodoLine(raw, c.From.Text, c.To.Text)
	if !ok {
		return &Refused{Key: j.edit.Of, Why: "its line in " + dialect.TodoName + " changed meanwhile"}
	}
	temp := tempName()
	if err := j.notePrepared(Prepared{Step: st, Before: raw, After: next, Temp: temp}); err != nil {
		return err
	}
	f, err := dir.Make(temp, 0o600)
	if err != nil {
		return fmt.Errorf("make the temporary file %s: %w", temp, err)
	}
	_, err = fillTemp(f, next, &info)
	err = errors.Join(err, f.Close())
	if err == nil {
		var now []byte
		if now, _, err = j.readTodo(dir); err == nil && !bytes.Equal(now, raw) {
			err = errChanged
		}
	}
	if err == nil {
		err = dir.Replace(temp, dialect.TodoName)
	}
	if err == nil {
		out, _, lost := dir.Read(temp, Unknown, nil) // what was displaced, where the system tells
		if lost == nil && !bytes.Equal(out, raw) {   // somebody wrote in between: theirs goes back, and ours is made of it
			err = errChanged
			if back := dir.Replace(temp, dialect.TodoName); back != nil {
				return fmt.Errorf("put %s back from %s: %w", dialect.TodoName, temp, back)
			}
		}
	}
	if gone := dir.Remove(temp); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		j.lateErrors = append(j.lateErrors, fmt.Errorf("remove the temporary file %s: %w", temp, gone))
	}
	if err != nil {
		return err
	}
	if err := dir.Sync(); err != nil {
		j.lateErrors = append(j.lateErrors, fmt.Errorf("sync the session's directory: %w", err))
	}
	j.applied = append(j.applied, st)
	return nil
}

// readTodo reads the list, if it may be written: not through a link, and not a file with several names.
func (j *job) readTodo(dir Dir) ([]byte, Info, error) {
	raw, info, err := dir.Read(dialect.TodoName, Unknown, nil)
	var bad *Unfit
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, info, &Refused{Key: j.s.key(""), Why: "there is no " + dialect.TodoName}
	case errors.Is(err, errTorn):
		return nil, info, errChanged
	case errors.As(err, &bad):
		return nil, info, &Refused{Key: j.s.key(""), Why: dialect.TodoName + ": " + bad.Text}
	case err != nil:
		return nil, info, fmt.Errorf("read %s: %w", dialect.TodoName, err)
	case info.Linked:
		return nil, info, &Refused{Key: j.s.key(""), Why: dialect.TodoName + " is a link"}
	case info.Names > 1:
		return nil, info, &Refused{Key: j.s.key(""), Why: dialect.TodoName + " has several names"}
	}
	return raw, info, nil
}

// undoLine takes the change of a line back, if the line still is as the edit left it.
func (u *undoBuilder) undoLine(st tasks.Step) {
	c := st.Changes[0]
	c.From, c.To = c.To, c.From
	back := st
	back.Changes = []tasks.Change{c}
	u.edit.Steps = append(u.edit.Steps, back)
}
