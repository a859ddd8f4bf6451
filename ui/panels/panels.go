// Package panels is what opens beside the board and closes again: the problems and their repair, the help and the manual,
// who works on the tasks, their worktrees, a session's plan, and the list of everything that can be opened.
package panels

import (
	"time"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Program is the program as the panels need it.
type Program interface {
	host.Host
	// Act carries out an action on the selected task.
	Act(keymap.Action) tea.Cmd
	// Copy hands a text to the clipboard; what says what it is.
	Copy(what, text string) tea.Cmd
}

// Model is the panels, and what they know while they are closed.
type Model struct {
	Program

	worktrees worktreeState // of tasks
	members   teamState     // who works on them
	counted   problemCount  // how many problems there are
	todo      tasks.Key     // whose line in its session's list was told to be wrong, until the next key
}

// New returns the panels of a program.
func New(p Program) *Model {
	m := &Model{Program: p}
	m.Reset()
	return m
}

// problemCount is how many problems the directory has. They are what the doctor finds: an examination runs beside the board
// when the directory has changed, so that the header, the list of problems and the command never differ in kind.
type problemCount struct {
	known   bool
	counts  workspace.Counts
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

// Problems is how many problems there are, errors and warnings: before the first examination, how many files cannot be
// read.
func (m *Model) Problems() int {
	if m.counted.known {
		return m.counted.counts.Problems()
	}
	return m.Board().Counts().Problems
}

// OutdateProblems has the problems counted again after news that may have changed them.
func (m *Model) OutdateProblems(d tasks.Delta) {
	m.counted.stale = m.counted.stale || !d.Empty() || d.Mark != m.counted.mark
	m.counted.mark = d.Mark
}

// ExamineAgain has the directory examined where it has changed since that was done last.
func (m *Model) ExamineAgain() tea.Cmd {
	t := &m.counted
	if m.Workspace() == nil || !t.stale || t.running || !m.Board().Loaded() {
		return nil
	}
	t.stale, t.running = false, true
	return m.OfDirectory(effects.Count(m.Workspace(), max(countAfter, countShare*t.took), func(c workspace.Counts, took time.Duration, err error) tea.Msg {
		return host.Answer(func() tea.Cmd {
			t := &m.counted
			t.running, t.took = false, took
			if err == nil {
				t.known, t.counts = true, c
			}
			return m.ExamineAgain()
		})
	}))
}
