package ui

import (
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/workspace"
)

// Facts that come back from effects.
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
	deltaMsg struct {
		delta tasks.Delta
		err   error
	}
	copiedMsg struct {
		key  tasks.Key
		text string
		err  error
	}
	clippedMsg struct { // where a text is that was to be copied, "" when no program took it
		what, text, where string
	}
	newerMsg struct{ list workspace.List }
	tickMsg  struct{ seq int }
)
