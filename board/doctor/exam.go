// Package doctor says what is wrong with a directory of task files, what that does to the agents that work there, and
// what would put it right.
//
// It exists because the faults that stop agents are seldom the ones a board shows: one key too many in one file makes
// the listing of all others fail, an owner left behind keeps a task from ever being picked again, a blocker that
// nobody cleared keeps its dependants waiting for good. What is a fault depends on the dialect, so every finding is
// worded for the dialect of the folder.
//
// Examine is pure: it gets what a store knows (a Case) and the time, and gives findings. A repair is an edit like any
// other, to be carried out by the store under the locks and comparisons of its write protocol; nothing is ever
// written here. A repair is given only where it cannot lose anything. Where somebody must decide it says so (Asks);
// where nobody can without looking at the work itself, there is none, and Hint says what to look for.
//
// # Severity
//
// An Error is a fault by which agents fail, do not see a task, or can never start or complete one. A Warning is one
// that does harm in time or in the hands of another tool. A Note is worth knowing and stops nobody.
package doctor

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/jsonedit"
)

// Case is what is known of a directory.
type Case struct {
	List     string          // the List of all keys
	Codec    *dialect.Codec  // has seen its listing and its tasks
	Tasks    []*tasks.Task   // the newest good record of every file
	Problems []tasks.Problem // the files whose newest state gave none
	Entries  []Entry         // everything that lies in the directory; the files of Tasks may be left out
	Session  *Session        // what lies about a folder of workflow tasks, nil for any other
	Beside   *Entry          // the lock beside the directory, nil where there is none
	Trees    map[string]bool // the names of worktrees that git knows; nil where git was not asked or is not there
	Remote   string          // the kind of file system, where other machines use it too, "" where none does
	Files    Files
	Now      time.Time
	Seen     *Seen // what an earlier examination of the same directory found good; nil where there was none
}

// Files gives the bytes of files. They hold until the next call.
type Files interface {
	Raw(name string) ([]byte, error)
}

// EntryKind is what a directory entry is.
type EntryKind uint8

const (
	File EntryKind = iota + 1
	Directory
	Link
	Special // a pipe, a socket, a device
)

// Entry is one entry of the directory.
type Entry struct {
	Name    string
	Kind    EntryKind
	Size    int64     // bytes
	Changed time.Time // its own modification time
	Used    bool      // a lock directory that has something in it
}

// Stale is how old a lock directory must be before it counts as left behind: its holder refreshes it every five
// seconds, and agents take over what is older than this.
const Stale = 10 * time.Second

// forgotten is how old a temporary file must be before it counts as left behind.
const forgotten = time.Minute

// Examine returns what is wrong, the gravest first and then by file.
func Examine(c Case) []Finding {
	x := &exam{
		c: c, own: c.Codec.Traits(), tasks: slices.Clone(c.Tasks), unread: map[*tasks.Task]bool{},
		problems: map[string]tasks.Problem{}, verdicts: map[string]dialect.Verdict{}, doubled: map[string]string{}, entries: map[string]Entry{},
	}
	slices.SortFunc(x.tasks, func(a, b *tasks.Task) int { return a.Key.Compare(b.Key) })
	x.ids = slices.Clone(x.tasks)
	slices.SortFunc(x.ids, func(a, b *tasks.Task) int { return cmp.Or(compareIDs(a.ID, b.ID), a.Key.Compare(b.Key)) })
	for _, p := range c.Problems {
		x.problems[p.Key.Name] = p
	}
	for _, e := range c.Entries {
		x.entries[e.Name] = e
	}
	x.worktrees()
	x.judge()
	x.onlyShown()
	x.files()
	x.names()
	x.states()
	x.links()
	x.mirrors()
	x.loops()
	x.workflow()
	x.lostTrees()
	x.mark()
	x.beside()
	order(x.found)
	return x.found
}

