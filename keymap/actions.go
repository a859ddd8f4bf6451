package keymap

// Action is what a key does. Tests make sure that every action has a key, is in the help and is handled by ui.
type Action uint8

const (
	Nothing Action = iota

	// moving
	Up
	Down
	Left
	Right
	First
	Last
	PageUp
	PageDown
	ScrollUp
	ScrollDown
	GoToAttention
	FollowMoved
	Mark
	MarkUp
	MarkDown
	MarkAll
	LeaveOut
	Sweep

	// acting on the selected task
	Claim
	Complete
	Release
	Reopen
	Assign
	New
	NewWaiting
	Edit
	EditOutside
	Delete
	CopyID
	CopyInstruction
	Undo
	Redo
	ApplyAgain
	Link
	Unlink
	Split
	GoToBlocker

	// the worktree of the task, and who has it
	Worktree
	CreateWorktree
	BindWorktree
	UnbindWorktree
	KeepWorktree
	RemoveWorktree
	ShowWorktree
	ReadPlan
	AddToPlan
	OpenShell
	GoToTmuxPane

	// showing
	OpenDetail
	ShowStage
	Talk
	Filter
	GroupByOwner
	Palette
	ShowProblems
	ShowPast
	ShowInternal
	OnlyCards
	SwitchList
	Help
	ReadManual
	Redraw
	Back
	Quit
	Suspend

	// the dependencies
	ShowBoard
	ShowDependencies
	ShowNow
	NextView
	PreviousView
	FoldFinished
	Fold
	ZoomOut
	ZoomIn

	// making and changing links
	Reverse
	Relink
	Insert
	RepairLinks

	// a conflict, a problem
	KeepTheirs
	KeepMine
	EditValue
	Repair

	// a question
	Yes
	StartToo
	No

	// a form and a line of text
	Submit
	NextField
	PreviousField
	CursorLeft
	CursorRight
	CursorUp
	CursorDown
	WordLeft
	WordRight
	LineStart
	LineEnd
	DeleteBefore
	DeleteAfter
	DeleteWord
	DeleteToEnd
	DeleteToStart
	NewLine
	AnotherTask
	UndoTyping
	NextOffer
	PreviousOffer

	// a replay
	StepBack
	StepOn
	EarlierEvent
	LaterEvent
	ToNow

	// the past
	ShowHappened
	ShowEdits
	ShowDeleted
	Restore
	RestoreAll
	Export

	// first run
	MakeDirectory
	StartDemo
	Choose

	// the demo
	PreviousBeat
	NextBeat
	Pause
	Faster
	Slower
	Provoke
	Restart
	ProvokeOverwrite
	ProvokeDeath
	ProvokeHalfWritten
	ProvokeLoop

	count // not an action, but their number; the actions of custom commands follow
)

// MaxCommands is the most custom commands that can have a key.
const MaxCommands = 32

// commandAction returns the action of a custom command.
func commandAction(i int) Action { return count + 1 + Action(i) }

// Views are the actions that show a view, in the order of the views.
var Views = []Action{ShowBoard, ShowDependencies, ShowNow}

// Command returns the index of the custom command of an action, false if it is none.
func (a Action) Command() (i int, ok bool) { return int(a) - int(count) - 1, a > count }

// ScopeName names a scope.
type ScopeName uint8

const (
	BoardScope        ScopeName = iota // the board
	ViewsScope                         // the board and the dependencies
	NowScope                           // the view of agents over time
	DepViewScope                       // the dependencies
	TaskScope                          // the selected task
	EditsScope                         // creating tasks and undo
	ShowScope                          // what can be opened
	ProgramScope                       // the program itself
	CommandScope                       // custom commands
	DetailScope                        // the detail on the whole screen
	QuestionScope                      // a question
	AllowScope                         // the question whether a list may be edited
	FilterScope                        // with TextScope: a filter
	FindScope                          // with TextScope: a list that typing narrows
	MarkScope                          // with BoardScope: marking tasks
	BatchScope                         // with ListScope: an action on several tasks
	TextScope                          // a line of text
	FormScope                          // a form
	ListScope                          // a list or a text to scroll
	StartScope                         // no directory is open
	ConflictScope                      // a conflict
	RepairScope                        // with ListScope: what needs you
	DemoScope                          // a demo
	StoryScope                         // the story of a demo
	StageScope                         // the stage
	ReplayScope                        // with BoardScope: a replay
	WorktreeMenuScope                  // the worktree menu
	PlanScope                          // with ListScope: the plan of a workflow session
	PastScope                          // with ListScope: the past
	DeletedScope                       // with PastScope: deleted tasks
	WorktreeScope                      // with ListScope: the work in a worktree
	WorktreesScope                     // with ListScope: all worktrees of the project
	ProvokeScope                       // the menu of what can go wrong in the demo
	LinksScope                         // with ListScope: the links of a task
	LinkScope                          // with FindScope: the other end of a new link
	SplitScope                         // the parts of a task to split
	HelpScope                          // with ListScope: the help
	PickerScope                        // with ListScope: a list that can be filtered
	PickerFilterScope                  // the filter of such a list
)
