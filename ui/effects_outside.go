package ui

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/ui/workspace"
)

// What the board does to what lies beside the tasks: their worktrees, and the terminals of who works on them.

// lookAtTree asks git about a worktree, after a rest.
func lookAtTree(d *workspace.Workspace, t *tasks.Traits, at treeAt, rest time.Duration, epoch int) tea.Cmd {
	return func() tea.Msg {
		if rest > 0 {
			select {
			case <-time.After(rest):
			case <-d.Context().Done():
			}
		}
		w, err := d.Work(at.list, t, at.name, at.path)
		return workMsg{epoch: epoch, at: at, work: w, err: err}
	}
}

// lookAndOpen asks git where a worktree is, for a shell to be opened in it.
func lookAndOpen(d *workspace.Workspace, t *tasks.Traits, at treeAt, epoch int) tea.Cmd {
	return func() tea.Msg {
		w, err := d.Work(at.list, t, at.name, at.path)
		return workMsg{epoch, at, true, w, err}
	}
}

// openShell gives the terminal to a shell in a directory, until it is left.
func (m *Model) openShell(shell, dir string) tea.Cmd {
	cmd := exec.Command(shell)
	cmd.Dir = dir
	return m.lends(cmd, func(err error) tea.Msg {
		var left *exec.ExitError
		if errors.As(err, &left) {
			err = nil // how a shell was left says nothing
		}
		return shellMsg{err}
	})
}

// listTrees asks git which worktrees a task could be bound to.
func listTrees(d *workspace.Workspace, of tasks.Key, t *tasks.Traits, epoch int) tea.Cmd {
	return func() tea.Msg {
		all, err := d.Trees(of.List, t)
		return treesMsg{epoch, of, all, err}
	}
}

// listKnown asks git which worktrees agents would find for the tasks of a list: those on a branch of their name.
func listKnown(d *workspace.Workspace, t *tasks.Task, epoch int) tea.Cmd {
	return func() tea.Msg {
		all, err := d.Trees(t.List, t.Traits)
		msg := knownMsg{epoch: epoch, list: t.List}
		if err == nil {
			msg.names = map[string]bool{}
		}
		for _, tree := range all {
			msg.names[tree.Name] = d.CanBindTree(t.Traits, tree) == nil
		}
		return msg
	}
}

// makeTree makes a worktree.
func makeTree(d *workspace.Workspace, t *tasks.Task, name string, epoch int) tea.Cmd {
	return func() tea.Msg {
		made, err := d.CreateTree(t, name)
		return treedMsg{epoch: epoch, act: treeMade, of: t.Key, name: name, done: made.Path != "", err: err}
	}
}

// keepTree notes that a worktree is kept.
func keepTree(d *workspace.Workspace, t *tasks.Task, name string, epoch int) tea.Cmd {
	return func() tea.Msg {
		err := d.KeepTree(t, name)
		return treedMsg{epoch: epoch, act: treeKept, of: t.Key, name: name, done: err == nil, err: err}
	}
}

// removeTree removes a worktree, and of the work in it no more than may be discarded.
func removeTree(d *workspace.Workspace, t *tasks.Task, name string, discard *workspace.UnsavedError, epoch int) tea.Cmd {
	return func() tea.Msg {
		err := d.RemoveTree(t, name, discard)
		var untold *workspace.UnloggedError
		return treedMsg{epoch: epoch, act: treeRemoved, of: t.Key, name: name, done: err == nil || errors.As(err, &untold), err: err}
	}
}

// awaitBeside waits until what lies beside the tasks is other than it was.
func awaitBeside(d *workspace.Workspace, was *workspace.Surroundings, epoch int) tea.Cmd {
	return func() tea.Msg {
		b, err := d.NextSurroundings(was)
		return membersMsg{epoch, b, err}
	}
}

// goToPane shows a pane of the tmux this program runs in. server is what tmux calls its environment.
func goToPane(pane, server string) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		tmux := func(args ...string) (string, error) {
			cmd := exec.CommandContext(ctx, "tmux", args...)
			cmd.Env = append(os.Environ(), "TMUX="+server)
			out, err := cmd.CombinedOutput()
			said := strings.TrimSpace(string(out))
			if err != nil && said != "" {
				err = errors.New("tmux: " + said)
			}
			return said, err
		}
		if said, err := tmux("display-message", "-p", "-t", pane, "#{pane_id}"); err != nil || said != pane {
			return paneMsg{pane, errors.New("tmux has no pane " + pane + " any more")}
		}
		for _, to := range []string{"select-window", "select-pane", "switch-client"} {
			if _, err := tmux(to, "-t", pane); err != nil {
				return paneMsg{pane, err}
			}
		}
		return paneMsg{pane, nil}
	}
}

// lookAtTodo reads what a session's list of what to do has wrong about a task; fix says that it is to be put right.
func lookAtTodo(d *workspace.Workspace, k tasks.Key, fix bool, epoch int) tea.Cmd {
	return func() tea.Msg {
		todo, err := d.Todo(k)
		return todoMsg{epoch, k, fix, todo, err}
	}
}

// readPapers reads what lies beside a session's tasks.
func readPapers(d *workspace.Workspace, list string, epoch int) tea.Cmd {
	return func() tea.Msg {
		papers, ok := d.SessionPlan(list)
		return planMsg{epoch, papers, ok}
	}
}
