// Package lock takes the locks that agents take, in the same way, so that an edit of this program and one of an agent
// never write a file at the same time.
//
// There are two kinds, and a dialect uses at most one of them: flock(2) on a regular file, and directories made next to
// the target by mkdir(2), the protocol of npm's proper-lockfile. Both are held for milliseconds. Neither is waited for
// longer than two seconds: then the error names the holder.
package lock

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// Timeout is how long Flock and Mkdir wait for a lock that another process holds.
const Timeout = 2 * time.Second

// ErrUnsupported is the error of a system that has no such lock.
var ErrUnsupported = errors.New("this kind of lock is not supported on this system")

// HeldError is returned when another process held the lock for the whole Timeout.
type HeldError struct {
	Path  string    // the lock, a file or a directory
	Since time.Time // held at least since then
	Who   string    // the holder if the system names it: "python3 (pid 4711)", else ""
}

// Error names the lock, its holder and since when.
func (h *HeldError) Error() string {
	who := cmp.Or(h.Who, "another process")
	return fmt.Sprintf("%s: held by %s since %s", h.Path, who, h.Since.Format(time.TimeOnly))
}

// errBusy is the error of an attempt that found the lock taken.
var errBusy = errors.New("busy")

// retryUntilFree calls try until it returns anything but errBusy, at most for Timeout: then the error is what held
// returns for the time of the first attempt. The pauses double from 5 to 100 ms, each shortened at random by up to a
// half, so that two waiters do not keep step.
func retryUntilFree(ctx context.Context, try func() error, held func(since time.Time) *HeldError) error {
	began := time.Now()
	pause := 5 * time.Millisecond
	for {
		err := try()
		if !errors.Is(err, errBusy) {
			return err
		}
		if time.Since(began) >= Timeout {
			return held(began)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause - rand.N(pause/2)):
		}
		pause = min(2*pause, 100*time.Millisecond)
	}
}

// Stale is how old the modification time of a lock directory must be before it counts as left by a crash: its holder
// updates it every five seconds. It is the default of proper-lockfile, and both sides must agree on it.
const Stale = 10 * time.Second

// Mkdir locks target as npm's proper-lockfile does, by making the directory realpath(target)+".lock"; release removes
// it. The target must exist. Mkdir never changes the times of a lock directory: its holder would give up.
//
// It waits for a lock that exists, and takes over one that is older than Stale and did not change between two attempts.
// The error is a *HeldError if the lock stays taken, and wraps fs.ErrNotExist if there is no target.
func Mkdir(ctx context.Context, target string) (release func() error, err error) {
	real, err := filepath.EvalSymlinks(target)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", target, err)
	}
	dir, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", target, err)
	}
	m := &mkdirLock{dir: dir, name: filepath.Base(real) + ".lock"}
	path := real + ".lock"
	err = retryUntilFree(ctx, m.try, func(since time.Time) *HeldError {
		if m.seen != nil && m.seen.ModTime().Before(since) {
			since = m.seen.ModTime()
		}
		return &HeldError{Path: path, Since: since}
	})
	if err != nil {
		dir.Close()
		if held, ok := errors.AsType[*HeldError](err); ok {
			return nil, held
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return m.release, nil
}

// mkdirLock works relative to the opened parent directory: if that is renamed, release still removes this lock and no
// other.
type mkdirLock struct {
	dir  *os.Root
	name string
	seen fs.FileInfo // the lock of another process at the last attempt
	mine fs.FileInfo // the lock of this process, as it was made
}

// try makes the directory, or takes over a stale one. The error is errBusy if another process has it.
func (m *mkdirLock) try() error {
	switch err := m.dir.Mkdir(m.name, 0o777); {
	case err == nil:
		m.mine, err = m.dir.Lstat(m.name)
		return err
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	was := m.seen
	now, err := m.dir.Lstat(m.name)
	if errors.Is(err, fs.ErrNotExist) {
		return errBusy // released between the two calls
	}
	if err != nil {
		return err
	}
	m.seen = now
	if !now.IsDir() {
		return fmt.Errorf("%s is not a lock directory: remove it: %w", m.name, fs.ErrExist)
	}
	if time.Since(now.ModTime()) <= Stale {
		return errBusy
	}
	if !os.SameFile(was, now) || !was.ModTime().Equal(now.ModTime()) {
		return errBusy // its holder may just be waking up
	}
	if err := removeDir(m.dir, m.name, now); err != nil {
		return fmt.Errorf("take over a stale lock: %w", err)
	}
	return m.try()
}

func (m *mkdirLock) release() error {
	if err := removeDir(m.dir, m.name, m.mine); err != nil {
		return err // the caller may try again
	}
	return m.dir.Close()
}

// removeDir removes a lock directory if it still is the one that was seen.
func removeDir(dir *os.Root, name string, seen fs.FileInfo) error {
	now, err := dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !os.SameFile(seen, now) || !seen.ModTime().Equal(now.ModTime()) {
		return nil // another process took it over as stale
	}
	return dir.Remove(name)
}
