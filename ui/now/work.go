package now

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

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
	events   []log.Event // that it is of
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
func (w *Work) Follow(events []log.Event) {
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
