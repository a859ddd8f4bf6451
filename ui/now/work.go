package now

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// A Stretch is the time during which an owner had a task in progress.
type Stretch struct {
	Key     tasks.Key
	Subject string // as in the file; "" if no event has it
	From    time.Time
	To      time.Time // zero while it is in progress
	AtLeast bool      // its start was not recorded and may be earlier
	Done    bool      // the task was completed at the end
}

// A Worker is the work of one owner, "" for tasks without one.
type Worker struct {
	Owner     string
	Stretches []Stretch // in the order of their starts
}

// A Work is what the events say about who worked on what. The zero Work is empty.
type Work struct {
	events   []log.Event // all that were followed
	of       map[string]*Worker
	open     map[tasks.Key]place // where the open stretch of a task is
	subjects map[tasks.Key]string
	done     map[tasks.Key]bool // the tasks of which a stretch ended completed
}

// place is the position of a stretch.
type place struct {
	owner string
	at    int // index in the Stretches of the owner
}

// Follow updates w from the events, the oldest first. If events continues the slice of the last call, only the new ones
// are read; the others must not have changed.
func (w *Work) Follow(events []log.Event) {
	n := len(w.events)
	if n == 0 || n > len(events) || &w.events[0] != &events[0] {
		n, *w = 0, Work{of: map[string]*Worker{}, open: map[tasks.Key]place{}, subjects: map[tasks.Key]string{},
			done: map[tasks.Key]bool{}}
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
		was, on := w.open[e.Key]
		if on && (!runs || was.owner != e.To.Owner) { // the open stretch ends
			s := &w.of[was.owner].Stretches[was.at]
			s.To, s.Done = e.At, done
			s.AtLeast = s.AtLeast || e.Found
			delete(w.open, e.Key)
			w.done[e.Key] = w.done[e.Key] || done
		}
		switch {
		case runs && (!on || was.owner != e.To.Owner): // a stretch begins
			by := worker(e.To.Owner)
			by.Stretches = append(by.Stretches,
				Stretch{Key: e.Key, Subject: w.subjects[e.Key], From: e.At, AtLeast: e.Found})
			w.open[e.Key] = place{e.To.Owner, len(by.Stretches) - 1}
		case done && !on && !e.From.Status.Finished(): // it was completed without a recorded start
			by, from := worker(by), e.At
			if e.From.Status == tasks.InProgress && !e.Since.IsZero() && e.Since.Before(e.At) {
				from = e.Since
			}
			by.Stretches = append(by.Stretches, Stretch{Key: e.Key, Subject: w.subjects[e.Key], From: from, To: e.At,
				AtLeast: true, Done: true})
			w.done[e.Key] = true
		}
	}
}

// Workers returns the workers by name. They share memory with w: they are valid until the next Follow, and must not be
// changed.
func (w *Work) Workers() []Worker {
	var all []Worker
	for _, by := range w.of {
		all = append(all, *by)
	}
	slices.SortFunc(all, func(a, b Worker) int { return strings.Compare(a.Owner, b.Owner) })
	return all
}

// Subject returns the last known subject of a task, "" if no event has it.
func (w *Work) Subject(k tasks.Key) string { return w.subjects[k] }

// Completed reports whether a stretch of the task ended completed.
func (w *Work) Completed(k tasks.Key) bool { return w.done[k] }

// InHand returns the stretches in progress, the newest first.
func (w *Worker) InHand() (all []*Stretch) {
	for i := range slices.Backward(w.Stretches) {
		if w.Stretches[i].To.IsZero() {
			all = append(all, &w.Stretches[i])
		}
	}
	return all
}

// Last returns the stretch that ended last, false if none has ended.
func (w *Worker) Last() (last Stretch, any bool) {
	for _, s := range w.Stretches {
		if !s.To.IsZero() && (!any || byLatestEnd(s, last) < 0) {
			last, any = s, true
		}
	}
	return last, any
}

// byLatestEnd orders stretches by their end, the latest first, then by start and key.
func byLatestEnd(x, y Stretch) int {
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
