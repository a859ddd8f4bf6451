package ui

import (
	"context"
	"math/rand/v2"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/depview"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/panels"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Options are the person's wishes and what the program was given.
type Options struct {
	As       string        // who claims; that owner is shown as "you"
	Stalled  time.Duration // a running task whose file is unchanged for this long is stalled
	ReadOnly bool
	ASCII    bool      // draw with plain characters
	Still    bool      // nothing fades or lights up
	NoMouse  bool      // the terminal keeps the mouse, for selecting text
	Terminal *Terminal // what is lent to an editor or a shell; Run gives its own
	Editor   string    // the command that edits a file, as a shell reads it
	Scratch  string    // where copies for the editor are made; "" is the system's temporary directory
	Finder   workspace.Finder
	Demo     func(context.Context) (*demo.Demo, error) // what starts a demo; nil where there is none
	DemoNow  bool                                      // start it instead of looking for a directory
	Now      func() time.Time
}

// Model is the whole program on the screen. It has one owner, the Bubble Tea loop.
type Model struct {
	o          Options
	keys       *keymap.Map
	board      *board.Board
	mode       host.Mode
	filterText string

	workspace *workspace.Workspace // nil: no directory yet
	lanes     []workspace.OpenList // the lists that are open together, nil for one alone
	began     time.Time            // when the program did
	epoch     int                  // counts workspaces, so that news of a closed one is told apart
	write     error                // why nothing can be written, nil when it can
	health    tasks.Health
	why       string
	lostAt    time.Time
	newer     *workspace.List // a list to switch to, announced

	crew    *demo.Demo
	paused  bool
	speed   float64
	caption *demo.Caption
	mishap  demo.Caption // the newest mishap
	lastOwn tasks.Key    // our newest edit, for the demo's overwrite

	start  start
	cursor cursor
	marks  marks
	flight map[tasks.Key]tasks.EditID // edits of ours that are not yet seen on the disk; 0 for one that takes back
	heard  int                        // how many edits of ours the news has told of, refused ones included
	leave  ending
	queue  editQueue
	edits  tasks.EditID

	ownEdits map[tasks.Key]tasks.Edit // our newest edit of each task, as it was written
	lostEdit *overwrittenEdit         // one that somebody overwrote
	undoable bool                     // something of ours can be taken back

	copies map[tasks.EditID]editorCopy // copies from $EDITOR whose edits are being written

	reader   reader // the detail
	panels   *panels.Model
	news     view.News
	newly    newly // what it tells of
	notice   notice
	internal bool
	deps     *depview.Model

	sheet   *style.Sheet
	dark    bool
	profile colorprofile.Profile

	graphemes bool // the terminal counts by cluster, not rune by rune
	painter   *view.Painter
	layout    view.Layout
	w, h      int
	title     string // the window's
	now       time.Time
	gen       int // counts changes of the board, for what is derived from it
	cards     map[tasks.Key]*cached
	at        [board.Columns]func(int) view.Card
	mouse     mouse
	wake      wake
	fatal     error // what ended the program
}

// New makes the model. Nothing is opened yet: Init does.
func New(o Options) *Model {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Stalled <= 0 {
		o.Stalled = 30 * time.Minute
	}
	m := &Model{
		o: o, keys: keymap.Default(), board: board.New(),
		flight: map[tasks.Key]tasks.EditID{}, copies: map[tasks.EditID]editorCopy{}, ownEdits: map[tasks.Key]tasks.Edit{}, edits: tasks.EditID(rand.Uint64()), speed: 1,
		title: "sideboard",
		dark:  true, profile: colorprofile.TrueColor, painter: view.NewPainter(),
		cards: map[tasks.Key]*cached{}, now: o.Now(),
	}
	m.began = m.now
	m.deps, m.panels = depview.New(hosted{m}), panels.New(hosted{m})
	m.toBoard()
	m.marks = newMarks()
	m.start.selected = -1
	for c := range m.at {
		m.at[c] = func(i int) view.Card { return m.card(board.Column(c), i) }
	}
	m.restyle()
	m.enableKeys()
	return m
}

// Err is what ended the program, nil when the person did.
func (m *Model) Err() error { return m.fatal }

// Close ends the demo and lets go of the directory. Call it after the program ended, on every path.
func (m *Model) Close() {
	if m.workspace != nil {
		unheard, end := context.WithCancel(context.Background())
		m.workspace.DiscardNews(unheard)
		m.writeRest()
		end()
	}
	if m.crew != nil {
		_ = m.crew.Close() // what could not be removed is the janitor's, which outlives us for that
	}
	if m.workspace != nil {
		effects.LastLook(m.workspace)
		_ = m.workspace.Close()
	}
}

// Init opens the directory and asks the terminal for its background.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.o.open())
}

// restyle builds the sheet anew, after the background or the colour profile became known.
func (m *Model) restyle() {
	m.sheet = style.New(m.dark, m.profile).WithGraphemes(m.graphemes)
	if m.o.ASCII {
		m.sheet = m.sheet.WithGlyphs(true)
	}
}

func (m *Model) nextEdit() tasks.EditID {
	m.edits++
	return m.edits
}
