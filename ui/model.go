// Package ui is the board on the screen: the one Bubble Tea model. The features of the screen are packages of their
// own, which share what is in ui/host.
//
//	run.go     how the program begins and ends     press.go   keys and clicks, and which action they mean
//	model.go   the state                           actions.go what each action does, when it applies, and why not
//	update.go  how messages are handled            queue.go   edits one after the other, and keys that wait for them
//	frame.go   the whole screen as values          footer.go  the keys that apply now
//	start.go   no directory is open yet            connect.go the features, and what each uses of the others
//	dir.go     the open directory
//
// The file is the only source of truth: an edit of ours moves no card. It is written to the file, and the change that
// is then read from the directory moves the card, as with an agent's edit. Until then a mark on the card shows that the
// edit is under way.
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
	"sideboard/ui/edits"
	"sideboard/ui/effects"
	"sideboard/ui/forms"
	"sideboard/ui/help"
	"sideboard/ui/host"
	"sideboard/ui/links"
	"sideboard/ui/members"
	"sideboard/ui/needs"
	"sideboard/ui/news"
	"sideboard/ui/notify"
	"sideboard/ui/now"
	"sideboard/ui/openlist"
	"sideboard/ui/palette"
	"sideboard/ui/past"
	"sideboard/ui/record"
	"sideboard/ui/stage"
	"sideboard/ui/style"
	"sideboard/ui/terminal"
	"sideboard/ui/view"
	"sideboard/ui/workflow"
	"sideboard/ui/workspace"
	"sideboard/ui/worktrees"

	tea "charm.land/bubbletea/v2"
)

// Options are what the person asked for and what the program is given.
type Options struct {
	As       string        // the owner that claims; it is shown as "you"
	Stalled  time.Duration // how long the file of a running task is unchanged until the task counts as stalled
	ReadOnly bool
	ASCII    bool               // draw with plain characters
	Still    bool               // no animation: nothing fades or lights up
	Bell     bool               // ring the terminal's bell when something needs the person, and when all is done
	OnEvent  []string           // a command and its arguments that runs on events, nil for none
	NoMouse  bool               // the terminal keeps the mouse, for selecting text
	Bare     bool               // start with only the cards
	Theme    style.Theme        // the colours
	Config   config.Config      // what else the configuration file says
	Unread   error              // why the configuration file is not in force
	Terminal *terminal.Terminal // is lent to an editor or a shell; Run sets it
	Editor   string             // the command that edits a file, as a shell reads it
	Scratch  string             // where copies for the editor are made; "" is the system's temporary directory
	Finder   workspace.Finder
	Demo     func(context.Context) (*demo.Demo, error) // starts a demo; nil if there is none
	DemoNow  bool                                      // start it instead of looking for a directory
	// records the story of the demo, or the replay, in place of showing it; nil for the screen
	Film   *record.Film
	Replay *Replay // begin with a replay; nil for the board
	Now    func() time.Time
}

// getenv returns the value of an environment variable.
func (o *Options) getenv(name string) string {
	if o.Finder.Env.Getenv == nil {
		return ""
	}
	return o.Finder.Env.Getenv(name)
}

// Model is the program. Only the Bubble Tea loop uses it.
type Model struct {
	host.Program // what the features share
	o            Options

	actions map[keymap.Action]*action
	layers  []layer // of views and modes, which come before them

	open    openDirectory
	allowed allowance
	screen  terminalScreen
	footer  footer

	cards     *cards.Model
	deps      *depview.Model
	links     *links.Model
	members   *members.Model
	worktrees *worktrees.Model
	workflow  *workflow.Model
	openList  *openlist.Model
	help      *help.Model
	edits     *edits.Model
	forms     *forms.Model
	detail    *detail.Model
	news      *news.Model
	needs     *needs.Model
	stage     *stage.Model
	palette   *palette.Model
	batch     *batch.Model
	notify    *notify.Model
	nowView   *now.Model
	commands  *commands.Model
	past      *past.Model

	replay   *player // shows the past in place of the board; nil while the board is shown
	ofReplay *player // the replay that this program draws; nil for the live program

	start    start
	queue    editQueue
	typed    typeAhead
	quitting quitState
	internal bool // internal tasks are shown

	copied   copied
	messages int // the number of messages handled, without ticks of the clock
	onTop    struct {
		overlay view.Overlay
		from    madeFrom
	}

	lastActivity time.Time // of the person, zero for none yet
	wake         wake
}

