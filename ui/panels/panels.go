// Package panels is what opens beside the board and closes again: the problems and their repair, the help and the manual,
// the team, the worktrees of tasks, a session's plan, and the list of everything that can be opened.
package panels

import (
	"reflect"
	"time"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Program is the program as the panels need it.
type Program interface {
	host.Host
	// Act carries out an action on the selected task.
	Act(keymap.Action) tea.Cmd
	// Needs returns what needs a person, the most urgent first, NeedWords says one in words, and NeedHelp which action helps and what
	// that does, Nothing for none.
	Needs() []board.Need
	NeedWords(board.Need) view.Text
	NeedHelp(board.Need) (keymap.Action, string)
	// Copy hands a text to the clipboard; what says what it is.
	Copy(what, text string) tea.Cmd
}

// Model is the panels, and what they know while they are closed.
type Model struct {
	Program

	worktrees worktreeState // of tasks
	members   teamState     // who works on them
	doctor    examination   // what the doctor finds
	todo      tasks.Key     // whose line in its session's list was told to be wrong, until the next key
}

// New returns the panels of a program.
func New(p Program) *Model {
	m := &Model{Program: p}
	m.Reset()
	return m
}

// examination is what the doctor finds in the directory. It is examined when it has changed, so that the header, the list of what
// needs a person and the command never differ in kind.
type examination struct {
	known   bool
	errors  []board.Fault
	minor   int  // how many warnings there are
	stale   bool // the directory has changed since
	running bool
	took    time.Duration
	mark    uint64 // the high-water mark that was told last
}

// An examination reads what has changed and looks at everything else in memory. It waits until changes have gathered,
// and where it takes long so long that it takes a twentieth of the time at most.
const (
	countAfter = 300 * time.Millisecond
	countShare = 20
)

// Errors returns what the doctor found that needs a person.
func (m *Model) Errors() []board.Fault { return m.doctor.errors }

// Examined reports whether the doctor has looked at the directory.
func (m *Model) Examined() bool { return m.doctor.known }

// Warnings returns how much the doctor found that needs nobody and is more than a note.
func (m *Model) Warnings() int { return m.doctor.minor }

// take learns what an examination found.
func (m *Model) take(all []doctor.Finding) {
	t, errors := &m.doctor, workspace.Errors(all)
	changed := !reflect.DeepEqual(errors, t.errors) || !t.known
	t.known, t.errors, t.minor = true, errors, doctor.Count(all).Warnings
	if changed {
		m.Outdate()
	}
}

// OutdateProblems has the problems counted again after news that may have changed them.
func (m *Model) OutdateProblems(d tasks.Delta) {
	m.doctor.stale = m.doctor.stale || !d.Empty() || d.Mark != m.doctor.mark
	m.doctor.mark = d.Mark
}

// ExamineAgain has the directory examined where it has changed since that was done last.
func (m *Model) ExamineAgain() tea.Cmd {
	t := &m.doctor
	if m.Workspace() == nil || !t.stale || t.running || !m.Board().Loaded() {
		return nil
	}
	t.stale, t.running = false, true
	return m.OfDirectory(effects.ExamineLater(m.Workspace(), max(countAfter, countShare*t.took), func(all []doctor.Finding, took time.Duration, err error) tea.Msg {
		return host.Answer(func() tea.Cmd {
			t := &m.doctor
			t.running, t.took = false, took
			if err == nil {
				m.take(all)
			}
			return m.ExamineAgain()
		})
	}))
}
