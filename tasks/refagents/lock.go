package refagents

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// lock takes the lock the dialect's agents take for an action on the file, and returns what releases it.
func (r rule) lock(dir, name string) (func(), error) {
	switch {
	case r.flock:
		return flock(filepath.Join(dir, ".lock"))
	case r.family == schema:
		return properLock(filepath.Join(dir, name))
	}
	return func() {}, nil
}

// properLock is the npm package proper-lockfile with 30 retries: a directory beside the target, taken over when
// it was not touched for 10 seconds.
func properLock(target string) (func(), error) {
	real, err := filepath.EvalSymlinks(target)
	if err != nil {
		return nil, &Raised{Exception: "ENOENT", File: filepath.Base(target), Why: "the target of a lock must exist"}
	}
	path := real + ".lock"
	wait := 5 * time.Millisecond
	for range 30 {
		err := os.Mkdir(path, 0o777)
		if err == nil {
			return func() { _ = os.Remove(path) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, &Raised{Exception: "EIO", File: filepath.Base(path), Why: err.Error()}
		}
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > 10*time.Second {
			if err := checkLockDir(path); err != nil {
				return nil, err
			}
			_ = os.Remove(path)
			continue
		}
		time.Sleep(wait)
		wait = min(2*wait, 100*time.Millisecond)
	}
	return nil, &Raised{Exception: "ELOCKED", File: filepath.Base(path), Why: "somebody else holds the lock"}
}
