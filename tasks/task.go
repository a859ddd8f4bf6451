// Package tasks has the values that all packages share: a task, an edit of it, and what changed in a directory.
//
// Coding agents keep their tasks as files, one JSON object per file, in a directory they share. Several published
// designs describe such files; each is a dialect. They differ in the name of the file, the type of the id, the value
// for a task without an owner, who removes a completed blocker, and who takes which lock. This package has what they
// have in common:
//
//   - Task is the immutable record of one file as it was read.
//   - Traits are the facts about its dialect that a rule or a screen needs.
//   - Delta is what changed from one read of the directory to the next.
//   - Edit is what a person asks for: a Verb on a Key, the values it relies on (Need), and the Steps for each file. It ends
//     in a Result or a ConflictError.
//
// This package does no input or output, and does not know how a file spells anything: see tasks/dialect and
// tasks/store.
//
// # Vocabulary
//
// A task waits for its blockers. It is ready when its dialect's own agents would start it, else blocked. It is claimed,
// completed, released and reopened, linked and unlinked. A running task whose file has not changed for long is stalled.
// A task that has parts is a container: only its parts are worked on.
package tasks

import (
	"iter"
	"slices"
	"strings"
	"time"
)

// Status is the status of a task. A word that its dialect does not have is kept in Task.StatusText: it is Foreign,
// unless it means that nobody will do the task.
type Status uint8

const (
	Foreign    Status = iota // another word, or none
	Pending                  // not started
	InProgress               // it is being worked on
	Completed                // finished
	Blocked                  // this and what follows: only in workflow dialects
	Failed
	Skipped
	Cancelled
	Container // a parent that is never worked on itself
)

// String returns the canonical word, which most dialects write.
func (s Status) String() string {
	return [...]string{"unknown", "pending", "in_progress", "completed", "blocked", "failed", "skipped", "cancelled",
		"container"}[s]
}

// Finished reports whether a task will not be worked on any more.
func (s Status) Finished() bool { return s == Completed || s == Skipped || s == Cancelled }

// StatusOf returns the status for one of the three words that all dialects have, Foreign for any other.
func StatusOf(word string) Status {
	if s := StatusNamed(word); s <= Completed {
		return s
	}
	return Foreign
}

// StatusNamed returns the status for any canonical word, Foreign for any other.
func StatusNamed(word string) Status {
	for s := Pending; s <= Container; s++ {
		if s.String() == word {
			return s
		}
	}
	return Foreign
}

// MeansPending reports whether a Foreign status is a common word for pending.
func (t *Task) MeansPending() bool { return StatusMeant(t.StatusText) == Pending }

// StatusMeant returns the status for a word that tools or models write in place of a canonical one, in any case and
// with any separator; Foreign for a word that could mean several.
func StatusMeant(word string) Status {
	plain := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(word))
	if s, ok := synonyms[plain]; ok {
		return s
	}
	return StatusNamed(plain)
}

// synonyms are the words of StatusMeant, without separators.
var synonyms = func() map[string]Status {
	words := map[string]Status{}
	for s, line := range map[Status]string{
		Pending:    "open todo new ready queued backlog planned notstarted unstarted",
		InProgress: "inprogress active doing running started working wip claimed inreview",
		Completed:  "complete done finished closed resolved",
		Blocked:    "onhold",
		Skipped:    "wontfix wontdo",
		Cancelled:  "canceled abandoned deleted dropped",
	} {
		for word := range strings.FieldsSeq(line) {
			words[word] = s
		}
	}
	return words
}()

// Stamp is what the system says of a file without reading it. It changes when the file does.
type Stamp struct {
	Mtime    int64 // nanoseconds since 1970
	Size     int64 // bytes
	Dev, Ino uint64
}

// Time returns the modification time.
func (s Stamp) Time() time.Time { return time.Unix(0, s.Mtime) }

// maxSkew is how far in the future a time may be: the clocks of machines that share files differ.
const maxSkew = time.Minute

