// Package doctor finds what is wrong with a directory of task files, says what that means to the agents that work
// there, and proposes repairs.
//
// The faults that stop agents are often invisible on the board: one unknown key in one file makes the listing of all
// tasks fail, an owner left on a pending task keeps it from being started, a completed blocker that nobody cleared
// keeps its dependants waiting for ever. What is a fault depends on the dialect, and so does the text of a finding.
//
// Examine is a pure function: it takes what a store knows (a Case) and the time, and returns findings. It writes
// nothing. A repair is an edit like any other, which the store carries out by its write protocol. There is a repair
// only where it cannot lose anything. Asks says that a person has to decide; where nobody can decide without a look at
// the work itself there is no repair, and Hint says what to look for.
//
// # Severity
//
// An Error makes agents fail, hides a task from them, or keeps a task from being started or completed. A Warning does
// harm later, or to another tool. A Note is worth knowing and stops nobody.
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

// Case is a directory to examine.
type Case struct {
	List      string          // the List of all keys
	Codec     *dialect.Codec  // that of the directory
	Tasks     []*tasks.Task   // the newest record of every file
	Problems  []tasks.Problem // the files that cannot be read
	Entries   []Entry         // all entries of the directory; the files of Tasks may be left out
	Session   *Session        // of a folder of workflow tasks, nil for any other
	OuterLock *Entry          // a lock next to the directory, nil for none
	Worktrees map[string]bool // the names of the worktrees that git knows, nil if git was not asked
	Remote    string          // the kind of a file system that other machines use too, "" for a local one
	Files     Files
	Now       time.Time
	Given     func(k tasks.Key, owner string) bool // whether a person gave a pending task to its owner; nil for never
	PutBack   []PutBack                            // what serve put back
	// the cache of earlier examinations of the same directory, nil for none
	Seen *Seen
}

// Files reads files. The bytes are valid until the next call.
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
	Changed time.Time // its modification time
	Used    bool      // a lock directory that is not empty
}

// StaleAge is the age from which a lock directory is stale: its holder refreshes it every five seconds, and agents take
// over an older one.
const StaleAge = 10 * time.Second

// tempAge is the age from which a temporary file is left over.
const tempAge = time.Minute

// Examine returns what is wrong with a directory, the most severe findings first, then by file.
func Examine(c Case) []Finding {
	x := &exam{
		c: c, own: c.Codec.Traits(), tasks: slices.Clone(c.Tasks), unread: map[*tasks.Task]bool{},
		problems: map[string]tasks.Problem{}, verdicts: map[string]dialect.Verdict{},
		duplicateKeys: map[string]string{}, entries: map[string]Entry{},
		copies: map[*tasks.Task]syncCopy{},
	}
	slices.SortFunc(x.tasks, func(a, b *tasks.Task) int { return a.Key.Compare(b.Key) })
	x.byIDs = slices.Clone(x.tasks)
	slices.SortFunc(x.byIDs, func(a, b *tasks.Task) int { return cmp.Or(compareIDs(a.ID, b.ID), a.Key.Compare(b.Key)) })
	for _, p := range c.Problems {
		x.problems[p.Key.Name] = p
	}
	for _, e := range c.Entries {
		x.entries[e.Name] = e
	}
	x.detectNewerAgents()
	x.judgeFiles()
	x.findCopies()
	x.reportOnlyShown()
	x.checkFiles()
	x.checkIDs()
	x.checkStates()
	x.checkTimes()
	x.checkLinks()
	x.checkMirrors()
	x.checkLoops()
	x.checkWorkflow()
	x.checkWorktrees()
	x.checkMark()
	x.checkPutBack()
	x.checkOtherFiles()
	sortFindings(x.found)
	return x.found
}

// exam is one examination. There is one after every change of the board, so it must not allocate for every task: it has
// sorted slices instead of maps, and maps only for what is wrong.
type exam struct {
	c             Case
	own           *tasks.Traits // of the agents of the folder
	tasks         []*tasks.Task // by key
	byIDs         []*tasks.Task // by id, then by key
	problems      map[string]tasks.Problem
	verdicts      map[string]dialect.Verdict // of files that could be read and are not good
	unread        map[*tasks.Task]bool       // the tasks whose files could not be read
	entries       map[string]Entry
	duplicateKeys map[string]string // by file: a key that is in it twice
	copies        map[*tasks.Task]syncCopy
	common        []string        // unknown members that every task file has
	object        jsonedit.Object // a buffer for one file
	guesses       int             // the number of calls of guess
	found         []Finding
}

