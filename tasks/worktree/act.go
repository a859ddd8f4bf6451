package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Task is the task a worktree is for, as the events name it.
type Task struct {
	ID  string // its id; "" for none
	Num bool   // the id is a number
}

// Unsaved is the error of Remove for a worktree with work in it that would be lost.
type Unsaved struct {
	Name    string
	Changed int // files that are not committed
	Commits int // commits that no other branch has
}

// Error names what would be lost.
func (u *Unsaved) Error() string {
	var what []string
	if u.Changed > 0 {
		what = append(what, counted(u.Changed, "file that is not committed", "files that are not committed"))
	}
	if u.Commits > 0 {
		what = append(what, counted(u.Commits, "commit that no other branch has", "commits that no other branch has"))
	}
	return fmt.Sprintf("worktree %s has %s", u.Name, strings.Join(what, " and "))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Create makes a worktree on a new branch, from what the project's own branch is at. Nothing is left behind where
// git refuses. An error after git has succeeded says that only the telling of it failed.
func (r *Repo) Create(ctx context.Context, name string, of Task) (Tree, error) {
	if err := r.form.Name(name); err != nil {
		return Tree{}, err
	}
	if exists(r.path(name)) {
		return Tree{}, fmt.Errorf("%s is there already", filepath.Join(".worktrees", name))
	}
	made := !exists(r.Dir())
	if err := os.MkdirAll(r.Dir(), 0o755); err != nil {
		return Tree{}, fmt.Errorf("make .worktrees: %w", err)
	}
	if _, err := git(ctx, r.project, "worktree", "add", "-b", branch(name), r.path(name), "HEAD"); err != nil {
		if made {
			_ = os.Remove(r.Dir()) // empty, or not ours to remove
		}
		return Tree{}, err
	}
	t, ok, err := r.Tree(ctx, name)
	if err == nil && !ok {
		err = fmt.Errorf("git made worktree %s and does not list it", name)
	}
	if err != nil {
		return Tree{}, err
	}
	return t, r.tell(created, t, of)
}

// Keep writes down that a worktree stays although its task is over. Nothing else is changed.
func (r *Repo) Keep(ctx context.Context, name string, of Task) error {
	t, ok, err := r.Tree(ctx, name)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("git knows no worktree %s", name)
	}
	return r.tell(kept, t, of)
}

// Remove removes a worktree, and its branch where its agents do. Work that would be lost is refused with *Unsaved,
// unless all of it is what a person said may be discarded; what came since is refused again. The task keeps naming it,
// as its agents leave it.
func (r *Repo) Remove(ctx context.Context, name string, of Task, discard *Unsaved) error {
	t, ok, err := r.Tree(ctx, name)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("git knows no worktree %s", name)
	}
	if t.Locked {
		return fmt.Errorf("git was told to keep worktree %s locked: git worktree unlock %s", name, t.Path)
	}
	w, err := r.Work(ctx, t)
	if err != nil {
		return err
	}
	u := &Unsaved{Name: name, Changed: w.Changed}
	withBranch := r.form != S12wt && t.Branch == branch(name)
	if withBranch || t.Branch == "" {
		u.Commits = w.Unsaved
	}
	if t.Branch == "" {
		u.Commits = w.Ahead // it is on no branch: nothing else holds what was committed there
	}
	may := Unsaved{}
	if discard != nil {
		may = *discard
	}
	if u.Changed > may.Changed || u.Commits > may.Commits {
		return u
	}
	args := []string{"worktree", "remove"}
	if u.Changed > 0 {
		args = append(args, "--force")
	}
	if _, err := git(ctx, r.project, append(args, t.Path)...); err != nil {
		return err
	}
	if withBranch {
		if _, err := git(ctx, r.project, "branch", "-D", t.Branch); err != nil {
			return fmt.Errorf("worktree %s is removed, its branch is not: %w", name, err)
		}
	}
	return r.tell(removed, t, of)
}
