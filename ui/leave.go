package ui

import tea "charm.land/bubbletea/v2"

// ending is the end of the program while edits are under way. What a person saw done must not be lost because the
// key that quits was quick: the program ends after the last edit was written, and stays if one was not.
type ending struct {
	unwritten int  // edits that were sent and not answered
	asked     bool // to quit as soon as there are none
}

// sent counts an edit that is on its way.
func (m *Model) sent(edit tea.Cmd) tea.Cmd {
	m.leave.unwritten++
	return edit
}

// arrived counts its answer, and quits if only that was waited for.
func (m *Model) arrived(err error, more tea.Cmd) tea.Cmd {
	m.leave.unwritten--
	switch {
	case err != nil:
		m.leave.asked = false // the person is to see why
	case m.leave.asked && m.leave.unwritten <= 0:
		return tea.Quit
	}
	return more
}

// quit ends the program, after what is being written. Asked twice it ends at once.
func (m *Model) quit() tea.Cmd {
	if m.leave.unwritten <= 0 || m.leave.asked {
		return tea.Quit
	}
	m.leave.asked = true
	m.say("Your edit is being written; q again leaves at once")
	return nil
}
