// Package host is what a feature of the screen may ask of the program it is a part of. Features import host, never each
// other and never the program. Which keys mean something now is the program's own: ui/actions.go and ui/footer.go ask the
// features for it.
package host

import (
	"os/exec"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/field"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Host is the program as a feature sees it.
type Host interface {
	Data
	Screen
	Selection
	Words
	Edits
}

// Data is what there is.
type Data interface {
	Board() *board.Board
	Workspace() *workspace.Workspace // nil: no directory is open
	Finder() workspace.Finder
	Generation() int // counts changes of the board, for what is derived from it
	Now() time.Time
	Me() string       // who is at this board
	Began() time.Time // when the program did
	Editor() string   // the command that edits a file, as a shell reads it
	Scratch() string  // where copies for the editor are made, "" for the system's temporary directory
	Team() []string   // the names of who works here
	// Circumstances returns what no task file tells and what needs a person is judged by.
	Circumstances() board.Circumstances
	// Sections returns what lies beside the file of a task: who owns it, where the work is done.
	Sections(*tasks.Task) []view.Section
	// Happened returns what happened to the tasks, the oldest first, as far back as is known and held: also before the program
	// began. What is returned is not to be kept: ask again.
	Happened() []log.Event
	// DoneBy returns who is known to have made an event, "" where nobody knows.
	DoneBy(board.Event) string
	// MishapBy returns which agent of a demo is behind the newest mishap of a file, "" where none is known.
	MishapBy(file string) string
	// Told returns the tasks of which something is told on the stage in a picture of its own: nothing else is drawn there.
	Told() []tasks.Key
	// OfDirectory returns an effect on the open directory, whose answer is dropped if another one is open by then.
	OfDirectory(effect tea.Cmd) tea.Cmd
	SeveralLists() bool // several lists are open together
	InDemo() bool
	// OpenDir and OpenAll open another directory, or all lists of the project, in place of what is open.
	OpenDir(dir string) tea.Cmd
	OpenAll() tea.Cmd
	// BumpGeneration has cards made anew: something beside the board changed what they show.
	BumpGeneration()
	// Outdate has all that is shown of the board worked out anew.
	Outdate()
}

// Screen is what is drawn, and what is on top of it.
type Screen interface {
	Layout() view.Layout
	// SpotAt returns what lies at a cell of the screen; where kinds are given, one of those.
	SpotAt(x, y int, kinds ...view.SpotKind) (view.Spot, bool)
	Width() int
	Height() int
	Sheet() *style.Sheet
	Still() bool // nothing moves by itself
	ASCII() bool
	Mode() Mode
	SetMode(Mode)
	ToBoard() // leaves the mode
	Browsing() bool
	ShowView(view.ViewKind)          // the board, or a view in its place
	ShownView() view.ViewKind        // the board, or what is shown in its place
	BoardScopes() []keymap.ScopeName // whose keys apply where no mode is on top
	Relayout()
	ToggleDetail()
	ScrollDetail(by int)
	Keymap() *keymap.Map
	KeyOf(keymap.Action) string
	KeyName(*keymap.Entry) safetext.Text
	// Lend gives the terminal to a command until that ends.
	Lend(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd
	LendAndPause(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd // the board comes back at a key, so that what the program printed can be read
	FooterKeys() []view.Key
	Applies(keymap.Action) bool // it means something for the selected task
	Lacks(keymap.Action) bool   // it can mean nothing for any task of the list
	// KeysSaying returns the keys of scopes in the words given for their actions; those without words are left out.
	KeysSaying(words map[keymap.Action]string, in ...keymap.ScopeName) []view.Key
}

// Selection is where the person is.
type Selection interface {
	// Selected returns the selected task, false where none is.
	Selected() (tasks.Key, bool)
	// Select selects a task and reports whether the board shows its card.
	Select(tasks.Key) bool
	// Reveal selects a task even where a filter hides it: the filter gives way.
	Reveal(tasks.Key)
	// SetFilter puts a filter in force and returns what it does not understand of it, "" for nothing.
	SetFilter(text string) string
	// UnderCursor returns the task the board's cursor is on, also while Selected has none.
	UnderCursor() tasks.Key
	PutCursor(tasks.Key)   // on a task that the board does not show
	PlaceCursor()          // where the board changed under it
	SelectNext(tasks.Edit) // the card below one that an edit takes away
	Reselect(tasks.Key)    // whose edit has come to nothing
	Expect(tasks.Key)      // select it as soon as its card is there
	ListHere() string      // the list that something is made in
	ClickedAgain(tasks.Key) bool
	ForgetClick()
	Card(tasks.Key) view.Card
	Owner(name string) (safetext.Text, style.Style)
	Since(time.Time) safetext.Text
	Ago(time.Time) string
}

// GlanceFor is how long words stay that are worth a glance.
const GlanceFor = 4 * time.Second

// Words take the place of the news for a while.
type Words interface {
	Say(string)  // without judging: nothing was done, or it is only shown otherwise
	Did(string)  // it was done
	Warn(string) // it was not done, or needs care
	Fail(string) // something broke
	Post(string, view.Level)
	Mention(string) // it is worth a glance
	Refuse(error)   // why something was not done
	Alert(string)   // something is to be read: it stays longer
	NoticeWords() string
	ClearNotice()
}

// Edits are written for a feature.
type Edits interface {
	// CarryOut does with a rule's answer what it asks for: writes the edit, asks the person, or says why not.
	CarryOut(tasks.Edit, error) tea.Cmd
	Submit(tasks.Edit) tea.Cmd
	// WithOwner adds to a question about a task that is to be taken away what is known of who has it.
	WithOwner(tasks.Key, tasks.Edit, error) (tasks.Edit, error)
	// UpdatePlanAfter looks whether the plan of a session still says what an edit that was written made of its task.
	UpdatePlanAfter(tasks.Edit, tasks.Result) tea.Cmd
	// Enqueue runs a command when all before it have answered; after EnqueueOpening keys wait for what may open.
	Enqueue(tea.Cmd) tea.Cmd
	EnqueueOpening(tea.Cmd) tea.Cmd
	// StayOpen keeps a program that was asked to end open where an edit was not written: the person is to see why.
	StayOpen(error)
	// WhyNotNow returns why nothing can be written now, "" when it can.
	WhyNotNow() string
	WhyNotIn(list string) string
}

// Handler does what an action means.
type Handler func(keymap.Action) tea.Cmd

// Actions are what the keys of a view do. They come before those of what the view is shown over.
type Actions map[keymap.Action]Handler

// Do returns a handler that calls f.
func Do(f func()) Handler {
	return func(keymap.Action) tea.Cmd {
		f()
		return nil
	}
}

// Run returns a handler that calls f for a command.
func Run(f func() tea.Cmd) Handler { return func(keymap.Action) tea.Cmd { return f() } }

// Rules are what the board makes of a task by one action.
var Rules = map[keymap.Action]func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error){
	keymap.Claim: board.Claim, keymap.Complete: board.Complete, keymap.Release: board.Release, keymap.Reopen: board.Reopen, keymap.Delete: board.Delete,
}

// Suits reports whether an action means something for a task that stands so; a rule says what it means.
func Suits(a keymap.Action, s board.State) bool {
	switch a {
	case keymap.Claim:
		return s == board.Ready
	case keymap.Complete:
		return s == board.Ready || s == board.Running || s == board.Unknown
	case keymap.Release:
		return s == board.Running
	case keymap.Reopen:
		return s == board.Done || s == board.Unknown
	}
	return true
}

// Mode is what is on top of the board, exactly one at a time. Leaving one goes back to the board, or
// to the mode it was opened from.
type Mode interface {
	// Scopes returns the scopes whose keys apply, the first before the others.
	Scopes() []keymap.ScopeName
	// Handle does what an action of those scopes means.
	Handle(a keymap.Action) tea.Cmd
	// Overlay returns what floats over the board, nil where nothing does.
	Overlay() view.Overlay
}

// Choosing is a mode in which some of the keys apply only to some of what can be chosen.
type Choosing interface {
	Mode
	// Applies reports whether an action can do something now.
	Applies(keymap.Action) bool
}

// AppliesIn returns what reports whether an action can do something in a mode now.
func AppliesIn(m Mode) func(keymap.Action) bool {
	if c, is := m.(Choosing); is {
		return c.Applies
	}
	return func(keymap.Action) bool { return true }
}

// TextMode is a mode that has a line to type in.
type TextMode interface {
	Mode
	Type(op field.Op, text string) tea.Cmd
}

// PastRow is a row of the past: something that happened, an edit of the person's, or a task that was deleted.
type PastRow struct {
	view.Choice
	Nth  int            // its place in what the rows were made of
	Does string         // what choosing it does, "" for nothing
	Do   func() tea.Cmd // does it
}

// Question is a mode that asks something before it is done.
type Question struct {
	Host
	Words   func() view.Confirm    // without keys
	Yes, No string                 // what they do: "remove", "keep it"
	Decided func(yes bool) tea.Cmd // hears yes or no, on the board again
}

// Scopes returns the keys of a question.
func (Question) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.QuestionScope} }