// start is the state of the first screen, while no directory is open.
type start struct {
	tried    []locate.Attempt // where a directory was looked for
	lists    []locate.List
	hidden   int // the number of lists that are left out: those of other projects without an open task
	selected int
	shown    bool              // the first screen was shown: nothing was found when the program began
	waits    *workspace.Waiter // waits for a directory or list to appear; nil or closed once one is opened
	first    int               // the selected one of what can be done without a list
	moved    bool              // the person is choosing: nothing opens by itself
}

// typeAhead holds input that has to wait for edits under way.
type typeAhead struct {
	held      []tea.Msg // keys, clicks and pastes, in order
	switching bool      // another list is being opened, and later input is meant for it
	seq       int       // number of the timer that reports a long wait
	alarm     bool      // that timer runs
	lent      bool      // another program has the terminal
	slow      bool      // the long wait was reported
}

// quitState is how the program ends. An edit must not be lost because the person quits right after it: the program ends
// when the last edit is written, and goes on if one is not.
type quitState struct {
	asked  bool  // quit as soon as all is written
	atOnce bool  // quit without held input
	fatal  error // what ended the program
}

// stayOpen cancels quitting if an edit was not written, so that the person sees why.
func (q *quitState) stayOpen(err error) {
	if err != nil {
		q.asked = false
	}
}

// wake is the tick that is pending.
type wake struct {
	seq int
	at  time.Time
}

// Results of effects.
type (
	answerMsg struct { // of an effect on the directory with that epoch
		epoch int
		msg   tea.Msg
	}
	dequeuedMsg struct{ answer tea.Msg } // of the current command of the queue
	slowMsg     struct{ seq int }        // held input has waited for long
	openedMsg   struct {
		workspace *workspace.Workspace
		demo      *demo.Demo // nil for none
		err       error
		from      *workspace.Waiter // which found it; nil for none
	}
	deltaMsg struct {
		delta tasks.Delta
		err   error
	}
	tickMsg struct{ seq int }
)

// New returns a Model. Init opens the directory.
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
	m.Screen = host.Screen{Painter: view.NewPainter(), Sheet: m.screen.newSheet(), Keys: keymap.Default(),
		Still: o.Still, ASCII: o.ASCII}
	m.o.Finder.Options.Via = tasks.ViaBoard
	m.Clock = func() time.Time { return m.Now }
	m.open.readOnly = o.ReadOnly
	if err := m.Keys.Rebind(o.Config.Keys); err != nil {
		m.Keys = keymap.Default() // the error was reported when the file was read
	}
	for _, own := range o.Config.OwnKeys() {
		_ = m.Keys.AddCommand(own) // as above
	}
	if o.Unread != nil {
		m.Alert("Configuration not in force: " + o.Unread.Error())
	} else if len(o.Config.Wrong) > 0 {
		m.Alert("Not in force: " + o.Config.Wrong[0].Error())
	}
	m.newFeatures()
	m.actions, m.layers = m.newActions(), m.newLayers()
	m.SetBoard(browse{m})
	m.start.selected = -1
	m.enableKeys()
	return m
}

// Err returns the error that ended the program, nil if the person did.
func (m *Model) Err() error { return m.quitting.fatal }

// Close ends the demo and closes the directory. Call it after the program has ended, however it ended.
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
	m.stage.Close() // last: else the removal of its files would be recorded as deletions
}

// Init opens the directory and asks the terminal for its background.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.o.open())
}

// quit ends the program after the edit that is being written. Called again it ends the program at once.
func (m *Model) quit() tea.Cmd {
	if m.queue.current == nil && !m.worktrees.AtWork() || m.quitting.asked {
		return tea.Quit
	}
	m.quitting.asked = true
	m.Info("Your edit is being written; q again leaves at once")
	return nil
}

// quitIfDone ends the program if the person has quit and nothing is left to be written.
func (m *Model) quitIfDone() tea.Cmd {
	if m.typed.lent {
		return nil // the editor or shell still runs
	}
	if m.quitting.atOnce || m.quitting.asked && m.queue.current == nil && !m.worktrees.AtWork() &&
		len(m.typed.held) == 0 {
		return tea.Quit
	}
	return nil
}
