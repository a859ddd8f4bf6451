// Package testdir holds the tests of a package to leaving nothing behind: they run in a temporary directory of their
// own, and fail when something is left in it. It also has the one way in which tests wait, and the one in which they end at
// an error.
package testdir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// Main runs the tests of a package, then the clean-ups, and ends the program; call it last in TestMain.
func Main(m *testing.M, cleanUp ...func()) { os.Exit(run(m.Run, os.Stderr, cleanUp...)) }

// InMemory makes the tests use a disk in memory, which syncs at once, if there is one and TMPDIR is not set; call it before Main.
func InMemory() {
	if fi, err := os.Stat("/dev/shm"); err == nil && fi.IsDir() && os.Getenv("TMPDIR") == "" {
		os.Setenv("TMPDIR", "/dev/shm")
	}
}

// InOneGoroutine skips a long test that has one goroutine when the race detector runs under -short.
func InOneGoroutine(t testing.TB) {
	t.Helper()
	if Race && testing.Short() {
		t.Skip("no race to find")
	}
}

// run returns what the program is to end with.
func run(tests func() int, report io.Writer, cleanUp ...func()) int {
	dir, err := os.MkdirTemp("", "tests-")
	if err != nil {
		fmt.Fprintln(report, err)
		return 1
	}
	variable := "TMPDIR"
	if runtime.GOOS == "windows" {
		variable = "TMP"
	}
	if err := os.Setenv(variable, dir); err != nil {
		fmt.Fprintln(report, err)
		return 1
	}
	code := tests()
	for _, f := range cleanUp {
		f()
	}
	if left := below(dir); len(left) > 0 {
		code = 1
		fmt.Fprintln(report, "FAIL: the tests left in their temporary directory:")
		for _, name := range left {
			fmt.Fprintln(report, "\t"+name)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(report, err)
		code = 1
	}
	return code
}

// below returns the names of what lies in a directory, and in the directories in it, up to a page of them.
func below(dir string) (names []string) {
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if path != dir {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		if len(names) == 40 {
			return fs.SkipAll
		}
		if err != nil {
			return fs.SkipDir
		}
		return nil
	})
	return names
}

// patience is how long a test waits for a fact: long enough for a machine that is very busy with other work.
const patience = 3 * time.Minute

// Soon waits until something is so, and reports whether it was within three minutes. Every test that waits for a fact that
// no event reports waits here.
func Soon(so func() bool) bool {
	for end := time.Now().Add(patience); !so(); time.Sleep(3 * time.Millisecond) {
		if time.Now().After(end) {
			return so()
		}
	}
	return true
}

// Must ends a test at an error.
func Must(t interface {
	Helper()
	Fatal(...any)
}, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}
