package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
)

// setLine carries out a SetLine: one line of the TODO_LIST.md next to the directory of a workflow session. Agents take
// no lock for it, so it is written like a task file of agents that take none: a new file is exchanged for the one that
// was read, and the displaced one is compared.
func (j *job) setLine(ctx context.Context, st tasks.Step) (err error) {
	dir, err := j.s.openParent()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	for range attempts {
		if err = j.setLineOnce(dir, st); !errors.Is(err, ErrChanged) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return fmt.Errorf("%s: %w", dialect.TodoName, err)
}

// openParent opens the directory that has the directory of tasks.
func (s *Store) openParent() (Dir, error) {
	dir, err := s.directory().Above()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, s.noTodo()
	}
	if err != nil {
		return nil, fmt.Errorf("open the session: %w", err)
	}
	return dir, nil
}

// setLineOnce makes one attempt to change the line. The error is ErrChanged if another process wrote meanwhile.
func (j *job) setLineOnce(dir Dir, st tasks.Step) error {
	raw, info, next, err := j.buildTodo(dir, st)
	if err != nil {
		return err
	}
	w := &swap{
		j: j, dir: dir, name: dialect.TodoName, base: raw, next: next, like: &info, early: true,
		note: func(temp string) error {
			return j.notePrepared(prepared{Step: st, Before: raw, After: next, Temp: temp})
		},
		still: func() error {
			now, _, err := j.readTodo(dir)
			if err == nil && !bytes.Equal(now, raw) {
				err = ErrChanged
			}
			return err
		},
	}
	displaced, err := w.run()
	if err != nil {
		return err
	}
	closeFile(displaced)
	if err := dir.Sync(); err != nil {
		j.lateErrors = append(j.lateErrors,
			fmt.Errorf("could not sync the directory of %s, so that it survives a power cut: %w", dialect.TodoName,
				err))
	}
	j.applied = append(j.applied, st)
	return nil
}

// buildTodo reads the list and returns the new one.
func (j *job) buildTodo(dir Dir, st tasks.Step) (raw []byte, info Info, next []byte, err error) {
	if raw, info, err = j.readTodo(dir); err != nil {
		return raw, info, nil, err
	}
	next, ok := dialect.SetTodoLine(raw, st.Changes[0].From.Text, st.Changes[0].To.Text)
	if !ok {
		return raw, info, nil, &RefusedError{Key: j.edit.Of, Why: "its line in " + dialect.TodoName +
			" changed meanwhile"}
	}
	return raw, info, next, checkSize(j.edit.Of, next)
}

// noTodo returns the error of a session without the list.
func (s *Store) noTodo() error {
	return &RefusedError{Key: s.key(""), Why: "there is no " + dialect.TodoName}
}

// readTodo reads the list, if it may be written: not through a link, and not if the file has several names.
func (j *job) readTodo(dir Dir) ([]byte, Info, error) {
	raw, info, err := dir.Read(dialect.TodoName, Unknown, nil)
	var bad *UnfitError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, info, j.s.noTodo()
	case errors.Is(err, errTorn):
		return nil, info, ErrChanged
	case errors.As(err, &bad):
		return nil, info, &RefusedError{Key: j.s.key(""), Why: dialect.TodoName + ": " + bad.Text}
	case err != nil:
		return nil, info, fmt.Errorf("read %s: %w", dialect.TodoName, err)
	case info.Linked:
		return nil, info, &RefusedError{Key: j.s.key(""), Why: dialect.TodoName + " is a link"}
	case info.Names > 1:
		return nil, info, &RefusedError{Key: j.s.key(""), Why: dialect.TodoName + " has several names"}
	}
	return raw, info, nil
}

// isTodoStep reports whether a temporary file was made for TODO_LIST.md, next to it.
func isTodoStep(l log.Entry) bool {
	return l.What == log.Prepared && stepOf(l).Kind == tasks.SetLine
}

// stepOf returns the step that a line is about, the zero Step if its edit does not have it.
func stepOf(l log.Entry) tasks.Step {
	if l.Step < len(l.Edit.Steps) {
		return l.Edit.Steps[l.Step]
	}
	return tasks.Step{}
}
