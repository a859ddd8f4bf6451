package store

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// readResult is the result of reading one file.
type readResult struct {
	name      string
	gone      bool
	unchanged bool        // nothing differs from what is known
	task      *tasks.Task // nil with a problem
	kind      tasks.ProblemKind
	text      string
	line      int
	col       int
	cutOff    bool
	raw       []byte // if it is kept, see lastBytes
	stamp     tasks.Stamp
	sum       uint64
	readAt    int64 // in nanoseconds since 1970
	link      bool
	denied    bool // the system refused to read it, which may end without a change of the file
}

// readRecord reads one file. known is what is known of it, or nil. It returns the buffer, grown if necessary.
func (s *Store) readRecord(dir Dir, name string, kind Kind, known *file, buf []byte) (f readResult, left []byte) {
	f = readResult{name: name, readAt: s.opts.Now().UnixNano()}
	defer func() {
		// A file that makes this program panic must not end it.
		if p := recover(); p != nil {
			f.task, f.kind, f.text, left = nil, tasks.Unreadable, fmt.Sprintf("internal error: %v", p), buf
		}
	}()
	raw, info, err := dir.Read(name, kind, buf)
	if cap(raw) > cap(buf) {
		buf = raw[:cap(raw)]
	}
	f.stamp, f.link = info.Stamp, info.Linked || info.Kind == Link
	if err != nil {
		f.setError(err)
		return f, buf
	}
	f.sum = maphash.Bytes(s.seed, raw)
	if known != nil && known.sum == f.sum && known.stamp == f.stamp && !known.bad {
		f.unchanged = true
		return f, buf
	}
	if f.task, err = s.decode(s.key(name), raw, info); err != nil {
		f.setError(err)
	} else if s.journal != nil && !s.last.full.Load() {
		f.raw = bytes.Clone(raw)
	}
	return f, buf
}

// isStampReliable reports whether the next change of the file changes its stamp.
func (f *readResult) isStampReliable() bool { return f.readAt-f.stamp.Mtime >= int64(stampResolution) }

// setError sets why there is no record.
func (f *readResult) setError(err error) {
	var broken *dialect.Broken
	var bad *Unfit
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.gone = true
	case errors.As(err, &broken):
		f.kind, f.text, f.line, f.col, f.cutOff = broken.Kind, broken.Text, broken.Line, broken.Col, broken.CutOff
	case errors.As(err, &bad):
		f.kind, f.text = bad.Kind, bad.Text
	case errors.Is(err, errTorn):
		f.kind, f.text = tasks.Unparsable, err.Error()
	case errors.Is(err, fs.ErrPermission):
		f.denied, f.kind, f.text = true, tasks.Unreadable, "permission denied"
	default:
		f.denied, f.kind, f.text = true, tasks.Unreadable, fmt.Sprintf("the system cannot read it: %v", cause(err))
	}
}

// cause returns an error without the name of the file, which the screen shows anyway.
func cause(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return path.Err
	}
	return err
}

// dropMissing removes every file that the last listing did not have. The caller holds mu.
func (s *Store) dropMissing() {
	for name, f := range s.files {
		if f.generation != s.generation {
			s.setResult(readResult{name: name, gone: true})
		}
	}
}

// addResult updates what is known by a result. It unlocks mu also after a panic, so that the store can still be closed.
func (s *Store) addResult(f readResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setResult(f)
}

// setResult is addResult for callers that hold mu.
func (s *Store) setResult(f readResult) {
	was := s.files[f.name]
	if f.gone {
		if was != nil {
			s.markUnsent(f.name, true)
			s.opts.Links.replace(was.task, nil)
			delete(s.files, f.name)
			delete(s.retries, f.name)
			s.codec.RemoveTask(s.key(f.name))
			s.attributeChange(f)
			_, ours := s.ownChanges[f.name]
			s.noteDeleted(f.name, ours)
		}
		return
	}
	if f.unchanged {
		was.stampReliable, was.generation = f.isStampReliable(), s.generation
		return
	}
	now := was
	if now == nil {
		now = &file{name: f.name}
		s.files[f.name] = now
	}
	s.monitor.fileChanged(f.name)
	changed := was == nil || now.stamp != f.stamp || now.sum != f.sum
	now.stamp, now.sum, now.stampReliable, now.link, now.generation = f.stamp, f.sum, f.isStampReliable(), f.link, s.generation
	now.bad = f.task == nil
	if f.task != nil {
		s.last.hold(f.name, f.raw)
		s.opts.Links.replace(now.task, f.task)
		s.version++
		f.task.Version = s.version
		now.task, now.problem = f.task, nil
		delete(s.retries, f.name)
		s.codec.AddTask(f.task)
		s.markUnsent(f.name, was != nil)
		s.attributeChange(f)
		return
	}
	p, isNew := s.problemOf(now, f, changed)
	if p == nil {
		return
	}
	now.problem = p
	if isNew {
		s.markUnsent(f.name, was != nil)
		s.attributeChange(f)
	}
}

// markUnsent notes that the next Delta has a change of a file. known is false for a name that no Delta had: if it is gone by then, it
// is left out.
func (s *Store) markUnsent(name string, known bool) {
	if _, ok := s.unsent[name]; !ok {
		s.unsent[name] = known
	}
}

// attributeChange notes whether the newest change of a file is one of ours.
func (s *Store) attributeChange(f readResult) {
	m, ok := s.ownWrites[f.name]
	if ok && m.gone == f.gone && (f.gone || m.stamp == f.stamp) {
		s.ownChanges[f.name] = m.edit
		delete(s.ownWrites, f.name)
		return
	}
	delete(s.ownChanges, f.name)
	if m.gone != f.gone {
		delete(s.ownWrites, f.name) // it was removed, or made again
	}
}

// delta returns the changes since the last Delta. A file that got a good record and then broke is in Put and in Problems. The caller
// holds mu.
func (s *Store) delta() tasks.Delta {
	d := tasks.Delta{Mark: s.counter, At: s.opts.Now()}
	for name, known := range s.unsent {
		f := s.files[name]
		switch {
		case f == nil && !known:
			continue
		case f == nil:
			d.Gone = append(d.Gone, s.key(name))
		default:
			if f.task != nil && (f.problem == nil || f.task != f.shown) {
				d.Put = append(d.Put, f.task)
				f.shown = f.task
			}
			if f.problem != nil {
				d.Problems = append(d.Problems, *f.problem)
			}
		}
		if id, ok := s.ownChanges[name]; ok {
			if d.Mine == nil {
				d.Mine = map[tasks.Key]tasks.EditID{}
			}
			d.Mine[s.key(name)] = id
		}
	}
	clear(s.unsent)
	clear(s.ownChanges)
	return d
}
