// Package locate finds directories of task files: the one that is meant by an argument, by variables of the environment
// or by the working directory; the lists of Claude Code on this machine; the workflow sessions of a project.
//
// It only reads, and only a bounded part of the disk: directories in pages up to a limit, and small files.
package locate

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Env is the environment of the process. Everything else comes from the disk.
type Env struct {
	Getenv func(string) string // nil: no variable is set
	Cwd    string              // absolute
	Home   string              // absolute; "" if unknown
}

// Kind is the kind of a Place.
type Kind uint8

const (
	TasksDir    Kind = iota + 1 // a project's .tasks, or its .claude/tasks
	SubList                     // one list inside a .tasks: .tasks/<list>
	ClaudeCode                  // a list of Claude Code's: <config>/tasks/<list>
	Explicit                    // any other directory that was named
	WorkflowDir                 // the tasks of a workflow session: .workflow/…/<session>/.task
)

// Place is a directory of task files that was found.
type Place struct {
	Dir           string // absolute and clean, with symbolic links as they were named; host:dir on another host
	Host          string // the host, "" for this one
	List          string // the list's own name, "" for a plain .tasks
	Project       string // the name of the project for the header: a directory's base name or a team's name, raw text
	Kind          Kind
	PickedBecause string // why it was taken although nothing names it, "" if something does

	Unread string // of a directory without tasks: what Unread says, in lines
}

// getenv returns the value of a variable.
func (e Env) getenv(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// abs returns a path as an absolute one, relative to Cwd.
func (e Env) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Cwd, path)
}

// parentDirs returns Cwd and the directories above it, up to the one that has .git or is the home directory, and why it
// ends there.
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

// projectRoot returns the directory of the project: that of the git repository, else Cwd.
func (e Env) projectRoot() string {
	dirs, _ := e.parentDirs()
	last := dirs[len(dirs)-1]
	if _, err := os.Lstat(filepath.Join(last, ".git")); err == nil {
		return last
	}
	return filepath.Clean(e.Cwd)
}

// nearestTasksDir returns the nearest .tasks upwards, "" for none, and what was tried before.
func nearestTasksDir(e Env) (string, []Attempt) {
	var tried []Attempt
	dirs, end := e.parentDirs()
	for i, dir := range dirs {
		path := filepath.Join(dir, ".tasks")
		bad := whyNotDir(path)
		if bad == "" {
			return path, tried
		}
		if own := e.ownClaudeTasks(dir); own != "" {
			return own, tried
		}
		usual := bad == notThere
		if i == len(dirs)-1 {
			bad += "; " + end
		}
		tried = append(tried, Attempt{Path: path, Why: bad, Usual: usual})
	}
	return "", tried
}

// ownClaudeTasks returns the .claude/tasks of a project, "" if there are no tasks in it or in a list in it, or it is
// the folder of lists of a configuration of Claude Code.
func (e Env) ownClaudeTasks(project string) string {
	dir := filepath.Join(project, ".claude", "tasks")
	if e.isClaudeList(filepath.Join(dir, "any")) || whyNotDir(dir) != "" {
		return ""
	}
	if s, _ := surveyDir(dir, newBudget()); s.tasks > 0 {
		return dir
	}
	if lists := subLists(dir, newBudget()); len(lists) > 0 && lists[0].Tasks > 0 { // lists with tasks come first
		return dir
	}
	return ""
}

// toolDirs are the directories in which other tools keep the tasks of a project. They are opened only if there is
// nothing else.
var toolDirs = [...]string{".trellis/tasks", ".story/tickets"}

// OtherDirs returns the directories of a project other than .tasks that may have its tasks.
func OtherDirs() []string { return append([]string{".claude/tasks", workflowDir}, toolDirs[:]...) }

