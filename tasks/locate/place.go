// Package locate says which directory of task files is meant: by an argument, by the variables agents set for one
// another, or by where the person stands; which lists Claude Code keeps on this machine, and which workflow sessions
// a project has.
//
// It only looks, never creates, and it always looks at a bounded part of a disk that others fill: directories are
// read in pages up to a cap and only small files are opened.
package locate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Env is what the surroundings say. The three are inputs, so that every answer can be repeated; the disk is read.
type Env struct {
	Getenv func(string) string // nil: no variable is set
	Cwd    string              // absolute; where the person stands
	Home   string              // absolute; "" when unknown
}

// Kind is what sort of directory a Place is.
type Kind uint8

const (
	TasksDir    Kind = iota + 1 // a project's .tasks, or its .claude/tasks
	SubList                     // one list inside a .tasks: .tasks/<list>
	ClaudeCode                  // a list of Claude Code's: <config>/tasks/<list>
	Explicit                    // a directory of any name that was named
	WorkflowDir                 // the tasks of a workflow session: .workflow/…/<session>/.task
)

// Place is a directory of task files that was found.
type Place struct {
	Dir           string // absolute and clean, links kept as they were named
	List          string // the list's own name, "" for a plain .tasks
	Project       string // the name of the project for the header: a directory's base name or a team's name, raw text
	Kind          Kind
	PickedBecause string // why it was taken although nothing names it, "" where something does
}

// getenv reads one variable.
func (e Env) getenv(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// abs makes a path absolute against Cwd.
func (e Env) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Cwd, path)
}

// parentDirs returns Cwd and the directories above it, ending with the one that holds .git or is the home directory,
// and why it ends there.
func (e Env) parentDirs() (dirs []string, end string) {
	home, _ := os.Stat(e.Home)
	for dir := filepath.Clean(e.Cwd); ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dirs, "the git repository starts here, so the search ends"
		}
		if fi, err := os.Stat(dir); err == nil && home != nil && os.SameFile(fi, home) {
			return dirs, "this is the home directory, so the search ends"
		}
		if dir == filepath.Dir(dir) {
			return dirs, "there is nothing above"
		}
	}
}

// projectRoot returns the directory the person's project is taken to be: that of the git repository, else Cwd.
func (e Env) projectRoot() string {
	dirs, _ := e.parentDirs()
	last := dirs[len(dirs)-1]
	if _, err := os.Lstat(filepath.Join(last, ".git")); err == nil {
		return last
	}
	return filepath.Clean(e.Cwd)
}

// nearestTasksDir finds the nearest .tasks upwards, "" when there is none, and what was tried before.
func nearestTasksDir(e Env) (string, []Attempt) {
	var looked []Attempt
	dirs, end := e.parentDirs()
	for i, dir := range dirs {
		path := filepath.Join(dir, ".tasks")
		bad := whyNotDir(path)
		if bad == "" {
			return path, looked
		}
		if own := e.ownClaudeTasks(dir); own != "" {
			return own, looked
		}
		usual := bad == notThere
		if i == len(dirs)-1 {
			bad += "; " + end
		}
		looked = append(looked, Attempt{Path: path, Why: bad, Usual: usual})
	}
	return "", looked
}

// ownClaudeTasks returns the .claude/tasks of a project, "" where nothing like tasks lies in it or the lists of a
// configuration of Claude Code's do.
func (e Env) ownClaudeTasks(project string) string {
	dir := filepath.Join(project, ".claude", "tasks")
	if e.isClaudeList(filepath.Join(dir, "any")) || whyNotDir(dir) != "" {
		return ""
	}
	if s, err := surveyDir(dir, newBudget()); err != nil || s.tasks == 0 {
		return ""
	}
	return dir
}

// isOwnClaudeTasks reports whether a directory has the name of what ownClaudeTasks returns.
func isOwnClaudeTasks(dir string) bool {
	return filepath.Base(dir) == "tasks" && filepath.Base(filepath.Dir(dir)) == ".claude"
}

// projectOfTasks returns the directory of the project that a .tasks or a .claude/tasks is of.
func projectOfTasks(dir string) string {
	if isOwnClaudeTasks(dir) {
		dir = filepath.Dir(dir)
	}
	return filepath.Dir(dir)
}