// InFuture reports whether a time cannot be that of a change, because it is after now.
func InFuture(at, now time.Time) bool { return at.Sub(now) > maxSkew }

// Limits are what may not be edited in a file.
type Limits uint8

const (
	NoText Limits = 1 << iota // texts, because its encoding would be lost; status, owner and links may be
	NoEdit                    // anything: it is a symbolic or a hard link, or has the same key twice
)

// MaxLinks is the largest number of ids of one list that are kept and drawn. A file of a megabyte has room for a
// hundred thousand, and each takes a hundred times its bytes in memory; the rest are counted, and edits do not change
// them.
const MaxLinks = 1000

// MaxBoardLinks is the largest number of links in all records of a board. A link whose id is longer than 64 bytes
// counts as several.
const MaxBoardLinks = 250_000

// Task is the record of one file as it was read. Records are shared and must not be changed. The description is not
// kept: it is read again when it is shown or edited.
type Task struct {
	Key
	ID         ID
	Subject    string // exactly as decoded; show it only through safetext
	ActiveForm string // the text for a running task, where the dialect has one
	Owner      string // "" for none, however the file spells that
	Worktree   string // the name of the git worktree bound to it, "" for none
	// the file's own word, kept only if its design does not have it; Status is then what it means, or Foreign
	StatusText      string
	WaitsFor        []ID     // the blockers, in file order, duplicates kept
	Blocks          []ID     // the mirror of WaitsFor, in dialects that keep one
	DroppedLinks    uint32   // the number of ids of its lists that are not kept: see MaxLinks and MaxBoardLinks
	Version         uint32   // how often this process has read the file: equal versions are equal records
	Parent          ID       // the task it is a part of, by its file or the form of its id; empty for none
	Children        []ID     // the parts of it that its own file names
	Traits          *Traits  // of its dialect, never nil
	Members         *Members // nil for none; shared by tasks with the same ones
	Clock           int64    // the file's own time of last change, nanoseconds since 1970, 0 if it keeps none
	Stamp           Stamp
	Why             string // why Limits is not zero, or why the dialect's own agents cannot see the task (Unseen)
	Status          Status // the small fields are together, to save memory
	Limits          Limits
	DescriptionSum  uint16 // a checksum of the description: different sums mean different texts
	Unseen          bool   // its dialect's agents skip this file or cannot read it; Why says why
	Internal        bool   // metadata._internal: hidden by default in Claude Code
	Marks           Marks
	DroppedBlockers bool // some of DroppedLinks are blockers, whose status is not known here
}

// Marks are facts about few tasks, in one byte.
type Marks uint8

const (
	ByForm Marks = 1 << iota // Parent comes from the form of the id alone: see PartsByForm
	// the time of last change was in the future: Stamp and Clock have that of reading instead
	Misdated
)

// Has reports whether a mark is set.
func (m Marks) Has(mark Marks) bool { return m&mark != 0 }

// Set sets a mark, or removes it.
func (m *Marks) Set(mark Marks, is bool) {
	*m &^= mark
	if is {
		*m |= mark
	}
}

// Job is the agent that a workflow file names for its task, and the type of the work; "" for none. Few tasks have one,
// so it is kept with the members.
type Job struct{ Agent, Type string }

// Members are the members of a task's object that are in no field of Task.
type Members struct {
	Names []string // in file order
	Sums  []uint32 // for each of Names, a checksum of the value, 0 if it is not compared; nil if none is
	// the members that the design does not have, or all if its agents accept any; nil for none. See OwnKeys
	Surplus *Keys
	Job     Job // of a workflow file

	Refusals Refusals // of a file of an inferred form
}

// Keys are the names of some members. Files with the same names share them.
type Keys struct{ Names []string }

// Job returns the agent and the type of work of a workflow task.
func (t *Task) Job() Job {
	if t.Members == nil {
		return Job{}
	}
	return t.Members.Job
}

// Surplus returns the members of a task's object that its design does not have, nil for none.
func (t *Task) Surplus() *Keys {
	if t.Members == nil {
		return nil
	}
	return t.Members.Surplus
}