// exam is one examination. The board asks for one after every change, so that nothing in it may cost an allocation for
// each of its tasks: sorted slices stand where maps would, and only what is not good is written down.
type exam struct {
	c        Case
	own      *tasks.Traits // of the folder: those its agents work by
	tasks    []*tasks.Task // by key
	ids      []*tasks.Task // the same by id, and by key where several have one
	problems map[string]tasks.Problem
	verdicts map[string]dialect.Verdict // of the files that could be read, but for good ones
	unread   map[*tasks.Task]bool       // whose files could not be read
	entries  map[string]Entry
	doubled  map[string]string // by file: a key that stands twice in it
	common   []string          // members that are no fault, because every task file has them
	object   jsonedit.Object   // of the file that is looked at
	guesses  int               // how often it was worked out which id was meant
	found    []Finding
}

// add adds a finding. What takes a link away, adds one or writes one anew is only done after a person said yes.
func (x *exam) add(f Finding) {
	if f.Repair != nil && f.Repair.Edit != nil && touchesLink(*f.Repair.Edit) {
		f.Repair.Asks = true
	}
	x.found = append(x.found, f)
}

// touchesLink reports whether an edit changes what some list names.
func touchesLink(e tasks.Edit) bool {
	changes := slices.Clone(e.Changes)
	for _, st := range e.Steps {
		changes = append(changes, st.Changes...)
	}
	return slices.ContainsFunc(changes, func(c tasks.Change) bool {
		list := c.Field == tasks.FieldMember && strings.HasPrefix(c.From.Text, "[") && c.From.Text != "[]"
		return list || c.Field == tasks.FieldWaitsFor || c.Field == tasks.FieldBlocks
	})
}

// byName returns the task of a file, nil where there is none.
func (x *exam) byName(name string) *tasks.Task {
	i, there := slices.BinarySearchFunc(x.tasks, x.key(name), func(t *tasks.Task, k tasks.Key) int { return t.Key.Compare(k) })
	if !there {
		return nil
	}
	return x.tasks[i]
}

// byID returns the tasks that have an id, by key.
func (x *exam) byID(id tasks.ID) []*tasks.Task {
	i, _ := slices.BinarySearchFunc(x.ids, id, func(t *tasks.Task, id tasks.ID) int { return compareIDs(t.ID, id) })
	return sameID(x.ids[i:], id)
}

// sameID returns the first tasks of all, as far as they have an id.
func sameID(all []*tasks.Task, id tasks.ID) []*tasks.Task {
	n := 0
	for n < len(all) && all[n].ID == id {
		n++
	}
	return all[:n]
}

// compareIDs orders ids as their files are, most of which are named after them: sorting by the one what is sorted by
// the other costs nothing.
func compareIDs(a, b tasks.ID) int {
	if c := tasks.Natural(a.Text, b.Text); c != 0 || a.Num == b.Num {
		return c
	}
	if a.Num {
		return 1
	}
	return -1
}

// taken reports whether the folder's agents see the task.
func (x *exam) taken(t *tasks.Task) bool {
	take := x.verdicts[t.Name].Take
	return !x.unread[t] && (take == dialect.Taken || take == dialect.FailsOver)
}

// looked reports whether they look at its file at all.
func (x *exam) looked(t *tasks.Task) bool { return x.verdicts[t.Name].Take != dialect.Ignored }

// agents names who works in this folder.
func (x *exam) agents() string { return "the agents of this folder (" + x.own.Title + ")" }

// editable reports whether a task's file may be changed at all.
func editable(t *tasks.Task) bool { return t.Limits&tasks.NoEdit == 0 && t.Traits.ReadOnly == "" }

// Seen remembers from one examination to the next what the files said, so that only those that changed are read again.
// It may be shared by several at once.
type Seen struct {
	mu   sync.Mutex
	last memory
}

// A memory is what one examination found. It is never changed. A record that is another one than before is of a file
// that was read again.
type memory struct {
	by     *tasks.Traits // whose agents the files were judged for
	common []string      // what was no fault, because every file had it
	good   []*tasks.Task // those there was nothing to say against, by key
}

// recall returns what was found for these agents, nothing where that was not asked last.
func (s *Seen) recall(by *tasks.Traits) memory {
	if s == nil {
		return memory{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last.by != by {
		return memory{}
	}
	return s.last
}

func (s *Seen) keep(m memory) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = m
}

// Severity is how much a finding matters; the gravest comes first.
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
	RemoteLock      Kind = "remote-lock"      // flock on a file system that other machines use too
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
