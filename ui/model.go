package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/ui/batch"
	"sideboard/ui/cards"
	"sideboard/ui/commands"
	"sideboard/ui/config"
	"sideboard/ui/deleted"
	"sideboard/ui/depview"
	"sideboard/ui/detail"
	"sideboard/ui/editing"
	"sideboard/ui/host"
	"sideboard/ui/needs"
	"sideboard/ui/news"
	"sideboard/ui/now"
	"sideboard/ui/palette"
	"sideboard/ui/panels"
	"sideboard/ui/stage"
	"sideboard/ui/style"
	"sideboard/ui/telling"
	"sideboard/ui/terminal"
	"sideboard/ui/workspace"
)

// Options are the person's wishes and what the program was given.
type Options struct {
	As       string        // who claims; that owner is shown as "you"
	Stalled  time.Duration // a running task whose file is unchanged for this long is stalled
	ReadOnly bool
	ASCII    bool               // draw with plain characters
	Still    bool               // nothing fades or lights up
	Bell     bool               // the terminal's bell rings when something needs the person, and when all is done
	OnEvent  []string           // a command and its arguments that is told what happens, nil for none
	NoMouse  bool               // the terminal keeps the mouse, for selecting text
	Bare     bool               // only the cards at first
	Talk     bool               // somebody talks about the board
	Theme    style.Theme        // how the screen is coloured
	Wishes   config.Config      // what the person's file says beyond that
	Unread   error              // why the file was not taken
	Terminal *terminal.Terminal // what is lent to an editor or a shell; Run gives its own
	Editor   string             // the command that edits a file, as a shell reads it
	Scratch  string             // where copies for the editor are made; "" is the system's temporary directory
	Finder   workspace.Finder
	Demo     func(context.Context) (*demo.Demo, error) // what starts a demo; nil where there is none
	DemoNow  bool                                      // start it instead of looking for a directory
	Now      func() time.Time
}

// Model is the whole program on the screen. It has one owner, the Bubble Tea loop.
type Model struct {
	o     Options
	keys  *keymap.Map
	board *board.Board
	mode  host.Mode

	open   openDirectory
	screen terminalScreen
	notice notice

	cards    *cards.Model
	deps     *depview.Model
	panels   *panels.Model
	editing  *editing.Model
	detail   *detail.Model
	news     *news.Model
	needs    *needs.Model
	stage    *stage.Model
	palette  *palette.Model
	batch    *batch.Model
	telling  *telling.Model
	lanes    *now.Model
	commands *commands.Model
	deleted  *deleted.Model

	start    start
	clicks   host.Clicks
	queue    editQueue
	typed    typeAhead
	quitting ending
	internal bool // internal tasks are shown

	began time.Time // when the program did
	now   time.Time
	gen   int    // counts changes of the board, for what is derived from it
	title string // the window's
	wake  wake
}

// start is what is known while no directory is open.
type start struct {
	looked   []locate.Attempt
	lists    []workspace.List
	selected int
	shown    bool              // the first screen is, or was: nothing was found when the program began
	waits    *workspace.Waiter // looks for what appears; nil or closed once something is opened
	moved    bool              // a person is choosing: nothing is opened over that
}

// typeAhead is what was pressed while its turn had not come.
type typeAhead struct {
	held   []tea.Msg // keys and what else a person does, in order
	moving bool      // another list is being opened, for which the rest is meant
	seq    int       // of the alarm that says how long it takes
	alarm  bool      // it is set
	lent   bool      // somebody else has the terminal
	slow   bool      // it was said
}

// ending is the end of the program while edits are under way. What a person saw done must not be lost because the
// key that quits was quick: the program ends after the last edit was written, and stays if one was not.
type ending struct {
	asked bool  // to quit as soon as all is written
	now   bool  // to quit without what waits for that
	fatal error // what ended the program
}

// stayOpen keeps the program open where an edit was not written: the person is to see why.
func (e *ending) stayOpen(err error) {
	if err != nil {
		e.asked = false
	}
}

// wake is the one alarm that is set.
type wake struct {
	seq int
	at  time.Time
}
