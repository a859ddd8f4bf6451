package history

import (
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
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

// Workers returns who worked on what, by their names, out of what happened, the oldest first.
func Workers(events []Event) []Worker {
	of := map[string]*Worker{}
	worker := func(owner string) *Worker {
		if of[owner] == nil {
			of[owner] = &Worker{Owner: owner}
		}
		return of[owner]
	}
	type place struct {
		owner string
		at    int // in its Stretches
	}
	open := map[tasks.Key]place{}
	subjects := map[tasks.Key]string{}
	for _, e := range events {
		if e.Subject != "" {
			subjects[e.Key] = e.Subject
		}
		runs := e.To.There && e.To.Status == tasks.InProgress
		done := e.To.There && e.To.Status.Finished()
		by := e.To.Owner
		if by == "" && !runs {
			by = e.From.Owner
		}
		if !e.Ours && (by != "" || runs || done) {
			w := worker(by)
			w.Writes = append(w.Writes, e.At)
		}
		was, on := open[e.Key]
		if on && (!runs || was.owner != e.To.Owner) {
			s := &of[was.owner].Stretches[was.at]
			s.To, s.Done = e.At, done
			s.AtLeast = s.AtLeast || e.Found
			delete(open, e.Key)
		}
		switch {
		case runs && (!on || was.owner != e.To.Owner):
			w := worker(e.To.Owner)
			w.Stretches = append(w.Stretches, Stretch{Key: e.Key, Subject: subjects[e.Key], From: e.At, AtLeast: e.Found})
			open[e.Key] = place{e.To.Owner, len(w.Stretches) - 1}
		case done && !on && !e.From.Status.Finished():
			w := worker(by)
			w.Stretches = append(w.Stretches, Stretch{Key: e.Key, Subject: subjects[e.Key], From: e.At, To: e.At, AtLeast: true, Done: true})
		}
	}
	var all []Worker
	for _, w := range of {
		slices.SortStableFunc(w.Writes, time.Time.Compare)
		all = append(all, *w)
	}
	slices.SortFunc(all, func(a, b Worker) int { return strings.Compare(a.Owner, b.Owner) })
	return all
}

// Running returns the newest of its tasks that are in progress, nil for none.
func (w *Worker) Running() *Stretch {
	for i := range slices.Backward(w.Stretches) {
		if w.Stretches[i].To.IsZero() {
			return &w.Stretches[i]
		}
	}
	return nil
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

// Tally counts times into equal parts of what lies between two moments.
func Tally(at []time.Time, from, to time.Time, parts int) []int {
	counts := make([]int, parts)
	for _, t := range at {
		if i := int(t.Sub(from) * time.Duration(parts) / max(to.Sub(from), 1)); !t.Before(from) && i < parts {
			counts[i]++
		} else if t.Equal(to) && parts > 0 {
			counts[parts-1]++
		}
	}
	return counts
}
