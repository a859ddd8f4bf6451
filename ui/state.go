package ui

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/locate"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// wake is the one alarm that is set.
type wake struct {
	seq int
	at  time.Time
}

// notice is something to be read now: it takes the place of the news until the next key or for a while.
type notice struct {
	words string // raw: made safe when it is shown
	level view.Level
	until time.Time
}

// editQueue is who writes now, who waits for that, and what was pressed meanwhile.
type editQueue struct {
	now  *queuedCmd
	next []*queuedCmd

	held   []tea.Msg // keys and what else a person does, in order
	moving bool      // another list is being opened, for which the rest is meant
	seq    int       // of the alarm that says how long it takes
	alarm  bool      // it is set
	lent   bool      // somebody else has the terminal
	slow   bool      // it was said
}

// queuedCmd is one command that has to wait for the one before.
type queuedCmd struct {
	once  sync.Once
	cmd   tea.Cmd
	msg   tea.Msg
	opens bool // what it answers may open a form or a question
}

// ending is the end of the program while edits are under way. What a person saw done must not be lost because the
// key that quits was quick: the program ends after the last edit was written, and stays if one was not.
type ending struct {
	asked bool // to quit as soon as all is written
	now   bool // to quit without what waits for that
}

// start is what is known while no directory is open.
type start struct {
	looked   []locate.Attempt
	lists    []workspace.List
	selected int
	first    int
	shown    bool              // the first screen is, or was: nothing was found when the program began
	waits    *workspace.Waiter // looks for what appears; nil or closed once something is opened
	moved    bool              // a person is choosing: nothing is opened over that
}

// toBoard leaves the mode.
func (m *Model) toBoard() { m.mode = browse{m} }

// browsing reports whether nothing is on top of the board.
func (m *Model) browsing() bool {
	_, ok := m.mode.(browse)
	return ok
}

// browse is the board itself, or the detail in full.
type browse struct{ m *Model }
