package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// Preview is what an edit would make of one file.
type Preview struct {
	Name   string
	Before []byte // nil where there is no such file
	After  []byte // nil where it would be removed
}

// Preview returns what an edit would make of every file it touches, as they are now: it goes as far as Apply goes before it
// writes, and takes no lock. The errors are those of Apply.
func (s *Store) Preview(ctx context.Context, e tasks.Edit) ([]Preview, error) {
	if e.At.IsZero() {
		e.At = s.opts.Now()
	}
	if err := s.inOneList(e); err != nil {
		return nil, err
	}
	if err := s.checkAsked(ctx, e); err != nil {
		return nil, err
	}
	e, err := s.Plan(e)
	if err != nil {
		return nil, err
	}
	j := &job{s: s, edit: e}
	var all []Preview
	for i, st := range e.Steps {
		if !j.newID.Empty() {
			st = j.withNewID(st)
		}
		p, err := j.preview(ctx, st, i == 0)
		if errors.Is(err, fs.ErrNotExist) && i > 0 {
			continue // it is gone: nothing is left to be done to it
		}
		if err != nil {
			return nil, err
		}
		if string(p.Before) != string(p.After) || p.Before == nil {
			all = append(all, p)
		}
	}
	return all, nil
}

// preview is one step of Preview.
func (j *job) preview(ctx context.Context, st tasks.Step, decides bool) (p Preview, err error) {
	switch p.Name = st.Key.Name; st.Kind {
	case tasks.ChangeFile:
		base, next, err := j.build(ctx, st, decides, false)
		p.Before, p.After = base.raw, next
		return p, err
	case tasks.CreateFile:
		if p.Name, p.After, err = j.newFile(st); err != nil {
			return p, err
		}
		t, err := j.s.codec.Decode(j.s.key(p.Name), p.After, tasks.Stamp{})
		if err == nil {
			j.newID = t.ID
		}
		return p, err
	case tasks.DeleteFile:
		base, err := j.readCurrent(ctx, st.Key.Name, false)
		p.Before = base.raw
		return p, err
	case tasks.RaiseMark:
		p.Name = markName
		now, err := parseMark(j.s.directory())
		switch {
		case err == nil:
			p.Before = []byte(strconv.FormatUint(now, 10))
		case !errors.Is(err, fs.ErrNotExist):
			return p, err
		}
		p.After = []byte(strconv.FormatUint(max(now, st.Mark), 10))
		return p, nil
	case tasks.SetLine:
		dir, err := j.s.beside()
		if err != nil {
			return p, err
		}
		defer dir.Close()
		p.Name = dialect.TodoName
		if p.Before, _, err = j.readTodo(dir); err != nil {
			return p, err
		}
		next, ok := dialect.SetTodoLine(p.Before, st.Changes[0].From.Text, st.Changes[0].To.Text)
		if !ok {
			return p, &Refused{Key: j.edit.Of, Why: "its line in " + dialect.TodoName + " changed meanwhile"}
		}
		p.After = next
		return p, nil
	}
	return p, fmt.Errorf("unknown kind of step %d", st.Kind)
}
