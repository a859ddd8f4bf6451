// Package worktree manages the git worktrees that tasks are bound to: where they are, what was done in them, and how to
// make, keep and remove one as the agents of a directory do, so that they find it.
//
// The worktree of a task is the directory <project>/.worktrees/<name> on the branch wt/<name>. What happened to it is a
// line in .worktrees/events.jsonl, and in old s12 an entry of .worktrees/index.json too. Both are written after git has
// succeeded. Binding a task to a worktree is an edit of its file, which is done elsewhere.
//
// The git that is installed does the work. It is slow: call everything here from the background, with a context that
// ends.
package worktree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Repo is the git repository of a task directory, and its worktrees.
type Repo struct {
	project string // the directory of .worktrees
	form    Form
}

// Tree is one worktree.
type Tree struct {
	Name    string // as tasks name it; the last part of its path if it is not Ours
	Path    string // absolute
	Branch  string // "wt/name"; "" for none
	Head    string // its current commit
	Ours    bool   // it is in .worktrees: agents of this directory made it, and it may be kept and removed
	Missing bool   // its directory is gone
	Locked  bool   // by git worktree lock
}

// Open returns the repository of a task directory. The error says why there is none: no git, no repository.
func Open(ctx context.Context, dir string, form Form) (*Repo, error) {
	return OpenAt(ctx, Project(dir), form)
}

// Project returns the directory of the project of a task directory, in which its worktrees are.
func Project(dir string) string {
	project := filepath.Dir(filepath.Clean(dir))
	if filepath.Base(project) == ".tasks" {
		project = filepath.Dir(project)
	}
	return project
}

// OpenAt returns the repository of a project.
func OpenAt(ctx context.Context, project string, form Form) (*Repo, error) {
	if _, err := query(ctx, project, "rev-parse", "--git-dir"); err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return nil, fmt.Errorf("%s is in no git repository", filepath.Base(project))
		}
		return nil, err
	}
	return &Repo{project: project, form: form}, nil
}

// Dir returns the directory of the worktrees of this project; it need not exist.
func (r *Repo) Dir() string { return filepath.Join(r.project, ".worktrees") }

// path returns the path of the worktree with a name.
func (r *Repo) path(name string) string { return filepath.Join(r.Dir(), name) }

func branchName(name string) string { return "wt/" + name }

