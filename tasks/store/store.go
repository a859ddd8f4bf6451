// Package store is the disk: it opens task files without ever being led astray by what lies there, keeps the
// newest good record of each, and writes edits so that a file is its old or its new self at every instant. No
// other package writes task files.
//
// # Reading
//
// A name comes only from a directory entry. Before anything is opened it must be a regular file of at most MaxFile
// bytes; it is opened relative to the opened directory, without following links and without blocking, and looked
// at again before and after it is read. Pipes, sockets, devices and directories are never opened. A link that stays
// inside the directory, and a file with several names, are shown and never written; a link that leads out is not
// followed.
//
// Agents write in place: a file that is empty or breaks off is probably being written. For a second its last good
// record stays and Retry asks to look again; then it is told as a Problem, with line and column.
//
// # Writing
//
// An edit is carried out step by step, one edit at a time. Each file is read, every value the edit rests on is
// compared by meaning, the new bytes are made from the current ones and lie complete and synced in a temporary file,
// and a journal outside the directory says what is about to happen. Then a lock of our own keeps other boards out, the
// dialect's own lock its agents, everything is compared once more, and the two names are exchanged in one step. What
// came out must be what was compared: if somebody wrote in the same instant, theirs is put back and the edit is made
// on top of it, or told as a conflict. The first step decides; the steps after it are set operations that only roll
// forward, and one that fails is told as an Unfinished, never taken back.
//
// # Afterwards
//
// Where agents take no lock, one that read a file before an edit may write all of it afterwards. For a quarter of a
// second an edit that was undone whole is made again, at most three times, unless a later intent of ours or of another
// board names the same field; for two seconds its loss is told by Outcomes. No such looking ends with a look that could
// not judge the file: one that is being written then is waited for, and one that stays unreadable is told as Unseen.
// What a process that crashed left half done is finished after Load, or told. History lists what was done, Undo and Redo
// make the edits that take it back, and never touch what somebody else wrote since without being told to: a file that
// nobody wrote to gets every byte it had, any other its values one by one.
//
// A panic of this package ends what was being done, not the program: it is an error of Apply or Load, or an Outcome.
//
// # How it is held
//
// Every operation on the disk and on the journal's fails once and kills once in tests, of every edit and of taking it
// back; with SIDEBOARD_TORTURE=1 the kernel refuses every kind of system call in turn, 10,000 edits meet agents that
// rewrite the same files every 9 ms, and 200 histories of racing processes are checked for being linearizable. The
// parts without which this would not hold are a list (see mutants_test.go): with SIDEBOARD_MUTANTS=1 each is taken away
// in a copy, and a test must fail.
package store

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
)

// Options say how a directory is opened; the zero value is right for a program.
type Options struct {
	ReadOnly    bool             // Apply refuses everything
	List        string           // the List of all keys
	Codec       *dialect.Codec   // nil means a new one for the path
	Configs     []string         // Claude Code's configuration directories, for that new one
	Links       *LinkBudget      // shared by the lists of a board; nil means one of its own
	Outcomes    chan Outcome     // shared too, MaxOutcomes long, and closed by whoever made it; nil means one of its own
	Now         func() time.Time // the clock; nil means time.Now
	Disk        Disk             // nil means the real one
	BeforeWrite func()           // for tests: called just before a file is changed, without any lock
	State       string           // where journals lie (log.Home); "" means none: edits work, undo does not
	JournalDisk log.Disk         // what they are kept on; nil means the real disk
}

// prepared is one file about to be changed.
type prepared struct {
	Step   tasks.Step
	Name   string
	Before []byte // its bytes, nil for a new one
	After  []byte // nil when it is to be deleted
	Temp   string // the name under which After lies in the directory, or Before will when it is deleted
}

// Refused is an edit that was not carried out because this file must not be written. Nothing was written.
type Refused = dialect.Refused

// Store is one open task directory. All methods may be called from any goroutine.
type Store struct {
	path    string // absolute; may be or lead through links
	opts    Options
	codec   *dialect.Codec
	journal *log.Journal // nil without a journal: noUndo says why
	monitor *monitor     // what is looked at after it was written

	noExchange atomic.Bool // the directory's file system cannot exchange names

	reading sync.Mutex    // one reading of the disk at a time; taken before mu
	queue   chan struct{} // whose turn to write is next; what is made again does not queue, it has no time
	writing chan struct{} // one writer at a time; taken after queue and before reading
	buf     []byte        // under reading: what files are read into
	seed    maphash.Seed  // for sums of bytes
	swapped bool          // under reading: another directory took the place of the one that was told of
	sample  []string      // under reading: the names that Sample has not come to

	mu         sync.RWMutex
	noUndo     error // why the last edit cannot be taken back
	dir        Dir
	files      map[string]*file
	retries    map[string]*retry       // the files among them that look half-written
	unsent     map[string]bool         // names whose change was not handed over yet; true: the caller knows the name
	ownWrites  map[string]ownWrite     // what our own writes left behind
	ownChanges map[string]tasks.EditID // unsent names whose newest change is one of these
	version    uint32
	generation uint32 // counts whole comparisons; only whether two are the same counts
	counter    uint64 // what .highwatermark says
	locked     bool   // .lock is a regular file
	pinned     bool   // an edit is being carried out in dir
	last       lastBytes
	closed     bool // under reading

	leftTemp bool // under writing: a temporary file could not be removed
}

