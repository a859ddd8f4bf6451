package refagents

import (
	"fmt"
	"io/fs"

	"sideboard/tasks"
)

// The dialects, by the short names used everywhere.
const (
	S07        = "s07"       // blockedBy, owner; raw UTF-8
	S07Blocks  = "s07blocks" // the older s07, with blocks between blockedBy and owner; ASCII escapes
	SFull      = "s_full"    // and old s11
	S12wt      = "s12wt"     // old s12, with git worktrees
	S12        = "s12"       // s12 and s17
	S18        = "s18"       // s18, s19, s20
	S10        = "s10"
	S13        = "s13" // s13 and s15
	V6Early    = "v6early"
	V6Mid      = "v6mid"
	V6         = "v6" // the seed form
	V9         = "v9"
	ClaudeCode = "claude-code"
)

// Dialects lists every dialect this package reads.
func Dialects() []string {
	return []string{S07, S07Blocks, SFull, S12wt, S12, S18, S10, S13, V6Early, V6Mid, V6, V9, ClaudeCode}
}

// Task is one task as its agent sees it.
type Task struct {
	File        string // base name
	ID          tasks.ID
	Subject     string
	Description string
	ActiveForm  string
	Status      string  // the file's own word
	Owner       *string // nil for null and for no key at all, "" for the empty string
	WaitsFor    []tasks.ID
	Blocks      []tasks.ID
	Worktree    *string
	Internal    bool // metadata._internal of Claude Code: not in its own list, but it can block
	Ready       bool // an agent looking for work would take it
}

// OwnedBy returns who owns the task, "" for nobody.
func (t Task) OwnedBy() string {
	if t.Owner == nil {
		return ""
	}
	return *t.Owner
}

// SkippedFile is a file that the agent passes over without an error.
type SkippedFile struct{ File, Why string }

// Listing is what an agent knows after reading the directory.
type Listing struct {
	Tasks   []Task // in the order the agent takes them
	Skipped []SkippedFile
}

// Task returns the task whose id has the text.
func (l Listing) Task(id string) (Task, bool) {
	for _, t := range l.Tasks {
		if t.ID.Text == id {
			return t, true
		}
	}
	return Task{}, false
}

// Raised is the error an agent's own code would stop with.
type Raised struct{ Exception, File, Why string }

// Error gives the exception, the file and the reason.
func (r *Raised) Error() string {
	if r.File == "" {
		return r.Exception + ": " + r.Why
	}
	return fmt.Sprintf("%s: %s: %s", r.Exception, r.File, r.Why)
}

// Is reports whether the code raised because there is no such file.
func (r *Raised) Is(target error) bool {
	return target == fs.ErrNotExist && (r.Exception == "FileNotFoundError" || r.Exception == "ENOENT")
}

// Refused is an agent's own answer that it may not claim or complete a task. Nothing was written.
type Refused struct{ ID, Why string }

// Error returns the task and the reason.
func (r *Refused) Error() string { return r.ID + ": " + r.Why }
