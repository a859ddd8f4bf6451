//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package refagents

import (
	"os"
	"syscall"
)

// flock opens the lock for appending, as open(path, "a+") does, and waits until it is ours.
func flock(path string) (func(), error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, &Raised{Exception: "OSError", File: ".lock", Why: err.Error()}
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, &Raised{Exception: "OSError", File: ".lock", Why: err.Error()}
	}
	return func() { f.Close() }, nil
}
