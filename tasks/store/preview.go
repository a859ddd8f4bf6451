package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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

// Pretend takes what a preview told for what lies in the directory, as long as the store is open: Refresh of the names finds
// it, and the next preview builds on it. The store must be one that writes nothing.
func (s *Store) Pretend(files []Preview) error {
	if !s.opts.ReadOnly {
		return errors.New("a store that writes cannot pretend")
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	as := &pretended{Dir: s.dir, files: map[string]pretendedFile{}}
	if before, is := s.dir.(*pretended); is {
		as.Dir = before.Dir
		maps.Copy(as.files, before.files)
	}
	for _, f := range files {
		if f.Name == dialect.TodoName {
			continue // it lies beside the directory
		}
		as.files[f.Name] = pretendedFile{f.After, Info{
			Kind: Regular, Names: 1, Uid: -1, Gid: -1, Stamp: tasks.Stamp{Mtime: s.opts.Now().UnixNano(), Size: int64(len(f.After))},
		}}
		s.codec.AddName(f.Name)
	}
	s.dir = as
	return nil
}

// pretended is a directory some of whose files are others than on the disk. It is never changed.
type pretended struct {
	Dir
	files map[string]pretendedFile
}

type pretendedFile struct {
	raw  []byte // nil of one that is gone
	info Info
}

// Each visits the entries as they would be.
func (d *pretended) Each(visit func(name []byte, kind Kind)) error {
	for name, f := range d.files {
		if f.raw != nil {
			visit([]byte(name), Regular)
		}
	}
	return d.Dir.Each(func(name []byte, kind Kind) {
		if _, other := d.files[string(name)]; !other {
			visit(name, kind)
		}
	})
}

// Stat tells of an entry as it would be.
func (d *pretended) Stat(name string) (Info, error) {
	if f, other := d.files[name]; other {
		return f.info, f.missing(name)
	}
	return d.Dir.Stat(name)
}

// Read reads a file as it would be.
func (d *pretended) Read(name string, kind Kind, buf []byte) ([]byte, Info, error) {
	if f, other := d.files[name]; other {
		return bytes.Clone(f.raw), f.info, f.missing(name)
	}
	return d.Dir.Read(name, kind, buf)
}

func (f pretendedFile) missing(name string) error {
	if f.raw == nil {
		return &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return nil
}
