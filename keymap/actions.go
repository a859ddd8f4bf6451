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
	Attention
	Follow

	// acting on the selected task
	Claim
	Complete
	Release
	Reopen
	New
	NewWaiting
	Edit
	EditOutside
	Delete
	CopyID
	CopyInstruction
	Undo
	Redo
	History
	Again
	Link
	Unlink
	Splice
	RepairLinks
	Blocker
	Waiting

	// the worktree of the task, and who has it
	Worktree
	CreateWorktree
	BindWorktree
	UnbindWorktree
	KeepWorktree
	RemoveWorktree
	ShowWork
	ReadPapers
	NoteTodo
	OpenShell
	GoToPane

	// showing
	Detail
	Filter
	Problems
	ShowTeam
	Internal
	SwitchList
	Help
	Manual
	Redraw
	Back
	Quit
	Suspend

	// the dependencies
	ShowBoard
	ShowGraph
	ShowFocus
	ShowLog
	NextView
	PreviousView
	FoldFinished
	Fold
	FoldUnlinked
	Redundant
	Chain
	Deeper
	Shallower
	WhatIf
	Suppose

	// a gesture on links
	Turn
	Relink

	// a conflict, a problem
	KeepTheirs
	KeepMine
	EditValue
	Mend

	// a question
	Yes
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
	UndoTyping

	// first run
	MakeDirectory
	StartDemo
	Choose

	// the demo
	Pause
	Faster
	Slower
	Provoke
	Restart
	ProvokeOverwrite
	ProvokeDeath
	ProvokeHalfWritten
	ProvokeLoop

	count // not an action: how many there are
)
