package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/log"
)

// guard is the locks that a step holds from its last check of the files to its change of them: first our own, which
// keeps other boards out in every dialect, then the lock of the dialect's agents. While it is held, nothing else is
// waited for.
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

// lockList takes the locks for creating a file and for .highwatermark.
func (g *guard) lockList(ctx context.Context, t *tasks.Task) error {
	return g.lock(ctx, func() (func() error, error) { return g.j.listLock(ctx, t) })
}

// lock takes our own lock, if there is a journal to have it, and then the one that theirs takes.
func (g *guard) lock(ctx context.Context, theirs func() (func() error, error)) error {
	if g.j.s.journal != nil {
		release, err := g.j.s.journal.Lock(ctx)
		if err != nil && !isUnwritable(err) {
			return lockError("the task directory "+g.j.s.path+" against other boards", err)
		}
		if release != nil {
			g.locks = append(g.locks, release)
		}
	}
	release, err := theirs()
	if err != nil {
		return err
	}
	if release != nil {
		g.locks = append(g.locks, release)
	}
	return nil
}

// unlock releases the locks, the last first.
func (g *guard) unlock() {
	for i := len(g.locks) - 1; i >= 0; i-- {
		g.j.unlock(g.locks[i])
	}
}

// lock takes the lock that the agents take to write this file. release is nil if they take none.
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

// listLock takes the lock that the agents take to create a file or to count. That of Claude Code exists only if the
// file .lock does, which must not be created: other tools take its presence for a lock.
func (j *job) listLock(ctx context.Context, t *tasks.Task) (release func() error, err error) {
	if j.s.codec.Lock(t) == tasks.MkdirLock && !isRegular(j.s.directory(), lockName) {
		return nil, nil
	}
	return j.lock(ctx, lockName, t)
}

// mkdir makes the lock directory of a file and notes which one it is, so that the next process knows it after a crash.
func (j *job) mkdir(ctx context.Context, name string) (release func() error, err error) {
	dir := j.s.directory()
	if release, err = dir.Mkdir(ctx, name); err != nil || j.s.journal == nil {
		return release, err
	}
	if info, err := dir.Stat(name + ".lock"); err == nil {
		e := j.s.entry(log.Locked, j.edit.ID)
		e.File, e.Sum = name+".lock", lockIdentity(info)
		_ = j.s.journal.Append(e, false) // without it agents wait after a crash until the lock is stale
	}
	return release, nil
}

// lockIdentity identifies a lock directory among all that ever have its name.
func lockIdentity(lock Info) string {
	return fmt.Sprintf("%d %d %d", lock.Stamp.Dev, lock.Stamp.Ino, lock.Stamp.Mtime)
}

func lockError(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("lock %s: %w", name, err)
}

// foreignLocks finds locks that belong to no dialect: a .lock with content, and one next to the directory. It never
// removes them.
type foreignLocks struct {
	dir  Dir
	path string
	any  bool // any lock may be that of the agents, which are not known
}

func (s *Store) foreignLocks() foreignLocks {
	return foreignLocks{s.directory(), s.path, s.Form() != nil}
}

// find returns one of them, nil if there is none.
func (f foreignLocks) find() *lock.HeldError {
	if info, err := f.dir.OuterLock(); err == nil {
		return &lock.HeldError{Path: f.path + outerLockEnding, Since: info.Stamp.Time()}
	}
	if f.any {
		return f.findNamed()
	}
	info, err := f.dir.Stat(lockName)
	if err != nil || info.Kind != Regular || info.Stamp.Size == 0 {
		return nil
	}
	h := &lock.HeldError{Path: filepath.Join(f.path, lockName), Since: info.Stamp.Time()}
	if raw, _, err := f.dir.Read(lockName, Regular, nil); err == nil {
		who, _, _ := bytes.Cut(raw, []byte("\n"))
		h.Who = string(bytes.TrimSpace(who[:min(len(who), 80)]))
	} else if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return h
}

// findNamed returns a file or a directory that is named as locks are.
func (f foreignLocks) findNamed() (held *lock.HeldError) {
	_ = f.dir.Each(func(raw []byte, _ Kind) {
		name := string(raw)
		if held == nil && (strings.HasSuffix(name, ".lock") || name == "lock") {
			info, _ := f.dir.Stat(name)
			held = &lock.HeldError{Path: filepath.Join(f.path, name), Since: info.Stamp.Time()}
		}
	})
	return held
}
