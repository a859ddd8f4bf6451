package ui

import tea "charm.land/bubbletea/v2"

// stayOpen keeps the program open where an edit was not written: the person is to see why.
func (m *Model) stayOpen(err error) {
	if err != nil {
		m.quitting.asked = false
	}
}

// quit ends the program, after what is being written. Asked twice it ends at once.
func (m *Model) quit() tea.Cmd {
	if m.queue.now == nil && !m.panels.AtWork() || m.quitting.asked {
		return tea.Quit
	}
	m.quitting.asked = true
	m.say("Your edit is being written; q again leaves at once")
	return nil
}

// quits ends the program that was asked to end, when nothing is left to be written.
func (m *Model) quits() tea.Cmd {
	if m.queue.lent {
		return nil // its editor or shell is still there
	}
	if m.quitting.now || m.quitting.asked && m.queue.now == nil && !m.panels.AtWork() && len(m.queue.held) == 0 {
		return tea.Quit
	}
	return nil
}
