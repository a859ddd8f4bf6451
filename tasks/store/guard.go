package store

import (
	"context"

	"sideboard/tasks"
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

// lockList takes the locks for making files and counting.
func (g *guard) lockList(ctx context.Context, t *tasks.Task) error {
	return g.lock(ctx, func() (func() error, error) { return g.j.listLock(ctx, t) })
}

func (g *guard) lock(ctx context.Context, theirs func() (func() error, error)) error {
	if g.j.s.journal != nil {
		release, err := g.j.s.journal.Lock(ctx)
		if err != nil {
			return lockError("the task directory against other boards", err)
		}
		g.locks = append(g.locks, release)
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