// OwnKeys returns the members that the agents of a directory write although its design does not have them: those in
// every file, if there are several files. sets are the Surplus of all records.
func OwnKeys(sets iter.Seq[*Keys], files int) []string {
	var own []string
	first := true
	for set := range sets {
		switch {
		case set == nil || files < 2:
			return nil
		case first:
			own, first = slices.Clone(set.Names), false
		default:
			own = slices.DeleteFunc(own, func(name string) bool { return !slices.Contains(set.Names, name) })
		}
		if len(own) == 0 {
			return nil
		}
	}
	return own
}

// Sum returns the checksum of a member's value, and whether there is such a member.
func (m *Members) Sum(name string) (uint32, bool) {
	if m == nil {
		return 0, false
	}
	i := slices.Index(m.Names, name)
	if i < 0 || m.Sums == nil {
		return 0, i >= 0
	}
	return m.Sums[i], true
}

// Member is one member of the JSON object in a task file.
type Member struct {
	Name  string // decoded
	Raw   []byte // the bytes of its value
	Known bool   // it is shown elsewhere, as a field of the task or a Fact
}

// Fact is something that only its own dialect has of a task, such as the agent, the paths or the acceptance criteria.
// The values are raw text: show them only through safetext.
type Fact struct {
	Name   string // for people: "agent", "acceptance"
	Values []string
	From   string // the task or the session it is inherited from, "" for its own
}

// Document is one task file, read to show or edit all of it.
type Document struct {
	Task        *Task
	Path        string // absolute
	Raw         []byte // the file's bytes
	Description string // decoded
	Facts       []Fact // in reading order; nil in dialects without facts
	Members     []Member
}

// PartsByForm returns the candidates that are parts of whole by the form of their ids. That is only a hint: it counts
// if whole is a container anyway (by its status, or stated: some file names it as a parent), and not for a task that
// waits for whole, itself or through other candidates. Consecutive steps of a workflow are numbered like that too:
// IMPL-001, then IMPL-001.3, then IMPL-001.5.
func PartsByForm(whole *Task, stated bool, candidates []*Task) []*Task {
	if !stated && whole.Status != Container {
		return nil
	}
	waiters := map[ID][]*Task{}
	for _, c := range candidates {
		for _, id := range c.WaitsFor {
			waiters[id] = append(waiters[id], c)
		}
	}
	later := map[*Task]bool{}
	for queue := []ID{whole.ID}; len(queue) > 0; queue = queue[1:] {
		for _, c := range waiters[queue[0]] {
			if !later[c] && c.ID != whole.ID {
				later[c] = true
				queue = append(queue, c.ID)
			}
		}
	}
	var parts []*Task
	for _, c := range candidates {
		if c.Marks.Has(ByForm) && !later[c] {
			parts = append(parts, c)
		}
	}
	return parts
}

// AgentState is whether an agent is at work, by what is known of it outside of the tasks.
type AgentState uint8

// The states of an agent.
const (
	AgentUnknown AgentState = iota
	AgentUnseen             // no process with its number runs here, but it may be on another machine or in a container
	AgentActive
	AgentIdle    // has nothing to do
	AgentWaiting // waits for a person: for an answer or a permission
	AgentGone    // shut down, or no longer listed in its team
	AgentDead    // its process has ended without a notice
)

// String returns the word for people, "" for AgentUnknown.
func (s AgentState) String() string {
	return [...]string{"", "not seen here", "active", "idle", "waits for your answer", "gone", "dead"}[s]
}

// Over reports whether an agent in this state has stopped for good.
func (s AgentState) Over() bool { return s == AgentGone || s == AgentDead }

// An Agent is the state of an agent or a person that works on tasks.
type Agent struct {
	Name  string
	State AgentState
	Since time.Time // at the latest; zero if not known
	Live  bool      // State is stated by its own process
	Why   string    // the words for State, after the name, if there are better ones: "is not in the team"
}