// Handle takes yes or no.
func (q Question) Handle(a keymap.Action) tea.Cmd {
	if a == keymap.StartToo {
		return nil // it is no answer here
	}
	q.ToBoard()
	return q.Decided(a == keymap.Yes)
}

// Overlay returns the question.
func (q Question) Overlay() view.Overlay {
	c := q.Words()
	c.Keys = q.KeysSaying(map[keymap.Action]string{keymap.Yes: q.Yes, keymap.No: q.No}, q.Scopes()...)
	return &c
}

// ConfirmOf returns the words of a rule's question, without keys.
func ConfirmOf(ask board.Ask) view.Confirm {
	c := view.Confirm{Question: safetext.Line(ask.Question), Danger: ask.Edit.Verb == tasks.VerbDelete}
	for _, d := range ask.Detail {
		c.Detail = append(c.Detail, view.Line{{Text: safetext.Line(d), Style: style.Plain}})
	}
	return c
}

// Glance is a mode that opens by itself, so that any key may have been pressed for the board: all but those that somebody closes it
// with do what they do there.
type Glance interface {
	Mode
	Glance() time.Time // when it closes by itself
}

// Answer is what comes back from an effect of a feature: what is done about it when the program hears of it.
type Answer func() tea.Cmd

// Then returns what makes an answer of the outcome of an effect.
func Then[T any](do func(T) tea.Cmd) func(T) tea.Msg {
	return func(t T) tea.Msg { return Answer(func() tea.Cmd { return do(t) }) }
}

