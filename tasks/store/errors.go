package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// RefusedError reports that a file must not be written. Nothing was written.
type RefusedError = dialect.RefusedError

var errReadOnly = errors.New("it was opened for reading only")

// ErrSwapped is returned when another directory took the place while an edit was being carried out. That edit ends
// first.
var ErrSwapped = errors.New("another directory took its place")

// ErrChanged is the error of an attempt that found the file changed before it was replaced; also that of a Dir which
// compares what it replaces. The edit is then made again.
var ErrChanged = errors.New("it kept changing")

// isTyped reports whether the caller words an error by its type, so that nothing is added to it.
func isTyped(err error) bool {
	_, conflict := errors.AsType[*tasks.ConflictError](err)
	_, refused := errors.AsType[*RefusedError](err)
	return conflict || refused
}

// UnfinishedError is the error of an edit whose deciding step was carried out, so that it is done, but something failed
// afterwards. Nothing is undone: the later steps add to sets and remove from them, and can be repeated.
type UnfinishedError struct {
	Errs   []error // why each step was not done, and what else failed
	Missed bool    // a step was not done, or it is not known whether another file needs one
}

// Error returns that it is done, what is not, and why.
func (u *UnfinishedError) Error() string { return "done, but " + u.Reasons() }

// Reasons returns what is not done, and why: "could not raise .highwatermark: ...".
func (u *UnfinishedError) Reasons() string {
	whys := make([]string, len(u.Errs))
	for i, err := range u.Errs {
		whys[i] = err.Error()
	}
	return strings.Join(whys, "; ")
}

// Unwrap returns the errors for package errors.
func (u *UnfinishedError) Unwrap() []error { return u.Errs }

// cause returns an error without the name of the file, which the screen shows anyway.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// isUnwritable reports whether the system does not let this user write there, or has no space: a retry is no use.
func isUnwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		errors.Is(err, syscall.EROFS)
}

// catchPanic runs f and returns its panic as an error.
func catchPanic(doing string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError(doing, p)
		}
	}()
	return f()
}

// panicError returns a panic as an error, so that it does not end the program.
func panicError(doing string, p any) error {
	return fmt.Errorf("%s: internal error%s: %v", doing, panicLocation(), p)
}

// panicLocation returns the line that panicked. It is called while the panic is being recovered from.
func panicLocation() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		system := strings.HasPrefix(f.Function, "runtime.")
		if panicked && !system {
			return fmt.Sprintf(" at %s:%d", filepath.Base(f.File), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return ""
		}
	}
}
