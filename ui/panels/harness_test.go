package panels

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// editsOf carries out the edits of a harness.
type editsOf struct {
	*hosttest.Harness
}

func (e editsOf) CarryOut(edit tasks.Edit, err error) tea.Cmd {
	switch err := err.(type) {
	case nil:
		return e.Submit(edit)
	case board.Ask:
		e.SetMode(host.Question{Screen: &e.Program.Screen, Yes: "yes", No: "no", Words: func() view.Confirm { return host.ConfirmOf(err) }, Decided: func(yes bool) tea.Cmd {
			if !yes {
				return nil
			}
			return e.Submit(err.Edit)
		}})
	default:
		e.Refuse(err)
	}
	return nil
}

func (e editsOf) Submit(edit tasks.Edit) tea.Cmd {
	return func() tea.Msg {
		if _, err := e.Workspace.Batch().Apply(e.T.Context(), edit); err != nil {
			e.T.Error(err)
		}
		return nil
	}
}

func (e editsOf) SubmitAll([]tasks.Edit, string) tea.Cmd { return nil }

// panelsIn returns the panels in a harness. Actions of the board are noted in did.
func panelsIn(t *testing.T, h *hosttest.Harness) (m *Model, did *[]string) {
	t.Helper()
	m, did = New(&h.Program.Program), new([]string)
	note := func(what string) { *did = append(*did, what) }
	h.Edits = editsOf{Harness: h}
	h.Needs = func() []board.Need {
		return h.Board.Needs(board.Circumstances{Now: h.Now, Errors: m.Errors(), Agents: m.Agents()})
	}
	h.NeedWords = func(n board.Need) view.Text { return safetext.Line(n.Reason()) }
	m.Uses = Uses{
		OpenDir: func(dir string) tea.Cmd { note("open " + filepath.Base(dir)); return nil }, OpenAll: func() tea.Cmd { note("open all"); return nil },
		ShowView: func(view.ViewKind) {}, Act: func(a keymap.Action) tea.Cmd { note("act " + h.KeyOf(a) + " on " + h.On.Name); return nil },
		Applies: func(keymap.Action) bool { return true }, Lacks: func(keymap.Action) bool { return false },
		BoardScopes: func() []keymap.ScopeName { return []keymap.ScopeName{keymap.BoardScope} }, FooterKeys: h.FooterKeys,
		NeedHelp: func(n board.Need) (keymap.Action, string) {
			switch n.Kind {
			case board.InLoop, board.BlockerMissing:
				return keymap.Unlink, "unlinks it"
			case board.NeedsAnswer:
				return keymap.GoToTmuxPane, "goes to its tmux pane"
			case board.FileBroken, board.FileWrong:
				return keymap.ShowProblems, "lists what can be repaired"
			}
			return keymap.Nothing, ""
		},
		Copy: func(what, _ string) tea.Cmd { note("copy " + what); return nil }, StayOpen: func(error) {},
		Lend: func(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
			return func() tea.Msg {
				note(filepath.Base(cmd.Path) + " in " + filepath.Base(cmd.Dir))
				return then(nil)
			}
		},
	}
	h.OnKey = func(a keymap.Action) tea.Cmd {
		switch a {
		case keymap.ShowProblems:
			return m.ShowProblems()
		case keymap.SwitchList:
			return m.StartChoosing(false)
		case keymap.ReadPlan:
			return m.ReadPlan(h.On)
		case keymap.Worktree:
			m.ShowWorktreeMenu(h.On)
		case keymap.Help:
			m.ShowHelp()
		}
		return nil
	}
	return m, did
}

// put writes a file, and makes its directory.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
