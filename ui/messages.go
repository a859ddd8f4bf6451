package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/workspace"
)

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
	listsMsg struct {
		lists []workspace.List
		err   error
		from  *workspace.Waiter
	}
	deltaMsg struct {
		delta tasks.Delta
		err   error
	}
	copiedMsg struct {
		key        tasks.Key
		what, text string // what it is called, "" for the text itself
		err        error
	}
	clippedMsg struct { // where a text is that was to be copied, "" when no program took it
		what, text, where string
	}
	newerMsg struct{ list workspace.List }
	tickMsg  struct{ seq int }
)
