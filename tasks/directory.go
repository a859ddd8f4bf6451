package tasks

import "time"

// BlockedRule is how a dialect's own agents decide that a task may not start.
type BlockedRule uint8

const (
	// UnfinishedOrMissing: any blocker that is not completed, or that no file has (s12 and later, s10, s13).
	UnfinishedOrMissing BlockedRule = iota
	// ListNotEmpty: anything at all in its list, even if what it names is completed, because completing is
	// what empties the list (s07, s_full, v6, v9).
	ListNotEmpty
	// UnfinishedOnly: any blocker that exists, is valid and is not completed; a missing or invalid one does
	// not block (Claude Code).
	UnfinishedOnly
)

// LockKind is the lock a dialect's own agents take around a write.
type LockKind uint8

const (
	NoLock    LockKind = iota
	FlockLock          // flock(LOCK_EX) on the regular file .lock in the directory (s13, s15)
	MkdirLock          // proper-lockfile's directories beside the target (Claude Code)
)

// Binding is how a dialect's tasks are bound to git worktrees.
type Binding uint8

const (
	// NotBound: its files have no place for a worktree.
	NotBound Binding = iota
	// BoundByName: its files name a worktree, and its agents keep some (s18 and later).
	BoundByName
	// BoundUnclaimed: as BoundByName, but its agents bind a task only while it is pending and nobody's, claim it only
	// where git knows its worktree, and unbind it when the worktree is removed (s13, s15).
	BoundUnclaimed
	// BoundLater: its files have no such key, and its agents die of one; those of the version that came after it read
	// both. A key may be added only where they are at work (s12, s17, s10).
	BoundLater
	// BoundStarts: as BoundByName, and a pending task that is bound is in progress from then on (old s12).
	BoundStarts
)

// Traits are the facts about a dialect that rules and screens need. They are constants: one value per dialect,
// shared by pointer, compared by pointer.
type Traits struct {
	Dialect          string // its short name: "s07", "s12wt", "s12", "s18", "s10", "s13", "v6", "v9", "claude-code", ...
	Title            string // the name a person knows it by: "Claude Code", "s12 task system"
	Blocked          BlockedRule
	ClearsOnComplete bool   // completing removes the id from the lists of those that wait for it
	Mirrors          bool   // links are kept on both sides: blockedBy and blocks
	HasOwner         bool   // the file can say who owns it
	HasActiveForm    bool   // the file has a text for a running task
	HasMetadata      bool   // the file may have an object for what else is to be kept
	OwnerIsClaim     bool   // a pending task with an owner is claimed, not yet started (Claude Code)
	ClaimsOnly       bool   // its own code starts a task by a claim alone, which refuses what is blocked (s12, s18, s10, s13)
	BusyCheck        bool   // an owner may run only one task at a time (s13, s15)
	HolderBound      bool   // taking a running task away makes its holder's tools fail until its thread ends (s13, s15)
	OwnerCompletes   bool   // only the owner of a running task can complete it (s10, s13, s15)
	MustExist        bool   // a blocker must exist when it is named (s10, s13, s15)
	CachedIDs        bool   // a running agent's counter is cached: a task created beside it may be overwritten
	Mark             bool   // keeps .highwatermark
	NumericIDs       bool   // ids are JSON numbers
	ByName           bool   // its agents find a blocker by opening the file named after the id, whatever id stands inside
	KeepsDeadLinks   bool   // deleting a task leaves its id in the lists of those that wait for it (old s12 with worktrees)
	WipesWhenDone    bool   // the list is deleted by its agents soon after its last task is completed (Claude Code)
	Nests            bool   // a task can be the parent of others, and is then never worked on itself (workflow files)
	ChosenIDs        bool   // whoever makes a task chooses its id: see Draft.ID (workflow files)
	ReadOnly         string // why its files are shown and never written, nor new ones made beside them; "" where they are
	NoDescription    bool   // its files have no place for a description (the older workflow files)
	FixedKeys        bool   // its agents fail to list any task of the directory where a file has a key they do not know
	Lock             LockKind
	Binding          Binding
}

// ProblemKind is what is wrong with a file.
type ProblemKind uint8

const (
	BeingWritten ProblemKind = iota + 1 // empty or cut off, for less than a second: read again soon
	Unparsable                          // not JSON, or cut off and nobody goes on writing it
	NotATask                            // JSON, but no task: never touched, listed under problems, no card
	TooLarge                            // over the cap: not read
	NotAFile                            // a pipe, a socket, a device, a directory: not opened
	OutsideLink                         // a link that leads out of the directory: not followed
	Unreadable                          // the system refused to open it
	NoID                                // an object that could be a task but has no id
)

// Problem is a file that cannot be shown as a task, or not in its newest state.
type Problem struct {
	Key       Key
	Kind      ProblemKind
	Text      string // why, in words, may hold raw text of the file: show it only through safetext
	Line, Col int    // where, for Unparsable; from 1, 0 when unknown
	CutOff    bool   // Unparsable because the text ends before it is whole
	Since     time.Time
}

// Card reports whether the file is shown as a card of its own when no good version of it is known.
func (p Problem) Card() bool { return p.Kind != NotATask && p.Kind != BeingWritten }

// Health is how news of the directory reaches us.
type Health uint8

const (
	Live    Health = iota // the system tells of every change
	Polling               // the directory is compared again and again
	Lost                  // the directory is not there
)

// String returns the word of programs for a health.
func (h Health) String() string {
	return [...]string{Live: "live", Polling: "polling", Lost: "lost"}[h]
}

// Delta is what one reading of the directory found, against the reading before.
type Delta struct {
	Put      []*Task   // new or changed; ends an earlier Problem of the key
	Gone     []Key     // no longer there; ends an earlier Problem of the key too
	Problems []Problem // the newest state of these cannot be shown; the last good record stays
	Mine     map[Key]EditID
	Edits    int // so many edits of ours were carried out or refused, and their files read again since
	Health   Health
	Why      string // why Health is not Live
	Mark     uint64 // the high-water mark, 0 where there is none
	Loading  bool   // more of the first reading follows
	Torn     bool   // some file looks half-written: news without it follows
	Whole    bool   // the whole directory was compared, not only the names that were told
	Replaced bool   // another directory has taken the place of the one of the Delta before
	At       time.Time
}

// Empty reports whether nothing was found.
func (d Delta) Empty() bool { return len(d.Put)+len(d.Gone)+len(d.Problems) == 0 }
