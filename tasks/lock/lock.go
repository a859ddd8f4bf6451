// Package lock takes the locks that agents take, exactly as they take them, so that an edit made here and an edit
// made by an agent never meet inside one file.
//
// There are two, and a dialect uses at most one of them: flock(2) on a regular file, and directories made beside
// the target by mkdir(2), the protocol of npm's proper-lockfile. Both are held for milliseconds. Neither is ever
// waited for longer than two seconds: then the caller is told who holds it, because a person who pressed a key
// is better served by a name than by a hanging board.
package lock

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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
	who := h.Who
	if who == "" {
		who = "another process"
	}
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
