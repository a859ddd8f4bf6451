package workspace

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
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

// ErrNoTrees is the error for a task whose design has no worktrees.
var ErrNoTrees = errors.New("agents of this design keep no worktrees")

// IsClaudeCode reports whether a list is one of Claude Code.
func (w *Workspace) IsClaudeCode(list string) bool {
	r, err := w.directoryOf(list)
	return err == nil && r.isClaudeCode()
}

func (r *directory) isClaudeCode() bool {
	return slices.ContainsFunc(r.configs, func(c string) bool { return filepath.Dir(r.place.Dir) == filepath.Join(c, "tasks") })
}

// repo returns the repository of the worktrees that tasks of a design name: for a list of Claude Code that of the current directory.
func (r *directory) repo(ctx context.Context, t *tasks.Traits) (*worktree.Repo, error) {
	form := worktree.FormOf(t.Dialect)
	switch {
	case r.isClaudeCode() && r.cwd != "":
		return worktree.OpenAt(ctx, r.cwd, form)
	case form == worktree.NoForm:
		return nil, ErrNoTrees
	}
	return worktree.Open(ctx, r.place.Dir, form)
}

// Work returns what was done in the worktree with the name that a task of a list has, or in the one at path. If git does not have it, Known
// is false.
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
		tree, found.Known, err = claudeTree(ctx, repo, name)
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

// claudeTree returns the worktree that Claude Code made for an agent.
func claudeTree(ctx context.Context, r *worktree.Repo, name string) (worktree.Tree, bool, error) {
	all, err := r.Trees(ctx)
	for _, tree := range all {
		in := filepath.Dir(tree.Path)
		if tree.Name == name && filepath.Base(in) == "worktrees" && filepath.Base(filepath.Dir(in)) == ".claude" {
			return tree, true, nil
		}
	}
	return worktree.Tree{}, false, err
}

// Trees returns the worktrees that tasks of a list can be bound to, in the order of git.
func (w *Workspace) Trees(list string, t *tasks.Traits) ([]worktree.Tree, error) {
	ctx, cancel := w.withGitTimeout()
	defer cancel()
	return ask(w, list, func(r *directory) ([]worktree.Tree, error) { return r.trees(ctx, t) })
}

func (r *directory) trees(ctx context.Context, t *tasks.Traits) ([]worktree.Tree, error) {
	repo, err := r.repo(ctx, t)
	if err != nil {
		return nil, err
	}
	all, err := repo.Trees(ctx)
	var ours []worktree.Tree
	for _, tree := range all {
		if tree.Ours && !tree.Missing {
			ours = append(ours, tree)
		}
	}
	return ours, err
}

// treeNames returns the names of all worktrees, if a task names one; nil if none does or git fails.
func (r *directory) treeNames(ctx context.Context, all []*tasks.Task) map[string]bool {
	for _, t := range all {
		if t.Worktree == "" || worktree.FormOf(t.Traits.Dialect) == worktree.NoForm {
			continue
		}
		trees, err := r.trees(ctx, t.Traits)
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

// KnownTrees returns for each worktree of the project of a list whether agents of a design find it: it must be on the branch of its
// name.
func (w *Workspace) KnownTrees(list string, t *tasks.Traits) (map[string]bool, error) {
	all, err := w.Trees(list, t)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, tree := range all {
		names[tree.Name] = worktree.FormOf(t.Dialect).CheckTree(tree) == nil
	}
	return names, nil
}

// CreateTree makes a worktree on a branch of its own: for a task, or for none in the project of the task's list. bind binds the task to
// it. If bind is nil, the caller does so afterwards, and the worktree is noted as the task's if that has no other by then.
func (w *Workspace) CreateTree(t *tasks.Task, forIt bool, name string, bind func() bool) (worktree.Tree, error) {
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
	err := w.changeTrees(t, func(ctx context.Context, r *worktree.Repo) (err error) {
		made, err = r.Create(ctx, name, of)
		return err
	})
	return made, err
}

// KeepTree notes that a worktree is kept.
func (w *Workspace) KeepTree(t *tasks.Task, name string) error {
	return w.changeTrees(t, func(ctx context.Context, r *worktree.Repo) error { return r.Keep(ctx, name) })
}

// RemoveTree removes a worktree. If work would be lost, the error is a *worktree.UnsavedError; discard is that of an earlier call whose
// work may be lost, or nil.
func (w *Workspace) RemoveTree(t *tasks.Task, name string, discard *worktree.UnsavedError) error {
	return w.changeTrees(t, func(ctx context.Context, r *worktree.Repo) error { return r.Remove(ctx, name, discard) })
}

// treeChangeTimeout is how long git may take to make or remove a worktree, which is a whole project. Closing the workspace does not stop
// it.
const treeChangeTimeout = 3 * time.Minute

// changeTrees calls do with the repository of a task, if its directory may be written.
func (w *Workspace) changeTrees(t *tasks.Task, do func(context.Context, *worktree.Repo) error) error {
	r, err := w.directoryOf(t.List)
	if err != nil {
		return err
	}
	if err := r.store.Writable(); err != nil {
		return err
	}
	if worktree.FormOf(t.Traits.Dialect) == worktree.NoForm {
		return ErrNoTrees
	}
	ctx, cancel := context.WithTimeout(context.Background(), treeChangeTimeout)
	defer cancel()
	repo, err := r.repo(ctx, t.Traits)
	if err != nil {
		return fmt.Errorf("find the repository: %w", err)
	}
	return do(ctx, repo)
}
