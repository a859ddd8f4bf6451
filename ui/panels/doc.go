// Package panels is what opens beside the board and closes again: the problems and their repair, the help and the manual,
// who works on the tasks, their worktrees, a session's plan, and the list of everything that can be opened.
package panels

import (
	"sideboard/tasks"
	"sideboard/ui/host"
)

// Model is the panels, and what they know while they are closed.
type Model struct {
	host.Host

	worktrees worktreeState // of tasks
	members   teamState     // who works on them
	counted   problemCount  // how many problems there are
	todo      tasks.Key     // whose line in its session's list was told to be wrong, until the next key
}

// New returns the panels of a program.
func New(h host.Host) *Model {
	m := &Model{Host: h}
	m.Reset()
	return m
}
