package testdir

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The name of the program in scripts.
const program = "sideboard"

// Program runs main and ends the process if a script started this test program as sideboard. Call it first in TestMain.
func Program(main func() int) {
	if filepath.Base(os.Args[0]) == program {
		os.Exit(main())
	}
	MostlyWaits()
}

// MostlyWaits lets more tests run at the same time than there are processors. Call it in TestMain where tests mostly wait: for a disk, another
// process, a finished picture. That costs nothing and finds what only works on an idle machine. -parallel on the command line overrides it.
func MostlyWaits() {
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
}

// Scripts runs the scripts of a directory as a person called ann. They run the main function of Program as sideboard, and "ends 4
// sideboard show 9" expects an exit code.
func Scripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		WorkdirRoot:         t.TempDir(), // testscript removes its own directory only if all scripts run
		Setup: func(e *testscript.Env) error {
			exe, err := os.Executable()
			bin := filepath.Join(e.WorkDir, ".bin")
			e.Setenv("PATH", bin+string(filepath.ListSeparator)+e.Getenv("PATH"))
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("USERPROFILE", filepath.Join(e.WorkDir, "home")) // on Windows
			e.Setenv("SIDEBOARD_AS", "ann")
			e.Setenv("LC_ALL", "C.UTF-8")
			e.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector makes every program sleep a second at its end
			return errors.Join(err, os.Mkdir(bin, 0o755), os.Symlink(exe, filepath.Join(bin, program)))
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"ends": EndsWith},
	})
}

// EndsWith is the command ends of a script: it runs a command and checks its exit code.
func EndsWith(ts *testscript.TestScript, _ bool, args []string) {
	JudgeEnd(ts, args[0], ts.Exec(args[1], args[2:]...))
}

// JudgeEnd fails a script whose command ended with the wrong code.
func JudgeEnd(ts *testscript.TestScript, want string, err error) {
	code := 0
	ended, ok := errors.AsType[*exec.ExitError](err)
	switch {
	case ok:
		code = ended.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(code) != want {
		ts.Fatalf("it ended with %d, not with %s", code, want)
	}
}
