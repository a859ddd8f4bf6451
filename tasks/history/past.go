package history

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
)

// Past is what was known when a board began to look.
type Past struct {
	Events []Event                 // the newest, oldest first; at the end those that were found just now
	Found  int                     // so many of them were found
	Since  map[tasks.Key]time.Time // when tasks came into the status that they have, of those of which that was seen
	Looked time.Time               // until when a person looked at a board, zero where that is not known or another board is open
}

// Merge returns what is known of two directories together.
func (p Past) Merge(o Past) Past {
	found := slices.Concat(p.Events[len(p.Events)-p.Found:], o.Events[len(o.Events)-o.Found:])
	seen := slices.Concat(p.Events[:len(p.Events)-p.Found], o.Events[:len(o.Events)-o.Found])
	slices.SortStableFunc(seen, func(a, b Event) int { return a.At.Compare(b.At) })
	all := append(seen, found...)
	since := maps.Clone(p.Since)
	maps.Copy(since, o.Since)
	return Past{Events: all[max(0, len(all)-MaxEvents):], Found: min(len(found), MaxEvents), Since: since, Looked: later(p.Looked, o.Looked)}
}

// MaxEvents is how many events a Past has at most.
const MaxEvents = 10_000

// start finds out what was, and what is other than it was, and goes on with the newest segment.
func (l *Log) start(now []*tasks.Task, unread []string) (past Past, err error) {
	past.Since = map[tasks.Key]time.Time{}
	leads, err := l.lead()
	if err != nil {
		return past, err
	}
	all, err := l.segments(leads)
	if err != nil {
		return past, err
	}
	p, err := l.newest(all)
	if err != nil {
		return past, err
	}
	past.Since = l.since(p, now)
	past.Events = p.events
	if i := slices.Index(all, p.number); i > 0 && len(p.events) < MaxEvents {
		if before, err := l.read(all[i-1], true); err == nil {
			past.Events = append(before.events, p.events...)
		}
	}
	if leads {
		var unseen []Event
		if p.whole {
			unseen = compare(p.tasks, now, unread, l.now())
			past.Looked = p.looked
		}
		if err = l.resume(all, p, now); err == nil {
			err = l.append(unseen)
		}
		past.Events, past.Found = append(past.Events, unseen...), len(unseen)
	}
	past.Events = past.Events[max(0, len(past.Events)-MaxEvents):]
	past.Found = min(past.Found, MaxEvents)
	for i := range past.Events {
		past.Events[i] = past.Events[i].in(l.list)
	}
	return past, err
}

// in returns the event with the keys of a list.
func (e Event) in(list string) Event {
	e.Key.List = list
	for i := range e.Unblocked {
		e.Unblocked[i].List = list
	}
	return e
}

// newest reads the newest segment that has all that it began with; there may be none.
func (l *Log) newest(all []int) (p picture, err error) {
	for _, n := range slices.Backward(all) {
		p, err = l.read(n, true)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || p.whole {
			return p, err
		}
	}
	return picture{tasks: Tasks{}}, nil
}

// since returns when tasks came into the status that they have, where that was seen and no file was written since a board looked.
func (l *Log) since(p picture, now []*tasks.Task) map[tasks.Key]time.Time {
	of := map[tasks.Key]time.Time{}
	for _, t := range now {
		was, known := p.tasks[t.Name]
		if known && !was.AtLeast && was.Status == t.Status && !t.Stamp.Time().After(p.watched.Add(time.Millisecond)) {
			of[t.Key] = was.Since
		}
	}
	return of
}

// compare returns what is other than it was, in the order of time.
func compare(was Tasks, now []*tasks.Task, unread []string, at time.Time) (unseen []Event) {
	here := make(map[string]bool, len(now)+len(unread))
	for _, name := range unread {
		here[name] = true // what it is nobody knows
	}
	for _, t := range now {
		here[t.Name] = true
		if e, differs := found(was[t.Name], t); differs {
			unseen = append(unseen, e)
		}
	}
	for name, t := range was {
		if !here[name] {
			unseen = append(unseen, Event{At: at, Kind: Deleted, Key: tasks.Key{Name: name}, Subject: t.Subject, From: t.State, Found: true})
		}
	}
	slices.SortFunc(unseen, func(a, b Event) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return a.Key.Compare(b.Key)
	})
	return unseen
}

// resume goes on with the newest segment. Where that is damaged it begins another with what was so, and where there is none with what
// is so now.
func (l *Log) resume(all []int, p picture, now []*tasks.Task) error {
	last := 0
	if len(all) > 0 {
		last = all[len(all)-1]
	}
	switch {
	case !p.whole:
		return l.begin(last+1, p, len(now), func(yield func(string, Task) bool) {
			for _, t := range now {
				if !yield(t.Name, Task{State: StateOf(t), Since: changedAt(t), AtLeast: true, Subject: clip(t.Subject)}) {
					return
				}
			}
		})
	case p.number != last:
		return l.begin(last+1, p, len(p.tasks), maps.All(p.tasks))
	}
	f, err := l.disk.Append(filepath.Join(l.dir, segmentName(last)))
	if err != nil {
		return err
	}
	fi, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	l.file, l.number, l.head, l.size, l.torn = f, last, p.head, fi.Size(), p.torn
	return nil
}

// A Stretch is a task in the hands of an owner.
type Stretch struct {
	Key     tasks.Key
	Subject string // raw; "" where no event has it
	From    time.Time
	To      time.Time // zero while it is in progress
	AtLeast bool      // it may have begun earlier: nobody saw it begin
	Done    bool      // it ended completed
}

