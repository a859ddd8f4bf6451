package board

import (
	"time"

	"sideboard/tasks"
)

// What is what happened to a task.
type EventKind uint8

const (
	Created   EventKind = iota + 1 // its file appeared
	Broke                          // its file can no longer be read
	Repaired                       // its file can be read again
	Edited                         // fields changed that move no card
	Claimed                        // an owner took it
	Started                        // in progress, and nobody says who
	TookOver                       // in progress before and after, and the owner changed
	Released                       // it went back: in progress no more, or owned no more
	Reopened                       // it was completed and is not any more
	Completed                      // it was completed
	Unblocked                      // its id was cleared from lists, some time after it was completed
	Deleted                        // its file is gone
)

// String gives the word for people: "claimed".
func (w EventKind) String() string {
	return [...]string{"", "created", "broke", "mended", "edited", "claimed", "started", "took over", "released",
		"reopened", "completed", "unblocked", "deleted"}[w]
}

// FieldChange is one field before and after. Both values are None where only the fact is known: the description
// is not kept, so a change of it shows as FieldDescription without values.
type FieldChange struct {
	Field         tasks.Field
	Before, After tasks.Value
}

// Event is one thing that happened to one task, and what followed from it for those that wait for it.
type Event struct {
	At        time.Time // when it was seen
	Kind      EventKind
	Key       tasks.Key
	Subject   string // raw: show it only through safetext; of the last good record, "" when there is none
	Who       string // who claimed, completed or took it over; for Released and Reopened who had it; "" for nobody
	Mine      tasks.EditID
	Fields    []FieldChange
	Unblocked []tasks.Key // tasks that are ready now because of it, in the order of keys
	Blocked   []tasks.Key // tasks that were ready and are blocked again because of it, in the order of keys
}

// Diff is what one Delta changed on the board. It is empty while the first reading is not complete: everything
// is new then, and nothing happened.
type Diff struct {
	Events       []Event     // all of them, causes before their effects
	Moved        []tasks.Key // cards that are in another column now, new cards too
	Changed      []tasks.Key // cards whose record, state or problem is another, those that moved too
	Gone         []tasks.Key // cards that are no longer there
	Unblocked    []tasks.Key // were blocked and are not any more
	BlockedAgain []tasks.Key // were ready and are blocked now
	Reset        bool        // the list was wiped by its agents; the board keeps its last picture, see Board.Reset
}
