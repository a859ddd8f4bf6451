package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sideboard/tasks/lock"
)

// The bounds of a room; MaxAge counts from a file's last line.
const (
	MaxAge   = 30 * 24 * time.Hour
	MaxBytes = 16 << 20
	MaxFiles = 256
	MaxOwn   = 4 << 20
)

const (
	lockName  = "lock"
	keptName  = "kept"
	living    = ".open.jsonl"
	ended     = ".jsonl"
	beginning = ".begin-"
)

// Room is the journal of one task directory. Its methods may be called from any goroutine.
type Room struct {
	state string // where all rooms lie
	dir   string
	path  string // the task directory's real path
	now   func() time.Time

	mu     sync.Mutex
	own    *os.File // nil before the first line
	name   string   // of own, in dir
	size   int64
	torn   bool // the last line could not be written whole
	closed bool
}

// Open opens the room of the task directory at path, which must exist, under the directory state, and makes what is
// missing. Nothing of this process is written there before the first Append. The error tells why there can be no
// journal.
func Open(state, path string, now func() time.Time) (*Room, error) {
	if state == "" {
		return nil, errors.New("no directory was named for it")
	}
	if !supported {
		return nil, fmt.Errorf("file locks: %w", errors.ErrUnsupported)
	}
	name, real, err := room(path)
	if err != nil {
		return nil, err
	}
	r := &Room{state: state, dir: filepath.Join(state, name), path: real, now: now}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return nil, err
	}
	for _, dir := range []string{state, r.dir} { // an older one may be open to others
		if err := os.Chmod(dir, 0o700); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(filepath.Join(r.dir, lockName), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	return r, f.Close()
}

// Dir is where the room lies.
func (r *Room) Dir() string { return r.dir }

// Lock excludes every other process, and everybody else in this one, who writes into the same task directory with
// this program. The error is a *lock.Held when somebody kept it.
func (r *Room) Lock(ctx context.Context) (release func() error, err error) {
	return lock.Flock(ctx, filepath.Join(r.dir, lockName))
}

// Append adds one line. With sync it is on the disk when Append returns.
func (r *Room) Append(e Entry, sync bool) error {
	if e.At.IsZero() {
		e.At = r.now()
	}
	raw, err := spell(e)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return fmt.Errorf("journal: %w", fs.ErrClosed)
	}
	if err := r.begin(e.At); err != nil {
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
		return fmt.Errorf("write the journal: %w", err)
	}
	if r.size > MaxOwn && e.Ends() {
		return r.end()
	}
	return nil
}

// begin starts this process's file, if it has none. It is locked before it can be found.
func (r *Room) begin(at time.Time) error {
	if r.own != nil {
		return nil
	}
	r.prune()
	base := fmt.Sprintf("%s-%d", r.now().UTC().Format("20060102T150405.000000000"), os.Getpid())
	f, err := os.OpenFile(filepath.Join(r.dir, beginning+base), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	head, err := spell(Entry{At: at, What: Opened, Path: r.path})
	if err == nil {
		_, err = f.Write(head)
	}
	if err == nil {
		err = claim(f)
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(r.dir, base+living))
	}
	if err == nil {
		err = syncDir(r.dir)
	}
	if err != nil {
		os.Remove(f.Name())
		f.Close()
		return err
	}
	r.own, r.name, r.size, r.torn = f, base+living, int64(len(head)), false
	return nil
}

func (r *Room) end() error {
	if r.own == nil {
		return nil
	}
	base := strings.TrimSuffix(r.name, living)
	err := os.Rename(filepath.Join(r.dir, r.name), filepath.Join(r.dir, base+ended))
	err = errors.Join(err, r.own.Close())
	r.own, r.name, r.size = nil, "", 0
	return err
}

// Close ends this process's file. Nothing can be appended afterwards.
func (r *Room) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return r.end()
}

// Keep puts bytes aside that were in a task file for an instant and had to give way, and answers where.
func (r *Room) Keep(name string, raw []byte) (path string, err error) {
	dir := filepath.Join(r.dir, keptName)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("keep %s: %w", name, err)
	}
	base := r.now().UTC().Format("20060102T150405.000000000") + "-" + filepath.Base(name)
	path = filepath.Join(dir, base)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("keep %s: %w", name, err)
	}
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", fmt.Errorf("keep %s: %w", name, err)
	}
	return path, nil
}

// Sum tells bytes apart without keeping them.
func Sum(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// entries reads the lines of a file; one that cannot be read is a crash's last, and skipped.
func entries(raw []byte) (all []Entry) {
	for l := range bytes.SplitSeq(raw, []byte("\n")) {
		if len(bytes.TrimSpace(l)) == 0 {
			continue
		}
		if e, err := read(l); err == nil {
			all = append(all, e)
		}
	}
	return all
}