// describe describes a directory by where it lies.
func (e Env) describe(dir string) Place {
	p := Place{Dir: dir, Kind: Explicit, Project: filepath.Base(dir)}
	parent := filepath.Dir(dir)
	switch {
	case isSessionTasksDir(dir):
		home := sessionDir(dir)
		p.Kind, p.List, p.Project = WorkflowDir, sessionName(home), filepath.Base(filepath.Dir(home))
		if root := workflowProject(dir); root != "" {
			p.Project = filepath.Base(root)
		}
	case filepath.Base(dir) == ".tasks", isOwnClaudeTasks(dir) && !e.isClaudeList(filepath.Join(dir, "any")):
		p.Kind, p.Project = TasksDir, filepath.Base(projectOfTasks(dir))
	case filepath.Base(parent) == ".tasks":
		p.Kind, p.List, p.Project = SubList, filepath.Base(dir), filepath.Base(filepath.Dir(parent))
	case e.isClaudeList(dir):
		p.Kind, p.List = ClaudeCode, filepath.Base(dir)
		if project := projectOf(e, p.List); project != "" {
			p.Project = project
		}
	}
	return p
}

// isClaudeList reports whether dir is a list of Claude Code's.
func (e Env) isClaudeList(dir string) bool {
	cfg := ConfigDir(e)
	if cfg == "" {
		return false
	}
	parent, base := filepath.Dir(dir), filepath.Join(cfg, "tasks")
	if parent == base {
		return true
	}
	a, errA := os.Stat(parent)
	b, errB := os.Stat(base)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// Attempt is one place that was tried.
type Attempt struct {
	Path  string // what was looked at; "" when the step had no path
	Why   string // why it is not it, in plain words
	Usual bool   // it is not there in most places: a variable that is not set, a directory above without tasks
}

// NotFoundError is the error when there is no directory to show. Tried has everything that was looked at, in order.
type NotFoundError struct{ Tried []Attempt }

// Error tells it on one line; the first-run screen shows Tried instead.
func (n *NotFoundError) Error() string {
	var b strings.Builder
	b.WriteString("no task directory found")
	for i, l := range n.Tried {
		b.WriteString([]string{": ", "; "}[min(i, 1)])
		if l.Path != "" {
			b.WriteString(l.Path + ": ")
		}
		b.WriteString(l.Why)
	}
	return b.String()
}

// BadDirError is the error for a directory that was named but cannot be used.
type BadDirError struct {
	Path string
	Why  string // what is wrong with it: "is a file"
	Do   string // what the person can do: "name the directory it is in"
	Err  error  // what the system said, nil where it said nothing
}

// Error names the directory, what is wrong and what to do.
func (b *BadDirError) Error() string { return b.Path + " " + b.Why + ": " + b.Do }

// Unwrap returns what the system said.
func (b *BadDirError) Unwrap() error { return b.Err }

// newBadDirError words what to do about a path that is no usable directory.
func newBadDirError(path, why string) *BadDirError {
	b := &BadDirError{Path: path, Why: why}
	switch why {
	case "does not exist":
		b.Do = "check the spelling, or create it first"
		b.Err = fs.ErrNotExist
	case "is a file, not a directory":
		b.Do = "name the directory it is in, " + filepath.Dir(path)
	case "is a link that leads nowhere":
		b.Do = "remove the link, or create what it points to"
		b.Err = fs.ErrNotExist
	case "is not a directory":
		b.Do = "name a directory"
	default:
		b.Do = "check who may read it and the directories above it"
	}
	return b
}

// unreadable words a directory that is there but whose listing cannot be read.
func unreadable(path string, err error) *BadDirError {
	return &BadDirError{Path: path, Why: "cannot be read: " + systemReason(err), Do: "check who may read it", Err: err}
}

// systemReason returns the system's own word for an error, without the path it repeats.
func systemReason(err error) string {
	if pe, is := errors.AsType[*fs.PathError](err); is {
		return pe.Err.Error()
	}
	return err.Error()
}

// CheckDir returns a *BadDirError where the directory that was named cannot be one, nil otherwise and for "".
func CheckDir(e Env, arg string) error {
	if arg == "" {
		return nil
	}
	dir := e.abs(arg)
	if bad := whyNotDir(dir); bad != "" {
		return newBadDirError(dir, bad)
	}
	return nil
}

const notThere = "does not exist"

// whyNotDir tells in words why path is no directory, "" when it is one.
func whyNotDir(path string) string {
	fi, err := os.Stat(path)
	switch {
	case err == nil && fi.IsDir():
		return ""
	case err == nil && fi.Mode().IsRegular():
		return "is a file, not a directory"
	case err == nil:
		return "is not a directory"
	}
	if _, lerr := os.Lstat(path); lerr == nil && os.IsNotExist(err) {
		return "is a link that leads nowhere"
	}
	if os.IsNotExist(err) {
		return notThere
	}
	return "cannot be opened: " + systemReason(err)
}
