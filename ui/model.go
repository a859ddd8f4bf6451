// Package ui is the board on the screen: the one Bubble Tea model. The features of the screen are packages of their own, which share
// what is in ui/host.
//
//	run.go     how it begins and ends           press.go   keys and clicks, and which action they mean
//	model.go   what it knows                    actions.go what each action does, when it applies, and why not
//	update.go  what can happen                  queue.go   edits one after the other, and keys that wait for them
//	frame.go   all of it as one screen          footer.go  the keys that apply now, and what is to be read now
//	start.go   no directory yet                 connect.go the features, and what each uses of the others
//	dir.go     the directory that is open
//
// The file is the only truth: an edit of ours moves no card. It is written, the directory tells of it, and the
// record that comes back moves the card, as an agent's does; a mark bridges the moment between.
package ui

import (
	"context"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/ui/batch"
	"sideboard/ui/cards"
	"sideboard/ui/commands"
	"sideboard/ui/config"
	"sideboard/ui/depview"
	"sideboard/ui/detail"
	"sideboard/ui/editing"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/links"
	"sideboard/ui/needs"
	"sideboard/ui/news"
	"sideboard/ui/notify"
	"sideboard/ui/now"
	"sideboard/ui/palette"
	"sideboard/ui/panels"
	"sideboard/ui/past"
	"sideboard/ui/stage"
	"sideboard/ui/style"
	"sideboard/ui/terminal"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Options are what the person asked for and what the program is given.
type Options struct {
	As       string        // who claims; that owner is shown as "you"
	Stalled  time.Duration // a running task whose file is unchanged for this long is stalled
	ReadOnly bool
	ASCII    bool               // draw with plain characters
	Still    bool               // nothing fades or lights up
	Bell     bool               // the terminal's bell rings when something needs the person, and when all is done
	OnEvent  []string           // a command and its arguments that runs on events, nil for none
	NoMouse  bool               // the terminal keeps the mouse, for selecting text
	Bare     bool               // only the cards at first
	Theme    style.Theme        // how the screen is coloured
	Config   config.Config      // what else the configuration file says
	Unread   error              // why the configuration file is not in force
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
	host.Program // what the features share
	o            Options

	actions map[keymap.Action]*action
	layers  []layer // what comes before them

	open   openDirectory
	screen terminalScreen

	cards    *cards.Model
	deps     *depview.Model
	links    *links.Model
	panels   *panels.Model
	editing  *editing.Model
	detail   *detail.Model
	news     *news.Model
	needs    *needs.Model
	stage    *stage.Model
	palette  *palette.Model
	batch    *batch.Model
	notify   *notify.Model
	lanes    *now.Model
	commands *commands.Model
	past     *past.Model

	start    start
	queue    editQueue
	typed    typeAhead
	quitting ending
	internal bool // internal tasks are shown

	touched time.Time // when a person did something last, zero for never
	wake    wake
}

// start is what is known while no directory is open.
type start struct {
	looked   []locate.Attempt
	lists    []locate.List
	folded   int // how many more there are, of other projects and without an open task
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

// Facts that come back from effects, and answers.
type (
	answerMsg struct { // of an effect on the directory that was open when it began
		epoch int
		msg   tea.Msg
	}
	dequeuedMsg struct{ answer tea.Msg } // of the command that had the turn
	slowMsg     struct{ seq int }        // keys have waited for long
	openedMsg   struct {
		workspace *workspace.Workspace
		crew      *demo.Demo
		err       error
		from      *workspace.Waiter // it appeared while that waited
	}
	deltaMsg struct {
		delta tasks.Delta
		err   error
	}
	tickMsg struct{ seq int }
)

// New makes the model. Nothing is opened yet: Init does.
func New(o Options) *Model {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Stalled <= 0 {
		o.Stalled = 30 * time.Minute
	}
	m := &Model{o: o, screen: newScreen(o)}
	m.Board, m.Me, m.Now = board.New(), o.As, o.Now()
	m.Began = m.Now
	m.Screen = host.Screen{Painter: view.NewPainter(), Sheet: m.screen.newSheet(), Keys: keymap.Default(), Still: o.Still, ASCII: o.ASCII}
	m.Clock = func() time.Time { return m.Now }
	m.open.readOnly = o.ReadOnly
	if err := m.Keys.Rebind(o.Config.Keys); err != nil {
		m.Keys = keymap.Default() // the file was judged when it was read
	}
	for _, own := range o.Config.OwnKeys() {
		_ = m.Keys.AddCommand(own) // as above
	}
	if o.Unread != nil {
		m.Alert("Configuration not in force: " + o.Unread.Error())
	} else if len(o.Config.Removed) > 0 {
		m.Warn(o.Config.Removed[0].Error())
	}
	m.newFeatures()
	m.actions, m.layers = m.newActions(), m.newLayers()
	m.SetBoard(browse{m})
	m.start.selected = -1
	m.enableKeys()
	return m
}

// Err is what ended the program, nil when the person did.
func (m *Model) Err() error { return m.quitting.fatal }

// Close ends the demo and lets go of the directory. Call it after the program ended, on every path.
func (m *Model) Close() {
	m.notify.Close()
	m.commands.Close()
	if m.Workspace != nil {
		unheard, end := context.WithCancel(context.Background())
		m.Workspace.DiscardNews(unheard)
		m.queue.writeRest()
		end()
	}
	m.deps.KeepForm()
	if m.Workspace != nil {
		effects.LastLook(m.Workspace)
		_ = m.Workspace.Close()
	}
	m.stage.Close() // after that: its files are nobody's deletions
}

// Init opens the directory and asks the terminal for its background.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.o.open())
}

// quit ends the program, after what is being written. Asked twice it ends at once.
func (m *Model) quit() tea.Cmd {
	if m.queue.now == nil && !m.panels.AtWork() || m.quitting.asked {
		return tea.Quit
	}
	m.quitting.asked = true
	m.Info("Your edit is being written; q again leaves at once")
	return nil
}

// quits ends the program that was asked to end, when nothing is left to be written.
func (m *Model) quits() tea.Cmd {
	if m.typed.lent {
		return nil // its editor or shell is still there
	}
	if m.quitting.now || m.quitting.asked && m.queue.now == nil && !m.panels.AtWork() && len(m.typed.held) == 0 {
		return tea.Quit
	}
	return nil
}
