// Package commands runs the commands of a person's own, on the selected task.
package commands

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/ui/config"
	"sideboard/ui/effects"
	"sideboard/ui/host"
)

// Run runs a command on the selected task: with the terminal, or in the background. How it ended is said in words.
func Run(h host.Host, c config.Command) tea.Cmd {
	of := map[string]string{}
	if k, ok := h.Selected(); ok && h.Board().Task(k) != nil {
		file, dir := h.Workspace().FileOf(k)
		of = fieldsOf(h.Board().Task(k), file, dir)
	} else if c.NeedsTask() {
		h.Warn("Not run: " + c.Name + " is about a task, and none that can be read is selected")
		return nil
	}
	args, env, err := c.Process(of)
	if err != nil {
		h.Warn("Not run: " + err.Error())
		return nil
	}
	ended := func(err error) tea.Msg { return endedMsg{h, c.Name, args[0], err} }
	if c.Screen {
		return h.Lend(effects.OwnProcess(args, env), ended)
	}
	h.Say(c.Name + " runs in the background")
	return effects.RunOwn(args, env, ended)
}

// endedMsg is the end of a command.
type endedMsg struct {
	host    host.Host
	name    string
	program string
	err     error
}

// Apply says how it ended.
func (msg endedMsg) Apply() tea.Cmd {
	if msg.err != nil {
		msg.host.Fail(msg.name + " failed: " + msg.program + ": " + msg.err.Error())
		return nil
	}
	msg.host.Did(msg.name + " is done")
	return nil
}

// fieldsOf returns the values of the fields of a task whose file and directory are known.
func fieldsOf(t *tasks.Task, file, dir string) map[string]string {
	status := t.StatusText
	if t.Status != tasks.Foreign {
		status = t.Status.String()
	}
	return map[string]string{
		"id": t.ID.Text, "subject": t.Subject, "owner": t.Owner, "status": status, "worktree": t.Worktree, "list": t.List, "file": file, "dir": dir,
	}
}
