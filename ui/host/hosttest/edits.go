package hosttest

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Edits are the edits of a harness: one that asks is made once the question was answered with yes.
type Edits struct{ *Harness }

// CarryOut makes an edit, asks its question, or says why it is refused.
func (e Edits) CarryOut(edit tasks.Edit, err error) tea.Cmd {
	switch err := err.(type) {
	case nil:
		return e.Submit(edit)
	case board.Ask:
		e.SetMode(host.Question{
			Screen: &e.Program.Screen, Yes: "yes", No: "no", Words: func() view.Confirm { return host.ConfirmOf(err) },
			Decided: func(yes bool) tea.Cmd {
				if !yes {
					return nil
				}
				return e.Submit(err.Edit)
			},
		})
	default:
		e.Refuse(err)
	}
	return nil
}

// Submit makes an edit in the directory.
func (e Edits) Submit(edit tasks.Edit) tea.Cmd {
	return func() tea.Msg {
		if _, err := e.Workspace.Batch().Apply(e.T.Context(), edit); err != nil {
			e.T.Error(err)
		}
		return nil
	}
}

// SubmitAll does nothing.
func (e Edits) SubmitAll([]tasks.Edit, string) tea.Cmd { return nil }