// A Worker is an owner, "" for nobody, and what it worked on.
type Worker struct {
	Owner     string
	Stretches []Stretch   // in the order in which they began
	Writes    []time.Time // when its tasks were written, but for what a person did at a board; oldest first
}

// A Work is who worked on what, out of what happened so far. The zero Work is of nothing.
type Work struct {
	events   []Event // that it is of
	of       map[string]*Worker
	open     map[tasks.Key]place // what is in somebody's hands
	subjects map[tasks.Key]string
	done     map[tasks.Key]bool // what was completed in somebody's hands, or by somebody
}

// place is where a stretch is.
type place struct {
	owner string
	at    int // in its Stretches
}

// Follow makes it of what happened, the oldest first. Where that goes on in the slice of the last time only what came since is looked at:
// nothing in it may have changed.
func (w *Work) Follow(events []Event) {
	n := len(w.events)
	if n == 0 || n > len(events) || &w.events[0] != &events[0] {
		n, *w = 0, Work{of: map[string]*Worker{}, open: map[tasks.Key]place{}, subjects: map[tasks.Key]string{}, done: map[tasks.Key]bool{}}
	}
	w.events = events
	worker := func(owner string) *Worker {
		if w.of[owner] == nil {
			w.of[owner] = &Worker{Owner: owner}
		}
		return w.of[owner]
	}
	for _, e := range events[n:] {
		if e.Subject != "" {
			w.subjects[e.Key] = e.Subject
		}
		runs := e.To.There && e.To.Status == tasks.InProgress
		done := e.To.There && e.To.Status.Finished()
		by := e.To.Owner
		if by == "" && !runs {
			by = e.From.Owner
		}
		if !e.Ours && (by != "" || runs || done) {
			by := worker(by)
			at, _ := slices.BinarySearchFunc(by.Writes, e.At.Add(1), time.Time.Compare)
			by.Writes = slices.Insert(by.Writes, at, e.At)
		}
		was, on := w.open[e.Key]
		if on && (!runs || was.owner != e.To.Owner) {
			s := &w.of[was.owner].Stretches[was.at]
			s.To, s.Done = e.At, done
			s.AtLeast = s.AtLeast || e.Found
			delete(w.open, e.Key)
			w.done[e.Key] = w.done[e.Key] || done
		}
		switch {
		case runs && (!on || was.owner != e.To.Owner):
			by := worker(e.To.Owner)
			by.Stretches = append(by.Stretches, Stretch{Key: e.Key, Subject: w.subjects[e.Key], From: e.At, AtLeast: e.Found})
			w.open[e.Key] = place{e.To.Owner, len(by.Stretches) - 1}
		case done && !on && !e.From.Status.Finished():
			by, from := worker(by), e.At
			if e.From.Status == tasks.InProgress && !e.Since.IsZero() && e.Since.Before(e.At) {
				from = e.Since
			}
			by.Stretches = append(by.Stretches, Stretch{Key: e.Key, Subject: w.subjects[e.Key], From: from, To: e.At, AtLeast: true, Done: true})
			w.done[e.Key] = true
		}
	}
}

// Workers returns who worked on what, by their names. It is good until more is followed, and nothing in it may be changed.
func (w *Work) Workers() []Worker {
	var all []Worker
	for _, by := range w.of {
		all = append(all, *by)
	}
	slices.SortFunc(all, func(a, b Worker) int { return strings.Compare(a.Owner, b.Owner) })
	return all
}

// Subject returns what a task was called last, "" where no event has it.
func (w *Work) Subject(k tasks.Key) string { return w.subjects[k] }

// Completed reports whether a stretch of a task ended completed.
func (w *Work) Completed(k tasks.Key) bool { return w.done[k] }

// InHand returns what it works on, the newest first.
func (w *Worker) InHand() (all []*Stretch) {
	for i := range slices.Backward(w.Stretches) {
		if w.Stretches[i].To.IsZero() {
			all = append(all, &w.Stretches[i])
		}
	}
	return all
}

// Last returns what it had in hand last and has no longer; false where there is nothing.
func (w *Worker) Last() (last Stretch, any bool) {
	for _, s := range w.Stretches {
		if !s.To.IsZero() && (!any || LastEndedFirst(s, last) < 0) {
			last, any = s, true
		}
	}
	return last, any
}

// LastEndedFirst compares stretches by when they ended, the last one first, then by when they began and by key.
func LastEndedFirst(x, y Stretch) int {
	if c := y.To.Compare(x.To); c != 0 {
		return c
	}
	return cmp.Or(x.From.Compare(y.From), x.Key.Compare(y.Key))
}

// Completed returns when its tasks were completed.
func (w *Worker) Completed() (at []time.Time) {
	for _, s := range w.Stretches {
		if s.Done {
			at = append(at, s.To)
		}
	}
	return at
}

// LastWrite returns when one of its tasks was written last, the zero time where none was.
func (w *Worker) LastWrite() time.Time {
	if len(w.Writes) == 0 {
		return time.Time{}
	}
	return w.Writes[len(w.Writes)-1]
}

// Median returns the median of how long its tasks took, of those that were seen from claim to completion; false where none was.
func (w *Worker) Median() (time.Duration, bool) {
	var took []time.Duration
	for _, s := range w.Stretches {
		if s.Done && !s.AtLeast {
			took = append(took, s.To.Sub(s.From))
		}
	}
	if len(took) == 0 {
		return 0, false
	}
	slices.Sort(took)
	return took[(len(took)-1)/2], true
}
