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
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// The program itself, built and run in a terminal of its own.

// binary is the built program; SIDEBOARD_BINARY names one that is built already.
var binary = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("SIDEBOARD_BINARY"); path != "" {
		return path, nil
	}
	dir, err := os.MkdirTemp("", "sideboard-test-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "sideboard")
	out, err := exec.Command("go", "build", "-o", path, root).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "SIDEBOARD_AS=ann", "HOME="+cmd.Dir, "LC_ALL=C.UTF-8",
		"CLAUDE_CODE_TASK_LIST_ID=", "CLAUDE_TEAM_NAME=", "CLAUDE_CODE_TEAM_NAME=", "CLAUDE_CONFIG_DIR=")
	return cmd
}

// terminal is the program in a terminal.
type terminal struct {
	t     *testing.T
	cmd   *exec.Cmd
	pty   *os.File
	tty   *os.File // our own hold on the other side, for its settings
	mu    sync.Mutex
	sent  bytes.Buffer
	ended chan error
	found unix.Termios
}

// inTerminal starts the program in a terminal of 100 by 30.
func inTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	return startIn(t, program(t, args...))
}

func startIn(t *testing.T, cmd *exec.Cmd) *terminal {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Cols: 100, Rows: 30}); err != nil {
		t.Fatal(err)
	}
	master = closable(t, master)
	s := &terminal{t: t, cmd: cmd, pty: master, tty: tty, ended: make(chan error, 1)}
	s.found = s.settings()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		buf := make([]byte, 32<<10)
		for {
			n, err := master.Read(buf)
			s.mu.Lock()
			s.sent.Write(buf[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	go func() { s.ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = tty.Close()
		_ = master.Close()
	})
	return s
}

// closable gives a file whose reading ends when it is closed.
func closable(t *testing.T, f *os.File) *os.File {
	t.Helper()
	fd, err := unix.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	unix.CloseOnExec(fd)
	if err := errors.Join(unix.SetNonblock(fd, true), f.Close()); err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), f.Name())
}

func (s *terminal) settings() unix.Termios {
	s.t.Helper()
	now, err := unix.IoctlGetTermios(int(s.tty.Fd()), getTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	return *now
}

func (s *terminal) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent.String()
}

// sees waits until the program has sent some words.
func (s *terminal) sees(words string) *terminal {
	s.t.Helper()
	for end := time.Now().Add(patience); !strings.Contains(s.output(), words); time.Sleep(3 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("waited in vain for %q; it sent %q", words, s.output())
		}
	}
	return s
}

func (s *terminal) types(keys string) *terminal {
	s.t.Helper()
	if _, err := s.pty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
	return s
}

// exit waits for the end of the program and answers its exit code, -1 when a signal ended it.
func (s *terminal) exit() int {
	s.t.Helper()
	select {
	case err := <-s.ended:
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			return failed.ExitCode()
		}
		return 0
	case <-time.After(patience):
		s.t.Fatalf("it does not end; it sent %q", s.output())
		return 0
	}
}

// left checks that the terminal was left as it was found.
func (s *terminal) left() {
	s.t.Helper()
	if now := s.settings(); now.Lflag != s.found.Lflag || now.Iflag != s.found.Iflag || now.Oflag != s.found.Oflag || now.Cflag != s.found.Cflag {
		s.t.Errorf("the terminal's settings are %+v, they were %+v", now, s.found)
	}
	for _, mode := range []string{"1049", "1002", "1006", "2004", "1004"} {
		on, off := strings.LastIndex(s.output(), "\x1b[?"+mode+"h"), strings.LastIndex(s.output(), "\x1b[?"+mode+"l")
		if on > off {
			s.t.Errorf("mode %s is left on", mode)
		}
	}
	if shown, hidden := strings.LastIndex(s.output(), "\x1b[?25h"), strings.LastIndex(s.output(), "\x1b[?25l"); hidden > shown {
		s.t.Error("the cursor is left hidden")
	}
	for _, words := range []string{"goroutine ", "panic:", "SIGQUIT", "runtime."} {
		if strings.Contains(s.output(), words) {
			s.t.Errorf("it sent %q: %q", words, s.output())
		}
	}
}

// taskDir is a task directory with one task.
func taskDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, dir)
	put(t, filepath.Join(dir, "task_1.json"), s07("1", "Parse", "pending", "[]"))
	return dir
}

func TestProgramQuitsAndLeavesTheTerminalAsItWas(t *testing.T) {
	t.Parallel()
	dir := taskDir(t)
	s := inTerminal(t, dir).sees("Parse").sees("\x1b[?1049h").types("c")
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(3 * time.Millisecond) {
		if b, _ := os.ReadFile(filepath.Join(dir, "task_1.json")); string(b) == s07by("1", "Parse", "in_progress", "ann", "[]") {
			break
		}
	}
	if code := s.types("q").exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	s.left()
	if b, _ := os.ReadFile(filepath.Join(dir, "task_1.json")); string(b) != s07by("1", "Parse", "in_progress", "ann", "[]") {
		t.Errorf("the file reads\n%s", b)
	}
}

