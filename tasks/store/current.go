package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
)

// state is a file as it is on the disk now.
type state struct {
	raw  []byte
	info Info
	task *tasks.Task
}

// stateOf decodes what was read.
func (s *Store) stateOf(key tasks.Key, raw []byte, info Info) (state, error) {
	t, err := s.decode(key, raw, info)
	return state{raw, info, t}, err
}

// readCurrent reads a file that is to be changed or compared. One that is being written is waited for, as long as a
// reader would wait. The error wraps fs.ErrNotExist, or is a *Refused for a file that must not be touched.
func (s *Store) readCurrent(ctx context.Context, name string) (state, error) {
	return s.readWhole(ctx, name, nil, halfWrittenTimeout)
}

// readCurrent is the same for a job; in a hurry nothing is waited for, and what is being written has moved.
func (j *job) readCurrent(ctx context.Context, name string, hurry bool) (state, error) {
	if !hurry && j.reapplying == nil {
		return j.s.readWhole(ctx, name, j.undone, halfWrittenTimeout)
	}
	now, err := j.s.readWhole(ctx, name, j.undone, 0)
	if errors.Is(err, errBeingWritten) {
		return state{}, errChanged
	}
	return now, err
}

// errBeingWritten is a file that looks half-written to one who does not wait.
var errBeingWritten = errors.New("it is being written")

// readOurs reads a file. One that is larger than MaxFile is read if it is as the edit of, which may be nil, left it.
func (s *Store) readOurs(name string, of *Done) ([]byte, Info, error) {
	raw, info, err := s.directory().Read(name, Unknown, nil)
	if bad, is := errors.AsType[*Unfit](err); of == nil || !is || bad.Kind != tasks.TooLarge {
		return raw, info, err
	}
	ours, now, failed := s.directory().Read(name, Unknown, make([]byte, min(info.Stamp.Size, maxOurs)+1))
	if failed == nil && log.Sum(ours) == of.sums[name] {
		return ours, now, nil
	}
	return raw, info, err
}

