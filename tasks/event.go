package tasks

import "slices"

// EventKind is what happened to a task.
type EventKind uint8

// The kinds of events. The events of one read are sorted in this order, those of one task in the order they happened.
const (
	EventCreated   EventKind = iota + 1 // its file appeared
	EventBroke                          // its file can no longer be read
	EventRepaired                       // its file can be read again
	EventEdited                         // fields changed that move no card
	EventClaimed                        // an owner took it
	EventStarted                        // it is in progress, without an owner
	EventTookOver                       // another owner took it while it was in progress
	EventReleased                       // it is no longer in progress, or no longer owned
	EventReopened                       // it is no longer completed
	EventCompleted                      // it was completed
	EventUnblocked                      // its id was cleared from lists, some time after it was completed
	EventDeleted                        // its file is gone
	EventWiped                          // its agents emptied the whole list
	EventChanged                        // its state changed while no board was open
	EventLinked                         // its file got or lost one link
)

// eventWords are the words of EventKind.String.
var eventWords = [...]string{"", "created", "broke", "repaired", "edited", "claimed", "started", "took over",
	"released", "reopened", "completed", "unblocked", "deleted", "wiped", "changed", "linked"}

// String returns the word for people and, in watch --json and in the log, for programs: "claimed". Words must not
// change.
func (k EventKind) String() string { return eventWords[k] }

// EventNamed returns the kind of event with a word, 0 for none.
func EventNamed(word string) EventKind {
	return EventKind(max(0, slices.Index(eventWords[:], word)))
}

// LinkChange is one link that was added to the file of a task or removed from it.
type LinkChange struct {
	To      ID
	Blocks  bool // it is one of Task.Blocks, else one of Task.WaitsFor
	Removed bool // it was removed, else added
}
