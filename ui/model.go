package ui

import (
	"context"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks/demo"
	"sideboard/ui/cards"
	"sideboard/ui/depview"
	"sideboard/ui/detail"
	"sideboard/ui/editing"
	"sideboard/ui/host"
	"sideboard/ui/news"
	"sideboard/ui/panels"
	"sideboard/ui/stage"
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
	NoMouse  bool               // the terminal keeps the mouse, for selecting text
	Bare     bool               // only the cards at first
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

	cards   *cards.Model
	deps    *depview.Model
	panels  *panels.Model
	editing *editing.Model
	detail  *detail.Model
	news    *news.Model
	stage   *stage.Model

	start    start
	clicks   clicks
	queue    editQueue
	typed    typeAhead
	quitting ending
	internal bool // internal tasks are shown

	began time.Time // when the program did
	now   time.Time
	gen   int    // counts changes of the board, for what is derived from it
	title string // the window's
	wake  wake
	fatal error // what ended the program
}
