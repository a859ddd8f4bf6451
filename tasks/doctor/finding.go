package doctor

import (
	"cmp"
	"slices"
	"strings"

	"sideboard/tasks"
)

// Severity says how much a finding matters; the gravest comes first.
type Severity uint8

const (
	Error   Severity = iota + 1 // agents fail, lose a task, or can never start or complete one
	Warning                     // harm in time, or to others than the folder's own agents
	Note                        // worth knowing
)

// String gives the word by which programs and people tell severities apart.
func (s Severity) String() string { return [...]string{"", "error", "warning", "note"}[s] }

// Kind names what is wrong, in a word that stays the same for ever.
type Kind string

const (
	BrokenFile      Kind = "broken-file"      // not JSON, or cut off
	FailsAll        Kind = "fails-all"        // readable, and the agents' whole listing fails on it
	FailsOver       Kind = "fails-over"       // listed, and the agents fail on it whenever they complete a task
	SkippedFile     Kind = "skipped-file"     // a task that the agents pass over without a word
	IgnoredFile     Kind = "ignored-file"     // a task under a name the agents never look at
	NotATask        Kind = "not-a-task"       // JSON, but no task
	NotAFile        Kind = "not-a-file"       // a pipe, a device or a directory under the name of a task
	LinkedFile      Kind = "link"             // a link, or a file with several names
	TooLarge        Kind = "too-large"        // over the size that is read
	UnreadableFile  Kind = "unreadable"       // the system does not let it be read
	DoubleKey       Kind = "double-key"       // one key twice, so that readers disagree
	FixedText       Kind = "fixed-text"       // text that cannot be edited without damage
	ForeignFile     Kind = "foreign-file"     // a file that belongs to something else
	OnlyShown       Kind = "only-shown"       // files of a design that is read here and never written
	DoubleID        Kind = "double-id"        // two files with one id
	MisnamedID      Kind = "misnamed-id"      // id and file name disagree
	MissingBlocker  Kind = "missing-blocker"  // waits for a task that is not there
	MistypedBlocker Kind = "mistyped-blocker" // 1 where "1" is meant, or the other way round
	FinishedBlocker Kind = "finished-blocker" // a completed task that was not cleared from a list
	ManyLinks       Kind = "many-links"       // more links than are kept and shown
	SelfLink        Kind = "self-link"        // waits for itself
	Loop            Kind = "loop"             // waits for itself through others
	OneSided        Kind = "one-sided"        // a link that only one of the two files knows
	UnknownStatus   Kind = "unknown-status"   // a status its agents do not know
	OwnerOnPending  Kind = "owner-on-pending" // not started, and still somebody's
	NobodyRuns      Kind = "nobody-runs"      // in progress, owned by nobody, and only its owner could complete it
	LostWorktree    Kind = "lost-worktree"    // bound to a worktree that git does not know
	LowMark         Kind = "low-mark"         // the high-water mark is below an id that is taken
	BrokenMark      Kind = "broken-mark"      // the high-water mark is no number
	StaleLock       Kind = "stale-lock"       // a lock directory left behind
	WrongLock       Kind = "wrong-lock"       // something in the place of a lock that cannot be one
	ForeignLock     Kind = "foreign-lock"     // a lock of another tool
	LeftTemp        Kind = "left-temp"        // a temporary file left behind
)

// Finding is one thing that is wrong. Its texts may hold raw text of the files: show them only through safetext.
type Finding struct {
	Severity Severity
	Kind     Kind
	Files    []tasks.Key // the file it is about, then those that have a part in it; a Name may be that of a lock
	What     string      // what is wrong
	Why      string      // what that means to the agents of this folder
	Hint     string      // what a person can do where no repair is given
	Repair   *Repair     // nil where none is safe
}

// Repair is what would put a finding right. Either Edit or Lock is set.
type Repair struct {
	What string      // what it does, in the imperative: "take task_9 out of its list"
	Asks bool        // it changes what agents do next or takes something away: only after a person said yes to this one
	Edit *tasks.Edit // for the store to apply; ID, Who and At are the caller's to fill in
	Lock string      // the name of the file whose stale lock is to be taken over by its own protocol and given back
	List string      // the List it is for, where several are open
}

// Counts are how many findings there are of each severity.
type Counts struct{ Errors, Warnings, Notes int }

// Count counts findings.
func Count(fs []Finding) (c Counts) {
	for _, f := range fs {
		switch f.Severity {
		case Error:
			c.Errors++
		case Warning:
			c.Warnings++
		default:
			c.Notes++
		}
	}
	return c
}

// Problems is how many findings are more than a note.
func (c Counts) Problems() int { return c.Errors + c.Warnings }

// order sorts findings: the gravest first, then by file, then by kind.
func order(fs []Finding) {
	slices.SortStableFunc(fs, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), slices.CompareFunc(a.Files, b.Files, tasks.Key.Compare), cmp.Compare(a.Kind, b.Kind))
	})
}

func quoted(s string) string { return "“" + s + "”" }

// list spells ids or names one after the other, a few of them.
func list(words []string) string {
	const most = 6
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + ", …"
}

// spelled writes ids one after the other.
func spelled(ids []tasks.ID) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = id.Text
	}
	return list(words)
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return strings.TrimSpace(more)
}
