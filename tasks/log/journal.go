package log

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/lock"
)

// Journal is the write-ahead journal of one task directory. Its methods may be called from any goroutine.
type Journal struct {
	place
	path string // the task directory's real path

	mu          sync.Mutex
	own         *lineFile // nil before the first line
	closed      bool
	pendingEnds []Entry               // how edits ended, if that could not be written; written before the next line
	others      map[string]otherFile  // the files of other processes, by their names without suffix
	unfinished  map[tasks.EditID]bool // false once it is written how the edit ended
	leaveOpen   bool                  // a temporary file of this process could not be removed
	hasEdits    bool                  // own has a line that is needed to take an edit back
	lastPuts    string                // the last ended file of this process without such lines, "" for none
}

// OpenJournal opens the journal of the task directory at path, which must exist. It makes the directory state and a
// directory of its own in it.
func OpenJournal(state, path string, o Options) (*Journal, error) {
	r, err := journalOf(state, path, o)
	if err != nil {
		return nil, err
	}
	if err := r.disk.MakeDir(state); err != nil {
		return nil, err
	}
	if err := r.makeLock(filepath.Join(r.dir, lockName)); err != nil {
		return nil, err
	}
	return r, nil
}

// journalOf returns a journal without accessing its directory.
func journalOf(state, path string, o Options) (*Journal, error) {
	if state == "" {
		return nil, errors.New("no state directory is set")
	}
	if !lock.Supported { // no board could find out whether the process of a journal lives
		return nil, fmt.Errorf("file locks: %w", errors.ErrUnsupported)
	}
	name, real, err := directoryOf(path)
	if err != nil {
		return nil, err
	}
	return &Journal{
		place: newPlace(filepath.Join(state, name), o), path: real, unfinished: map[tasks.EditID]bool{},
		others: map[string]otherFile{},
	}, nil
}

// Dir returns the directory of the journal.
func (j *Journal) Dir() string { return j.dir }

// Lock takes the lock that every process of this program takes to write into the task directory. The error is a
// *lock.HeldError if another process still holds it after lock.Timeout.
func (j *Journal) Lock(ctx context.Context) (release func() error, err error) {
	return j.disk.Lock(ctx, filepath.Join(j.dir, lockName))
}

// Append adds one line. With sync it is on the disk when Append returns. If it cannot be written how an edit ended,
// Read still returns it, and it is written before the next line, or by Close.
func (j *Journal) Append(e Entry, sync bool) error {
	if e.At.IsZero() {
		e.At = j.now()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return fmt.Errorf("journal: %w", fs.ErrClosed)
	}
	if _, known := j.unfinished[e.ID]; e.What == Prepared && !known {
		j.unfinished[e.ID] = true // even if writing fails: a part may be written
	}
	err := j.writePending()
	if err == nil {
		err = j.write(e, sync)
	}
	if err != nil && e.Ends() {
		j.pendingEnds = append(j.pendingEnds, e)
	}
	if err != nil {
		return err
	}
	j.hasEdits = j.hasEdits || e.What == Prepared
	if j.own.size > j.largestOwn() && (e.Ends() || e.What == Put) {
		return j.endFile()
	}
	return nil
}

// maxPuts is MaxOwn for a file that has only what serve put.
const maxPuts = 256 << 10

func (j *Journal) largestOwn() int64 {
	if j.hasEdits {
		return MaxOwn
	}
	return maxPuts
}

// writePending writes what could not be written before.
func (j *Journal) writePending() error {
	for len(j.pendingEnds) > 0 {
		if err := j.write(j.pendingEnds[0], false); err != nil {
			return err
		}
		j.pendingEnds = j.pendingEnds[1:]
	}
	return nil
}

func (j *Journal) write(e Entry, sync bool) error {
	raw, err := encode(e)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := j.beginFile(e.At); err != nil {
		return fmt.Errorf("begin a journal in %s: %w", j.dir, err)
	}
	err = j.own.append(raw)
	if err == nil && sync {
		err = j.own.Sync()
	}
	if err != nil {
		return fmt.Errorf("write the journal %s: %w", j.own.path, err)
	}
	if e.Ends() {
		j.unfinished[e.ID] = false
	}
	return nil
}

// beginFile creates the file of this process, if it has none. It is locked before others can see it.
func (j *Journal) beginFile(at time.Time) error {
	if j.own != nil {
		return nil
	}
	j.prune()
	base := fmt.Sprintf("%s-%d", j.stamp(), os.Getpid())
	head, err := encode(Entry{At: at, What: Opened, Path: j.path})
	if err != nil {
		return err
	}
	path := filepath.Join(j.dir, base+openSuffix)
	j.own, err = j.create(path, func(f File) error {
		_, err := f.Write(head)
		if err == nil {
			err = f.TryLock()
		}
		return err
	})
	if err != nil {
		_ = j.disk.Remove(path) // it may have been renamed, although that returned an error
		return err
	}
	j.own.size = int64(len(head))
	return nil
}

// endFile closes the file of this process and renames it as ended. If it does not say how an edit ended, or LeaveOpen
// was called, it keeps its name, as after a crash, and the next process finishes the rest.
func (j *Journal) endFile() error {
	if j.own == nil {
		return nil
	}
	sure := !j.leaveOpen
	for _, unsure := range j.unfinished {
		sure = sure && !unsure
	}
	var err error
	ended := strings.TrimSuffix(j.own.path, openSuffix) + endedSuffix
	if sure {
		err = j.disk.Rename(j.own.path, ended)
	}
	err = errors.Join(err, j.own.Close())
	j.own = nil
	if sure && !j.hasEdits { // of what serve put only the newest is asked for: the edits of persons keep their place
		if j.lastPuts != "" {
			_ = j.disk.Remove(j.lastPuts)
		}
		j.lastPuts = ended
	}
	j.hasEdits = false
	return err
}

// LeaveOpen leaves the file of this process as a crash does, so that the next process removes the files that this one
// could not.
func (j *Journal) LeaveOpen() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.leaveOpen = true
}

// Close ends the file of this process. Nothing can be appended afterwards.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return nil
	}
	j.closed = true
	return errors.Join(j.writePending(), j.endFile())
}
