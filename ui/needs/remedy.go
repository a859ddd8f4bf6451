package needs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/keymap"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// helpChosen goes to the task of the chosen row and does there what helps, or copies the path of a file that has to be
// edited.
func (m *Model) helpChosen(v *needList, a keymap.Action) tea.Cmd {
	if !v.Applies(a) {
		v.err = "Not for this one"
		return nil
	}
	r, _ := v.chosen()
	k := r.key()
	switch a {
	case keymap.CopyID:
		file, _ := m.Workspace.FileOf(k)
		// on the board there is room to say so
		return tea.Batch(m.goToRow(v), m.Copy("the path of "+phrase.File(k), file))
	case keymap.GoToTmuxPane:
		m.ToBoard()
		return m.ToPane(r.need.Who)
	}
	m.ToBoard()
	m.ShowView(view.BoardView) // in a picture the action would mean the selected link
	m.Reveal(k)
	if at, _ := m.Selected(); at != k {
		m.Info(phrase.File(k) + " has no card")
		return nil
	}
	return m.Act(a)
}

// helpOf returns the action that helps with a row, apart from the doctor's repair; Nothing for none.
func (m *Model) helpOf(r row) keymap.Action {
	if r.finding != nil {
		return m.actionFor(r.finding)
	}
	if r.need == nil {
		return keymap.Nothing
	}
	a, _ := m.HelpFor(*r.need)
	if a == keymap.ShowProblems {
		return keymap.Nothing // this is the list
	}
	return a
}

// actionFor returns the action of the board that helps with a finding, Nothing for none.
func (m *Model) actionFor(f *doctor.Finding) keymap.Action {
	if len(f.Files) == 0 || m.WhyNotNow() != "" || board.CheckEdit(m.Board, f.Files[0]) != nil {
		return keymap.Nothing
	}
	switch f.Kind {
	case doctor.Loop, doctor.SelfLink, doctor.MissingBlocker:
		return keymap.Unlink
	case doctor.UnknownStatus:
		return keymap.EditOutside // the form has no status
	}
	return keymap.Nothing
}

// isManual reports whether a finding can only be repaired outside of this program.
func (m *Model) isManual(f *doctor.Finding) bool {
	return !m.canRepair(f) && m.actionFor(f) == keymap.Nothing
}

// Applies reports whether an action helps with the chosen row, or is not about rows.
func (v *needList) Applies(a keymap.Action) bool {
	if !slices.Contains(helpActions, a) {
		return true
	}
	r, ok := v.chosen()
	return ok && v.m.suits(r, a)
}

// suits reports whether an action helps with a row.
func (m *Model) suits(r row, a keymap.Action) bool {
	switch a {
	case keymap.Repair:
		return m.canRepair(r.finding)
	case keymap.CopyID:
		return r.finding != nil && m.isManual(r.finding)
	case keymap.EditOutside:
		if r.need != nil && r.need.Kind == board.FileBroken {
			return m.Opens(r.need.Key) && m.WhyNotNow() == ""
		}
	case keymap.Assign:
		return m.helpOf(r) == keymap.Release
	}
	return m.helpOf(r) == a
}

// helpActions are the actions that help with a row.
var helpActions = []keymap.Action{
	keymap.Repair, keymap.CopyID, keymap.Unlink, keymap.EditOutside, keymap.Release, keymap.Assign,
	keymap.Reopen, keymap.Claim, keymap.ApplyAgain, keymap.Worktree, keymap.GoToTmuxPane,
}
