package ui

import (
	"context"
	"image/color"
	"time"

	"github.com/charmbracelet/colorprofile"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/cards"
	"sideboard/ui/depview"
	"sideboard/ui/detail"
	"sideboard/ui/editing"
	"sideboard/ui/host"
	"sideboard/ui/news"
	"sideboard/ui/panels"
	"sideboard/ui/stage"
	"sideboard/ui/style"
	"sideboard/ui/terminal"
	"sideboard/ui/view"
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

	openDirectory
	terminalScreen
	notice notice // in the place of the news

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
	quitting ending
	internal bool // internal tasks are shown

	began  time.Time // when the program did
	now    time.Time
	gen    int // counts changes of the board, for what is derived from it
	finish finish
	title  string // the window's
	wake   wake
	fatal  error // what ended the program
}

// openDirectory is what is known of the directory that is open.
type openDirectory struct {
	workspace    *workspace.Workspace // nil: no directory yet
	lanes        []workspace.OpenList // the lists that are open together, nil for one alone
	epoch        int                  // counts workspaces, so that news of a closed one is told apart
	notWritable  error                // why nothing can be written, nil when it can
	health       tasks.Health
	healthReason string // why it is polled or lost
	lostAt       time.Time
	newer        *workspace.List // a list to switch to, announced
}

// terminalScreen is what is drawn on, and with what.
type terminalScreen struct {
	w, h       int
	layout     view.Layout
	bare       bool // only the cards
	silent     bool // the layout has no row for news
	long       bool // it has two
	painter    *view.Painter
	sheet      *style.Sheet
	background color.Color // as the terminal tells it, nil until it does
	profile    colorprofile.Profile
	graphemes  bool // the terminal counts by cluster, not rune by rune
}
