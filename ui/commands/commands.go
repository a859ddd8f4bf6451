// Package commands runs the person's own commands on the selected task.
package commands

import (
	"os/exec"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/ui/config"
	"sideboard/ui/effects"
	"sideboard/ui/host"
)

// Uses is what the commands ask of the program.
type Uses struct {
	// LendAndPause lends the terminal to a command. The board comes back at a key, so that the output can be read.
	LendAndPause func(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd
}

// Model holds the commands and those that run in the background.
type Model struct {
	*host.Program
	Uses
	all  []config.Command
	runs *effects.Background
}

// New returns the commands of a program.
func New(p *host.Program, all []config.Command) *Model {
	return &Model{Program: p, all: all, runs: effects.NewBackground()}
}

// Close stops the commands in the background.
func (m *Model) Close() { m.runs.Close() }

// Run runs a command on the selected task, on the terminal or in the background. A notice says how it ended.
func (m *Model) Run(i int) tea.Cmd {
	c, of := m.all[i], map[string]string{}
	if k, ok := m.Selected(); ok && m.Board.Task(k) != nil {
		file, dir := m.Workspace.FileOf(k)
		of = fieldsOf(m.Board.Task(k), file, dir)
	} else if c.NeedsTask() {
		m.Warn("Not run: " + c.Name + " is about a task, and none that can be read is selected")
		return nil
	}
	args, env, err := c.Process(of)
	if err != nil {
		m.Warn("Not run: " + err.Error())
		return nil
	}
	ended := host.OnResult(func(err error) tea.Cmd {
		if err != nil {
			m.Error(c.Name + " failed: " + args[0] + ": " + err.Error())
		} else {
			m.Success(c.Name + " is done")
		}
		return nil
	})
	if c.Screen {
		return m.LendAndPause(effects.OwnProcess(args, env), ended)
	}
	m.Info(c.Name + " runs in the background, and ends with the board")
	return m.runs.Run(effects.Command{Args: args, Env: env}, ended)
}

// fieldsOf returns the values that a command may use of a task.
func fieldsOf(t *tasks.Task, file, dir string) map[string]string {
	status := t.StatusText
	if t.Status != tasks.Foreign {
		status = t.Status.String()
	}
	return map[string]string{
		"id": t.ID.Text, "subject": t.Subject, "owner": t.Owner, "status": status, "worktree": t.Worktree,
		"list": t.List, "file": file, "dir": dir,
	}
}
