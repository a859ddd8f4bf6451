package worktrees

import (
	"os/exec"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks/team"
	"sideboard/ui/host/hosttest"
)

type testError string

func (e testError) Error() string { return string(e) }

const errTest = testError("broken")

// worktreesIn returns the worktrees in a harness in which nobody is in a team. Programs that get the terminal are noted in did.
func worktreesIn(h *hosttest.Harness) (m *Model, did *[]string) {
	m, did = New(&h.Program.Program), new([]string)
	h.Edits = hosttest.Edits{Harness: h}
	m.Uses = Uses{
		Member: func(string) (team.Member, bool) { return team.Member{}, false }, HasEvents: func() bool { return false },
		Getenv: func(string) string { return "" },
		Lend: func(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
			return func() tea.Msg {
				*did = append(*did, filepath.Base(cmd.Path)+" in "+filepath.Base(cmd.Dir))
				return then(nil)
			}
		},
	}
	h.OnKey = func(a keymap.Action) tea.Cmd {
		if a == keymap.Worktree {
			m.ShowMenu(h.On)
		}
		return nil
	}
	return m, did
}
