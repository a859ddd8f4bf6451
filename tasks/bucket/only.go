package bucket

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sideboard/tasks/lock"
	"sideboard/tasks/log"
)

// A ServedError says that another process serves the directory into the bucket.
type ServedError struct {
	Dir     string
	Address Address
	Process int // its number, 0 if that is not known
}

// Error names the process.
func (e *ServedError) Error() string {
	who := "another process"
	if e.Process != 0 {
		who = fmt.Sprintf("process %d", e.Process)
	}
	return fmt.Sprintf("%s is kept equal to %s by %s: one is enough", e.Dir, e.Address, who)
}

// takeTurn keeps other processes from serving a directory into a bucket until release is called or this one ends,
// however it ends. The error is a *ServedError if one does already.
func takeTurn(ctx context.Context, a Address, dir, state string) (release func() error, err error) {
	real, err := filepath.EvalSymlinks(dir) // two names of one directory are one
	if err != nil {
		return nil, err
	}
	states := statesIn(state)
	if err := log.System.MakeDir(states); err != nil {
		return nil, err
	}
	path := filepath.Join(states, fileName(a, real, ".lock"))
	release, err = lock.Flock(ctx, path)
	if _, held := errors.AsType[*lock.HeldError](err); held {
		raw, _ := os.ReadFile(path) // the number is a help for the reader, and the lock what counts
		process, _ := strconv.Atoi(strings.TrimSpace(string(raw)))
		return nil, &ServedError{dir, a, process}
	}
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, fmt.Appendln(nil, os.Getpid()), 0o600); err != nil {
		return nil, errors.Join(err, release())
	}
	return release, nil
}
