// Package history keeps what happened to the tasks of a directory, beside its journal and never in the directory itself: every
// transition that a board observed, so that what happened is known after a restart, and for how long a task has been what
// it is.
//
// # How it is read
//
// A Log is opened without touching the disk. Begin gives it the tasks as they are now and answers, once, a Past: the newest
// Events, oldest first, and since when tasks have been in their state. What happens then is the board's own to remember: it
// hands the same events to Record. An Event holds the State of its task before and after it, so that whoever wants a figure
// goes over them in their order:
//
//	for _, e := range past.Events {
//		if e.To.Status == tasks.InProgress && e.From != e.To { ... } // e.To.Owner began at e.At
//		if e.To.Status.Finished() && !e.From.Status.Finished() { ... } // it was done at e.At, by nobody earlier than e.From.Owner
//	}
//
// An event that is Found was seen by nobody: it was so when a board began to look, since e.At at least, which is the time
// of its file. On the screen all of them are asked of host.Host.Happened.
//
// # How it is kept
//
// In <journal>/history, readable by its owner alone:
//
//	writer          locked by the one board that writes
//	<number>.log    a segment: what was so when it was begun, a line a task, then a line an event
//
// Of several boards on a directory the first writes; another one that sees something happen after that one has ended goes on
// in its place, and leaves out what stands there already. A segment is made under another name and gets its own when what
// it begins with is written, so it never begins half. Every line begins with a checksum of the rest: one that breaks off or
// was damaged is left out, and no other. What is so is found by folding the newest segment alone, however long the history.
//
// # Bounds
//
// A segment takes SegmentBytes of events, all segments together MaxBytes; what is over goes with its oldest segment. That of
// a directory where nothing happened for MaxAge is removed by the next board of any other.
package history

import (
	"strings"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
)

// Kind is what happened to a task. Its value is the letter that stands for it in a line.
type Kind byte

// The kinds of events.
const (
	Created   Kind = 'c' // its file appeared
	Broke     Kind = 'b' // its file can no longer be read
	Mended    Kind = 'm' // its file can be read again
	Edited    Kind = 'e' // fields changed that move no card
	Claimed   Kind = 't' // an owner took it
	Started   Kind = 's' // in progress, and nobody says who
	TookOver  Kind = 'o' // the owner of a task in progress changed
	Released  Kind = 'r' // in progress or owned no more
	Reopened  Kind = 'p' // completed no more
	Completed Kind = 'd' // it was completed
	Unblocked Kind = 'u' // its id was cleared from lists, some time after it was completed
	Deleted   Kind = 'x' // its file is gone
	Wiped     Kind = 'w' // its agents emptied the whole list
	Changed   Kind = 'g' // it was found in another state; how it came there nobody saw
)

// State is what a task is: whether it is there at all, its status, its owner.
type State struct {
	There  bool
	Status tasks.Status
	Owner  string
}

// longest is how many bytes of an owner's name or a subject are kept.
const longest = 120

// StateOf returns the state of a record, none for nil.
func StateOf(t *tasks.Task) State {
	if t == nil {
		return State{}
	}
	return State{There: true, Status: t.Status, Owner: clip(t.Owner)}
}

// clip shortens a text to what is kept of it.
func clip(s string) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for cut > longest-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.Clone(s[:cut])
}

// Event is one transition of one task.
type Event struct {
	At        time.Time
	Since     time.Time // since when, at least, the task had been what it was; zero where that is not known. It is not written
	Key       tasks.Key
	Subject   string // raw: show it only through safetext; "" where it was the same before and its task is there
	From, To  State  // equal where only other fields changed
	Kind      Kind
	Ours      bool        // by the person at a board
	Found     bool        // nobody saw it: At is the time of its file, and it has been so for at least as long
	Unblocked []tasks.Key // tasks that are ready because of it, the first few
	More      int         // and so many more
}

// Task is what the history says of a task.
type Task struct {
	State
	Since   time.Time // when it came into its status
	AtLeast bool      // it may have been in it for longer
	Subject string
}

// Tasks are all tasks of a history, by the names of their files.
type Tasks map[string]Task

// Apply takes in what happened next.
func (ts Tasks) Apply(e Event) {
	if !e.To.There {
		delete(ts, e.Key.Name)
		return
	}
	t := ts[e.Key.Name]
	if !t.There || t.Status != e.To.Status {
		t.Since, t.AtLeast = e.At, e.Found
	}
	t.State = e.To
	if e.Subject != "" {
		t.Subject = e.Subject
	}
	ts[e.Key.Name] = t
}

// changedAt returns when a file says that it was changed last.
func changedAt(t *tasks.Task) time.Time {
	if t.Clock != 0 {
		return time.Unix(0, t.Clock)
	}
	return t.Stamp.Time()
}

// found returns the event that leads from what was known of a task to what it is now, false where it is the same.
func found(was Task, now *tasks.Task) (Event, bool) {
	e := Event{At: changedAt(now), Key: tasks.Key{Name: now.Name}, Found: true, From: was.State, To: StateOf(now), Subject: clip(now.Subject), Kind: Changed}
	if e.From == e.To {
		return e, false
	}
	done := e.To.Status.Finished()
	switch {
	case !e.From.There:
		e.Kind = Created
	case done && !e.From.Status.Finished():
		e.Kind = Completed
	case !done && e.From.Status.Finished():
		e.Kind = Reopened
	case e.To.Status == tasks.InProgress && e.To.Owner != "" && e.From.Status != tasks.InProgress:
		e.Kind = Claimed
	case e.To.Status == tasks.InProgress && e.From.Status != tasks.InProgress:
		e.Kind = Started
	case e.To.Status == tasks.InProgress && e.From.Owner != "" && e.To.Owner != "":
		e.Kind = TookOver
	case e.To.Status == tasks.Pending && e.From.Status == tasks.InProgress:
		e.Kind = Released
	}
	return e, true
}
