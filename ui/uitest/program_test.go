//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package uitest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/creack/pty"

	"sideboard/tasks/testdir"
)

func TestProgramEndsWhenItsTerminalIsClosed(t *testing.T) {
	t.Parallel()
	s := inTerminal(t, taskDir(t)).sees("Parse")
	testdir.Must(t, errors.Join(s.tty.Close(), s.pty.Close()))
	s.exit()
}

func TestProgramExplainsWhyItCannotDraw(t *testing.T) {
	t.Parallel()
	dumb := program(t, taskDir(t))
	dumb.Env = append(dumb.Env, "TERM=dumb")
	s := startIn(t, dumb)
	if code := s.exit(); code != 5 {
		t.Errorf("TERM=dumb: exit code %d", code)
	}
	s.sees("TERM=dumb")
	if strings.Contains(s.output(), "\x1b") {
		t.Errorf("TERM=dumb: it sent %q", s.output())
	}
	piped := program(t, taskDir(t))
	out, err := piped.CombinedOutput()
	var failed *exec.ExitError
	if !errors.As(err, &failed) || failed.ExitCode() != 5 || !bytes.Contains(out, []byte("needs a terminal")) || bytes.ContainsRune(out, 0x1b) {
		t.Errorf("without a terminal: %v, %q", err, out)
	}
}

// A terminal need not know its size: a person answers there too.
func TestAPersonAllowsAtATerminalOfUnknownSize(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, word := range []string{"todo", "doing"} {
		raw := fmt.Sprintf(`{"title": "Parse", "status": "%s"}`, word)
		testdir.Must(t, os.WriteFile(filepath.Join(dir, word+".json"), []byte(raw), 0o644))
	}
	noSize := func(s *ptyProgram) { testdir.Must(t, pty.Setsize(s.pty, &pty.Winsize{})) }
	s := inTerminalThat(t, program(t, "allow", dir), noSize).sees("Edit this list?").types("y\r").sees("may be edited")
	if code := s.exit(); code != 0 {
		t.Errorf("exit code %d: %s", code, s.output())
	}
}

func TestProgramPrintsNoHostileName(t *testing.T) {
	t.Parallel()
	s := inTerminal(t, "no\x1b]0;x\x07such\u009b31m\u202edir")
	if code := s.exit(); code != 2 {
		t.Errorf("exit code %d", code)
	}
	s.sees("neither a command nor a directory")
	if err := Trespass([]byte(s.output())); err != nil {
		t.Error(err)
	}
}

// children returns the child processes of a process.
func children(t *testing.T, parent int) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Skip("no /proc here")
	}
	var found []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		if _, rest, ok := strings.Cut(string(stat), ") "); ok {
			if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(parent) && f[0] != "Z" {
				found = append(found, pid)
			}
		}
	}
	return found
}

func TestProgramDemoLeavesNothingBehindEvenWhenItIsKilled(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*ptyProgram){
		"quit":   func(s *ptyProgram) { s.types("q") },
		"killed": func(s *ptyProgram) { _ = s.cmd.Process.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := program(t, "demo", "--agents", "3", "--seed", "7")
			scratch := filepath.Join(cmd.Dir, "tmp")
			mkdir(t, scratch)
			cmd.Env = append(cmd.Env, "TMPDIR="+scratch)
			s := startIn(t, cmd).sees("In progress").sees("agent-1")
			pids := children(t, cmd.Process.Pid)
			if len(pids) != 1 {
				t.Errorf("the board has %d child processes, want the cleaner alone", len(pids))
			}
			entries, err := os.ReadDir(scratch)
			if err != nil || len(entries) == 0 {
				t.Fatalf("no scratch directory: %v", err)
			}
			end(s)
			s.exit()
			if name == "quit" {
				s.left()
			}
			s.so("the end of all processes, and an empty scratch directory", func() bool {
				entries, _ := os.ReadDir(scratch)
				alive := 0
				for _, pid := range pids {
					if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && !regexp.MustCompile(`\) Z `).Match(stat) {
						alive++
					}
				}
				return len(entries) == 0 && alive == 0
			})
		})
	}
}
