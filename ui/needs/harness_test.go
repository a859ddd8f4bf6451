package needs

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
)

// needsIn returns the needs in a harness. Actions of the board are noted in did.
func needsIn(t *testing.T, h *hosttest.Harness) (m *Model, did *[]string) {
	t.Helper()
	m, did = New(&h.Program.Program), new([]string)
	note := func(what string) { *did = append(*did, what) }
	h.Edits = hosttest.Edits{Harness: h}
	h.Circumstances = func() board.Circumstances { return board.Circumstances{Now: h.Now, Errors: m.Errors()} }
	m.Uses = Uses{
		HasPane: func(string) bool { return true }, Opens: func(tasks.Key) bool { return false },
		ToPane:   func(owner string) tea.Cmd { note("pane of " + owner); return nil },
		ShowView: func(view.ViewKind) {}, Act: func(a keymap.Action) tea.Cmd { note("act " + h.KeyOf(a) + " on " + h.On.Name); return nil },
		Copy: func(what, _ string) tea.Cmd { note("copy " + what); return nil }, StayOpen: func(error) {},
	}
	h.OnKey = func(a keymap.Action) tea.Cmd {
		if a == keymap.ShowProblems {
			return m.Open()
		}
		return nil
	}
	return m, did
}
