// Package replay works out what the tasks of a directory were at each event of its history: backwards from the tasks of
// today, by undoing one event after the other. It reads no clock and no disk.
package replay

import (
	"cmp"
	"math"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
)

// A Run is a history that can be walked in both directions.
type Run struct {
	First     map[tasks.Key]Version // before the first step
	Steps     []Step
	Events    []log.Event // those of the steps that are no changes of links, oldest first
	LinksFrom time.Time   // the first recorded change of a link, zero for none: older links are not known
}

// A Step is an event with the changes of links that were read with it, or a whole list that was wiped.
type Step struct {
	log.Event
	Happened int      // the number of Run.Events up to this step
	Changes  []Change // one for each task
	parts    []log.Event
}

// A Change is the record of one task before and after a step.
type Change struct {
	Key           tasks.Key
	Before, After Version
}

// A Version is the record of a task between two steps.
type Version struct {
	Task  *tasks.Task // nil if there is no such task
	Since time.Time   // when it got its status, or when the history begins
}

// A Present is what is known today.
type Present struct {
	Tasks   []*tasks.Task
	Since   func(tasks.Key) time.Time       // when a task got its status
	Traits  func(list string) *tasks.Traits // the dialect of a list, nil if it is not known
	Deleted map[tasks.Key][]Deleted
}

// A Deleted is a task that is gone, as its file was read last.
type Deleted struct {
	Task *tasks.Task
	At   time.Time
}

// New returns the run of a history that led to what is known today.
func New(now Present, events, links []log.Event) *Run {
	r := &Run{First: map[tasks.Key]Version{}}
	r.addSteps(inOrder(events, links))
	for _, t := range now.Tasks {
		r.First[t.Key] = Version{t, now.Since(t.Key)}
	}
	u := undoer{now, math.MaxUint32}
	for i := range slices.Backward(r.Steps) {
		s := &r.Steps[i]
		for _, e := range slices.Backward(s.parts) {
			v := r.First[e.Key] // after e, so far
			n := slices.IndexFunc(s.Changes, func(c Change) bool { return c.Key == e.Key })
			if n < 0 {
				n = len(s.Changes)
				s.Changes = append(s.Changes, Change{Key: e.Key, After: v})
			}
			v.Task = u.before(v.Task, e)
			if e.From.Status != e.To.Status || e.From.There != e.To.There {
				if v.Since = e.Since; v.Since.IsZero() {
					v.Since = r.Steps[0].At
				}
			}
			r.First[e.Key], s.Changes[n].Before = v, v
			if v.Task == nil {
				delete(r.First, e.Key)
			}
		}
	}
	return r
}

// inOrder returns all events in the order of time. One that no board saw has the time of its file, which may be before
// an earlier event of the task; it stays after that.
func inOrder(events, links []log.Event) []log.Event {
	all, last := slices.Clone(events), map[tasks.Key]time.Time{}
	for i := range all {
		if e := &all[i]; e.At.Before(last[e.Key]) {
			e.At = last[e.Key]
		}
		last[all[i].Key] = all[i].At
	}
	all = append(all, links...)
	slices.SortStableFunc(all, func(a, b log.Event) int { return a.At.Compare(b.At) })
	return all
}

// oneRead is the longest time between an event and the changes of links that were read with it.
const oneRead = time.Second

// addSteps makes steps of the events.
func (r *Run) addSteps(all []log.Event) {
	for _, e := range all {
		at, link := len(r.Steps)-1, e.Kind == tasks.EventLinked
		if link && r.LinksFrom.IsZero() {
			r.LinksFrom = e.At
		}
		joins := link || e.Kind == tasks.EventWiped && at >= 0 && r.Steps[at].Kind == tasks.EventWiped
		if !joins || at < 0 || e.At.Sub(r.Steps[at].At) > oneRead {
			at = len(r.Steps)
			r.Steps = append(r.Steps, Step{Event: e, Happened: len(r.Events)})
		}
		s := &r.Steps[at]
		s.parts = append(s.parts, e)
		if !link {
			r.Events = append(r.Events, e)
			s.Happened = len(r.Events)
		}
	}
}

// undoer undoes events, the last one first.
type undoer struct {
	Present
	version uint32 // of the last record that was made: they count down, so that none has the version of a real one
}

// before returns the record of a task before an event; t is the one after it. Both are nil if there is no such task.
func (u *undoer) before(t *tasks.Task, e log.Event) *tasks.Task {
	switch {
	case e.Kind == tasks.EventLinked && t != nil:
		return u.withoutChange(t, e.Link)
	case !e.From.There: // also that of a link whose task is gone
		return nil
	case t == nil:
		t = u.restore(e)
	}
	if log.StateOf(t) == e.From {
		return t
	}
	t = u.clone(t)
	if t.Status, t.Owner = e.From.Status, e.From.Owner; t.Status != tasks.Foreign {
		t.StatusText = ""
	}
	return t
}

// clone returns a copy with a version of its own: records of equal versions are equal.
func (u *undoer) clone(t *tasks.Task) *tasks.Task {
	c := *t
	u.version--
	c.Version = u.version
	return &c
}

// sameDeletion is the largest difference between the time at which a deletion was recorded and that of the file that
// was kept.
const sameDeletion = 10 * time.Second

// restore returns the record of a deleted task: that of its last file, else one with its subject alone.
func (u *undoer) restore(e log.Event) *tasks.Task {
	for _, d := range u.Deleted[e.Key] {
		if d.At.Sub(e.At).Abs() < sameDeletion {
			return u.clone(d.Task)
		}
	}
	traits := cmp.Or(u.Traits(e.Key.List), &tasks.Traits{})
	return u.clone(&tasks.Task{Key: e.Key, ID: board.FileID(e.Key.Name, traits.NumericIDs), Subject: e.Subject,
		Traits: traits})
}

// withoutChange returns a record as it was before the change of a link. The place of a link in its list is not known.
func (u *undoer) withoutChange(t *tasks.Task, l tasks.LinkChange) *tasks.Task {
	t = u.clone(t)
	list := &t.WaitsFor
	if l.Blocks {
		list = &t.Blocks
	}
	if i := slices.Index(*list, l.To); l.Removed {
		*list = append(slices.Clone(*list), l.To)
	} else if i >= 0 {
		*list = slices.Delete(slices.Clone(*list), i, i+1)
	}
	return t
}
