// Package journal keeps, outside of every task directory, what this program is about to write and what came of it:
// so that an edit can be taken back after agents went on working and after a restart, so that a crash between two
// files is noticed and finished, and so that two boards on one directory know of each other's intents.
//
// Each task directory has a directory of its own, <state>/<hash of its real path>/, readable by its owner alone:
//
//	lock                       taken around every write, so that boards exclude each other where agents lock nothing
//	<time>-<pid>.open.jsonl    what a living process did: one JSON object a line, only ever appended to
//	<time>-<pid>.jsonl         the same of a process that ended
//	kept/<time>-<name>         the bytes of a file that had to give way and are to be found again
//	deleted/<time>-<pid>.jsonl files that agents deleted, with their last bytes: a line for each
//
// A process holds flock(2) on its own file for as long as it lives, so that an open file nobody holds belonged to a
// process that crashed; process ids are for people only. A process that ends without having been able to write how an
// edit ended leaves its file as a crash does. A last line that breaks off is skipped. Every line names
// the directory by device and inode as well: what happened in a directory that was removed is no history of the one
// that took its path.
//
// # Bounds
//
// A journal holds at most MaxBytes in MaxFiles files, none older than MaxAge since its last line; a process begins a
// new file after MaxOwn. What is over is removed oldest first, whenever a process begins a file. The file of a living
// process is never removed, nor is one whose unfinished edits nobody has looked at yet. Of a file that is larger all the same,
// the last MaxBytes are read, of these the last few thousand lines, and no line that is longer than an edit can be.
package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/lock"
)

// The bounds of a journal; MaxAge counts from a file's last line.
const (
	MaxAge   = 30 * 24 * time.Hour
	MaxBytes = 16 << 20
	MaxFiles = 256
	MaxOwn   = 4 << 20
)

const (
	lockName    = "lock"
	keptName    = "kept"
	openSuffix  = ".open.jsonl"
	endedSuffix = ".jsonl"
	beginPrefix = ".begin-"

	beginTimeout = time.Minute // what is begun longer ago is nobody's any more
)

// Journal is the write-ahead journal of one task directory. Its methods may be called from any goroutine.
type Journal struct {
	disk  Disk
	list  string // the List of all keys
	state string // where all journals lie
	dir   string
	path  string // the task directory's real path
	now   func() time.Time
	made  atomic.Bool // dir is there, with its lock file

	mu        sync.Mutex
	own       File   // nil before the first line
	name      string // of own, in dir
	size      int64
	torn      bool // the last line could not be written whole
	closed    bool
	unwritten []Entry               // how edits ended, where that could not be written; said before the next line
	others    map[string]otherFile  // of the files of others, by their names without an ending
	unended   map[tasks.EditID]bool // false: how the edit ended is written
	leaveOpen bool                  // a file that this process made could not be removed
}

// Options say how a journal is opened; the zero value is right for a program.
type Options struct {
	List string           // the List of all keys, which is not written down: the same directory may be opened by another name
	Disk Disk             // nil means the real one
	Now  func() time.Time // the clock; nil means time.Now
}

