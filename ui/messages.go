package ui

import (
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/ui/workspace"
)

// Facts that come back from effects. Those of a directory carry the epoch they belong to.
type (
	openedMsg struct {
		workspace *workspace.Workspace
		crew      *demo.Demo
		err       error
		from      *workspace.Waiter // it appeared while that waited
	}
	listsMsg struct {
		lists []workspace.List
		err   error
		from  *workspace.Waiter
	}
	foundMsg struct {
		found []locate.FoundList
		errs  []error
	}
	newsMsg struct {
		epoch int
		delta tasks.Delta
		err   error
	}
	wroteMsg struct {
		epoch int
		edit  tasks.Edit
		res   tasks.Result
		err   error
	}
	readMsg struct {
		epoch int
		key   tasks.Key
		want  want
		doc   tasks.Document
		err   error
	}
	copiedMsg struct {
		epoch int
		key   tasks.Key
		text  string
		err   error
	}
	newerMsg struct {
		epoch int
		list  workspace.List
	}
	captionMsg struct {
		caption demo.Caption
		ok      bool
	}
	provokedMsg struct{ err error }
	editedMsg   struct { // back from $EDITOR
		file editorCopy
		err  error
	}
	tickMsg struct{ seq int }

	historyMsg struct { // our edits, asked for by an action
		epoch int
		why   keymap.Action
		done  []workspace.Done
		err   error
	}
	tookBackMsg struct {
		epoch int
		of    workspace.Done
		redo  bool
		edit  tasks.Edit
		res   tasks.Result
		err   error
	}
	outcomeMsg struct {
		epoch   int
		outcome workspace.Outcome
		ok      bool
	}
	examinedMsg struct {
		epoch    int
		findings []workspace.Finding
		err      error
	}
	mendedMsg struct {
		epoch int
		what  string
		err   error
	}
)

// want is what a file is read for.
type want uint8

const (
	toShow want = iota
	toFill
	toEditOutside
	toMerge // into the form that is open on it
)
