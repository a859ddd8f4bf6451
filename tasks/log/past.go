package log

import (
	"maps"
	"slices"
	"time"

	"sideboard/tasks"
)

// Past is what happened before a board was opened.
type Past struct {
	Events    []Event                 // the newest, oldest first; those that no board saw are at the end
	Found     int                     // how many of Events no board saw
	Links     []Event                 // the changes of links, those of each directory oldest first
	Since     map[tasks.Key]time.Time // when tasks got their present status, if that was seen
	LastVisit time.Time               // of a person, zero if it is not known or another board is open
	New       map[tasks.Key]time.Time // when others completed tasks that the person has not seen since
}

// Merge returns the past of two directories together. It changes neither.
func (p Past) Merge(o Past) Past {
	found := slices.Concat(p.Events[len(p.Events)-p.Found:], o.Events[len(o.Events)-o.Found:])
	seen := slices.Concat(p.Events[:len(p.Events)-p.Found], o.Events[:len(o.Events)-o.Found])
	slices.SortStableFunc(seen, func(a, b Event) int { return a.At.Compare(b.At) })
	all := append(seen, found...)
	since, unseen := maps.Clone(p.Since), map[tasks.Key]time.Time{}
	maps.Copy(since, o.Since)
	maps.Copy(unseen, p.New)
	maps.Copy(unseen, o.New)
	links := append(slices.Clip(p.Links), o.Links...)
	return Past{
		Events: all[max(0, len(all)-MaxEvents):], Links: links, Found: min(len(found), MaxEvents), Since: since,
		New:       unseen,
		LastVisit: latest(p.LastVisit, o.LastVisit),
	}
}

// MaxEvents is the largest number of events in a Past.
const MaxEvents = 10_000

// start reads the history, adds what changed since it was written, and returns the past.
func (h *History) start(now []*tasks.Task, unread []string) (Past, error) {
	if h.readOnly {
		return h.Read(now, unread)
	}
	p, writes, err := h.open(now)
	if _, there := h.readSeen(&p); !there && err == nil {
		err = h.changeSeen(func(s *seen) { s.All = latest(s.All, latest(p.lastVisit, p.watched)) })
	}
	var unseen []Event
	if writes && p.whole {
		unseen = compare(p.tasks, now, unread, h.now())
		if err == nil {
			err = h.append(unseen)
		}
	} else {
		p.lastVisit = time.Time{}
	}
	return h.past(&p, now, unseen), err
}

// Read returns the past, with what changed since it was written as Begin has it. It writes nothing, and waits for the
// disk.
func (h *History) Read(now []*tasks.Task, unread []string) (Past, error) {
	p, err := h.read()
	if err != nil || !p.whole {
		return h.past(&p, now, nil), err
	}
	return h.past(&p, now, compare(p.tasks, now, unread, h.now())), nil
}

// past returns what a history says, and what no board saw.
func (h *History) past(p *snapshot, now []*tasks.Task, unseen []Event) (past Past) {
	for i := range unseen {
		p.complete(&unseen[i])
	}
	s, _ := h.readSeen(p)
	past.New, past.Since, past.LastVisit = p.unseen(s, h.list), p.since(now), p.lastVisit
	past.Events = slices.DeleteFunc(p.events, func(e Event) bool {
		if e.Kind == tasks.EventLinked {
			past.Links = append(past.Links, e.in(h.list))
		}
		return e.Kind == tasks.EventLinked
	})
	past.Events, past.Found = append(past.Events, unseen...), min(len(unseen), MaxEvents)
	past.Events = past.Events[max(0, len(past.Events)-MaxEvents):]
	for i := range past.Events {
		past.Events[i] = past.Events[i].in(h.list)
	}
	return past
}

// in returns the event with the List of its keys set.
func (e Event) in(list string) Event {
	e.Key.List = list
	for i := range e.Unblocked {
		e.Unblocked[i].List = list
	}
	return e
}

// since returns when tasks got their present status, if that was seen and their files were not written since the last
// board.
func (p *snapshot) since(now []*tasks.Task) map[tasks.Key]time.Time {
	of := map[tasks.Key]time.Time{}
	for _, t := range now {
		was, known := p.tasks[t.Name]
		if known && !was.AtLeast && was.Status == t.Status && !t.Stamp.Time().After(p.watched.Add(time.Millisecond)) {
			of[t.Key] = was.Since
		}
	}
	return of
}

// compare returns an event for each task whose state changed, in the order of time.
func compare(was Tasks, now []*tasks.Task, unread []string, at time.Time) (unseen []Event) {
	here := make(map[string]bool, len(now)+len(unread))
	for _, name := range unread {
		here[name] = true // its state is unknown
	}
	for _, t := range now {
		here[t.Name] = true
		if e, differs := found(was[t.Name], t); differs {
			unseen = append(unseen, e)
		}
	}
	for name, t := range was {
		if !here[name] {
			unseen = append(unseen, Event{At: at, Kind: tasks.EventDeleted, Key: tasks.Key{Name: name},
				Subject: t.Subject, From: t.State, Found: true})
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
