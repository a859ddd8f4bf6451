package panels

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// cureChosen goes to the task of the chosen problem and does there what helps, or copies the path of a file that is put right by hand.
func (m *Model) cureChosen(mode problemList, a keymap.Action) tea.Cmd {
	if on, _ := m.Offers(a); !on {
		mode.err = "Not for this problem"
		m.SetMode(mode)
		return nil
	}
	f, _ := mode.chosen()
	k := f.Files[0]
	if a == keymap.CopyID {
		file, _ := m.Workspace().FileOf(k)
		return tea.Batch(m.goToTrouble(mode), m.Copy("the path of "+phrase.File(k), file)) // there is room to say so
	}
	m.ToBoard()
	m.ShowView(view.BoardView) // of a picture it would mean the selected link
	m.Reveal(k)
	m.RefreshKeys()
	if at, _ := m.Selected(); at != k {
		m.Say(phrase.File(k) + " has no card")
		return m.RefreshDetail()
	}
	return tea.Batch(m.RefreshDetail(), m.Act(a))
}

// cure returns what a person can do about a finding on its board, Nothing where that is nothing.
func (m *Model) cure(f *workspace.Finding) keymap.Action {
	if len(f.Files) == 0 || m.WhyNotNow() != "" || board.CheckEdit(m.Board(), f.Files[0]) != nil {
		return keymap.Nothing
	}
	switch f.Kind {
	case workspace.Looping, workspace.Itself, workspace.Dangling:
		return keymap.Unlink
	case workspace.Strange:
		return keymap.EditOutside // the form has no status
	}
	return keymap.Nothing
}

// byHand reports whether a finding is put right outside this program alone: its files are named.
func (m *Model) byHand(f *workspace.Finding) bool {
	return !m.canRepair(*f) && m.cure(f) == keymap.Nothing
}

// Offers reports whether an action helps with the chosen problem; is tells whether that is the list's to say.
func (m *Model) Offers(a keymap.Action) (on, is bool) {
	mode, open := m.Mode().(problemList)
	if !open {
		return false, false
	}
	f, ok := mode.chosen()
	switch a {
	case keymap.Repair:
		return m.canRepair(f), true
	case keymap.Unlink, keymap.EditOutside:
		return m.cure(&f) == a, true
	case keymap.CopyID:
		return ok && len(f.Files) > 0 && m.byHand(&f), true
	}
	return false, false
}
