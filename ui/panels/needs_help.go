package panels

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/keymap"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// helpChosen goes to the task of the chosen row and does there what helps, or copies the path of a file that is put right by hand.
func (m *Model) helpChosen(v *needList, a keymap.Action) tea.Cmd {
	if !v.Applies(a) {
		v.err = "Not for this one"
		return nil
	}
	r, _ := v.chosen()
	k := r.key()
	switch a {
	case keymap.CopyID:
		file, _ := m.Workspace().FileOf(k)
		return tea.Batch(m.goToRow(v), m.Copy("the path of "+phrase.File(k), file)) // there is room to say so
	case keymap.GoToTmuxPane:
		m.ToBoard()
		return m.ToPane(r.need.Who)
	}
	m.ToBoard()
	m.ShowView(view.BoardView) // of a picture it would mean the selected link
	m.Reveal(k)
	if at, _ := m.Selected(); at != k {
		m.Say(phrase.File(k) + " has no card")
		return nil
	}
	return m.Act(a)
}

// helpOf returns the key that helps with a row besides its repair, and in words what it does where the doctor does not say so; Nothing
// where there is none.
func (m *Model) helpOf(r row) (a keymap.Action, does string) {
	if r.found != nil {
		return m.cure(r.found), ""
	}
	if r.need == nil {
		return keymap.Nothing, ""
	}
	if a, does = m.NeedHelp(*r.need); a == keymap.ShowProblems {
		return keymap.Nothing, "" // this is the list
	}
	return a, does
}

// cure returns what a person can do about a finding on its board, Nothing where that is nothing.
func (m *Model) cure(f *doctor.Finding) keymap.Action {
	if len(f.Files) == 0 || m.WhyNotNow() != "" || board.CheckEdit(m.Board(), f.Files[0]) != nil {
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

// byHand reports whether a finding is put right outside this program alone: its files are named.
func (m *Model) byHand(f *doctor.Finding) bool {
	return !m.canRepair(f) && m.cure(f) == keymap.Nothing
}

// Applies reports whether an action helps with the chosen row, or is none that helps with rows.
func (v *needList) Applies(a keymap.Action) bool {
	if !slices.Contains(helpful, a) {
		return true
	}
	r, ok := v.chosen()
	switch a {
	case keymap.Repair:
		return v.m.canRepair(r.found)
	case keymap.CopyID:
		return ok && r.found != nil && v.m.byHand(r.found)
	}
	help, _ := v.m.helpOf(r)
	return help == a
}

// helpful are the keys that help with a row.
var helpful = []keymap.Action{
	keymap.Repair, keymap.CopyID, keymap.Unlink, keymap.EditOutside, keymap.Release, keymap.Reopen, keymap.Claim, keymap.ApplyAgain, keymap.Worktree,
	keymap.GoToTmuxPane,
}
