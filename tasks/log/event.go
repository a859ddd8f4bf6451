package log

import (
	"strings"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
)

// State is whether a task exists, its status and its owner.
type State struct {
	There  bool
	Status tasks.Status
	Owner  string
}

// longest is the largest number of bytes that are kept of an owner or a subject.
const longest = 120

// StateOf returns the state of a record, which may be nil.
func StateOf(t *tasks.Task) State {
	if t == nil {
		return State{}
	}
	return State{There: true, Status: t.Status, Owner: clip(t.Owner)}
}

// clip cuts a text to what is kept of it.
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
	At time.Time
	// since when, at least, the task had its state before; zero if it is not known. It is not written
	Since     time.Time
	Key       tasks.Key
	Subject   string // raw: show it only through safetext; "" if it did not change and the task exists
	From, To  State  // equal if only other fields changed
	Kind      tasks.EventKind
	Ours      bool             // by the person at a board
	Found     bool             // no board saw it happen: At is the time of its file, and the state is at least as old
	Unblocked []tasks.Key      // the first few tasks that are ready because of it
	More      int              // the number of the others
	Link      tasks.LinkChange // of tasks.EventLinked, which has no states
}

// Task is the state of a task in a history.
type Task struct {
	State
	Since   time.Time // when it got its status
	AtLeast bool      // it may have had it for longer
	Subject string
}

// Tasks are all tasks of a history, by the names of their files.
type Tasks map[string]Task

// Apply changes the state of a task by the next event.
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

// changedAt returns the time of the last change of a task: that in its file, or that of its file.
func changedAt(t *tasks.Task) time.Time {
	if t.Clock != 0 {
		return time.Unix(0, t.Clock)
	}
	return t.Stamp.Time()
}

// found returns the event from the last known state of a task to its present one, false if they are equal.
func found(was Task, now *tasks.Task) (Event, bool) {
	e := Event{At: changedAt(now), Key: tasks.Key{Name: now.Name}, Found: true, From: was.State, To: StateOf(now),
		Subject: clip(now.Subject), Kind: tasks.EventChanged}
	if e.From == e.To {
		return e, false
	}
	done := e.To.Status.Finished()
	switch {
	case !e.From.There:
		e.Kind = tasks.EventCreated
	case done && !e.From.Status.Finished():
		e.Kind = tasks.EventCompleted
	case !done && e.From.Status.Finished():
		e.Kind = tasks.EventReopened
	case e.To.Status == tasks.InProgress && e.To.Owner != "" && e.From.Status != tasks.InProgress:
		e.Kind = tasks.EventClaimed
	case e.To.Status == tasks.InProgress && e.From.Status != tasks.InProgress:
		e.Kind = tasks.EventStarted
	case e.To.Status == tasks.InProgress && e.From.Owner != "" && e.To.Owner != "":
		e.Kind = tasks.EventTookOver
	case e.To.Status == tasks.Pending && e.From.Status == tasks.InProgress:
		e.Kind = tasks.EventReleased
	}
	return e, true
}
