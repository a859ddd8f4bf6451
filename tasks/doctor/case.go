package doctor

import (
	"slices"
	"strings"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// Case is what is known of a directory.
type Case struct {
	List     string          // the List of all keys
	Book     *dialect.Codec  // has seen its listing and its tasks
	Tasks    []*tasks.Task   // the newest good record of every file
	Problems []tasks.Problem // the files whose newest state gave none
	Entries  []Entry         // everything that lies in the directory
	Session  *Session        // what lies about a folder of workflow tasks, nil for any other
	Beside   *Entry          // the lock beside the directory, nil where there is none
	Trees    map[string]bool // the names of worktrees that git knows; nil where git was not asked or is not there
	Files    Files
	Now      time.Time
	Seen     *Seen // what an earlier examination of the same directory found good; nil where there was none
}

// Seen remembers from one examination to the next which files there was nothing to say against, so that only those that
// changed are read again. It may be shared by several at once.
type Seen struct {
	mu     sync.Mutex
	by     *tasks.Traits     // whose agents they were judged for
	common []string          // what was no fault, because every file had it
	good   map[string]uint32 // the version of each
}

// before returns what was found good for these agents.
func (s *Seen) before(by *tasks.Traits, common []string) map[string]uint32 {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by != by || !slices.Equal(s.common, common) {
		return nil
	}
	return s.good
}

func (s *Seen) keep(by *tasks.Traits, common []string, good map[string]uint32) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.by, s.common, s.good = by, common, good
}

// Files gives the bytes of files, for as long as an examination lasts.
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

// Examine says what is wrong, the gravest first and then by file.
func Examine(c Case) []Finding {
	x := &exam{
		c: c, own: c.Book.Traits(), byName: map[string]*tasks.Task{}, byID: map[tasks.ID][]*tasks.Task{},
		problems: map[string]tasks.Problem{}, verdicts: map[string]dialect.Verdict{}, doubled: map[string]string{}, entries: map[string]Entry{},
	}
	x.tasks = slices.SortedFunc(slices.Values(c.Tasks), func(a, b *tasks.Task) int { return a.Key.Compare(b.Key) })
	for _, p := range c.Problems {
		x.problems[p.Key.Name] = p
	}
	for _, e := range c.Entries {
		x.entries[e.Name] = e
	}
	for _, t := range x.tasks {
		x.byName[t.Name] = t
		x.byID[t.ID] = append(x.byID[t.ID], t)
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

// exam is one examination.
type exam struct {
	c        Case
	own      *tasks.Traits // of the folder: those its agents work by
	tasks    []*tasks.Task // by key
	byName   map[string]*tasks.Task
	byID     map[tasks.ID][]*tasks.Task
	problems map[string]tasks.Problem
	verdicts map[string]dialect.Verdict // of the files that could be read
	entries  map[string]Entry
	doubled  map[string]string // by file: a key that stands twice in it
	common   []string          // members that are no fault, because every task file has them
	good     map[string]uint32 // by file: the version there is nothing to say against
	guesses  int               // how often it was worked out which id was meant
	found    []Finding
}

func (x *exam) add(f Finding) { x.found = append(x.found, f) }

// taken reports whether the folder's agents see the task.
func (x *exam) taken(t *tasks.Task) bool {
	v, judged := x.verdicts[t.Name]
	return judged && (v.Take == dialect.Taken || v.Take == dialect.FailsOver)
}

// looked reports whether they look at its file at all.
func (x *exam) looked(t *tasks.Task) bool {
	v, judged := x.verdicts[t.Name]
	return !judged || v.Take != dialect.Ignored
}

// agents names who works in this folder.
func (x *exam) agents() string { return "the agents of this folder (" + x.own.Title + ")" }

// editable reports whether a task's file may be changed at all.
func editable(t *tasks.Task) bool { return t.Limits&tasks.NoEdit == 0 && t.Traits.ReadOnly == "" }

// finished reports whether nobody will work on a task any more.
func finished(t *tasks.Task) bool {
	return t.Status == tasks.Completed || t.Status == tasks.Skipped || t.Status == tasks.Cancelled
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