// Then2 is Then for an outcome of two values.
func Then2[T, U any](do func(T, U) tea.Cmd) func(T, U) tea.Msg {
	return func(t T, u U) tea.Msg { return Answer(func() tea.Cmd { return do(t, u) }) }
}

// Pointed is a picture that the mouse reaches.
type Pointed interface {
	Wheel(tea.Mouse)
	Click(tea.Mouse) tea.Cmd // with the left button
	Drag(tea.Mouse)
	Drop(tea.Mouse) tea.Cmd
}

// Point hands a picture what the mouse does over it.
func Point(on Pointed, msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		on.Wheel(p)
	case tea.MouseClickMsg:
		if p.Button == tea.MouseLeft {
			return on.Click(p)
		}
	case tea.MouseMotionMsg:
		on.Drag(p)
	case tea.MouseReleaseMsg:
		return on.Drop(p)
	}
	return nil
}

// DoubleClick is how fast two clicks follow each other to be one gesture, WheelStep how many rows the wheel moves by.
const (
	DoubleClick = 400 * time.Millisecond
	WheelStep   = 2
)

// Clicks tells a double click from two.
type Clicks struct {
	on tasks.Key // what was clicked last, zero for none
	at time.Time
}

// Again reports whether a task is clicked a second time, soon after the first.
func (c *Clicks) Again(k tasks.Key, now time.Time) bool {
	again := k.Name != "" && k == c.on && now.Sub(c.at) < DoubleClick
	*c = Clicks{k, now}
	if again {
		c.Forget()
	}
	return again
}

// Forget makes the next click the first one.
func (c *Clicks) Forget() { c.on = tasks.Key{} }
