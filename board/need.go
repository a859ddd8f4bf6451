package board

import (
	"cmp"
	"strconv"
	"time"

	"sideboard/tasks"
)

// NeedKind is the reason why something needs a person, the most urgent first.
type NeedKind uint8

// The reasons.
const (
	NeedsAnswer     NeedKind = iota // an agent waits for an answer or a permission
	Overwritten                     // another process overwrote an edit made here
	OwnerDead                       // the process of its owner ended without a release
	OwnerGone                       // its owner shut down, or left the team
	FileBroken                      // its file cannot be read
	InLoop                          // it is in a loop of tasks that wait for each other
	FileWrong                       // the doctor found an error in it
	TaskFailed                      // its file says that it failed
	StatusUnknown                   // its status is a word that its dialect does not know
	TaskStalled                     // it is in progress, and its file has not changed for long
	BlockerMissing                  // it waits for a task that does not exist
	WorktreeMissing                 // it is bound to a worktree that does not exist
	ToReview                        // others completed it, and the person has not seen it
	NobodyStarts                    // it has been ready for long, and agents are idle
)

// Verb returns what a person can do about it.
func (k NeedKind) Verb() string {
	return [...]string{
		"answer", "apply again", "release", "release", "repair", "unlink", "repair", "reopen", "edit", "release",
		"unlink",
		"make its worktree", "look at", "claim",
	}[k]
}

// A Need is something that needs a person.
type Need struct {
	Kind  NeedKind
	Key   tasks.Key // the task; zero if an agent without one waits for an answer
	Who   string    // the agent it is about, "" for none
	Since time.Time // at the latest; zero if not known
	Idle  int       // of NobodyStarts: the number of idle agents
	why   string    // what the agent or the doctor says, "" for the words of the kind
}

// Reason returns why in words that follow the name of the task, without the time.
func (n Need) Reason() string {
	switch n.Kind {
	case NeedsAnswer:
		return cmp.Or(n.Who, "its owner") + " " + cmp.Or(n.why, "waits for your answer")
	case OwnerDead:
		return cmp.Or(n.Who, "its owner") + " " + cmp.Or(n.why, "is dead")
	case OwnerGone:
		return cmp.Or(n.Who, "its owner") + " " + cmp.Or(n.why, "is gone")
	case FileWrong:
		return n.why
	case NobodyStarts:
		return "ready, and " + strconv.Itoa(n.Idle) + tasks.Plural(n.Idle, " agent is idle", " agents are idle")
	}
	return [...]string{
		Overwritten: "your edit was overwritten", FileBroken: "cannot be read", TaskFailed: "failed",
		StatusUnknown: "unknown status",
		TaskStalled:   "stalled", BlockerMissing: "waits for a missing task",
		WorktreeMissing: "its worktree is not there",
		ToReview:        "not seen yet", InLoop: "in a loop",
	}[n.Kind]
}

// Circumstances is what Needs depends on besides the task files.
type Circumstances struct {
	Now         time.Time
	Stalled     time.Duration // a task in progress is stalled when its file is unchanged for this long; 0 for never
	Agents      []tasks.Agent
	Overwritten []tasks.Key // the tasks whose edits made here were overwritten
	Errors      []Fault     // found by the doctor
	Review      []tasks.Key // others completed them, and the person wants to look at each
}

// A Fault is an error in the files of tasks: agents fail because of it, or a task can never be started or completed.
type Fault struct {
	Files []tasks.Key // the file with the error, then others it involves
	What  string
}