// add adds a finding. A repair that changes links asks first.
func (x *exam) add(f Finding) {
	if x.own.Form != nil {
		f.Repair = nil // what its agents accept is not known
	}
	if f.Repair != nil && f.Repair.Edit != nil && touchesLink(*f.Repair.Edit) {
		f.Repair.Asks = true
	}
	x.found = append(x.found, f)
}

// touchesLink reports whether an edit changes a list of links.
func touchesLink(e tasks.Edit) bool {
	changes := slices.Clone(e.Changes)
	for _, st := range e.Steps {
		changes = append(changes, st.Changes...)
	}
	return slices.ContainsFunc(changes, func(c tasks.Change) bool {
		isList := strings.HasPrefix(c.From.Text, "[") && c.From.Text != "[]" // the links may be in a member of any name
		return isList || c.Field == tasks.FieldWaitsFor || c.Field == tasks.FieldBlocks
	})
}

// byName returns the task of a file, nil for none.
func (x *exam) byName(name string) *tasks.Task {
	i, there := slices.BinarySearchFunc(x.tasks, x.key(name), func(t *tasks.Task, k tasks.Key) int {
		return t.Key.Compare(k)
	})
	if !there {
		return nil
	}
	return x.tasks[i]
}

// byID returns the tasks with an id, by key.
func (x *exam) byID(id tasks.ID) []*tasks.Task {
	i, _ := slices.BinarySearchFunc(x.byIDs, id, func(t *tasks.Task, id tasks.ID) int { return compareIDs(t.ID, id) })
	return sameID(x.byIDs[i:], id)
}

// sameID returns the tasks that have an id, as far as all, which is sorted by id, begins with them.
func sameID(all []*tasks.Task, id tasks.ID) []*tasks.Task {
	n := 0
	for n < len(all) && all[n].ID == id {
		n++
	}
	return all[:n]
}

// compareIDs orders ids like the names of their files: sorting tasks by id that are sorted by key is then fast.
func compareIDs(a, b tasks.ID) int {
	switch {
	case a.Num == b.Num:
		return tasks.Natural(a.Text, b.Text)
	case a.Num:
		return 1
	}
	return -1
}

// isListed reports whether the folder's agents list a task.
func (x *exam) isListed(t *tasks.Task) bool {
	take := x.verdicts[t.Name].Take
	return !x.unread[t] && (take == dialect.Taken || take == dialect.FailsOver)
}

// isRead reports whether the folder's agents read the file of a task.
func (x *exam) isRead(t *tasks.Task) bool { return x.verdicts[t.Name].Take != dialect.Ignored }

// agents names the folder's agents.
func (x *exam) agents() string { return "the agents of this folder (" + x.own.Title + ")" }

// isEditable reports whether the file of a task can be edited.
func isEditable(t *tasks.Task) bool { return t.Limits&tasks.NoEdit == 0 }

// Seen caches which files were good, so that the next examination reads only those that changed. It is safe for
// concurrent use.
type Seen struct {
	mu   sync.Mutex
	last judgedFiles
}

// judgedFiles is the result of judgeFiles. It is immutable. A file that was read again has another record.
type judgedFiles struct {
	by     *tasks.Traits // the agents for which the files were judged
	common []string      // exam.common
	good   []*tasks.Task // by key
}

