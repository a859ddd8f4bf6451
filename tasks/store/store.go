// Package store reads and writes one directory of task files. It keeps the newest good record of each file, and writes
// edits so that a file is its old or its new self at every instant. No other package writes task files, but for those
// of the demonstration and of the agents that the tests play.
//
// # Reading
//
// A name comes only from a directory entry. Before a file is opened it must be regular and no larger than MaxFile; it
// is opened relative to the opened directory, without following links and without blocking, and checked again before
// and after it is read. Pipes, sockets, devices and directories are never opened. A link that stays inside the
// directory, and a file with several names, are shown and never written; a link that leads out of the directory is not
// followed.
//
// Agents write in place, so a file that is empty or cut off is probably being written. For a second its last good
// record stays and Retry asks to read it again; then it is reported as a Problem, with line and column.
//
// # Writing
//
// An edit is carried out step by step, one edit at a time. Each file is read, every value the edit rests on is compared
// by meaning, the new bytes are made from the current ones and written and synced to a temporary file, and the journal,
// which is outside of the directory, notes what is about to happen. Then a lock of our own keeps other boards out, the
// lock of the dialect keeps its agents out, everything is compared once more, and the two names are exchanged in one
// step. What was displaced must be what was compared: if another process wrote at the same instant, its file is put
// back and the edit is made on top of it, or reported as a conflict. The first step decides; the steps after it are set
// operations that only roll forward, and if one fails that is an UnfinishedError.
//
// One type, swap, does that for every file that is made, changed or removed, for the mark of the highest id and for
// TODO_LIST.md. It also carries out a PutFile, by which a directory gets what a bucket has, with two differences: the
// step gives the whole bytes, for a file that still has those of its Sum; and its line in the journal is written before
// the temporary file and not synced, because what a power cut takes away is still in the bucket.
//
// # Afterwards
//
// Where agents take no lock, one that read a file before an edit may write all of it afterwards. For a quarter of a
// second an edit that was undone completely is applied again, at most three times, unless a later edit of ours or of
// another board names the same field; for two seconds its loss is reported by Outcomes. Load finishes what a crashed
// process left half done, or reports it. Past.Edits lists what was done; Undo and Redo make the edits that take it
// back. They never touch what others wrote since, unless a Choice says so: a file that no other process wrote gets
// every byte it had, any other its values one by one.
//
// A PutFile is no edit of a person: Past.Edits does not list it, nothing takes it back or applies it again, and an edit
// that it replaced is not reported as lost. The files that it displaced, at most 256 at a time, are read once more, and
// what was written to them meanwhile is kept and reported.
//
// A panic of this package ends what was being done, not the program: it is an error of Apply or Load, or an Outcome.
//
// # Tests
//
// Tests fail every operation on the disk and on the journal's disk once, and let the process die at each, for every
// edit and its undo. With SIDEBOARD_TORTURE=1 the kernel refuses every kind of system call in turn or kills the process
// there, 10,000 edits meet agents that rewrite the same files every 9 ms, and 200 histories of racing processes are
// checked for linearizability. mutants_test.go lists the parts that make this hold: with SIDEBOARD_MUTANTS=1 each is
// removed in a copy, and a test must fail.
package store

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
)

// Options are the options of Open. The zero value is right for a program.
type Options struct {
	ReadOnly    bool             // Apply refuses everything
	List        string           // the List of all keys
	Codec       *dialect.Codec   // nil means a new one for the path
	Configs     []string         // Claude Code's configuration directories, for a new Codec
	Links       *LinkBudget      // shared by the lists of a board; nil means a new one
	Outcomes    chan Outcome     // shared too, with room for MaxOutcomes; the caller closes it. nil means a new one
	Now         func() time.Time // the clock; nil means time.Now
	Disk        Disk             // nil means the real one
	BeforeWrite func()           // for tests: called before a file is changed, without any lock
	State       string           // the directory of journals (log.Home); "" means none: edits work, undo does not
	JournalDisk log.Disk         // nil means the real disk
	// what a person has allowed on the host of the directory; nil means what is noted here
	Allowed func() log.Allowed
}

// Store is one open task directory. All methods may be called from any goroutine.
type Store struct {
	path    string // absolute; may be or lead through links
	opts    Options
	codec   *dialect.Codec
	journal *log.Journal // nil if there is none: noUndo says why
	monitor *monitor     // checks written files again

	noExchange atomic.Bool // the directory's file system cannot exchange names
	pinned     atomic.Bool // an edit is being carried out in dir

	reading sync.Mutex    // one reading of the disk at a time; taken before mu
	queue   chan struct{} // one edit at a time waits to write; edits that are applied again do not queue
	writing chan struct{} // one writer at a time; taken after queue and before reading
	buf     []byte        // under reading: what files are read into
	seed    maphash.Seed  // for sums of bytes
	swapped bool          // under reading: another directory took the place since the last Delta
	sample  []string      // under reading: the names that Sample has still to compare

	form inference // under reading

	mu            sync.RWMutex
	noUndo        error // why the last edit cannot be undone
	dir           Dir
	files         map[string]*file
	retries       map[string]*retry       // the files that look half-written, or that the system refuses to read
	unsent        map[string]bool         // names whose change is in no Delta yet; true if an earlier one had the name
	ownWrites     map[string]ownWrite     // the states in which our own edits left files
	ownChanges    map[string]tasks.EditID // unsent names whose newest change is ours
	version       uint32
	generation    uint32 // of the last comparison of the whole directory
	highWaterMark uint64 // the number in .highwatermark
	locked        bool   // .lock is a regular file
	last          lastBytes
	closed        bool // under reading

	leftTemp bool // under writing: a temporary file could not be removed
}

