// Package tasks is one task, of any dialect, and what can be asked of it.
//
// Coding agents keep their tasks as files, one JSON object per file, in a directory they all share. Several
// published designs describe such files; each is a dialect, and they agree on the idea while they differ in
// the name of the file, the type of the id, the spelling of "nobody owns it", who clears a finished blocker
// and who takes which lock. This package holds the words they have in common:
//
//   - Task is the immutable record of one file as it was read.
//   - Traits are the facts about its dialect that a rule or a screen may need.
//   - Delta is what one reading of the directory found: records put, keys gone, files that are in trouble.
//   - Edit is what a person asks for: a Verb on a Key, what was read to allow it (Need), and the Steps, in
//     canonical words, that each touched file takes. Result and Conflict are its two ends.
//
// Nothing here does any input or output, knows a colour, or knows how a file spells any of it: package
// tasks/dialect does the spelling, tasks/store the disk.
//
// # Vocabulary
//
// A task waits for the tasks it names as blockers and is ready when its dialect's own agents would start it,
// blocked otherwise. It is claimed, completed, released and reopened; linked and unlinked. A task that runs
// but whose file has not changed for long is stalled. A task that has parts is a container: its parts are worked on,
// never it. A picture or a lock that is too old is stale.
package tasks

import (
	"iter"
	"slices"
	"strings"
	"time"
)

// Status is where a task stands. Every word of every dialect maps to one of these; a word no dialect here knows
// is Foreign, and the word itself is kept beside it.
type Status uint8

const (
	Foreign    Status = iota // a word this dialect does not know, or none at all: Task.StatusText has it
	Pending                  // not started
	InProgress               // somebody is on it
	Completed                // finished
	Blocked                  // workflow dialects that write it down
	Failed                   // workflow dialects
	Skipped                  // workflow dialects
	Cancelled                // workflow dialects
	Container                // workflow dialects: a parent that is never worked on itself
)

// String gives the canonical word, the one most dialects write.
func (s Status) String() string {
	return [...]string{"unknown", "pending", "in_progress", "completed", "blocked", "failed", "skipped", "cancelled", "container"}[s]
}

// Finished reports whether nobody will work on a task any more.
func (s Status) Finished() bool { return s == Completed || s == Skipped || s == Cancelled }

// StatusOf finds the status a canonical word names, Foreign for any other.
func StatusOf(word string) Status {
	switch word {
	case "pending":
		return Pending
	case "in_progress":
		return InProgress
	case "completed":
		return Completed
	}
	return Foreign
}

// MeansPending reports whether a status that the dialect does not know is a common word for pending.
func (t *Task) MeansPending() bool {
	switch strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(t.StatusText)) {
	case "pending", "todo", "to_do", "open", "new", "ready", "not_started", "queued", "backlog":
		return true
	}
	return false
}

// StatusNamed finds the status of any canonical word, the ones only workflow dialects write too.
func StatusNamed(word string) Status {
	for s := Pending; s <= Container; s++ {
		if s.String() == word {
			return s
		}
	}
	return Foreign
}

// StatusMeant finds the status that a word means which some tool or model writes in place of the canonical one, in any case
// and however its words are joined; Foreign for a word that could mean several.
func StatusMeant(word string) Status {
	plain := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(word))
	if s, ok := meant[plain]; ok {
		return s
	}
	return StatusNamed(plain)
}

