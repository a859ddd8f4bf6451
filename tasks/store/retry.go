package store

import (
	"time"

	"sideboard/tasks"
)

// A file that cannot be parsed is given this long to be finished by whoever writes it.
const halfWrittenTimeout = time.Second

// reportDelay is how long it stays untold: most are finished within a few milliseconds, and nobody wants to see that.
const reportDelay = 50 * time.Millisecond

// retry is a file that is to be looked at again although nothing tells of a change: it looks half-written, or the
// system refused to read it.
type retry struct {
	since    time.Time // when it was first seen so
	next     time.Time // when to look again
	tries    int
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
func (s *Store) problemOf(now *file, f readResult, changed bool) (p *tasks.Problem, tell bool) {
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
		t.tries++
		t.next = at.Add(RefusalDelay(t.tries))
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
	if t.tries == 0 && f.stamp.Mtime != 0 && untouched >= halfWrittenTimeout { // found broken, and nobody has changed it since
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
func (s *Store) HasTornFiles() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hasTornFiles()
}

func (s *Store) hasTornFiles() bool {
	for _, t := range s.retries {
		if !t.denied {
			return true
		}
	}
	return false
}
