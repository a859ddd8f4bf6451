package worktree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sideboard/tasks/locate"
)

// Task is the task that a worktree is for, as in events.
type Task struct {
	ID  string // its id; "" for none
	Num bool   // the id is a number

	// Bind binds the task when git has made the worktree, before the event is written, and reports whether it did:
	// events name only tasks that are bound. If it is nil, the caller binds the task.
	Bind func() bool
}

// UnsavedError is the error of Remove for a worktree whose work would be lost.
type UnsavedError struct {
	Name    string
	Changed int // files that are not committed
	Ignored int // files and directories that git ignores, if agents of this form count them
	Commits int // commits that no other branch has
}

// Error returns what would be lost.
func (u *UnsavedError) Error() string {
	var what []string
	if u.Changed > 0 {
		what = append(what, count(u.Changed, "file that is not committed", "files that are not committed"))
	}
	if u.Ignored > 0 {
		what = append(what, count(u.Ignored, "file that git ignores", "files that git ignores"))
	}
	if u.Commits > 0 {
		what = append(what, count(u.Commits, "commit that no other branch has", "commits that no other branch has"))
	}
	return fmt.Sprintf("worktree %s has %s", u.Name, strings.Join(what, " and "))
}

// count returns a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// UnloggedError is the error of an action that git has done but that could not be written to the events or the index.
type UnloggedError struct {
	File string // its name in .worktrees
	Err  error
}

// Error returns the name of the file that was not written, and why.
func (u *UnloggedError) Error() string {
	return "it is not noted in " + filepath.Join(".worktrees", u.File) + ": " + u.Err.Error()
}

func (u *UnloggedError) Unwrap() error { return u.Err }

// BranchLeftError is the error of a removal after which git could not delete the branch of the worktree.
type BranchLeftError struct {
	Branch string
	Err    error
}

// Error returns why the branch is still there, and how to delete it.
func (b *BranchLeftError) Error() string {
	return fmt.Sprintf("its branch is still there: %v; delete it with git branch -D %s", b.Err, b.Branch)
}

func (b *BranchLeftError) Unwrap() error { return b.Err }

// IsDone reports whether an action with this error was done: the error is nil, an *UnloggedError or a *BranchLeftError.
func IsDone(err error) bool {
	_, unlogged := errors.AsType[*UnloggedError](err)
	_, branch := errors.AsType[*BranchLeftError](err)
	return err == nil || unlogged || branch
}

// Create makes a worktree on a new branch from the HEAD of the project. If git refuses, nothing is left behind. The
// error is an *UnloggedError if only the event could not be written.
func (r *Repo) Create(ctx context.Context, name string, of Task) (Tree, error) {
	if err := r.form.CheckName(name); err != nil {
		return Tree{}, err
	}
	if err := r.checkLoggable(created, name); err != nil {
		return Tree{}, err
	}
	if locate.Exists(r.path(name)) {
		return Tree{}, fmt.Errorf("%s is there already", filepath.Join(".worktrees", name))
	}
	made := !locate.Exists(r.Dir())
	dir, err := r.openDir(true)
	if err != nil {
		return Tree{}, err
	}
	dir.Close()
	if err := r.logBefore(created, Tree{Name: name}, of); err != nil {
		return Tree{}, err
	}
	if _, err := change(ctx, r.project, "worktree", "add", "-b", branchName(name), r.path(name), "HEAD"); err != nil {
		r.logFailed(created, Tree{Name: name}, of, err)
		if made {
			_ = os.Remove(r.Dir()) // it fails if it is not empty
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
	if of.Bind != nil && !of.Bind() {
		of = Task{}
	}
	return t, r.logDone(created, t, of)
}

// Keep writes down that a worktree stays although its task is over. Nothing else is changed.
func (r *Repo) Keep(ctx context.Context, name string) error {
	if !r.form.LogsEvents() {
		return errors.New("its agents note nothing of a worktree that stays: it stays until it is removed")
	}
	t, err := r.loggableTree(ctx, kept, name)
	if err != nil {
		return err
	}
	return r.logDone(kept, t, Task{})
}

// loggableTree returns the worktree for an action. It is an error if git has none of that name, or if the action cannot
// be written down.
func (r *Repo) loggableTree(ctx context.Context, did action, name string) (Tree, error) {
	if err := r.checkLoggable(did, name); err != nil {
		return Tree{}, err
	}
	t, ok, err := r.Tree(ctx, name)
	if err == nil && !ok {
		err = fmt.Errorf("git knows no worktree %s", name)
	}
	return t, err
}

// Remove removes a worktree, and its branch if its agents do. Work that would be lost is refused with an *UnsavedError,
// unless a person said that as much of it may be discarded. What tasks name is for the caller to change, if agents do.
// The error is a *BranchLeftError if only the branch could not be deleted, and an *UnloggedError if only the event
// could not be written.
func (r *Repo) Remove(ctx context.Context, name string, discard *UnsavedError) error {
	t, err := r.loggableTree(ctx, removed, name)
	if err != nil {
		return err
	}
	if t.Locked {
		return fmt.Errorf("worktree %s is locked: git worktree unlock %s", name, t.Path)
	}
	w, err := r.Work(ctx, t)
	if err != nil {
		return err
	}
	u := &UnsavedError{Name: name, Changed: w.Changed, Ignored: w.Ignored}
	withBranch := !r.form.KeepsBranch() && t.Branch == branchName(name)
	if withBranch {
		u.Commits = w.Unshared
	}
	if t.Branch == "" {
		u.Commits = w.Ahead // it is on no branch, so nothing else has its commits
	}
	may := UnsavedError{}
	if discard != nil {
		may = *discard
	}
	if u.Changed > may.Changed || u.Ignored > may.Ignored || u.Commits > may.Commits {
		return u
	}
	if err := r.logBefore(removed, t, Task{}); err != nil {
		return err
	}
	args := []string{"worktree", "remove"}
	if u.Changed+u.Ignored > 0 {
		args = append(args, "--force")
	}
	if _, err := change(ctx, r.project, append(args, t.Path)...); err != nil {
		r.logFailed(removed, t, Task{}, err)
		return err
	}
	if withBranch {
		if _, err := change(ctx, r.project, "branch", "-D", t.Branch); err != nil {
			return errors.Join(&BranchLeftError{t.Branch, err}, r.logDone(removed, t, Task{}))
		}
	}
	return r.logDone(removed, t, Task{})
}
