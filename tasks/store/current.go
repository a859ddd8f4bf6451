package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
)

// state is the content of a file at one moment.
type state struct {
	raw  []byte
	info Info
	task *tasks.Task // decoded from raw
}

// stateOf returns the state of bytes that were read.
func (s *Store) stateOf(key tasks.Key, raw []byte, info Info) (state, error) {
	t, err := s.decode(key, raw, info)
	return state{raw, info, t}, err
}

// readCurrent reads a file that is to be changed or compared. It waits for one that is half-written. The error wraps
// fs.ErrNotExist, or is a *RefusedError for a file that must not be written.
func (s *Store) readCurrent(ctx context.Context, name string) (state, error) {
	return s.readWhole(ctx, name, nil, halfWrittenTimeout)
}

// readCurrent is Store.readCurrent for a job. In a hurry it does not wait: a file that is being written counts as
// changed.
func (j *job) readCurrent(ctx context.Context, name string, hurry bool) (state, error) {
	if !hurry && j.reapplying == nil {
		return j.s.readWhole(ctx, name, j.undone, halfWrittenTimeout)
	}
	now, err := j.s.readWhole(ctx, name, j.undone, 0)
	if errors.Is(err, errBeingWritten) {
		return state{}, ErrChanged
	}
	return now, err
}

// errBeingWritten is returned when a file is half-written and the caller does not wait.
var errBeingWritten = errors.New("it is being written")

// readOurs reads a file. One larger than MaxFile is read only if it is as past, which may be nil, left it.
func (s *Store) readOurs(name string, past *PastEdit) ([]byte, Info, error) {
	raw, info, err := s.directory().Read(name, Unknown, nil)
	if bad, ok := errors.AsType[*UnfitError](err); past == nil || !ok || bad.Kind != tasks.TooLarge {
		return raw, info, err
	}
	ours, now, failed := s.directory().Read(name, Unknown, make([]byte, min(info.Stamp.Size, maxOurs)+1))
	if failed == nil && log.Sum(ours) == past.sums[name] {
		return ours, now, nil
	}
	return raw, info, err
}

// readWhole reads a file, and waits up to patience for one that is half-written. Without patience the error for that is
// errBeingWritten. past is that of readOurs.
func (s *Store) readWhole(ctx context.Context, name string, past *PastEdit, patience time.Duration) (state, error) {
	began := s.opts.Now()
	for tries := 0; ; tries++ {
		raw, info, err := s.readOurs(name, past)
		if err == nil {
			var now state
			if now, err = s.stateOf(s.key(name), raw, info); err == nil {
				return now, nil
			}
		}
		var broken *dialect.BrokenError
		half := errors.Is(err, errTorn) || errors.As(err, &broken) && broken.Kind == tasks.Unparsable
		if half && patience == 0 {
			return state{}, errBeingWritten
		}
		if !half || s.opts.Now().Sub(began) >= patience || s.opts.Now().Sub(info.Stamp.Time()) >= patience {
			return state{}, s.wrapReadError(name, err)
		}
		if err := pause(ctx, retryDelay(tries)); err != nil {
			return state{}, err
		}
	}
}

// wrapReadError returns the error of a file that could not be read, a *RefusedError if the fault is in the file.
func (s *Store) wrapReadError(name string, err error) error {
	broken, isBroken := errors.AsType[*dialect.BrokenError](err)
	_, isUnfit := errors.AsType[*UnfitError](err)
	why := err.Error()
	switch {
	case isBroken && broken.Line > 0:
		why = fmt.Sprintf("%s, line %d column %d", broken.Text, broken.Line, broken.Col)
	case !isBroken && !isUnfit && !errors.Is(err, errTorn):
		return fmt.Errorf("read %s: %w", name, err)
	}
	return &RefusedError{Key: s.key(name), Why: why}
}

// pause waits for d, or returns the error of a context that ends first.
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

// Read reads one file as it is now. If its bytes are no task, the document still has them and its path, and the error
// says why: it is a *dialect.BrokenError if the bytes are at fault.
func (s *Store) Read(key tasks.Key) (tasks.Document, error) {
	doc := tasks.Document{Path: tasks.PathOf(s.path, key.Name)}
	if !isBaseName(key.Name) {
		return tasks.Document{}, fmt.Errorf("read %q: not the name of a file", key.Name)
	}
	raw, info, err := s.directory().Read(key.Name, Unknown, nil)
	if err != nil {
		return doc, fmt.Errorf("read %s: %w", doc.Path, err)
	}
	doc.Raw = raw
	t, err := s.decode(key, raw, info)
	if err != nil {
		return doc, fmt.Errorf("read %s: %w", doc.Path, err)
	}
	doc.Task = t
	if known := s.taskAt(key.Name, info.Stamp); known != nil {
		doc.Task = known // with its version
	}
	doc.Description, doc.Facts = s.codec.Description(raw), s.codec.Facts(raw)
	if doc.Members, err = s.codec.Members(raw); err != nil {
		return doc, fmt.Errorf("read %s: %w", doc.Path, err)
	}
	return doc, nil
}

// taskAt returns the record of a file if it was read at a stamp, nil for another one.
func (s *Store) taskAt(name string, at tasks.Stamp) *tasks.Task {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if f := s.files[name]; f != nil && f.stamp == at {
		return f.task
	}
	return nil
}

// Raw reads the bytes of one file as they are now, into buf if they fit. It may be called during other reads and
// writes.
func (s *Store) Raw(name string, buf []byte) ([]byte, error) {
	if !isBaseName(name) {
		return nil, fmt.Errorf("read %q: not the name of a file", name)
	}
	raw, _, err := s.directory().Read(name, Unknown, buf[:cap(buf)])
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(s.path, name), err)
	}
	return raw, nil
}

// decode makes a record, with the limits that come from the kind of the file.
func (s *Store) decode(key tasks.Key, raw []byte, info Info) (*tasks.Task, error) {
	t, err := s.codec.Decode(key, raw, info.Stamp)
	if err != nil {
		return nil, err
	}
	why := ""
	switch {
	case info.Linked:
		why = "it is a link"
	case info.Names > 1:
		why = "the file has several names"
	}
	if why != "" && t.Limits&tasks.NoEdit == 0 {
		t.Limits |= tasks.NoEdit
		t.Why = why
	}
	doubtTimes(t, s.opts.Now())
	return t, nil
}

// doubtTimes replaces times of last change that are in the future by now, when the file was read.
func doubtTimes(t *tasks.Task, now time.Time) {
	for _, at := range [...]*int64{&t.Stamp.Mtime, &t.Clock} {
		if tasks.InFuture(time.Unix(0, *at), now) {
			*at = now.UnixNano()
			t.Marks.Set(tasks.Misdated, true)
		}
	}
}