func TestProgramIsEndedBySignalsWithoutATrace(t *testing.T) {
	t.Parallel()
	for name, sig := range map[string]syscall.Signal{
		"SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP, "SIGINT": syscall.SIGINT, "SIGQUIT": syscall.SIGQUIT,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := inTerminal(t, taskDir(t)).sees("Parse")
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			if code := s.exit(); code < 0 {
				t.Errorf("the signal itself ended it, so that nothing was put back")
			}
			s.left()
		})
	}
}

func TestProgramEndsWhenItsTerminalIsClosed(t *testing.T) {
	t.Parallel()
	s := inTerminal(t, taskDir(t)).sees("Parse")
	if err := errors.Join(s.tty.Close(), s.pty.Close()); err != nil {
		t.Fatal(err)
	}
	s.exit()
}

func TestProgramRefusesPolitelyWhereItCannotDraw(t *testing.T) {
	t.Parallel()
	dumb := program(t, taskDir(t))
	dumb.Env = append(dumb.Env, "TERM=dumb")
	s := startIn(t, dumb)
	if code := s.exit(); code != 1 {
		t.Errorf("TERM=dumb: exit code %d", code)
	}
	s.sees("TERM=dumb")
	if strings.Contains(s.output(), "\x1b") {
		t.Errorf("TERM=dumb: it sent %q", s.output())
	}
	piped := program(t, taskDir(t))
	out, err := piped.CombinedOutput()
	var failed *exec.ExitError
	if !errors.As(err, &failed) || failed.ExitCode() != 1 || !bytes.Contains(out, []byte("needs a terminal")) || bytes.ContainsRune(out, 0x1b) {
		t.Errorf("without a terminal: %v, %q", err, out)
	}
}

func TestProgramSpeaksWithoutAScreen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args  []string
		words []string
		code  int
	}{
		{[]string{"--version"}, []string{"sideboard "}, 0},
		{[]string{"--help"}, []string{"sideboard [DIR]", "demo", "--read-only", "--as", "--list", "--stalled"}, 0},
		{[]string{"demo", "--help"}, []string{"--agents", "--seed", "--speed", "--dialect", "--keep", "--story"}, 0},
		{[]string{"completion", "bash"}, []string{"bash completion", "sideboard"}, 0},
		{[]string{"/nowhere/at/all"}, []string{"/nowhere/at/all", "does not exist"}, 1},
		{[]string{"--stalled", "soon"}, []string{"soon"}, 1},
		{[]string{"demo", "--dialect", "klingon"}, []string{"klingon", "s12"}, 1},
		{[]string{"one", "two"}, []string{"accepts at most 1 arg"}, 1},
		{[]string{"--no-such-flag"}, []string{"no-such-flag"}, 1},
	} {
		s := inTerminal(t, c.args...)
		if code := s.exit(); code != c.code {
			t.Errorf("%q: exit code %d", c.args, code)
		}
		for _, words := range c.words {
			s.sees(words)
		}
		s.left()
	}
}

func TestProgramPrintsNoHostileName(t *testing.T) {
	t.Parallel()
	s := inTerminal(t, "no\x1b]0;x\x07such\u009b31m\u202edir")
	if code := s.exit(); code != 1 {
		t.Errorf("exit code %d", code)
	}
	s.sees("does not exist")
	if err := Trespass([]byte(s.output())); err != nil {
		t.Error(err)
	}
}

// children are the processes whose parent is the given one.
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
	for name, end := range map[string]func(*terminal){
		"quit":   func(s *terminal) { s.types("q") },
		"killed": func(s *terminal) { _ = s.cmd.Process.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := program(t, "demo", "--agents", "3", "--seed", "7")
			scratch := filepath.Join(cmd.Dir, "tmp")
			mkdir(t, scratch)
			cmd.Env = append(cmd.Env, "TMPDIR="+scratch)
			s := startIn(t, cmd).sees("In progress").sees("agent-1")
			pids := children(t, cmd.Process.Pid)
			if len(pids) < 3 {
				t.Errorf("%d processes work beside the board, want at least the 3 agents", len(pids))
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
			for until := time.Now().Add(patience); ; time.Sleep(3 * time.Millisecond) {
				entries, _ := os.ReadDir(scratch)
				alive := 0
				for _, pid := range pids {
					if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && !regexp.MustCompile(`\) Z `).Match(stat) {
						alive++
					}
				}
				if len(entries) == 0 && alive == 0 {
					break
				}
				if time.Now().After(until) {
					t.Fatalf("%d of the processes are alive, %d entries are left", alive, len(entries))
				}
			}
		})
	}
}
