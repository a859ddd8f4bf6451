// Package panels has the panels that open over the board: what needs a person and repairs, help and manual, the team, worktrees, the plan
// of a session, and everything that can be opened.
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

// Model holds the panels, and what they know while they are closed.
type Model struct {
	Program

	worktrees worktreeState // of tasks
	members   teamState     // who works on them
	doctor    examination   // what the doctor finds
	todo      tasks.Key     // the task whose line in TODO_LIST.md was reported wrong, until the next key
}

// New returns the panels of a program.
func New(p Program) *Model {
	m := &Model{Program: p}
	m.Reset()
	return m
}

// examination is what the doctor finds in the directory. It runs again after changes, so that the header, the list and the command agree.
type examination struct {
	known    bool
	errors   []board.Fault
	warnings int
	stale    bool // the directory has changed since
	running  bool
	took     time.Duration
	mark     uint64 // the high-water mark of the last delta
}

// An examination waits for more changes, and so long that examinations take at most a twentieth of the time.
const (
	examineAfter = 300 * time.Millisecond
	examineShare = 20
)

// Errors returns the findings that need a person.
func (m *Model) Errors() []board.Fault { return m.doctor.errors }

// Examined reports whether the directory was examined.
func (m *Model) Examined() bool { return m.doctor.known }

// Warnings returns the number of warnings.
func (m *Model) Warnings() int { return m.doctor.warnings }

// setFindings sets what an examination found.
func (m *Model) setFindings(all []doctor.Finding) {
	t, errors := &m.doctor, workspace.Errors(all)
	changed := !reflect.DeepEqual(errors, t.errors) || !t.known
	t.known, t.errors, t.warnings = true, errors, doctor.Count(all).Warnings
	if changed {
		m.Outdate()
	}
}

// MarkProblemsStale requests another examination if a delta may have changed the findings.
func (m *Model) MarkProblemsStale(d tasks.Delta) {
	m.doctor.stale = m.doctor.stale || !d.Empty() || d.Mark != m.doctor.mark
	m.doctor.mark = d.Mark
}

// ExamineAgain examines the directory if it has changed since the last time.
func (m *Model) ExamineAgain() tea.Cmd {
	t := &m.doctor
	if m.Workspace() == nil || !t.stale || t.running || !m.Board().Loaded() {
		return nil
	}
	t.stale, t.running = false, true
	return m.OfDirectory(effects.ExamineLater(m.Workspace(), max(examineAfter, examineShare*t.took), func(all []doctor.Finding, took time.Duration, err error) tea.Msg {
		return host.Answer(func() tea.Cmd {
			t := &m.doctor
			t.running, t.took = false, took
			if err == nil {
				m.setFindings(all)
			}
			return m.ExamineAgain()
		})
	}))
}
