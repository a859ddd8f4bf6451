package ui

import tea "charm.land/bubbletea/v2"

// ending is the end of the program while edits are under way. What a person saw done must not be lost because the
// key that quits was quick: the program ends after the last edit was written, and stays if one was not.
type ending struct {
	asked bool // to quit as soon as all is written
	now   bool // to quit without what waits for that
}

// stayOpen keeps the program open where an edit was not written: the person is to see why.
func (e *ending) stayOpen(err error) {
	if err != nil {
		e.asked = false
	}
}

// quit ends the program, after what is being written. Asked twice it ends at once.
func (m *Model) quit() tea.Cmd {
	if m.queue.now == nil && !m.panels.AtWork() || m.quitting.asked {
		return tea.Quit
	}
	m.quitting.asked = true
	m.notice.Say("Your edit is being written; q again leaves at once")
	return nil
}

// quits ends the program that was asked to end, when nothing is left to be written.
func (m *Model) quits() tea.Cmd {
	if m.typed.lent {
		return nil // its editor or shell is still there
	}
	if m.quitting.now || m.quitting.asked && m.queue.now == nil && !m.panels.AtWork() && len(m.typed.held) == 0 {
		return tea.Quit
	}
	return nil
}
