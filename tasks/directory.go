package tasks

import (
	"fmt"
	"time"
)

// BlockedRule is the rule by which a dialect's own agents take a task for blocked.
type BlockedRule uint8

const (
	// UnfinishedOrMissing: a blocker is not completed, or no file has its id (s12 and later, s10, s13).
	UnfinishedOrMissing BlockedRule = iota
	// ListNotEmpty: the list of blockers has an id, even that of a completed task: completing a task is what removes
	// its id from the lists (s07, s_full, v6, v9).
	ListNotEmpty
	// UnfinishedOnly: a blocker exists, is valid and is not completed; a missing or invalid one does not block (Claude
	// Code).
	UnfinishedOnly
)

// LockKind is the lock that a dialect's own agents take for a write.
type LockKind uint8

const (
	NoLock    LockKind = iota
	FlockLock          // flock(LOCK_EX) on the regular file .lock in the directory (s13, s15)
	MkdirLock          // the directory <file>.lock, as made by proper-lockfile (Claude Code)
)

// Binding is how a dialect's tasks are bound to git worktrees.
type Binding uint8

const (
	// NotBound: its files have no place for a worktree.
	NotBound Binding = iota
	// BoundByName: its files name a worktree, and its agents keep some (s18 and later).
	BoundByName
	// BoundUnclaimed: as BoundByName, but its agents bind only a pending task without an owner, claim a bound one only
	// if git knows its worktree, and unbind it when the worktree is removed (s13, s15).
	BoundUnclaimed
	// BoundLater: its files have no such key and its agents crash on one; those of the next version read both. The key
	// may be added only where these are at work (s12, s17, s10).
	BoundLater
	// BoundStarts: as BoundByName, and binding a pending task starts it (old s12).
	BoundStarts
)

// Traits are the facts about a dialect that rules and screens need. There is one constant value per dialect, shared and
// compared by pointer.
type Traits struct {
	Dialect          string // its short name: "s07", "s12wt", "claude-code"
	Title            string // its name for people: "s12 task system", "Claude Code"
	Blocked          BlockedRule
	ClearsOnComplete bool // completing a task removes its id from the lists of those that wait for it
	Mirrors          bool // links are kept on both sides: blockedBy and blocks
	HasOwner         bool // the file can name an owner
	HasActiveForm    bool // the file has a text for a running task
	HasMetadata      bool // the file may have an object for anything else
	OwnerIsClaim     bool // a pending task with an owner is claimed, not yet started (Claude Code)
	ClaimsOnly       bool // its agents start a task only by a claim, which refuses a blocked one (s12, s18, s10, s13)
	BusyCheck        bool // an owner may run only one task at a time (s13, s15)
	// if a running task gets another owner, the tools of the first fail until its thread ends (s13, s15)
	HolderBound      bool
	OwnerCompletes   bool   // only the owner of a running task can complete it (s10, s13, s15)
	MustExist        bool   // a link to a blocker needs its file (s10, s13, s15)
	CachedIDs        bool   // a running agent caches its counter, and may overwrite a task that others create
	HasHighWaterMark bool   // there is a .highwatermark
	NumericIDs       bool   // ids are JSON numbers
	ByName           bool   // its agents find a blocker by the name of its file, not by the id in it
	KeepsDeadLinks   bool   // deleting a task leaves its id in the lists of those that wait for it (workflow files)
	WipesWhenDone    bool   // its agents delete the list soon after its last task is completed (Claude Code)
	Nests            bool   // a task can be the parent of others, and is then never worked on itself (workflow files)
	ChosenIDs        bool   // the creator of a task chooses its id: see Draft.ID (workflow files)
	ReadOnly         string // why files are only shown, and none are written or created; "" if they are
	Form             *Form  // the form that was inferred from the files, nil for a design or a tool that is known
	NoDescription    bool   // its files have no place for a description (the older workflow files)
	FixedKeys        bool   // an unknown key in one file makes its agents fail to list any task of the directory
	Lock             LockKind
	Deletes          bool // its agents delete tasks, by removing their files; all others leave them
	Binding          Binding
}

