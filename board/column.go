package board

import "sideboard/tasks"

// Column is where a card stands.
type Column uint8

const (
	PendingColumn    Column = iota // not started, failed, unknown words and broken files too
	InProgressColumn               // somebody is on it
	CompletedColumn                // finished, skipped or cancelled
)

// Columns is how many there are.
const Columns = 3

// String gives the column's title for people.
func (c Column) String() string {
	return [...]string{"Pending", "In progress", "Completed"}[c]
}

// State is how a card stands within its column.
type State uint8

const (
	None      State = iota // no such card
	Ready                  // pending, and its dialect's agents would start it
	Waiting                // pending and blocked, and what it waits for can still be completed
	Missing                // pending and blocked by nothing but ids that no file has, or a worktree that git does not know
	Stuck                  // pending and blocked, in a loop of unfinished tasks or behind one
	Running                // in progress
	Done                   // in the completed column
	Unknown                // its status is a word its dialect does not know
	Broken                 // its file cannot be read and no good version of it is known
	Failed                 // its file says that it failed
	Skipped                // in the completed column, skipped or cancelled
	Container              // it stands for its parts, in the column where those are
)

// String gives the state's word for people.
func (s State) String() string {
	return [...]string{"", "ready", "blocked", "blocked", "stuck", "running", "completed", "unknown", "broken", "failed", "skipped", "container"}[s]
}

// Blocked says that the card is pending and may not be started.
func (s State) Blocked() bool { return s == Waiting || s == Missing || s == Stuck }

// Linked is the other end of a link, as seen from the task that was asked about.
type LinkEnd struct {
	ID        tasks.ID    // as the file spells it
	Key       tasks.Key   // zero when no file has the id
	Task      *tasks.Task // nil when no file has the id, or the file that has it was never readable
	Open      bool        // it still holds the waiting task back, by the meaning of the waiting task's dialect
	Satisfied bool        // what is waited for is completed
	OneSided  bool        // only one of the two files says so, in a dialect that keeps links on both sides
}

// Counts is how many cards of each kind there are, without the filter and without internal tasks.
type Counts struct {
	Total    int // all cards
	Ready    int
	Blocked  int // waiting, missing or stuck
	Running  int
	Done     int
	Unknown  int
	Failed   int
	Broken   int // cards without any good record
	Problems int // files in trouble, those that are no card too
}