// otherDirs returns the same directories in words.
func otherDirs() string {
	all := OtherDirs()
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// toolDirIn returns the directory of another tool's tasks in a project, "" if there are no tasks.
func toolDirIn(project string) string {
	for _, name := range toolDirs {
		dir := filepath.Join(project, filepath.FromSlash(name))
		if s, err := surveyDir(dir, newBudget()); err == nil && s.tasks > 0 {
			return dir
		}
	}
	return ""
}

// projectOfTool returns the project of a directory in which another tool keeps tasks, "" for any other directory.
func projectOfTool(dir string) string {
	project := filepath.Dir(filepath.Dir(dir))
	for _, name := range toolDirs {
		if filepath.Join(project, filepath.FromSlash(name)) == dir {
			return project
		}
	}
	for _, folder := range []string{filepath.Dir(dir), project} { // without and with a session
		if filepath.Base(dir) == "tracker" && Exists(filepath.Join(folder, geminiMark)) {
			return projectOfGemini(folder)
		}
	}
	return ""
}

// geminiMark is the file that names the project in Gemini CLI's folder of it.
const geminiMark = ".project_root"

// projectOfGemini returns the project of a folder of Gemini CLI, "" for any other folder.
func projectOfGemini(folder string) string {
	root, _, _ := ReadSmall(filepath.Join(folder, geminiMark), maxConfig)
	return strings.TrimSpace(string(root))
}

// FindToolDir returns the nearest directory upwards in which another tool keeps tasks of this project, false for none.
func FindToolDir(e Env) (Place, bool) {
	dirs, _ := e.parentDirs()
	for _, project := range dirs {
		if dir := cmp.Or(toolDirIn(project), e.geminiDir(project)); dir != "" {
			return e.describe(dir), true
		}
	}
	return Place{}, false
}

// geminiDir returns the newest directory with tasks of Gemini CLI for a project, "" for none. They are below the home
// directory, in a folder of the project, and there often below a session.
func (e Env) geminiDir(project string) (newest string) {
	var changed time.Time
	if e.Home == "" {
		return ""
	}
	base := filepath.Join(e.Home, ".gemini", "tmp")
	folders, _ := directories(base, newBudget()) // a directory that cannot be read has none
	for _, folder := range folders {
		folder = filepath.Join(base, folder)
		if !slices.Contains(pathSpellings(project), projectOfGemini(folder)) {
			continue
		}
		sessions, _ := directories(folder, newBudget())
		for _, session := range append(sessions, "") {
			dir := filepath.Join(folder, session, "tracker")
			if s, err := surveyDir(dir, newBudget()); err == nil && s.tasks > 0 && s.changed.After(changed) {
				newest, changed = dir, s.changed
			}
		}
	}
	return newest
}

// isOwnClaudeTasks reports whether a directory has a name like the result of ownClaudeTasks.
func isOwnClaudeTasks(dir string) bool {
	return filepath.Base(dir) == "tasks" && filepath.Base(filepath.Dir(dir)) == ".claude"
}

// projectOfTasks returns the directory of the project of a .tasks or a .claude/tasks.
func projectOfTasks(dir string) string {
	if isOwnClaudeTasks(dir) {
		dir = filepath.Dir(dir)
	}
	return filepath.Dir(dir)
}

// describe returns the Place of a directory, by its path.
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
	case projectOfTool(dir) != "":
		p.Project = filepath.Base(projectOfTool(dir))
	case filepath.Base(parent) == ".tasks", isOwnClaudeTasks(parent) && !e.isClaudeList(dir):
		p.Kind, p.List, p.Project = SubList, filepath.Base(dir), filepath.Base(projectOfTasks(parent))
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
	Path  string // "" for a step without a path
	Why   string // why it failed, for people
	Usual bool   // it fails in most places: a variable that is not set, a directory above without tasks
}

// NotFoundError reports that there is no directory of tasks. Tried is everything that was tried, in order.
type NotFoundError struct{ Tried []Attempt }

// Error returns all attempts on one line; the first screen shows Tried instead.
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

// BadDirError is the error for a directory that cannot be used.
type BadDirError struct {
	Path string
	Why  string // what is wrong: "is a file"
	Do   string // what the person can do: "name the directory it is in"
	Err  error  // the error of the system, nil for none
}

// Error returns the directory, what is wrong and what to do.
func (b *BadDirError) Error() string { return b.Path + " " + b.Why + ": " + b.Do }

// Unwrap returns the error of the system.
func (b *BadDirError) Unwrap() error { return b.Err }

// newBadDirError returns the error for a path that is no usable directory.
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

// unreadable returns the error for a directory whose listing cannot be read.
func unreadable(path string, err error) *BadDirError {
	return &BadDirError{Path: path, Why: "cannot be read: " + systemReason(err), Do: "check who may read it", Err: err}
}

// systemReason returns the system's words for an error, without the path.
func systemReason(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err.Error()
	}
	return err.Error()
}

// CheckDir returns a *BadDirError if arg is not "" and cannot be a directory of tasks.
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

// whyNotDir returns why path is no directory, "" if it is one.
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
