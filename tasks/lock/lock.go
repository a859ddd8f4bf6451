// Package lock takes the locks that agents take, exactly as they take them, so that an edit made here and an edit
// made by an agent never meet inside one file.
//
// There are two, and a dialect uses at most one of them: flock(2) on a regular file, and directories made beside
// the target by mkdir(2), the protocol of npm's proper-lockfile. Both are held for milliseconds. Neither is ever
// waited for longer than two seconds: then the caller is told who holds it, because a person who pressed a key
// is better served by a name than by a hanging board.
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

// Timeout is how long Flock and Mkdir wait for a lock that somebody else holds.
const Timeout = 2 * time.Second

// ErrUnsupported is the error of a system that has no such lock.
var ErrUnsupported = errors.New("this kind of lock is not supported on this system")

// Held is the error where somebody else holds the lock and kept it for as long as was waited.
type Held struct {
	Path  string    // the lock, a file or a directory
	Since time.Time // held at least since then
	Who   string    // whoever holds it where the system tells: "python3 (pid 4711)", else ""
}

// Error names the lock, its holder and since when.
func (h *Held) Error() string {
	who := cmp.Or(h.Who, "another process")
	return fmt.Sprintf("%s: held by %s since %s", h.Path, who, h.Since.Format(time.TimeOnly))
}

// errBusy is one attempt that found the lock taken.
var errBusy = errors.New("busy")

// retryUntilFree calls try until it answers anything but errBusy, with pauses that double from 5 to 100 ms, each
// shortened at random by up to a half so that two waiters do not keep step.
func retryUntilFree(ctx context.Context, try func() error, held func(since time.Time) *Held) error {
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
		t := time.NewTimer(pause - rand.N(pause/2))
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		pause = min(2*pause, 100*time.Millisecond)
	}
}

// Stale is how old the modification time of a lock directory must be before it counts as left behind: its holder
// refreshes it every five seconds. The figure is proper-lockfile's default, and both sides must agree on it.
const Stale = 10 * time.Second

// Mkdir locks target as npm's proper-lockfile does, by making the directory realpath(target)+".lock", and answers
// the function that removes it again. The target must exist. The directory is left empty and its times are never
// touched: a foreign change of them makes a living holder give up.
//
// A lock that exists is waited for; one that is older than Stale and did not change between two looks is taken
// over. The error is a *Held when it stays taken, and wraps fs.ErrNotExist when there is no target.
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
	err = retryUntilFree(ctx, m.try, func(since time.Time) *Held {
		if m.seen != nil && m.seen.ModTime().Before(since) {
			since = m.seen.ModTime()
		}
		return &Held{Path: path, Since: since}
	})
	if err != nil {
		dir.Close()
		if held, is := errors.AsType[*Held](err); is {
			return nil, held
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return m.release, nil
}

// mkdirLock works relative to the opened parent directory, so that a directory moved away in between takes the
// lock with it and the release cannot hit somebody else's.
type mkdirLock struct {
	dir  *os.Root
	name string
	seen fs.FileInfo // the lock of somebody else at the last look
	mine fs.FileInfo
}

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
		m.seen = nil
		return errBusy // released between the two calls
	}
	if err != nil {
		return err
	}
	m.seen = now
	if !now.IsDir() {
		return fmt.Errorf("%s is in the way and is no lock directory: %w", m.name, fs.ErrExist)
	}
	if time.Since(now.ModTime()) <= Stale {
		return errBusy
	}
	if was == nil || !os.SameFile(was, now) || !was.ModTime().Equal(now.ModTime()) {
		return errBusy // stale at first sight only: its holder may just be waking up
	}
	if err := removeDir(m.dir, m.name, now); err != nil {
		return fmt.Errorf("take over the lock left behind: %w", err)
	}
	m.seen = nil
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
		return nil // taken over by somebody who thought it stale: theirs now
	}
	return dir.Remove(name)
}