// ProblemKind is what is wrong with a file.
type ProblemKind uint8

const (
	BeingWritten ProblemKind = iota + 1 // empty or cut off, for less than a second: it is read again soon
	Unparsable                          // not JSON, or cut off for longer
	NotATask                            // JSON, but no task: never written, and without a card
	TooLarge                            // over the limit: not read
	NotAFile                            // a pipe, a socket, a device, a directory: not opened
	OutsideLink                         // a link out of the directory: not followed
	Unreadable                          // the system refused to open it
	NoID                                // an object that could be a task but has no id
)

// Damage is why a file is not JSON.
type Damage uint8

const (
	Malformed     Damage = iota // any fault of the text
	CutOff                      // the end of the text is missing
	NotUTF8                     // it is text in UTF-16
	MergeConflict               // git left both sides of a merge in it
)

// Problem is a file that cannot be shown as a task, or not in its newest state.
type Problem struct {
	Key       Key
	Kind      ProblemKind
	Text      string // why, for people; may hold raw text of the file: show it only through safetext
	Line, Col int    // where, for Unparsable; from 1, 0 if unknown
	Damage    Damage // of Unparsable
	Since     time.Time
}

// Card reports whether the file gets a card if no valid version of it is known.
func (p Problem) Card() bool { return p.Kind != NotATask && p.Kind != BeingWritten }

// Health is how changes of the directory are noticed.
type Health uint8

const (
	Live    Health = iota // by events of the system
	Polling               // by comparing the directory again and again
	Lost                  // not at all: the directory is not there
	Offline               // not at all: its host cannot be reached, and what is known is how it was then
)

// String returns the word for a health in machine-readable output.
func (h Health) String() string {
	return [...]string{Live: "live", Polling: "polling", Lost: "lost", Offline: "offline"}[h]
}

// Delta is what changed in the directory from one read to the next.
type Delta struct {
	Put      []*Task        // new or changed; a Problem of the key is over
	Gone     []Key          // no longer there; a Problem of the key is over
	Problems []Problem      // files whose current content cannot be shown; the last valid record stays
	Mine     map[Key]EditID // the files that an edit of this program changed
	// the number of edits of this program so far that are done or refused and whose files were read again
	Edits         int
	Health        Health
	Why           string // why Health is not Live
	HighWaterMark uint64 // the high-water mark, 0 if there is none
	Loading       bool   // more of the first read follows
	Torn          bool   // a file looks half-written; a Delta with all of it follows
	Whole         bool   // the whole directory was compared, not only the names in events
	Replaced      bool   // the directory is another one than that of the Delta before
	At            time.Time
}

// Empty reports whether no task or file changed.
func (d Delta) Empty() bool { return len(d.Put)+len(d.Gone)+len(d.Problems) == 0 }

// OfflineError is the error of everything that has to be done on a host that cannot be reached.
type OfflineError struct {
	Host   string
	Since  time.Time // zero while the first attempt to connect goes on
	Reason string    // what ssh said
}

func (e *OfflineError) Error() string {
	if e.Since.IsZero() {
		return e.Host + " is not connected yet"
	}
	return fmt.Sprintf("%s is offline since %s", e.Host, e.Since.Format("15:04"))
}

// UnreachableError is the error of a list that is not opened because its host does not answer.
type UnreachableError struct{ Err error }

func (e *UnreachableError) Error() string { return e.Err.Error() }

// Unwrap returns why it does not answer.
func (e *UnreachableError) Unwrap() error { return e.Err }

// UnknownError is the error of an edit whose answer did not come: it may have been carried out, or may still be.
type UnknownError struct {
	Host    string
	Edit    EditID
	Settles bool // an outcome of the edit says later what became of it
}

func (e *UnknownError) Error() string {
	return "it is not known whether " + e.Host + " carried it out: the link was cut before the answer"
}
