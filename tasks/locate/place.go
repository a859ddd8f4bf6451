// Package locate says which directory of task files is meant: by an argument, by the variables agents set for one
// another, or by where the person stands; which lists Claude Code keeps on this machine, and which workflow sessions
// a project has.
//
// It only looks, never creates, and it always looks at a bounded part of a disk that others fill: directories are
// read in pages up to a cap and only small files are opened.
package locate

import (
	"cmp"
	"strings"
	"time"
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
	TasksDir    Kind = iota + 1 // a project's .tasks
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
	Why           string // how it was found, for the header: "nearest .tasks", "CLAUDE_CODE_TASK_LIST_ID"
	PickedBecause string // why it was taken although nothing names it, "" where something does
}

// Attempt is one place that was tried.
type Attempt struct {
	Path string // what was looked at; "" when the step had no path
	Why  string // why it is not it, in plain words
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

// List is one list of tasks that could be opened.
type List struct {
	ID      string // the name of its directory
	Dir     string // absolute
	Project string // the team's name, else the project's directory where it is known, else "": raw text
	Tasks   int    // files that are named like tasks
	Open    int    // of those, the ones not completed; counted in at most maxPeek files
	More    bool   // the counts are lower bounds: a cap was reached
	Changed time.Time
	Here    bool // it belongs to the project of Env.Cwd

	Title   string   // of the session it was made in, or what that was asked first; "" when unknown: raw text
	Running string   // the subject of the running task that changed last, "" for none: raw text
	Owners  []string // who has running tasks, in order, at most a few: raw text
	OneFile string   // the name of a file that holds all its tasks at once and is not read, "" for none
	Wiped   bool     // it is empty, and its high-water mark says that it had tasks
}

// isOneFile reports whether there is nothing to open: all tasks are in one file.
func (l List) isOneFile() bool { return l.OneFile != "" && l.Tasks == 0 }

// Label returns what to call a list to people, raw text: its session's title, else the project or team, else its id.
func (l List) Label() string { return cmp.Or(l.Title, l.Project, l.ID) }