// meant are the words of StatusMeant, without what joins them.
var meant = func() map[string]Status {
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

// Stamp tells two states of a file apart without reading it.
type Stamp struct {
	Mtime    int64 // nanoseconds since 1970
	Size     int64 // bytes
	Dev, Ino uint64
}

// Time gives the modification time.
func (s Stamp) Time() time.Time { return time.Unix(0, s.Mtime) }

// Limits say what about a file may not be edited.
type Limits uint8

const (
	NoText Limits = 1 << iota // status, owner and links may be set; text may not (its encoding would not survive)
	NoEdit                    // nothing may be set: a link, several names, the same key twice
)

// MaxLinks is how many ids of one list are kept and drawn. A file of a megabyte has room for a hundred thousand, each
// of which costs a hundred times the bytes it is written in; the rest are counted, and an edit leaves them as they are.
const MaxLinks = 1000

// MaxBoardLinks is how many links all records of a board together keep, whatever its files name. A link whose id is
// longer than 64 bytes counts as several.
const MaxBoardLinks = 250_000

// Task is the record of one file as it was read. Records are immutable and shared: whoever holds one may read it
// for ever, and nobody writes to it. The description is not kept: it is read again when it is shown or edited.
type Task struct {
	Key
	ID              ID
	Subject         string   // exactly as decoded; show it only through safetext
	ActiveForm      string   // what a running task is doing, where the dialect has it
	Owner           string   // "" when nobody owns it, however the file spells that
	Worktree        string   // the name of the git worktree bound to it, "" for none
	StatusText      string   // the file's own word, kept only when Status is Foreign
	WaitsFor        []ID     // the blockers, in file order, duplicates kept
	Blocks          []ID     // the mirror of WaitsFor, in dialects that keep one
	DroppedLinks    uint32   // how many ids of its lists are not kept: see MaxLinks and MaxBoardLinks
	Version         uint32   // counts the readings of this key in this process: equal versions are equal records
	Parent          ID       // the task it is a part of, as its file says or its id is formed; empty for none
	Children        []ID     // the parts of it that its own file names
	Traits          *Traits  // never nil; shared by all tasks of the dialect
	Members         *Members // those that no other field has, and surplus ones; nil for none, and shared as far as they are the same
	Clock           int64    // the file's own time of last change, nanoseconds since 1970, 0 where it keeps none
	Stamp           Stamp
	Why             string // why Limits is not zero, or why the dialect's own agents cannot see the task (Unseen)
	Status          Status // the small ones stand together: there may be a hundred thousand records
	Limits          Limits
	DescriptionSum  uint16 // a checksum of the description: different sums mean different texts
	Unseen          bool   // its dialect's agents skip this file or cannot read it; Why says why
	Internal        bool   // metadata._internal: hidden by default in Claude Code
	ByForm          bool   // nothing but the form of its id says that it is a part of Parent: see PartsByForm
	DroppedBlockers bool   // some of DroppedLinks are blockers, whose status is not known here
}

// Job is the agent that a workflow file names for its task, and the type of the work; "" where it names none. Few tasks have one, so it lies
// with the members.
type Job struct{ Agent, Type string }

// Members are the members of a task's object that no field of Task has, and those its design has no place for.
type Members struct {
	Names   []string // that no field has, in file order
	Sums    []uint32 // by name, a checksum of the value, 0 for one that is not compared; nil where none is
	Surplus *Keys    // that the design has no place for, all where its agents take any; nil for none. See OwnKeys
	Job     Job      // of a workflow file
}

// Keys are the names of some members. Files that have the same ones share them.
type Keys struct{ Names []string }

// Job returns who is to do a task and what kind of work it is, where a workflow file says so.
func (t *Task) Job() Job {
	if t.Members == nil {
		return Job{}
	}
	return t.Members.Job
}

// Surplus returns the members of a task's object that its design has no place for, nil for none.
func (t *Task) Surplus() *Keys {
	if t.Members == nil {
		return nil
	}
	return t.Members.Surplus
}

// OwnKeys returns the members that the agents of a directory write although its design has no place for them: every
// file has them, and there is more than one. sets are the Surplus of all records, files how many there are.
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

// Sum returns the checksum of a member's value, false where there is no such member.
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

// Member is one member of the JSON object in a task file, as spelled there.
type Member struct {
	Name  string // decoded
	Raw   []byte // the value's own bytes
	Known bool   // its dialect gives it a meaning, so that it is shown in words elsewhere
}

// Fact is a value of a task that only its own dialect keeps, in words: who is to do it, where, and what makes it good.
// The values are raw text: show them only through safetext.
type Fact struct {
	Name   string // for people: "agent", "acceptance"
	Values []string
	From   string // the task or the session it was inherited from, "" for its own
}

// Document is one task file read for showing or editing it whole.
type Document struct {
	Task        *Task
	Path        string // absolute
	Raw         []byte // the file's bytes
	Description string // decoded
	Facts       []Fact // in the order they are to be read; nil in dialects that keep none
	Members     []Member
}

// PartsByForm returns those of the candidates that the form of their ids makes parts of whole. A form is a hint and no
// statement: it counts only where whole stands for parts anyway (its status says so, or stated: some file names it as
// a parent), and not for a task that waits for whole, itself or through other candidates. A workflow also numbers
// steps that follow each other that way: IMPL-001, then IMPL-001.3, then IMPL-001.5.
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
		if c.ByForm && !later[c] {
			parts = append(parts, c)
		}
	}
	return parts
}

// AgentState is whether an agent is still at work, as far as anything beside the tasks says.
type AgentState uint8

// The states, from knowing nothing to knowing that it works no more.
const (
	AgentUnknown AgentState = iota
	AgentUnseen             // no process of its number runs here, but the number may be another machine's or container's
	AgentActive
	AgentIdle    // waits for something to do
	AgentWaiting // waits for a person: for an answer or a permission
	AgentGone    // shut down, or no longer in a team that removes who leaves
	AgentDead    // its process ended without a word
)

// String returns the word for people, "" for AgentUnknown.
func (s AgentState) String() string {
	return [...]string{"", "not seen here", "active", "idle", "waits for your answer", "gone", "dead"}[s]
}

// Over reports whether an agent in this state will complete nothing any more.
func (s AgentState) Over() bool { return s == AgentGone || s == AgentDead }

// An Agent is somebody who works on tasks, and how it stands.
type Agent struct {
	Name  string
	State AgentState
	Since time.Time // at the latest; zero when not known
	Live  bool      // its own process says so now, and nobody who listed it once
	Why   string    // what says so, as words that follow the name: "is not in the team"; "" for the state's own
}
