// Package panels has the panels that open over the board: what needs a person and repairs, help and manual, the team, worktrees, the plan
// of a session, and everything that can be opened.
package panels

import (
	"os/exec"
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

// Uses is what the panels ask of other features.
type Uses struct {
	Finder      workspace.Finder
	OpenDir     func(dir string) tea.Cmd // opens another directory instead
	OpenAll     func() tea.Cmd           // opens all lists of the project
	ShowView    func(view.ViewKind)      // shows the board or a view
	Act         func(keymap.Action) tea.Cmd
	Applies     func(keymap.Action) bool  // it can do something for the selected task
	Lacks       func(keymap.Action) bool  // it can do nothing for any task of the list
	BoardScopes func() []keymap.ScopeName // the scopes of the board or of the view that is shown
	FooterKeys  func() []view.Key
	NeedHelp    func(board.Need) (keymap.Action, string)              // the action that helps, Nothing for none, and what it does
	Copy        func(what, text string) tea.Cmd                       // to the clipboard; what names it
	Lend        func(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd // lends the terminal to a command
	// StayOpen cancels quitting if err is not nil, so that the person sees why an edit was not written.
	StayOpen func(error)
}

// Model holds the panels, and what they know while they are closed.
type Model struct {
	*host.Program
	Uses

	worktrees worktreeState // of tasks
	members   teamState     // who works on them
	doctor    examination   // what the doctor finds
	todo      tasks.Key     // the task whose line in TODO_LIST.md was reported wrong, until the next key
}

// New returns the panels of a program.
func New(p *host.Program) *Model {
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

// setFindings sets what an examination found, also in an open list.
func (m *Model) setFindings(all []doctor.Finding) {
	if v, open := m.Mode().(*needList); open {
		v.findings = all
	}
	t, errors := &m.doctor, workspace.Errors(all)
	changed := !reflect.DeepEqual(errors, t.errors) || !t.known
	t.known, t.errors, t.warnings = true, errors, doctor.Count(all).Warnings
	if changed {
		m.Invalidate()
	}
}

// MarkProblemsStale requests another examination if a delta may have changed the findings.
func (m *Model) MarkProblemsStale(d tasks.Delta) {
	m.doctor.stale = m.doctor.stale || !d.Empty() || d.HighWaterMark != m.doctor.mark
	m.doctor.mark = d.HighWaterMark
}

// ExamineAgain examines the directory if it has changed since the last time.
func (m *Model) ExamineAgain() tea.Cmd {
	t := &m.doctor
	if m.Workspace == nil || !t.stale || t.running || !m.Board.Loaded() {
		return nil
	}
	t.stale, t.running = false, true
	return m.OfDirectory(effects.ExamineLater(m.Workspace, max(examineAfter, examineShare*t.took), func(all []doctor.Finding, took time.Duration, err error) tea.Msg {
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