func (s *Store) readWhole(ctx context.Context, name string, of *Done, patience time.Duration) (state, error) {
	began := s.opts.Now()
	for looks := 0; ; looks++ {
		raw, info, err := s.readOurs(name, of)
		if err == nil {
			var now state
			if now, err = s.stateOf(s.key(name), raw, info); err == nil {
				return now, nil
			}
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
	broken, isBroken := errors.AsType[*dialect.Broken](err)
	_, isUnfit := errors.AsType[*Unfit](err)
	why := err.Error()
	switch {
	case isBroken && broken.Line > 0:
		why = fmt.Sprintf("%s, line %d column %d", broken.Text, broken.Line, broken.Col)
	case !isBroken && !isUnfit && !errors.Is(err, errTorn):
		return fmt.Errorf("read %s: %w", name, err)
	}
	return &Refused{Key: s.key(name), Why: why}
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

// checkNeeds compares what the edit's rule read with what the files say now. base is a file that was read already, without a
// task for none; of the others each is read once, so that what is compared of a file is one state of it. fresh says that the
// directory was compared just now already; in a hurry nothing is waited for.
func (j *job) checkNeeds(ctx context.Context, base state, fresh, hurry bool) error {
	files := map[tasks.Key]state{}
	if base.task != nil {
		files[base.task.Key] = base
	}
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

// A file that cannot be parsed is given this long to be finished by whoever writes it.
const halfWrittenTimeout = time.Second

// reportDelay is how long it stays untold: most are finished within a few milliseconds, and nobody wants to see that.
const reportDelay = 50 * time.Millisecond

// retry is a file that is to be looked at again although nothing tells of a change: it looks half-written, or the
// system refused to read it.
type retry struct {
	since    time.Time // when it was first seen so
	next     time.Time // when to look again
	looks    int
	reported bool
	denied   bool // by the system, which tells nobody when it would not refuse any more
}

// retryDelays are the times between looks at what is half-written: agents finish a file in less than a millisecond or two,
// unless they are stopped in the middle.
var retryDelays = [...]time.Duration{2 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond}

// refusalDelays are the times between looks at what the system refuses to read: at 50, 250 and 1,000 ms, and then every few
// seconds for as long as it does.
var refusalDelays = [...]time.Duration{50 * time.Millisecond, 200 * time.Millisecond, 750 * time.Millisecond, 5 * time.Second}

// retryDelay is the time before the look that follows looks others.
func retryDelay(looks int) time.Duration { return retryDelays[min(looks, len(retryDelays)-1)] }

// RefusalDelay is the time before the next try after some that the system refused, counted from 1.
func RefusalDelay(refusals int) time.Duration {
	return refusalDelays[min(max(refusals, 1), len(refusalDelays))-1]
}

// problemOf decides what a file without a record is: half-written still, or broken for good. The answer is nil while
// nobody should be told, and tell says whether this is news. The caller holds mu.
func (s *Store) problemOf(now *file, f lookResult, changed bool) (p *tasks.Problem, tell bool) {
	at := s.opts.Now()
	p = &tasks.Problem{Key: s.key(f.name), Kind: f.kind, Text: f.text, Line: f.line, Col: f.col, CutOff: f.cutOff, Since: at}
	t := s.retries[f.name]
	if t != nil && t.denied != f.denied {
		t = nil
		delete(s.retries, f.name)
	}
	if f.denied {
		if t == nil {
			t = &retry{since: at, denied: true}
			s.retries[f.name] = t
		}
		t.looks++
		t.next = at.Add(RefusalDelay(t.looks))
	}
	if old := now.problem; old != nil && old.Kind != tasks.BeingWritten {
		p.Since = old.Since
		same := old.Kind == p.Kind && old.Text == p.Text && old.Line == p.Line && old.Col == p.Col
		return p, !same && (changed || f.denied || old.Kind == tasks.Unreadable) // broken already: it stays so until it can be read
	}
	if f.kind != tasks.Unparsable {
		return p, true
	}
	if t == nil {
		t = &retry{since: at}
		s.retries[f.name] = t
	}
	p.Since = t.since
	untouched := at.Sub(f.stamp.Time())                                        // negative when clocks differ
	if t.looks == 0 && f.stamp.Mtime != 0 && untouched >= halfWrittenTimeout { // found broken, and nobody has changed it since
		p.Since = f.stamp.Time()
		delete(s.retries, f.name)
		return p, true
	}
	if at.Sub(t.since) >= halfWrittenTimeout {
		delete(s.retries, f.name)
		return p, true
	}
	t.next = at.Add(retryDelay(t.looks))
	if end := t.since.Add(halfWrittenTimeout); t.next.After(end) {
		t.next = end
	}
	t.looks++
	if at.Sub(t.since) < reportDelay {
		return nil, false
	}
	p.Kind = tasks.BeingWritten
	tell = !t.reported
	t.reported = true
	return p, tell
}

// Retry names the files that are to be given to Refresh again although nothing tells of a change, and says after what
// time; no names, no retry. Those that look half-written are looked at after 2 to 50 ms, and after a second come out
// of that Refresh as a Problem, Unparsable, and are not named here any more. Those that the system refuses to read
// are a Problem at once, and stay named, every few seconds in the end, until they can be read or are gone.
func (s *Store) Retry() (names []string, after time.Duration) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.retries) == 0 {
		return nil, 0
	}
	var first time.Time
	for _, t := range s.retries {
		if first.IsZero() || t.next.Before(first) {
			first = t.next
		}
	}
	for name, t := range s.retries {
		if !t.next.After(first.Add(retryDelays[0])) { // those that are due together are looked at together
			names = append(names, name)
		}
	}
	return names, max(0, first.Sub(s.opts.Now()))
}

// Unsettled reports whether some file looks half-written, so that a moment tells what it is.
func (s *Store) Unsettled() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.unsettled()
}

func (s *Store) unsettled() bool {
	for _, t := range s.retries {
		if !t.denied {
			return true
		}
	}
	return false
}
