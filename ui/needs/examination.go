package needs

import (
	"reflect"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// examination is what the doctor finds in the directory. It runs again after changes, so that the header, the list and
// the command agree.
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

// isWanted reports whether a finding says only what a person was asked and wanted: that a pending task has an owner.
// The doctor notes it as something that agents do not start; here it needs nobody.
func isWanted(f doctor.Finding) bool {
	return f.Kind == doctor.OwnerOnPending && f.Severity == doctor.Note
}

// setFindings sets what the list has of what an examination found.
func (v *needList) setFindings(all []doctor.Finding) {
	v.findings = slices.DeleteFunc(slices.Clone(all), isWanted)
}

// setFindings sets what an examination found, also in an open list.
func (m *Model) setFindings(all []doctor.Finding) {
	if v, open := m.Mode().(*needList); open {
		v.setFindings(all)
	}
	t, errors := &m.doctor, workspace.Errors(all)
	changed := !reflect.DeepEqual(errors, t.errors) || !t.known
	t.known, t.errors, t.warnings = true, errors, doctor.Count(all).Warnings
	if changed {
		m.known = false
		m.Invalidate()
	}
}

// MarkStale requests another examination if a delta may have changed the findings.
func (m *Model) MarkStale(d tasks.Delta) {
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
	return m.OfDirectory(effects.ExamineLater(m.Workspace, max(examineAfter, examineShare*t.took),
		func(all []doctor.Finding, took time.Duration, err error) tea.Msg {
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
