package ui

import (
	"fmt"
	"io"
	"os"
	"os/exec"

	tea "charm.land/bubbletea/v2"

	"sideboard/ui/phrase"
	"sideboard/ui/terminal"
)

// backMsg is the end of lending the terminal, and what came of it.
type backMsg struct{ came tea.Msg }

// lends gives the terminal to a command until that ends.
func (m *Model) lends(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
	m.typed.held = nil // what was typed ahead was meant for the command, not for the board
	if m.o.Terminal == nil {
		cmd.Stdin = os.Stdin // the terminal itself: through our own reader of it an editor would see a pipe
		return tea.ExecProcess(cmd, then)
	}
	return m.lendsTo(func(in *os.File, out io.Writer) error {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, out
		return cmd.Run()
	}, then)
}

func (m *Model) lendsTo(whom func(in *os.File, out io.Writer) error, then func(error) tea.Msg) tea.Cmd {
	m.typed.lent = true
	t := m.o.Terminal
	return func() tea.Msg { return backMsg{then(t.Lend(whom))} }
}

// suspend gives the terminal back to the shell until the program is continued.
func (m *Model) suspend() tea.Cmd {
	if m.o.Terminal == nil {
		return tea.Suspend
	}
	return m.lendsTo(func(*os.File, io.Writer) error { return terminal.Suspend() }, func(error) tea.Msg { return tea.ResumeMsg{} })
}

// apply has the terminal again. All of the screen is drawn anew, at the size it has now.
func (msg backMsg) apply(m *Model) tea.Cmd {
	late := len(m.typed.held)
	m.typed.held, m.typed.lent = nil, false
	if late > 0 {
		m.notice.Warn(fmt.Sprintf("%d %s too late for the editor, too early for the board", late, phrase.Plural(late, "key came", "keys came")))
	}
	return tea.Batch(m.dispatch(msg.came), tea.ClearScreen, tea.RequestWindowSize)
}
