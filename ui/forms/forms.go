// Package forms is where the person types edits: the forms of a task and of a new one, a plan of several, $EDITOR, and
// the decision of a conflict. Package edits writes them.
package forms

import (
	"os/exec"

	tea "charm.land/bubbletea/v2"

	"sideboard/ui/edits"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Uses is what the forms ask of other features.
type Uses struct {
	Writer     *edits.Model
	Editor     string          // the command of the editor, in shell syntax
	Scratch    string          // the directory for copies for the editor, "" for the system's temporary directory
	Team       func() []string // the names of the team
	ListHere   func() string   // the list that new tasks are created in
	FooterKeys func() []view.Key
	Lend       func(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd // lends the terminal to a command
}

// A Model opens forms and editors.
type Model struct {
	*host.Program
	Uses
}

// New returns the forms of a program, none of them open.
func New(p *host.Program) *Model { return &Model{Program: p} }

// IsOpen reports whether a form is open.
func (m *Model) IsOpen() bool {
	_, open := m.Mode().(*form)
	return open
}
