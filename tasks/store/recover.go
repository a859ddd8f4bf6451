package store

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// panicError is a panic as an error, so that it ends what was being done and is told, instead of ending the program
// with its terminal in disorder. Every goroutine of this package is guarded by it, and so is the carrying out of
// an edit.
func panicError(doing string, p any) error {
	return fmt.Errorf("%s: this program stumbled%s: %v", doing, panicLocation(), p)
}

// panicLocation names the line that panicked, for a report; it is called while the panic is being recovered from.
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

// catchPanic runs f and answers its panic as an error.
func catchPanic(doing string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError(doing, p)
		}
	}()
	return f()
}
