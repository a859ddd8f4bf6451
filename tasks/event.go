package tasks

import "slices"

// EventKind is what happened to a task.
type EventKind uint8

// The kinds of events. Those found in one read are sorted in this order, but those of one task in the order they happened.
const (
	EventCreated   EventKind = iota + 1 // its file appeared
	EventBroke                          // its file can no longer be read
	EventRepaired                       // its file can be read again
	EventEdited                         // fields changed that move no card
	EventClaimed                        // an owner took it
	EventStarted                        // in progress, and nobody says who
	EventTookOver                       // in progress before and after, and the owner changed
	EventReleased                       // it went back: in progress no more, or owned no more
	EventReopened                       // it was completed and is not any more
	EventCompleted                      // it was completed
	EventUnblocked                      // its id was cleared from lists, some time after it was completed
	EventDeleted                        // its file is gone
	EventWiped                          // its agents emptied the whole list
	EventChanged                        // it was found in another state; how it came there nobody saw
	EventLinked                         // its file got or lost one link, whatever else happened
)

// eventWords are the words of EventKind.String.
var eventWords = [...]string{"", "created", "broke", "mended", "edited", "claimed", "started", "took over", "released",
	"reopened", "completed", "unblocked", "deleted", "wiped", "changed", "linked"}

// String returns the word for people and, in watch --json and in the log, for programs: "claimed". So a word once given stays.
func (k EventKind) String() string { return eventWords[k] }

// EventNamed finds the kind of event that a word names, 0 for none.
func EventNamed(word string) EventKind {
	return EventKind(max(0, slices.Index(eventWords[:], word)))
}

// LinkChange is one link that the file of a task got or lost.
type LinkChange struct {
	To      ID
	Blocks  bool // it is one of Task.Blocks, else one of Task.WaitsFor
	Removed bool // the file lost it, else it got it
}