// Open opens the journal of the task directory at path, which must exist, under the directory state, which is made when
// it is missing. A directory of its own there is made by the first Lock, Append or Keep: where nobody edits, nothing is
// left. The error tells why there can be no journal.
func Open(state, path string, o Options) (*Journal, error) {
	r, err := journalOf(state, path, o)
	if err != nil {
		return nil, err
	}
	if err := r.disk.MakeDir(state); err != nil {
		return nil, err
	}
	_, err = r.disk.Stat(r.dir)
	switch {
	case err == nil:
		err = r.makeDirectory()
	case errors.Is(err, fs.ErrNotExist):
		err = r.checkState()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// journalOf returns a journal of which nothing was looked at yet.
func journalOf(state, path string, o Options) (*Journal, error) {
	if o.Disk == nil {
		o.Disk = System
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if state == "" {
		return nil, errors.New("no directory was named for it")
	}
	if !lock.Supported { // nobody could tell whether a journal's process lives
		return nil, fmt.Errorf("file locks: %w", errors.ErrUnsupported)
	}
	name, real, err := directoryOf(path)
	if err != nil {
		return nil, err
	}
	return &Journal{
		disk: o.Disk, list: o.List, state: state, dir: filepath.Join(state, name), path: real, now: o.Now,
		unended: map[tasks.EditID]bool{}, others: map[string]otherFile{},
	}, nil
}

// checkState returns why nothing can be made in the state directory. What it makes there is of this process alone, so that
// nobody who begins to edit meanwhile loses anything when it is removed.
func (r *Journal) checkState() error {
	path := filepath.Join(r.state, fmt.Sprintf("%s%d-%d", beginPrefix, os.Getpid(), r.now().UnixNano()))
	f, err := r.disk.Make(path)
	if errors.Is(err, fs.ErrExist) {
		return nil // somebody else in this process could
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), r.disk.Remove(path))
}

// makeDirectory makes the directory and its lock file, once. Neither is ever removed, so that any number of processes may do
// this at the same time.
func (r *Journal) makeDirectory() error {
	if r.made.Load() {
		return nil
	}
	path := filepath.Join(r.dir, lockName)
	if err := r.disk.MakeDir(r.dir); err != nil {
		return fmt.Errorf("make %s: %w", path, err)
	}
	f, err := r.disk.Make(path)
	if err == nil {
		err = f.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make %s: %w", path, err)
	}
	r.made.Store(true)
	return nil
}

// Dir returns the directory of the journal.
func (r *Journal) Dir() string { return r.dir }

// Lock excludes every other process, and everybody else in this one, who writes into the same task directory with
// this program. The error is a *lock.Held when somebody kept it.
func (r *Journal) Lock(ctx context.Context) (release func() error, err error) {
	if err := r.makeDirectory(); err != nil {
		return nil, err
	}
	return r.disk.Lock(ctx, filepath.Join(r.dir, lockName))
}

// Append adds one line. With sync it is on the disk when Append returns. How an edit ended is not forgotten when that
// cannot be written: Read has it all the same, and it is written before the next line, or by Close.
func (r *Journal) Append(e Entry, sync bool) error {
	if e.At.IsZero() {
		e.At = r.now()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return fmt.Errorf("journal: %w", fs.ErrClosed)
	}
	if _, known := r.unended[e.ID]; e.What == Prepared && !known {
		r.unended[e.ID] = true // even if this cannot be written: a part of it may be
	}
	err := r.writeUnwritten()
	if err == nil {
		err = r.write(e, sync)
	}
	if err != nil && e.Ends() {
		r.unwritten = append(r.unwritten, e)
	}
	if err == nil && r.size > MaxOwn && e.Ends() {
		return r.endFile()
	}
	return err
}

// writeUnwritten writes what could not be written before.
func (r *Journal) writeUnwritten() error {
	for len(r.unwritten) > 0 {
		if err := r.write(r.unwritten[0], false); err != nil {
			return err
		}
		r.unwritten = r.unwritten[1:]
	}
	return nil
}

func (r *Journal) write(e Entry, sync bool) error {
	raw, err := encode(e)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := r.beginFile(e.At); err != nil {
		return fmt.Errorf("begin a journal in %s: %w", r.dir, err)
	}
	if r.torn {
		raw = append([]byte("\n"), raw...)
	}
	n, err := r.own.Write(raw)
	r.size += int64(n)
	r.torn = err != nil
	if err == nil && sync {
		err = r.own.Sync()
	}
	if err != nil {
		return fmt.Errorf("write the journal %s: %w", filepath.Join(r.dir, r.name), err)
	}
	if e.Ends() {
		r.unended[e.ID] = false
	}
	return nil
}

// beginFile starts this process's file, if it has none. It is locked before it can be found.
func (r *Journal) beginFile(at time.Time) error {
	if r.own != nil {
		return nil
	}
	if err := r.makeDirectory(); err != nil {
		return err
	}
	r.prune()
	base := fmt.Sprintf("%s-%d", r.stamp(), os.Getpid())
	first, found := filepath.Join(r.dir, beginPrefix+base), filepath.Join(r.dir, base+openSuffix)
	f, err := r.disk.Make(first)
	if err != nil {
		if !errors.Is(err, fs.ErrExist) {
			r.disk.Remove(first) // a disk that is far away may have made it all the same
		}
		return err
	}
	head, err := encode(Entry{At: at, What: Opened, Path: r.path})
	if err == nil {
		_, err = f.Write(head)
	}
	if err == nil {
		err = f.TryLock()
	}
	if err == nil {
		err = r.disk.Rename(first, found)
	}
	if err == nil {
		err = r.disk.SyncDir(r.dir)
	}
	if err != nil {
		r.disk.Remove(first)
		r.disk.Remove(found)
		f.Close()
		return err
	}
	r.own, r.name, r.size, r.torn = f, base+openSuffix, int64(len(head)), false
	return nil
}

// endFile closes this process's file and calls it ended, unless it does not say how an edit ended or is to stay open: then it is left as a
// crash leaves it, and the next process that looks finds out.
func (r *Journal) endFile() error {
	if r.own == nil {
		return nil
	}
	sure := !r.leaveOpen
	for _, unsure := range r.unended {
		sure = sure && !unsure
	}
	var err error
	if sure {
		base := strings.TrimSuffix(r.name, openSuffix)
		err = r.disk.Rename(filepath.Join(r.dir, r.name), filepath.Join(r.dir, base+endedSuffix))
	}
	err = errors.Join(err, r.own.Close())
	r.own, r.name, r.size = nil, "", 0
	return err
}

// LeaveOpen leaves this process's file as a crash leaves it, so that the next process that looks removes what this one could not.
func (r *Journal) LeaveOpen() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leaveOpen = true
}

// Close ends this process's file. Nothing can be appended afterwards.
func (r *Journal) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	return errors.Join(r.writeUnwritten(), r.endFile())
}

// Keep puts bytes aside that were in a task file for an instant and had to give way, and answers where.
func (r *Journal) Keep(name string, raw []byte) (path string, err error) {
	write := func(f io.Writer) error {
		_, err := f.Write(raw)
		return err
	}
	if path, err = r.putAside(keptName, r.stamp()+"-"+filepath.Base(name), write); err != nil {
		return "", fmt.Errorf("keep %s: %w", name, err)
	}
	return path, nil
}

// stamp is the time as names begin with it.
func (r *Journal) stamp() string { return r.now().UTC().Format("20060102T150405.000000000") }

// putAside makes a file in a directory of the journal's own, and answers where it is when it is on the disk.
func (r *Journal) putAside(dir, name string, write func(io.Writer) error) (path string, err error) {
	dir = filepath.Join(r.dir, dir)
	if err := errors.Join(r.makeDirectory(), r.disk.MakeDir(dir)); err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	f, err := r.disk.Make(path)
	if err != nil {
		return "", err
	}
	return path, errors.Join(write(f), f.Sync(), f.Close())
}