// file is what is known of one name.
type file struct {
	name          string
	task          *tasks.Task    // the newest good record, nil if there was none
	problem       *tasks.Problem // why the newest state gave no record, nil if it did
	stamp         tasks.Stamp    // of the newest state that was read
	sum           uint64         // of its bytes with the seed of the store, 0 if they were not read
	shown         *tasks.Task    // the last record that a Delta had
	generation    uint32         // of the last comparison that found the name
	stampReliable bool           // it was read so long after its last change that the next one changes the stamp
	link          bool           // its stamp is that of the link's target
	bad           bool           // the newest state gave no record
}

// ownWrite is the state one of our edits left a file in.
type ownWrite struct {
	edit  tasks.EditID
	stamp tasks.Stamp
	gone  bool
}

// Open opens the task directory dir, a path on its Disk, which may be a link. The error wraps fs.ErrNotExist if there
// is none. Nothing is read yet.
func Open(dir string, o Options) (*Store, error) {
	path := dir
	if o.Disk == nil {
		var err error
		if path, err = filepath.Abs(dir); err != nil {
			return nil, fmt.Errorf("open %s: %w", dir, err)
		}
		o.Disk = System
	}
	if o.Now == nil {
		o.Now = time.Now
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
		path: path, opts: o, codec: o.Codec, dir: opened, queue: make(chan struct{}, 1),
		writing: make(chan struct{}, 1), seed: maphash.MakeSeed(),
		files: map[string]*file{}, retries: map[string]*retry{}, unsent: map[string]bool{},
		ownWrites: map[string]ownWrite{}, ownChanges: map[string]tasks.EditID{},
	}
	s.monitor, s.form.s = newMonitor(s), s
	if o.ReadOnly {
		s.noUndo = errReadOnly
	} else if s.journal, err = log.OpenJournal(o.State, path,
		log.Options{List: o.List, Disk: o.JournalDisk, Now: o.Now}); err != nil {
		s.journal, s.noUndo = nil, fmt.Errorf("no journal can be kept: %w", err)
	}
	return s, nil
}

// NoUndo returns nil if edits are journalled and can be undone, else why not. Edits work in any case.
func (s *Store) NoUndo() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.noUndo
}

// StateDir returns the directory of the journal, "" if there is none.
func (s *Store) StateDir() string {
	if s.journal == nil {
		return ""
	}
	return s.journal.Dir()
}

// LeasesFile returns the path of the file that says until when owners keep what they claimed over a network, "" if
// there can be none.
func (s *Store) LeasesFile() string { return log.LeasesFile(s.opts.State, s.path) }

// Leases returns until when owners keep what they claimed over a network.
func (s *Store) Leases() log.Leases { return log.ReadLeases(s.LeasesFile()) }

// SetLease sets until when an owner has a lease; the zero time ends it. It also removes each lease that has ended,
// unless works returns true for its owner.
func (s *Store) SetLease(ctx context.Context, owner string, until time.Time, works func(owner string) bool) error {
	return log.SetLease(ctx, s.opts.State, s.path, owner, until, works)
}

// Path returns the absolute path of the directory.
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

// Close closes the directory, after an edit that is being carried out. Written files are not checked any more. It
// closes the channel of Outcomes unless that is shared.
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

// pinDirectory keeps the present directory open until done is called, so that an edit ends where it began. The caller
// holds writing.
func (s *Store) pinDirectory() (done func()) {
	s.pinned.Store(true)
	return func() { s.pinned.Store(false) }
}

// reopen opens the directory again if its path leads to another one now, and reports whether it did.
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
	if err == nil && s.pinned.Load() {
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

// entry returns a new entry for the journal.
func (s *Store) entry(what log.What, id tasks.EditID) log.Entry {
	e := log.Entry{At: s.opts.Now(), What: what, Edit: tasks.Edit{ID: id}}
	e.Dev, e.Ino = s.directory().ID()
	return e
}

// linesHere returns the lines that are about the directory that is open now, and none about another that had its path.
func (s *Store) linesHere(lines []log.Entry) []log.Entry {
	dev, ino := s.directory().ID()
	return slices.DeleteFunc(lines, func(l log.Entry) bool { return l.Dev != dev || l.Ino != ino })
}

// note adds a line to the journal. If the disk is full or cannot be written, edits still work, but cannot be undone.
func (s *Store) note(e log.Entry, sync bool) error {
	err := s.journal.Append(e, sync)
	full := isUnwritable(err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if full {
		s.noUndo = fmt.Errorf("the journal cannot be written: %w", cause(err))
		return nil
	}
	if err == nil && e.What == log.Prepared {
		s.noUndo = nil
	}
	return err
}
