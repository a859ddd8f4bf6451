package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Repo is the git repository a task directory lies in, and its worktrees.
type Repo struct {
	project string // the directory .worktrees lies in
	form    Form
}

// Tree is one worktree.
type Tree struct {
	Name    string // as tasks name it; of one that is not ours the last part of its path
	Path    string // absolute
	Branch  string // "wt/name"; "" for none
	Head    string // the commit it is at
	Ours    bool   // it lies in .worktrees: the agents of this directory made it, and it may be kept and removed
	Missing bool   // git knows it and its directory is not there
	Locked  bool   // git was told not to touch it
}

// Open finds the repository of a task directory. The error says why there is none: no git, no repository.
func Open(ctx context.Context, dir string, form Form) (*Repo, error) {
	return OpenAt(ctx, Project(dir), form)
}

// Project returns the directory that a task directory lies in, whose worktrees its tasks name.
func Project(dir string) string {
	project := filepath.Dir(filepath.Clean(dir))
	if filepath.Base(project) == ".tasks" {
		project = filepath.Dir(project)
	}
	return project
}

// OpenAt finds the repository of a project.
func OpenAt(ctx context.Context, project string, form Form) (*Repo, error) {
	if _, err := query(ctx, project, "rev-parse", "--git-dir"); err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return nil, fmt.Errorf("%s is in no git repository", filepath.Base(project))
		}
		return nil, err
	}
	return &Repo{project: project, form: form}, nil
}

// Dir returns the directory the worktrees of this project lie in; it need not exist.
func (r *Repo) Dir() string { return filepath.Join(r.project, ".worktrees") }

// path returns where a worktree of a name lies.
func (r *Repo) path(name string) string { return filepath.Join(r.Dir(), name) }

func branchName(name string) string { return "wt/" + name }

// Trees returns all worktrees git knows but the project's own, in git's order.
func (r *Repo) Trees(ctx context.Context) ([]Tree, error) {
	out, err := query(ctx, r.project, "worktree", "list", "--porcelain")
	if err != nil {
		return nil, err
	}
	ours := realPath(r.Dir())
	var all []Tree
	for i, block := range strings.Split(strings.TrimSpace(out), "\n\n") {
		if i == 0 {
			continue // the repository's own, which comes first
		}
		var t Tree
		for _, line := range strings.Split(block, "\n") {
			word, rest, _ := strings.Cut(line, " ")
			switch word {
			case "worktree":
				t.Path = rest
			case "HEAD":
				t.Head = rest
			case "branch":
				t.Branch = strings.TrimPrefix(rest, "refs/heads/")
			case "prunable":
				t.Missing = true
			case "locked":
				t.Locked = true
			}
		}
		t.Name = filepath.Base(t.Path)
		t.Ours = filepath.Dir(realPath(t.Path)) == ours
		all = append(all, t)
	}
	return all, nil
}

// Tree finds the worktree a task names; false where git knows none of that name.
func (r *Repo) Tree(ctx context.Context, name string) (Tree, bool, error) {
	all, err := r.Trees(ctx)
	if err != nil {
		return Tree{}, false, err
	}
	for _, t := range all {
		if t.Ours && t.Name == name {
			return t, true, nil
		}
	}
	return Tree{}, false, nil
}

// At finds the worktree that lies at a path; false where git knows none there. What others say where a worktree is
// counts only if the project's own git says so too: no git is run in a directory that somebody merely named.
func (r *Repo) At(ctx context.Context, path string) (Tree, bool, error) {
	all, err := r.Trees(ctx)
	if err != nil {
		return Tree{}, false, err
	}
	path = realPath(path)
	for _, t := range all {
		if realPath(t.Path) == path {
			return t, true, nil
		}
	}
	return Tree{}, false, nil
}

// realPath returns a path without links, as git spells it. Of what does not exist the part that does is resolved.
func realPath(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(realPath(dir), filepath.Base(path))
	}
	return path
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
