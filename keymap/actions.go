package keymap

// Action is what a key means. Every action is bound somewhere, shown in the help and carried out by ui: laws
// hold all three.
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

	count // not an action: how many there are; those of a person's own commands follow
)

// MaxCommands is how many commands of their own a person can have a key for.
const MaxCommands = 32

// commandAction returns the action of one of the person's own commands.
func commandAction(i int) Action { return count + 1 + Action(i) }

// Views are the actions that show a view, in the views' order.
var Views = []Action{ShowBoard, ShowDependencies, ShowNow}

// Command returns which of the person's own commands an action is, false where it is none.
func (a Action) Command() (i int, ok bool) { return int(a) - int(count) - 1, a > count }

// ScopeName names a scope.
type ScopeName uint8

const (
	BoardScope        ScopeName = iota // the cursor on the board
	ViewsScope                         // the board, or one of the dependency views
	NowScope                           // the lanes of the agents, in time
	DepViewScope                       // the cursor in a dependency view
	TaskScope                          // what can be done to the selected task
	EditsScope                         // what makes tasks, and takes edits back
	ShowScope                          // what can be opened
	ProgramScope                       // what is done to the program
	CommandScope                       // the person's own commands
	DetailScope                        // the detail in full
	QuestionScope                      // a question waits for yes or no
	FilterScope                        // over a line of text: it is a filter
	FindScope                          // over a line of text: something is found by typing
	MarkScope                          // over the board: tasks are marked
	BatchScope                         // over a list: an action on several tasks
	TextScope                          // a line of text
	FormScope                          // a form
	ListScope                          // problems, help: something to scroll and leave
	StartScope                         // no directory yet
	ConflictScope                      // a conflict, field by field
	RepairScope                        // over the problems: what repairs them
	DemoScope                          // over a demo
	StoryScope                         // over the story of a demo
	StageScope                         // over the screen as it is for a room
	WorktreeMenuScope                  // the menu of what can be done with worktrees
	PlanScope                          // over a list: the plan of a workflow session
	PastScope                          // over a list: the tabs of the past
	DeletedScope                       // over what was deleted
	WorktreeScope                      // over a list: what was done in a worktree
	WorktreesScope                     // over a list: all worktrees of the project
	ProvokeScope                       // the demo's menu of mishaps
	LinksScope                         // over a list: one of the links of a task
	LinkScope                          // over a line of text: what a task is linked with
	SplitScope                         // over lines of text: the parts of a task
	HelpScope                          // over a list: the keys
	PickerScope                        // over a list: what can be opened
	PickerFilterScope                  // the filter over what can be opened is typed
)
