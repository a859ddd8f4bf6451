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
	pendingEnds []Entry               // how edits ended, where that could not be written; said before the next line
	others      map[string]otherFile  // of the files of others, by their names without an ending
	unfinished  map[tasks.EditID]bool // false: how the edit ended is written
	leaveOpen   bool                  // a file that this process made could not be removed
}

// OpenJournal opens the journal of the task directory at path, which must exist. It makes the directory state and its own in
// there. The error says why there can be no journal.
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

// journalOf returns a journal of which nothing was looked at yet.
func journalOf(state, path string, o Options) (*Journal, error) {
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
		place: newPlace(filepath.Join(state, name), o), path: real, unfinished: map[tasks.EditID]bool{}, others: map[string]otherFile{},
	}, nil
}

// Dir returns the directory of the journal.
func (r *Journal) Dir() string { return r.dir }

// Lock excludes every other process, and everybody else in this one, who writes into the same task directory with
// this program. The error is a *lock.Held when somebody kept it.
func (r *Journal) Lock(ctx context.Context) (release func() error, err error) {
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
	if _, known := r.unfinished[e.ID]; e.What == Prepared && !known {
		r.unfinished[e.ID] = true // even if this cannot be written: a part of it may be
	}
	err := r.writePending()
	if err == nil {
		err = r.write(e, sync)
	}
	if err != nil && e.Ends() {
		r.pendingEnds = append(r.pendingEnds, e)
	}
	if err == nil && r.own.size > MaxOwn && e.Ends() {
		return r.endFile()
	}
	return err
}

// writeUnwritten writes what could not be written before.
func (r *Journal) writePending() error {
	for len(r.pendingEnds) > 0 {
		if err := r.write(r.pendingEnds[0], false); err != nil {
			return err
		}
		r.pendingEnds = r.pendingEnds[1:]
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
	err = r.own.append(raw)
	if err == nil && sync {
		err = r.own.Sync()
	}
	if err != nil {
		return fmt.Errorf("write the journal %s: %w", r.own.path, err)
	}
	if e.Ends() {
		r.unfinished[e.ID] = false
	}
	return nil
}

// beginFile starts this process's file, if it has none. It is locked before it can be found.
func (r *Journal) beginFile(at time.Time) error {
	if r.own != nil {
		return nil
	}
	r.prune()
	base := fmt.Sprintf("%s-%d", r.stamp(), os.Getpid())
	head, err := encode(Entry{At: at, What: Opened, Path: r.path})
	if err != nil {
		return err
	}
	path := filepath.Join(r.dir, base+openSuffix)
	r.own, err = r.create(path, func(f File) error {
		_, err := f.Write(head)
		if err == nil {
			err = f.TryLock()
		}
		return err
	})
	if err != nil {
		if !errors.Is(err, fs.ErrExist) { // else it may be somebody else's
			_ = r.disk.Remove(path)
		}
		return err
	}
	r.own.size = int64(len(head))
	return nil
}

// endFile closes this process's file and calls it ended, unless it does not say how an edit ended or is to stay open: then it is left as a
// crash leaves it, and the next process that looks finds out.
func (r *Journal) endFile() error {
	if r.own == nil {
		return nil
	}
	sure := !r.leaveOpen
	for _, unsure := range r.unfinished {
		sure = sure && !unsure
	}
	var err error
	if sure {
		err = r.disk.Rename(r.own.path, strings.TrimSuffix(r.own.path, openSuffix)+endedSuffix)
	}
	err = errors.Join(err, r.own.Close())
	r.own = nil
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
	return errors.Join(r.writePending(), r.endFile())
}
