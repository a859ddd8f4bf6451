package store

import (
	"time"

	"sideboard/tasks"
)

// A file that cannot be parsed is given this long to be finished by whoever writes it.
const patience = time.Second

// told is how long it stays untold: most are finished within a few milliseconds, and nobody wants to see that.
const untold = 50 * time.Millisecond

// trial is a file that looks half-written.
type trial struct {
	since time.Time // when it was first seen so
	next  time.Time // when to look again
	looks int
	told  bool
}

// waits are the times between looks: agents finish a file in less than a millisecond or two, unless they are
// stopped in the middle.
var waits = [...]time.Duration{2 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond}

// wait is the time before the look that follows looks others.
func wait(looks int) time.Duration { return waits[min(looks, len(waits)-1)] }

// trouble decides what a file without a record is: half-written still, or broken for good. The answer is nil while
// nobody should be told, and tell says whether this is news. The caller holds mu.
func (s *Store) trouble(now *file, f finding, changed bool) (p *tasks.Problem, tell bool) {
	at := s.opts.Now()
	p = &tasks.Problem{Key: s.key(f.name), Kind: f.kind, Text: f.text, Line: f.line, Col: f.col, Since: at}
	if old := now.problem; old != nil && old.Kind != tasks.BeingWritten {
		p.Since = old.Since
		same := old.Kind == p.Kind && old.Text == p.Text && old.Line == p.Line && old.Col == p.Col
		return p, changed && !same // broken already: it stays so until it can be read
	}
	if f.kind != tasks.Unparsable {
		delete(s.trials, f.name)
		return p, true
	}
	t := s.trials[f.name]
	if t == nil {
		t = &trial{since: at}
		s.trials[f.name] = t
	}
	p.Since = t.since
	untouched := at.Sub(f.stamp.Time()) // negative when clocks differ
	if at.Sub(t.since) >= patience || t.looks == 0 && f.stamp.Mtime != 0 && untouched >= patience {
		delete(s.trials, f.name)
		return p, true
	}
	t.next = at.Add(wait(t.looks))
	if end := t.since.Add(patience); t.next.After(end) {
		t.next = end
	}
	t.looks++
	if at.Sub(t.since) < untold {
		return nil, false
	}
	p.Kind = tasks.BeingWritten
	tell = !t.told
	t.told = true
	return p, tell
}

// Retry names the files that look half-written and are to be given to Refresh again, and says after what time; no
// names, no retry. The time between looks grows from 2 to 50 ms. A file that is still so after a second comes out
// of that Refresh as a Problem, Unparsable, and is not named here any more.
func (s *Store) Retry() (names []string, after time.Duration) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.trials) == 0 {
		return nil, 0
	}
	var first time.Time
	for _, t := range s.trials {
		if first.IsZero() || t.next.Before(first) {
			first = t.next
		}
	}
	for name, t := range s.trials {
		if !t.next.After(first.Add(waits[0])) { // those that are due together are looked at together
			names = append(names, name)
		}
	}
	return names, max(0, first.Sub(s.opts.Now()))
}