// Trees returns all worktrees but the main one, in git's order.
func (r *Repo) Trees(ctx context.Context) ([]Tree, error) {
	out, err := query(ctx, r.project, "worktree", "list", "--porcelain")
	if err != nil {
		return nil, err
	}
	ours := realPath(r.Dir())
	var all []Tree
	for i, block := range strings.Split(strings.TrimSpace(out), "\n\n") {
		if i == 0 {
			continue // the main one comes first
		}
		var t Tree
		for line := range strings.SplitSeq(block, "\n") {
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

// Tree returns the worktree that a task names, false if git has none.
func (r *Repo) Tree(ctx context.Context, name string) (Tree, bool, error) {
	return r.find(ctx, func(t Tree) bool { return t.Ours && t.Name == name })
}

// At returns the worktree at a path, false if git has none there. A path from elsewhere counts only if the project's
// own git lists it: git is never run in a directory only because something names it.
func (r *Repo) At(ctx context.Context, path string) (Tree, bool, error) {
	path = realPath(path)
	return r.find(ctx, func(t Tree) bool { return realPath(t.Path) == path })
}

// find returns the first worktree for which is returns true, false if there is none.
func (r *Repo) find(ctx context.Context, is func(Tree) bool) (Tree, bool, error) {
	all, err := r.Trees(ctx)
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true, nil
	}
	return Tree{}, false, err
}

// realPath returns a path without symbolic links, as git spells it. Of a path that does not exist, the part that does
// is resolved.
func realPath(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(realPath(dir), filepath.Base(path))
	}
	return path
}

// Form is how a version of the agents manages its worktrees.
type Form uint8

// The forms, by the dialects that use them.
const (
	NoForm Form = iota // binds no tasks to worktrees
	S12wt              // old s12: an index, events with the task and the worktree in them; removing keeps the branch
	// s13 and s15: nothing is written down but the binding; removing keeps the branch and unbinds the task
	S13
	S18 // s18 to s20: events with four members; removing deletes the branch
)

// FormOf returns the form of a dialect by its name (Traits.Dialect). A version without worktrees has the form of the
// next version, which reads its tasks.
func FormOf(dialect string) Form {
	switch dialect {
	case "s12wt":
		return S12wt
	case "s10", "s13":
		return S13
	case "s12", "s18":
		return S18
	}
	return NoForm
}

// nameRules are the longest name, the letters that may be first, and the rule in words.
var nameRules = map[Form]struct {
	most  int
	first string
	says  string
}{
	S12wt: {40, lettersAndMarks, "1 to 40 letters, digits, dots, dashes and underscores"},
	S13:   {64, letters, "1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first"},
	S18:   {64, lettersAndMarks, "1 to 64 letters, digits, dots, dashes and underscores"},
}

const (
	letters         = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	lettersAndMarks = letters + "._-"
)

// LogsEvents reports whether agents of this form write events.
func (f Form) LogsEvents() bool { return f == S12wt || f == S18 }

// KeepsBranch reports whether removing a worktree keeps its branch.
func (f Form) KeepsBranch() bool { return f == S12wt || f == S13 }

// CheckTree returns nil if a task can be bound to a worktree: its agents accept the name, and will find it.
func (f Form) CheckTree(t Tree) error {
	if err := f.CheckName(t.Name); err != nil {
		return err
	}
	if f == S13 && t.Branch != branchName(t.Name) {
		return fmt.Errorf("its agents take %s only on the branch %s", t.Name, branchName(t.Name))
	}
	return nil
}

// CheckName returns nil if agents of this form accept a name and git can make a branch of it, else the rule for names.
func (f Form) CheckName(name string) error {
	n, ok := nameRules[f]
	switch {
	case !ok:
		return fmt.Errorf("agents of this directory keep no worktrees")
	case name == "" || len(name) > n.most || strings.Trim(name, lettersAndMarks) != "" ||
		!strings.Contains(n.first, name[:1]):
		return fmt.Errorf("%q is no name for a worktree: it must be %s", name, n.says)
	case name == eventsFile || name == indexFile:
		return fmt.Errorf("%q is no name for a worktree: a file next to the worktrees has it", name)
	case hasForbiddenDots(name):
		return fmt.Errorf("%q is no name for a worktree: git makes no branch of it", name)
	}
	return nil
}

// hasForbiddenDots reports whether a name has dots where the name of a branch must not have any.
func hasForbiddenDots(name string) bool {
	return name[0] == '.' || strings.Contains(name, "..") || strings.HasSuffix(name, ".lock") ||
		strings.HasSuffix(name, ".")
}

// Stamp is what changes with the files about a project's worktrees, without reading them. Stamps are comparable with
// ==.
type Stamp struct {
	HasEvents          bool // there are events: agents with worktrees have worked here
	dir, events, index fileStamp
}

// fileStamp is the modification time of a file, in nanoseconds since 1970, and its size; zero if there is none.
type fileStamp struct{ changed, size int64 }

// StampOf returns the stamp of the project of a task directory. It costs three stats and does not run git.
func StampOf(dir string) Stamp {
	at := filepath.Join(Project(dir), ".worktrees")
	s := Stamp{dir: statOf(at), events: statOf(filepath.Join(at, eventsFile)),
		index: statOf(filepath.Join(at, indexFile))}
	s.HasEvents = s.events != fileStamp{}
	return s
}

func statOf(path string) fileStamp {
	fi, err := os.Lstat(path)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{fi.ModTime().UnixNano(), fi.Size()}
}
