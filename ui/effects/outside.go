package effects

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/workspace"
)

// What is done to what lies beside the tasks: their worktrees, a session's plan, and the terminals of who works on them.

// Work asks git about a worktree of the project of a list, after a rest: by the name a task has for it, or by its path.
func Work(d *workspace.Workspace, list string, t *tasks.Traits, name, path string, rest time.Duration, then func(workspace.Work, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		sleep(d, rest)
		return then(d.Work(list, t, name, path))
	}
}

// Trees asks git which worktrees the tasks of a list could be bound to.
func Trees(d *workspace.Workspace, list string, t *tasks.Traits, then func([]workspace.Tree, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.Trees(list, t)) }
}

// KnownTrees asks git which worktrees agents would find for the tasks of a list: those on a branch of their name. It
// answers nil where git does not say.
func KnownTrees(d *workspace.Workspace, t *tasks.Task, then func(map[string]bool) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		all, err := d.Trees(t.List, t.Traits)
		if err != nil {
			return then(nil)
		}
		names := map[string]bool{}
		for _, tree := range all {
			names[tree.Name] = d.CanBindTree(t.Traits, tree) == nil
		}
		return then(names)
	}
}

// CreateTree makes a worktree, for a task or for none in the project of its list. That it was made and an error together mean that
// only the telling of it failed.
func CreateTree(d *workspace.Workspace, t *tasks.Task, forIt bool, name string, then func(made bool, err error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		tree, err := d.CreateTree(t, forIt, name)
		return then(tree.Path != "", err)
	}
}

// KeepTree notes that a worktree is kept.
func KeepTree(d *workspace.Workspace, t *tasks.Task, name string, then func(kept bool, err error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		err := d.KeepTree(t, name)
		return then(err == nil, err)
	}
}

// RemoveTree removes a worktree, and of the work in it no more than may be discarded. That it was removed and an error
// together mean that only the telling of it failed.
func RemoveTree(d *workspace.Workspace, t *tasks.Task, name string, discard *workspace.UnsavedError, then func(removed bool, err error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		err := d.RemoveTree(t, name, discard)
		var untold *workspace.UnloggedError
		return then(err == nil || errors.As(err, &untold), err)
	}
}

// Instruction makes the text for an agent.
func Instruction(d *workspace.Workspace, k tasks.Key, then func(string, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.Instruction(k)) }
}

// Todo reads what a session's list of what to do has wrong about a task.
func Todo(d *workspace.Workspace, k tasks.Key, then func(workspace.Todo, error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.Todo(k)) }
}

// Plan reads what lies beside a session's tasks, false where they are of none.
func Plan(d *workspace.Workspace, list string, then func(locate.SessionFiles, bool) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.SessionPlan(list)) }
}

// GoToPane shows a pane of the tmux this program runs in. server is what tmux calls its environment.
func GoToPane(pane, server string, then func(error) tea.Msg) tea.Cmd {
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
			return then(errors.New("tmux has no pane " + pane + " any more"))
		}
		for _, to := range []string{"select-window", "select-pane", "switch-client"} {
			if _, err := tmux(to, "-t", pane); err != nil {
				return then(err)
			}
		}
		return then(nil)
	}
}
