package store

import (
	"time"

	"sideboard/tasks"
)

// halfWrittenTimeout is how long a file that cannot be parsed counts as half-written.
const halfWrittenTimeout = time.Second

// reportDelay is how long a half-written file is not reported: most are complete within a few milliseconds.
const reportDelay = 50 * time.Millisecond

// retry is a file that is read again although nothing says that it changed: it looks half-written, or the system
// refused to read it.
type retry struct {
	since    time.Time // when it was first seen so
	next     time.Time // when to look again
	tries    int
	reported bool
	denied   bool // by the system, which sends no event when that ends
}

// retryDelays are the delays before the next reading of a half-written file. Agents finish a file in a millisecond or
// two, unless they are stopped in the middle.
var retryDelays = [...]time.Duration{2 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond,
	50 * time.Millisecond}

// refusalDelays are the delays before the next reading of what the system refuses to read: at 50, 250 and 1,000 ms, and
// then every five seconds.
var refusalDelays = [...]time.Duration{50 * time.Millisecond, 200 * time.Millisecond, 750 * time.Millisecond,
	5 * time.Second}

// retryDelay returns the delay after tries attempts.
func retryDelay(tries int) time.Duration { return retryDelays[min(tries, len(retryDelays)-1)] }

// RefusalDelay returns the delay after a number of refusals.
func RefusalDelay(refusals int) time.Duration {
	return refusalDelays[min(max(refusals, 1), len(refusalDelays))-1]
}

// problemOf returns the problem of a file without a record, which is half-written or broken; nil while it is too early
// to say. isNew reports whether the problem is new. The caller holds mu.
func (s *Store) problemOf(now *file, f readResult) (p *tasks.Problem, isNew bool) {
	at := s.opts.Now()
	p = &tasks.Problem{Key: s.key(f.name), Kind: f.kind, Text: f.text, Line: f.line, Col: f.col, Damage: f.damage,
		Since: at}
	t := s.retries[f.name]
	// What it was retried for has ended: it is refused and was half-written, or the other way round, or it is neither.
	if t != nil && (t.denied != f.denied || !f.denied && f.kind != tasks.Unparsable) {
		t = nil
		delete(s.retries, f.name)
	}
	if f.denied {
		if t == nil {
			t = &retry{since: at, denied: true}
			s.retries[f.name] = t
		}
		t.tries++
		t.next = at.Add(RefusalDelay(t.tries))
	}
	if old := now.problem; old != nil && old.Kind != tasks.BeingWritten {
		p.Since = old.Since
		return p, *old != *p // it stays broken until it can be read
	}
	if f.kind != tasks.Unparsable {
		return p, true
	}
	if t == nil {
		t = &retry{since: at}
		s.retries[f.name] = t
	}
	p.Since = t.since
	untouched := at.Sub(f.stamp.Time())                                        // negative if the clocks differ
	if t.tries == 0 && f.stamp.Mtime != 0 && untouched >= halfWrittenTimeout { // it has been broken for longer
		p.Since = f.stamp.Time()
		delete(s.retries, f.name)
		return p, true
	}
	if at.Sub(t.since) >= halfWrittenTimeout {
		delete(s.retries, f.name)
		return p, true
	}
	t.next = at.Add(retryDelay(t.tries))
	if end := t.since.Add(halfWrittenTimeout); t.next.After(end) {
		t.next = end
	}
	t.tries++
	if at.Sub(t.since) < reportDelay {
		return nil, false
	}
	p.Kind = tasks.BeingWritten
	isNew = !t.reported
	t.reported = true
	return p, isNew
}

// Retry returns the files that are to be given to Refresh again although nothing says that they changed, and after what
// time; no names mean no retry. Half-written files are read again after 2 to 50 ms, until after a second Refresh
// returns them as Unparsable. Files that the system refuses to read are a Problem at once, and are named, in the end
// every five seconds, until they can be read or are gone.
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
		if !t.next.After(first.Add(retryDelays[0])) { // files that are due together are read together
			names = append(names, name)
		}
	}
	return names, max(0, first.Sub(s.opts.Now()))
}

// HasTornFiles reports whether some file looks half-written.
func (s *Store) HasTornFiles() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hasTornFiles()
}

// hasTornFiles reports whether some file looks half-written. The caller holds mu.
func (s *Store) hasTornFiles() bool {
	for _, t := range s.retries {
		if !t.denied {
			return true
		}
	}
	return false
}