// recall returns the last result, if it is for these agents.
func (s *Seen) recall(by *tasks.Traits) judgedFiles {
	if s == nil {
		return judgedFiles{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last.by != by {
		return judgedFiles{}
	}
	return s.last
}

func (s *Seen) keep(m judgedFiles) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = m
}

// Severity is the importance of a finding, the most severe first.
type Severity uint8

const (
	Error   Severity = iota + 1 // agents fail, lose a task, or can never start or complete one
	Warning                     // harm in time, or to others than the folder's own agents
	Note                        // worth knowing
)

// String returns the name of the severity.
func (s Severity) String() string { return [...]string{"", "error", "warning", "note"}[s] }

// Kind names what is wrong. The names never change.
type Kind string

const (
	BrokenFile     Kind = "broken-file"  // not JSON, or truncated
	FailsAll       Kind = "fails-all"    // valid, but makes the agents fail to list any task
	FailsOver      Kind = "fails-over"   // listed, but makes the agents fail to complete any task
	SkippedFile    Kind = "skipped-file" // a task that the agents skip silently
	IgnoredFile    Kind = "ignored-file" // a task with a name that the agents do not read
	NotATask       Kind = "not-a-task"   // JSON, but no task
	NotAFile       Kind = "not-a-file"   // a pipe, a device or a directory with the name of a task
	LinkedFile     Kind = "link"         // a link, or a file with several names
	TooLarge       Kind = "too-large"    // larger than the limit
	UnreadableFile Kind = "unreadable"   // the system does not permit reading it
	DoubleKey      Kind = "double-key"   // the same key twice, so that readers disagree
	FixedText      Kind = "fixed-text"   // text that cannot be edited without damage
	ForeignFile    Kind = "foreign-file" // a file of something else
	OnlyShown      Kind = "only-shown"   // files of a design that is read and never written
	// a copy that a synchroniser made of a file that was changed on two machines
	SyncCopy        Kind = "sync-copy"
	DoubleID        Kind = "double-id"        // several files with one id
	MisnamedID      Kind = "misnamed-id"      // id and file name disagree
	MissingBlocker  Kind = "missing-blocker"  // waits for a task that does not exist
	MistypedBlocker Kind = "mistyped-blocker" // 1 instead of "1", or the other way round
	FinishedBlocker Kind = "finished-blocker" // a completed task that was not cleared from a list
	ManyLinks       Kind = "many-links"       // more links than are read
	SelfLink        Kind = "self-link"        // waits for itself
	Loop            Kind = "loop"             // waits for itself through others
	OneSided        Kind = "one-sided"        // a link that only one of the two files has
	UnknownStatus   Kind = "unknown-status"   // a status that the agents do not know
	OwnerOnPending  Kind = "owner-on-pending" // not started, but has an owner
	FutureTime      Kind = "future-time"      // a time of last change in the future
	NobodyRuns      Kind = "nobody-runs"      // in progress without an owner, and only its owner could complete it
	LostWorktree    Kind = "lost-worktree"    // bound to a worktree that git does not know
	LowMark         Kind = "low-mark"         // the high-water mark is below an id in use
	BrokenMark      Kind = "broken-mark"      // the high-water mark is no number
	StaleLock       Kind = "stale-lock"       // a lock directory that nobody holds
	WrongLock       Kind = "wrong-lock"       // something that cannot be a lock has the name of one
	RemoteLock      Kind = "remote-lock"      // flock on a file system that other machines use too
	ForeignLock     Kind = "foreign-lock"     // a lock of another tool
	LeftTemp        Kind = "left-temp"        // a temporary file that is left over
	PutBackFile     Kind = "put-back"         // serve gave a file what a bucket has, in place of what was written here
)

// Finding is a fault. Its texts may contain raw text of the files: show them only through safetext.
type Finding struct {
	Severity Severity
	Kind     Kind
	Files    []tasks.Key // the file with the fault, then others it involves; a Name may be that of a lock
	What     string      // what is wrong
	Why      string      // what that means to the agents of this folder
	Hint     string      // what a person can do if there is no repair
	Repair   *Repair     // nil if none is safe
}

// Repair is the repair of a finding. Either Edit or Lock is set.
type Repair struct {
	What string      // what it does, in the imperative: "take task_9 out of its list"
	Asks bool        // it changes what agents do next or removes something: a person has to confirm it
	Edit *tasks.Edit // without ID, Who and At
	Lock string      // the file whose stale lock is to be taken over and released
	List string      // the List it is for, where several are open
}

// Counts are the numbers of findings by severity.
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

// Problems returns the number of errors and warnings.
func (c Counts) Problems() int { return c.Errors + c.Warnings }

// sortFindings sorts findings by severity, then by file, then by kind.
func sortFindings(fs []Finding) {
	slices.SortStableFunc(fs, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), slices.CompareFunc(a.Files, b.Files, tasks.Key.Compare),
			cmp.Compare(a.Kind, b.Kind))
	})
}

func quoted(s string) string { return "“" + s + "”" }

// list joins words, the first few of them.
func list(words []string) string {
	const most = 6
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + ", …"
}

// joinIDs joins ids, the first few of them.
func joinIDs(ids []tasks.ID) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = id.Text
	}
	return list(words)
}