// file is what is known of one name.
type file struct {
	name          string
	task          *tasks.Task    // the newest good record, nil if there never was one
	problem       *tasks.Problem // why the newest state cannot be shown, nil if it can
	stamp         tasks.Stamp    // of the newest state that was looked at
	sum           uint64         // of its bytes, 0 if they were not read
	shown         *tasks.Task    // the last record that was handed over
	generation    uint32         // the last whole comparison that saw the name
	stampReliable bool           // it was looked at long enough after its last change for its stamp to tell the next one
	link          bool           // its stamp is that of the link's target
	bad           bool           // the newest state gave no record
}

// ownWrite is the state one of our edits left a file in.
type ownWrite struct {
	edit  tasks.EditID
	stamp tasks.Stamp
	gone  bool
}

// Open opens the task directory dir, which may be a link to one. The error wraps fs.ErrNotExist if there is none.
// Nothing is read yet.
func Open(dir string, o Options) (*Store, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Disk == nil {
		o.Disk = osDisk{}
	}
	if o.Links == nil {
		o.Links = NewLinkBudget()
	}
	if o.Codec == nil {
		o.Codec = dialect.NewCodec(path, o.Configs...)
	}
	opened, err := o.Disk.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the task directory %s: %w", path, err)
	}
	s := &Store{
		path: path, opts: o, codec: o.Codec, dir: opened, queue: make(chan struct{}, 1), writing: make(chan struct{}, 1), seed: maphash.MakeSeed(),
		files: map[string]*file{}, retries: map[string]*retry{}, unsent: map[string]bool{},
		ownWrites: map[string]ownWrite{}, ownChanges: map[string]tasks.EditID{},
	}
	s.monitor = newMonitor(s)
	if o.ReadOnly {
		s.noUndo = errReadOnly
	} else if s.journal, err = log.OpenJournal(o.State, path, log.Options{List: o.List, Disk: o.JournalDisk, Now: o.Now}); err != nil {
		s.journal, s.noUndo = nil, fmt.Errorf("no journal can be kept: %w", err)
	}
	return s, nil
}

// NoUndo returns nil if edits are journalled and can be taken back, else why not. They are carried out all the same.
func (s *Store) NoUndo() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.noUndo
}

// StateDir returns where what is known of the directory is kept outside of it, "" where nothing can be.
func (s *Store) StateDir() string {
	if s.journal == nil {
		return ""
	}
	return s.journal.Dir()
}

// Path returns the directory's absolute path as it was opened.
func (s *Store) Path() string { return s.path }

// Writable returns nil if the directory can be written, else why not.
func (s *Store) Writable() error {
	if s.opts.ReadOnly {
		return errReadOnly
	}
	if err := s.directory().Access(); err != nil {
		return fmt.Errorf("the directory cannot be written: %w", err)
	}
	return nil
}

var errReadOnly = errors.New("it was opened for reading only")

// Close lets go of the directory, after an edit that is under way. What was written is not looked at any longer, and
// the channel of Outcomes is closed, unless it is shared.
func (s *Store) Close() error {
	s.monitor.close()
	s.writing <- struct{}{}
	defer func() { <-s.writing }()
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.directory().Close()
	if s.journal != nil {
		if s.leftTemp {
			s.journal.LeaveOpen()
		}
		err = errors.Join(err, s.journal.Close())
	}
	return err
}

func (s *Store) directory() Dir {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.dir
}

func (s *Store) key(name string) tasks.Key { return tasks.Key{List: s.opts.List, Name: name} }

// ErrSwapped is a directory that was swapped for another while an edit was being carried out in it: that ends first.
var ErrSwapped = errors.New("another directory took its place")

// pinDirectory keeps the directory that is open now open until done is called, so that an edit ends in the one it began in.
// The caller holds writing.
func (s *Store) pinDirectory() (done func()) {
	set := func(used bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.pinned = used
	}
	set(true)
	return func() { set(false) }
}

func (s *Store) isPinned() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.pinned
}

// reopen opens the directory anew if its path leads elsewhere now, and reports whether it did.
func (s *Store) reopen(ctx context.Context) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if s.closed {
		return false, fs.ErrClosed
	}
	dir := s.directory()
	same, err := dir.Same()
	if err == nil && same {
		return false, nil
	}
	if err == nil && s.isPinned() {
		return false, ErrSwapped
	}
	if err == nil {
		var next Dir
		if next, err = s.opts.Disk.Open(s.path); err == nil {
			s.mu.Lock()
			s.dir = next
			s.mu.Unlock()
			dir.Close()
			return true, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("the task directory %s is gone: %w", s.path, err)
	}
	return false, fmt.Errorf("the task directory %s: %w", s.path, err)
}
