package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"strconv"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// Preview is what an edit would make of one file.
type Preview struct {
	Name   string
	Before []byte // nil if there is no such file
	After  []byte // nil if it would be removed
}

// Preview returns what an edit would make of every file it touches. It does what Apply does before it writes, and takes
// no lock. The errors are those of Apply.
func (s *Store) Preview(ctx context.Context, e tasks.Edit) ([]Preview, error) {
	if e.At.IsZero() {
		e.At = s.opts.Now()
	}
	if err := inOneList(e, s.opts.List); err != nil {
		return nil, err
	}
	j := &job{s: s, edit: e, preview: true}
	err := j.plan(ctx)
	if err == nil {
		err = j.run(ctx)
	}
	if half, ok := errors.AsType[*UnfinishedError](err); ok {
		err = errors.Join(half.Errs...) // nothing of it is done
	}
	if err != nil {
		return nil, err
	}
	return j.previews, nil
}

// previewStep adds to the previews what step would write.
func (j *job) previewStep(ctx context.Context, st tasks.Step, decides bool) (err error) {
	p := Preview{Name: st.Key.Name}
	switch st.Kind {
	case tasks.ChangeFile, tasks.DeleteFile:
		err = j.attempt(st, decides, func(bool) (err error) {
			var base state
			if st.Kind == tasks.DeleteFile {
				base, err = j.readBase(ctx, st, decides, false)
			} else {
				base, p.After, err = j.build(ctx, st, decides, false)
			}
			p.Before = base.raw
			return err
		})
	case tasks.CreateFile:
		if p.Name, p.After, err = j.newFile(st); err != nil {
			return err
		}
		var t *tasks.Task
		if t, err = j.s.codec.Decode(j.s.key(p.Name), p.After, tasks.Stamp{}); err == nil {
			j.newID, j.made = t.ID, append(j.made, t.Key)
		}
	case tasks.RaiseHighWaterMark:
		p.Name = markName
		var now uint64
		if now, _, err = parseMark(j.s.directory()); err == nil {
			p.Before = []byte(strconv.FormatUint(now, 10))
		} else if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		p.After = []byte(strconv.FormatUint(max(now, st.HighWaterMark), 10))
	case tasks.SetLine:
		var dir Dir
		if dir, err = j.s.openParent(); err != nil {
			return err
		}
		defer dir.Close()
		p.Name = dialect.TodoName
		p.Before, _, p.After, err = j.buildTodo(dir, st)
	}
	if err == nil && !bytes.Equal(p.Before, p.After) {
		j.previews = append(j.previews, p)
	}
	return err
}

// ApplyPreview changes the files in memory: Refresh of their names finds the changes, and the next preview builds on
// them. The store must be read-only.
func (s *Store) ApplyPreview(files []Preview) error {
	if !s.opts.ReadOnly {
		return errors.New("previews are applied to a read-only store")
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	as := &overlay{Dir: s.dir, files: map[string]overlayFile{}}
	if before, ok := s.dir.(*overlay); ok {
		as.Dir = before.Dir
		maps.Copy(as.files, before.files)
	}
	for _, f := range files {
		if f.Name == dialect.TodoName {
			continue // it is not in the directory
		}
		file := overlayFile{raw: f.After}
		if f.After != nil {
			file.info = Info{Kind: Regular, Names: 1, Uid: -1, Gid: -1,
				Stamp: tasks.Stamp{Mtime: s.opts.Now().UnixNano(), Size: int64(len(f.After))}}
		}
		as.files[f.Name] = file
		s.codec.AddName(f.Name)
	}
	s.dir = as
	return nil
}

// overlay is a directory some of whose files differ from those on the disk. It is immutable.
type overlay struct {
	Dir
	files map[string]overlayFile
}

type overlayFile struct {
	raw  []byte // nil if it does not exist
	info Info
}

// Each visits the entries with those of the overlay.
func (d *overlay) Each(visit func(name []byte, kind Kind)) error {
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

// Stat returns the file of the overlay.
func (d *overlay) Stat(name string) (Info, error) {
	if f, other := d.files[name]; other {
		return f.info, f.missing(name)
	}
	return d.Dir.Stat(name)
}

// Read reads the file of the overlay.
func (d *overlay) Read(name string, kind Kind, buf []byte) ([]byte, Info, error) {
	if f, other := d.files[name]; other {
		return bytes.Clone(f.raw), f.info, f.missing(name)
	}
	return d.Dir.Read(name, kind, buf)
}

func (f overlayFile) missing(name string) error {
	if f.raw == nil {
		return &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return nil
}
