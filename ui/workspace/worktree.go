package workspace

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/worktree"
)

// Work is a worktree and what was done in it.
type Work struct {
	worktree.Work
	Known  bool             // git has it
	Events []worktree.Event // its events, oldest first
}

// ErrNoWorktrees is the error for a task whose design has no worktrees.
var ErrNoWorktrees = errors.New("agents of this design keep no worktrees")

// IsClaudeCode reports whether a list is one of Claude Code.
func (w *Workspace) IsClaudeCode(list string) bool {
	r, err := w.directoryOf(list)
	return err == nil && r.isClaudeCode()
}

// Work returns what was done in the worktree with the name that a task of a list has, or in the one at path. If git
// does not have it, Known is false.
func (w *Workspace) Work(list string, t *tasks.Traits, name, path string) (Work, error) {
	r, err := w.directoryOf(list)
	if err != nil {
		return Work{}, err
	}
	ctx, cancel := w.withGitTimeout()
	defer cancel()
	repo, err := r.repo(ctx, t)
	if err != nil {
		return Work{}, err
	}
	found := Work{}
	var tree worktree.Tree
	switch {
	case path != "":
		tree, found.Known, err = repo.At(ctx, path)
	case r.isClaudeCode():
		tree, found.Known, err = claudeWorktree(ctx, repo, name)
	default:
		tree, found.Known, err = repo.Tree(ctx, name)
		found.Events = repo.Events(name)
	}
	if err != nil || !found.Known {
		return found, err
	}
	found.Work, err = repo.Work(ctx, tree)
	return found, err
}

// claudeWorktree returns the worktree that Claude Code made for an agent.
func claudeWorktree(ctx context.Context, r *worktree.Repo, name string) (worktree.Tree, bool, error) {
	all, err := r.Trees(ctx)
	for _, tree := range all {
		in := filepath.Dir(tree.Path)
		if tree.Name == name && filepath.Base(in) == "worktrees" && filepath.Base(filepath.Dir(in)) == ".claude" {
			return tree, true, nil
		}
	}
	return worktree.Tree{}, false, err
}

// Worktrees returns the worktrees that tasks of a list can be bound to, in the order of git.
func (w *Workspace) Worktrees(list string, t *tasks.Traits) ([]worktree.Tree, error) {
	ctx, cancel := w.withGitTimeout()
	defer cancel()
	return ask(w, list, func(r *directory) ([]worktree.Tree, error) { return r.worktrees(ctx, t) })
}

// worktreeNames returns the names of all worktrees, if a task names one; nil if none does or git fails.
func (d *directory) worktreeNames(ctx context.Context, all []*tasks.Task) map[string]bool {
	for _, t := range all {
		if t.Worktree == "" || worktree.FormOf(t.Traits.Dialect) == worktree.NoForm {
			continue
		}
		trees, err := d.worktrees(ctx, t.Traits)
		if err != nil {
			return nil
		}
		names := map[string]bool{}
		for _, tree := range trees {
			names[tree.Name] = true
		}
		return names
	}
	return nil
}

// KnownWorktrees returns for each worktree of the project of a list whether agents of a design find it: it must be on
// the branch of its name.
func (w *Workspace) KnownWorktrees(list string, t *tasks.Traits) (map[string]bool, error) {
	all, err := w.Worktrees(list, t)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, tree := range all {
		names[tree.Name] = worktree.FormOf(t.Dialect).CheckTree(tree) == nil
	}
	return names, nil
}

// CreateWorktree makes a worktree on a branch of its own: for a task, or for none in the project of the task's list.
// bind binds the task to it. If bind is nil, the caller does so afterwards, and the worktree is noted as the task's if
// that has no other by then.
func (w *Workspace) CreateWorktree(t *tasks.Task, forIt bool, name string, bind func() bool) (worktree.Tree, error) {
	var made worktree.Tree
	var of worktree.Task
	if forIt {
		of = worktree.Task{ID: t.ID.Text, Num: t.ID.Num, Bind: bind}
		if bind == nil {
			of.Bind = func() bool {
				now, err := w.Read(t.Key)
				return err == nil && now.Task.Worktree == t.Worktree
			}
		}
	}
	err := w.changeWorktrees(t, func(ctx context.Context, r *worktree.Repo) (err error) {
		made, err = r.Create(ctx, name, of)
		return err
	})
	return made, err
}

// KeepWorktree notes that a worktree is kept.
func (w *Workspace) KeepWorktree(t *tasks.Task, name string) error {
	return w.changeWorktrees(t, func(ctx context.Context, r *worktree.Repo) error { return r.Keep(ctx, name) })
}

// RemoveWorktree removes a worktree. If work would be lost, the error is a *worktree.UnsavedError; discard is that of
// an earlier call whose work may be lost, or nil.
func (w *Workspace) RemoveWorktree(t *tasks.Task, name string, discard *worktree.UnsavedError) error {
	return w.changeWorktrees(t, func(ctx context.Context, r *worktree.Repo) error {
		return r.Remove(ctx, name, discard)
	})
}

// worktreeChangeTimeout is how long git may take to make or remove a worktree, which is a whole project. Closing the
// workspace does not stop it.
const worktreeChangeTimeout = 3 * time.Minute

// changeWorktrees calls do with the repository of a task, if its directory may be written.
func (w *Workspace) changeWorktrees(t *tasks.Task, do func(context.Context, *worktree.Repo) error) error {
	r, err := w.directoryOf(t.List)
	if err != nil {
		return err
	}
	if err := r.writable(); err != nil {
		return err
	}
	if worktree.FormOf(t.Traits.Dialect) == worktree.NoForm {
		return ErrNoWorktrees
	}
	ctx, cancel := context.WithTimeout(context.Background(), worktreeChangeTimeout)
	defer cancel()
	repo, err := r.repo(ctx, t.Traits)
	if err != nil {
		return fmt.Errorf("find the repository: %w", err)
	}
	return do(ctx, repo)
}
