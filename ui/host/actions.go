package host

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
)

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

// Rules are the rules of the board, by the action that asks them. A rule returns the edit that the action makes of the
// task, or a board.Refusal, or a board.Ask if the person has to be asked first.
var Rules = map[keymap.Action]func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error){
	keymap.Claim: board.Claim, keymap.Complete: board.Complete, keymap.Release: board.Release,
	keymap.Reopen: board.Reopen, keymap.Delete: board.Delete,
}

// Suits reports whether an action can apply to a task in a state: always, if it is none of Rules. Its rule may still
// refuse.
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
