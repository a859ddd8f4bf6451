//go:build unix && !solaris && !illumos && !aix

package lock

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Supported is whether this system has flock(2).
const Supported = true

// Flock takes flock(2) LOCK_EX on the regular file at path, which it creates if necessary and never removes or writes.
// If path is a link or no regular file, that is an error. The error is a *HeldError if another process still holds the
// lock after Timeout.
func Flock(ctx context.Context, path string) (release func() error, err error) {
	var f *os.File
	try := func() (err error) {
		f, err = tryFlock(path)
		return err
	}
	err = retryUntilFree(ctx, try, func(since time.Time) *HeldError {
		return &HeldError{Path: path, Since: since, Who: holder(path)}
	})
	if err != nil {
		if held, ok := errors.AsType[*HeldError](err); ok {
			return nil, held
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	// Closing is not enough: a child that was forked meanwhile has the descriptor, and so the lock, until it executes
	// its program.
	return func() error { return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close()) }, nil
}

func tryFlock(path string) (*os.File, error) {
	// O_NONBLOCK: it may be a pipe.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o666)
	if err != nil {
		return nil, err
	}
	if err = lockIfStillAt(f, path); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lockIfStillAt locks an open file. If the path leads to another file now, others lock that one, and the error is
// errBusy.
func lockIfStillAt(f *os.File, path string) error {
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	if !opened.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if err := TryFlock(f); err != nil {
		return err
	}
	if now, _ := os.Lstat(path); !os.SameFile(opened, now) { // nor is it if there is none: the next attempt finds out
		return errBusy
	}
	return nil
}

// TryFlock takes flock(2) LOCK_EX on an open file, without waiting. Closing the file releases it.
func TryFlock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch err {
		case syscall.EINTR:
			continue
		case syscall.EWOULDBLOCK:
			return errBusy
		}
		return err
	}
}

// holder returns who holds the flock on path, if the system says so.
func holder(path string) string {
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil {
		return ""
	}
	locks, _ := os.ReadFile("/proc/locks")
	return holderIn(locks, fmt.Sprintf("%02x:%02x:%d", unix.Major(uint64(st.Dev)), unix.Minor(uint64(st.Dev)), st.Ino))
}

// holderIn returns who holds a file, by /proc/locks of Linux, whose lines are "7: FLOCK ADVISORY WRITE 4711
// fd:01:131077 0 EOF": pid, then device major:minor in hex, then inode.
func holderIn(locks []byte, file string) string {
	for line := range strings.Lines(string(locks)) {
		w := strings.Fields(line)
		if len(w) < 6 || w[1] != "FLOCK" || w[5] != file {
			continue
		}
		name, err := os.ReadFile("/proc/" + w[4] + "/comm")
		if err != nil {
			return "pid " + w[4]
		}
		return fmt.Sprintf("%s (pid %s)", bytes.TrimSpace(name), w[4])
	}
	return ""
}
