package store

import (
	"sideboard/tasks"
	"sideboard/tasks/log"
)

// Outcome is what became of an edit after Apply returned.
type Outcome struct {
	What   OutcomeKind
	Edit   tasks.Edit  // as it was carried out
	Key    tasks.Key   // the file
	By     string      // the owner the file names now, who may have done it
	Gone   bool        // Lost: the file does not exist any more
	Again  *tasks.Edit // PutBack, Lost: the edit that applies it again, nil if there is none
	Kept   string      // the path of the file with the bytes that were replaced, "" if they are not kept
	Err    error       // HalfDone, Unseen: why; Overtook: why the bytes are not kept
	Missed int         // the number of earlier outcomes that were dropped because they were not read
}

// OutcomeKind is what became of a write after Apply returned.
type OutcomeKind uint8

const (
	Reapplied  OutcomeKind = iota + 1 // another process wrote an old copy over it, and it was applied again
	PutBack                           // another process changed the values back to what they were before the edit
	Lost                              // another process wrote other values over those of the edit, or removed the file
	Overtook                          // a write of another process at the same instant was replaced; its bytes are kept
	Finished                          // a process crashed in the middle of the edit, and the rest of it was done now
	HalfDone                          // the same, and the rest could not be done
	Unseen                            // the edit cannot be checked any more
	Written                           // the answer of another host was lost, and it did carry the edit out
	NotWritten                        // the same, and it did not, and will not
)

// String returns the kind in a word or two.
func (n OutcomeKind) String() string {
	return [...]string{"", "applied again", "put back", "overwritten", "overtook", "finished", "half done",
		"unseen", "written", "not written"}[n]
}

// MaxOutcomes is the largest number of outcomes that wait for a reader; then the oldest is dropped.
const MaxOutcomes = 64

// journalWords are the outcomes that the journal has a word of its own for.
var journalWords = map[OutcomeKind]log.What{Reapplied: log.Reapplied, PutBack: log.PutBack, Lost: log.Lost}
