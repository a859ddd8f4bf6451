package view

import "sideboard/ui/style"

// Fact is a label and a value.
type Fact struct {
	Label, Value Text
	Style        style.Style // of the value
	Lines        []FactLine  // below the label, in place of the value: what lies in a structured one
}

// FactLine is a line of a structured value.
type FactLine struct {
	Depth      int  // how far in it stands
	Item       bool // a bullet stands before it
	Name, Text Text // either may be empty
	Style      style.Style
}

// Dep is a task another one depends on, or that depends on it.
type Dep struct {
	State   State
	ID      Text
	Subject Text
	Note    Text // "missing", "one-sided", the owner
	Hue     style.Style
}

// Change is one field before and after.
type Change struct {
	Field, Before, After Text
}

// Edit is the newest outside edit of a task.
type Edit struct {
	When, Who Text
	Hue       style.Style
	Fields    []Change
}

// Section is what belongs together about a task, under a heading of its own.
type Section struct {
	Title Text
	Facts []Fact
}

// Detail is everything about one task.
type Detail struct {
	Title    Text
	State    State
	Word     Text // the state in words
	ID       Text // whole
	Owner    Text
	Hue      style.Style
	Age      Text
	AtLeast  bool
	Warn     Text // "started early", "no write for 31m", why it may not be edited
	Alarm    bool
	Doing    Text
	Sections []Section // its owner, its worktree
	WaitsFor []Dep
	Unblocks []Dep
	Body     []Line // the description, laid out for Layout.DetailWidth cells
	Facts    []Fact // fields this program does not know, and the rest
	Path     Text
	Edit     *Edit
	Scroll   int // rows scrolled down; clamped to DetailRows
}

// HelpGroup is the keys of one scope.
type HelpGroup struct {
	Title Text
	Keys  []Key
	Later bool // they mean something elsewhere, not on the screen the help was opened on
}

// Help is all keys, by scope: those that apply now, then those that apply later.
type Help struct {
	Groups []HelpGroup
	Scroll int
	Keys   []Key
}

// Confirm asks before something is done.
type Confirm struct {
	Question Text
	Detail   []Line // wrapped where it does not fit
	Keys     []Key  // "y yes, delete", "n no"
	Danger   bool
}

// Field is one field of a form.
type Field struct {
	Label   Text
	Lines   []Text // what it holds; one for a field of one line
	Rows    int    // rows it is given; at least 1
	Top     int    // first line shown
	Left    int    // first cell shown
	Hint    Text   // while it is empty
	Error   Text   // below it
	Note    Text   // beside the label: "edit in $EDITOR only"
	Focused bool
	CursorX int      // cell in its line
	CursorY int      // line
	Choices []Choice // completion, drawn below the field in focus
	Choice  int      // the chosen one, -1 for none
}

// Choice is one line to choose from.
type Choice struct {
	Label  Text
	Note   Text // dim, behind
	Right  Text // dim, at the right end
	State  State
	Stated bool // draw the state's glyph
}

// Form edits a task.
type Form struct {
	Title  Text
	Fields []Field
	Error  Text // above the keys
	Keys   []Key
}

// Problem is one file that cannot be shown as a task.
type Problem struct {
	File, Why, Since Text
	Danger           bool
	More             []Line // below the list while it is selected: what it means, what helps
}

// Problems is the list of them.
type Problems struct {
	Items    []Problem
	First    int
	Selected int  // -1 for none
	Busy     bool // the directory is still being examined
	Error    Text // above the keys
	Tally    Text // how many of each severity, behind the title
	Keys     []Key
}

// Message says something that needs reading.
type Message struct {
	Title Text
	Lines []Line
	Level Level
	Keys  []Key
}

// Picker chooses one of a list.
type Picker struct {
	Title    Text
	Items    []Choice
	First    int
	Selected int
	More     []Line // about the selected one, below the list
	Filter   Text   // what was typed to find some of them
	Typing   bool   // it is being typed
	Tally    Text   // beside the filter: "3 of 31"
	Keys     []Key
}

// EmptyKind names a screen without cards.
type EmptyKind uint8

// The empty screens.
const (
	FirstRun      EmptyKind = iota // no task directory was found
	NoTasks                        // a directory without tasks
	AllDone                        // everything is completed: stands beside the completed column
	NoMatch                        // the filter hides everything
	ListReset                      // finished and cleared: over the last picture, dimmed
	DirectoryGone                  // the directory vanished: over the last picture, dimmed
	FirstLoad                      // being read for the first time
)

// Looked is one place that was looked at for tasks.
type SearchedPlace struct{ Path, Why Text }

// Empty is a screen of its own for when there are no cards.
type Empty struct {
	Kind     EmptyKind
	Title    Text   // the kind's own words where it is empty
	Lines    []Line // explanation below
	Searched []SearchedPlace
	Lists    []Choice // task lists to choose from
	First    int
	Selected int // -1 for none
	Keys     []Key
	Done     int // AllDone, ListReset: "7 of 7"
	Total    int
}
