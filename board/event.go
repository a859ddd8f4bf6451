package board

import (
	"time"

	"sideboard/tasks"
)

// Diff is what one Delta changed on the board. It is empty until the first reading is complete.
type Diff struct {
	Events    []Event     // causes before their effects
	Links     []Relinked  // tasks whose links changed, with or without an event
	Moved     []tasks.Key // cards that changed their column, and new ones
	Unblocked []tasks.Key // tasks that were blocked and are ready or in progress
	Reset     bool        // the agents wiped the list; the board still shows it, see Board.ResetCounts
	Replaced  bool        // the tasks are those of another directory: nobody created or deleted them
}

// Event is a change of one task, with its effects on the tasks that wait for it.
type Event struct {
	At        time.Time // when the board saw it
	Since     time.Time // the task had its former status at least since then; zero for a new task
	Kind      tasks.EventKind
	Key       tasks.Key
	Subject   string // raw: show it only through safetext; of the newest record, "" if there is none
	Who       string // who claimed, completed or took it over; for Released and Reopened who had it; "" for nobody
	Mine      tasks.EditID
	Fields    []FieldChange
	Unblocked []tasks.Key // the tasks that it made ready, in the order of keys
	Blocked   []tasks.Key // the ready tasks that it blocked again, in the order of keys
}

// FieldChange is the value of a field before and after a change. Both are None where only the fact is known: records do
// not keep the description, so its change is a FieldDescription without values.
type FieldChange struct {
	Field         tasks.Field
	Member        string // of FieldMember: which one; raw: show it only through safetext
	Before, After tasks.Value
}

// Relinked is a task that got or lost links.
type Relinked struct {
	Key     tasks.Key
	Mine    tasks.EditID
	Changes []tasks.LinkChange
}

// pendingEvent is an event before it is sorted and has its effects.
type pendingEvent struct {
	Event
	rank      tasks.EventKind // for sorting: its Kind, or that of an earlier transition of its task if that is higher
	s         int32
	touchedAt int32
}

// clearing is a list that lost the id of a task that is still open: some agents clear the lists of other tasks before
// they save their own as completed.
type clearing struct {
	of    tasks.Key // the open task
	freed tasks.Key // the task that became ready
	at    time.Time
}

// Clearings are kept for clearingTimeout, and at most maxClearings of them.
const (
	clearingTimeout = 2 * time.Second
	maxClearings    = 1024
)
