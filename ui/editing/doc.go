// Package editing is how a person's edits come about and what becomes of them: forms and $EDITOR, writing, conflicts decided
// field by field, undo, and edits that somebody overwrote. The rules are the board's, and the writing is the store's.
package editing

import (
	"math/rand/v2"

	"sideboard/tasks"
	"sideboard/ui/host"
)

// Model is the edits of the person at this board.
type Model struct {
	host.Host

	edits   tasks.EditID                // the newest
	writing map[tasks.Key]tasks.EditID  // those that are not yet seen on the disk; 0 for one that takes back
	heard   int                         // how many the news has told of, refused ones included
	copies  map[tasks.EditID]editorCopy // from $EDITOR, whose edits are being written

	lastOwn  tasks.Key                // the task of the newest
	ownEdits map[tasks.Key]tasks.Edit // the newest of each task, as it was written
	lostEdit *overwrittenEdit         // one that somebody overwrote
	undoable bool                     // something can be taken back
	redoable bool                     // something was, and can be done again

	alone map[tasks.EditID]bool // those of an action that could not be taken back with it: each is asked about by itself
}

// New returns the edits of a program, none so far.
func New(h host.Host) *Model {
	m := &Model{Host: h, edits: tasks.EditID(rand.Uint64()), copies: map[tasks.EditID]editorCopy{}, alone: map[tasks.EditID]bool{}}
	m.Reset()
	return m
}
