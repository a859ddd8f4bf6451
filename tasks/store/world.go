package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/jsonedit"
)

// Task returns the newest good record of a key, nil if there is none.
func (s *Store) Task(key tasks.Key) *tasks.Task {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return world{s: s}.Get(key)
}

// Traits returns the dialect new tasks are written in.
func (s *Store) Traits() *tasks.Traits { return s.codec.Traits() }

// Codec returns the codec of the directory.
func (s *Store) Codec() *dialect.Codec { return s.codec }

// World returns a view of all tasks as they are known at each call.
func (s *Store) World() dialect.World { return liveWorld{s} }

// liveWorld is the world for callers that do not hold mu.
type liveWorld struct{ s *Store }

func (o liveWorld) Get(key tasks.Key) *tasks.Task { return o.s.Task(key) }

func (o liveWorld) Each(visit func(*tasks.Task) bool) {
	o.s.mu.RLock()
	all := slices.AppendSeq(make([]*tasks.Task, 0, len(o.s.files)), world{s: o.s}.Each)
	o.s.mu.RUnlock()
	for _, t := range all {
		if !visit(t) {
			return
		}
	}
}

// world is what the dialect may know of all tasks. Its user holds mu. The task an edit is about is the record that the
// last Delta had: the edit must change the values its maker saw, not what was read since.
type world struct {
	s  *Store
	of string // the file of that task, or ""
}

// record returns the record of a file that an edit rests on, nil if there is none.
func (w world) record(f *file) *tasks.Task {
	if f.name == w.of && f.shown != nil {
		return f.shown
	}
	return f.task
}

func (w world) Get(key tasks.Key) *tasks.Task {
	if f := w.s.files[key.Name]; f != nil && key.List == w.s.opts.List {
		return w.record(f)
	}
	return nil
}

func (w world) Each(visit func(*tasks.Task) bool) {
	for _, f := range w.s.files {
		if t := w.record(f); t != nil && !visit(t) {
			return
		}
	}
}

// Compare returns the changes that make one text of a task file another, member by member. It ignores the order of
// members and the spelling of values. If a text is no JSON object, the error is a *dialect.BrokenError that says where.
func (s *Store) Compare(before, after []byte) ([]tasks.Change, error) {
	was, err := s.codec.Members(before)
	if err != nil {
		return nil, err
	}
	now, err := s.codec.Members(after)
	if broken, ok := errors.AsType[*dialect.BrokenError](err); ok && broken.Line > 0 {
		return nil, fmt.Errorf("line %d, column %d: %w", broken.Line, broken.Col, err)
	}
	if err != nil {
		return nil, err
	}
	left := make(map[string][]byte, len(was))
	for _, m := range was {
		left[m.Name] = m.Raw
	}
	var changes []tasks.Change
	seen := make(map[string]bool, len(now))
	for _, m := range now {
		if seen[m.Name] {
			return nil, fmt.Errorf("the member %q occurs twice", m.Name)
		}
		seen[m.Name] = true
		raw, had := left[m.Name]
		if had && bytes.Equal(jsonedit.Canonical(raw), jsonedit.Canonical(m.Raw)) {
			continue
		}
		c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: m.Name, To: rawValue(m.Raw)}
		if had {
			c.From = rawValue(raw)
		}
		changes = append(changes, c)
	}
	for _, m := range was {
		if !seen[m.Name] {
			changes = append(changes, tasks.Change{Field: tasks.FieldMember, Op: tasks.Unset, Member: m.Name,
				From: rawValue(m.Raw)})
		}
	}
	return changes, nil
}

// rawValue returns JSON as a value, spelled as it is.
func rawValue(raw []byte) tasks.Value { return tasks.Value{Kind: tasks.RawVal, Text: string(raw)} }
