package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/log"
)

// guard is the locks a step holds from its last look at the files to its change of them: first our own, which keeps
// other boards out in every dialect, then that of the dialect's agents. It is never held while anything is waited
// for but the dialect's lock.
type guard struct {
	j     *job
	locks []func() error
}

// lockFile takes the locks for writing a file.
func (g *guard) lockFile(ctx context.Context, name string, t *tasks.Task) error {
	if len(g.locks) > 0 {
		return nil
	}
	return g.lock(ctx, func() (func() error, error) { return g.j.lock(ctx, name, t) })
}

// lockUnchanged takes the locks for writing a file and looks at it once more: from here on it is being replaced.
func (g *guard) lockUnchanged(ctx context.Context, name string, base state, decides bool) error {
	if err := g.lockFile(ctx, name, base.task); err != nil {
		return err
	}
	if err := g.j.checkUnchanged(ctx, name, base, decides); err != nil {
		return err
	}
	g.j.replacedAt = g.j.s.opts.Now()
	return nil
}

// lockList takes the locks for making files and counting.
func (g *guard) lockList(ctx context.Context, t *tasks.Task) error {
	return g.lock(ctx, func() (func() error, error) { return g.j.listLock(ctx, t) })
}

func (g *guard) lock(ctx context.Context, theirs func() (func() error, error)) error {
	if g.j.s.journal != nil {
		release, err := g.j.s.journal.Lock(ctx)
		if err != nil && !isUnwritable(err) {
			return lockError("the task directory against other boards", err)
		}
		if release != nil {
			g.locks = append(g.locks, release)
		}
	}
	release, err := theirs()
	if err != nil {
		g.unlock()
		return err
	}
	if release != nil {
		g.locks = append(g.locks, release)
	}
	return nil
}

// unlock gives back what was taken, the last first.
func (g *guard) unlock() {
	for i := len(g.locks) - 1; i >= 0; i-- {
		g.j.unlock(g.locks[i])
	}
	g.locks = nil
}

// lock takes the lock its agents take to write this file, and answers nil for the release if they take none.
func (j *job) lock(ctx context.Context, name string, t *tasks.Task) (release func() error, err error) {
	if t == nil {
		return nil, nil
	}
	dir := j.s.directory()
	switch j.s.codec.Lock(t) {
	case tasks.FlockLock:
		release, err = dir.Flock(ctx, lockName)
	case tasks.MkdirLock:
		release, err = j.mkdir(ctx, name)
	default:
		return nil, nil
	}
	return release, lockError(name, err)
}

// listLock takes the lock its agents take to make a file or to count. Claude Code's exists only where the file it
// is named after does, and that file is not ours to make: other tools take its presence for a lock.
func (j *job) listLock(ctx context.Context, t *tasks.Task) (release func() error, err error) {
	if j.s.codec.Lock(t) == tasks.MkdirLock && !isRegular(j.s.directory(), lockName) {
		return nil, nil
	}
	return j.lock(ctx, lockName, t)
}

// mkdir takes the lock directory of a file and notes which one it is, so that one that a crash leaves is known again.
func (j *job) mkdir(ctx context.Context, name string) (release func() error, err error) {
	dir := j.s.directory()
	if release, err = dir.Mkdir(ctx, name); err != nil || j.s.journal == nil {
		return release, err
	}
	if info, err := dir.Stat(name + ".lock"); err == nil {
		e := j.s.entry(log.Locked, j.edit.ID)
		e.File, e.Sum = name+".lock", lockIdentity(info)
		_ = j.s.journal.Append(e, false) // without it the lock is merely waited for after a crash
	}
	return release, nil
}

// lockIdentity tells a lock directory from any other that ever has its name.
func lockIdentity(lock Info) string {
	return fmt.Sprintf("%d %d %d", lock.Stamp.Dev, lock.Stamp.Ino, lock.Stamp.Mtime)
}

// removeCrashedLocks removes the lock directories that the writer of the lines left behind. One that somebody else made since is
// another, and stays.
func (s *Store) removeCrashedLocks(lines []log.Entry) {
	dir := s.directory()
	for _, l := range lines {
		if l.What != log.Locked || !isBaseName(l.File) || !strings.HasSuffix(l.File, ".lock") {
			continue
		}
		if info, err := dir.Stat(l.File); err == nil && info.Kind == Directory && lockIdentity(info) == l.Sum {
			_ = dir.Remove(l.File) // it is empty, or not ours
		}
	}
}

func lockError(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("lock %s: %w", name, err)
}

// waitForForeignLock waits for locks that are none of any dialect's: a .lock with content, and one beside the directory.
// They are never removed.
func (s *Store) waitForForeignLock(ctx context.Context) error {
	var last *lock.Held
	for began := time.Now(); ; {
		if last = s.findForeignLock(); last == nil {
			return nil
		}
		if time.Since(began) >= lock.Timeout {
			return last
		}
		if err := pause(ctx, retryDelays[len(retryDelays)-1]); err != nil {
			return err
		}
	}
}

func (s *Store) findForeignLock() *lock.Held {
	beside := s.path + ".lock"
	if fi, err := os.Lstat(beside); err == nil {
		return &lock.Held{Path: beside, Since: fi.ModTime()}
	}
	dir := s.directory()
	info, err := dir.Stat(lockName)
	if err != nil || info.Kind != Regular || info.Stamp.Size == 0 {
		return nil
	}
	h := &lock.Held{Path: s.path + string(os.PathSeparator) + lockName, Since: info.Stamp.Time()}
	if raw, _, err := dir.Read(lockName, Regular, nil); err == nil {
		who, _, _ := bytes.Cut(raw, []byte("\n"))
		h.Who = string(bytes.TrimSpace(who[:min(len(who), 80)]))
	} else if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return h
}
