//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package uitest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"sideboard/tasks/testdir"
)

// The program itself, built and run in a terminal of its own.

// ptyProgram is the program in a terminal.
type ptyProgram struct {
	t     *testing.T
	cmd   *exec.Cmd
	pty   *os.File
	tty   *os.File // the other side, to read its settings
	mu    sync.Mutex
	sent  bytes.Buffer
	watch func(sent []byte) // called with everything sent so far
	ended chan error
	found unix.Termios
	state *terminalState
}

// inTerminal starts the program in a terminal of 100 by 30.
func inTerminal(t *testing.T, args ...string) *ptyProgram {
	t.Helper()
	return startIn(t, program(t, args...))
}

func startIn(t *testing.T, cmd *exec.Cmd) *ptyProgram {
	t.Helper()
	return inTerminalThat(t, cmd, func(*ptyProgram) {})
}

// inTerminalThat starts a program in a terminal that is prepared first.
func inTerminalThat(t *testing.T, cmd *exec.Cmd, prepare func(*ptyProgram)) *ptyProgram {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	testdir.Must(t, pty.Setsize(master, &pty.Winsize{Cols: 100, Rows: 30}))
	master = closable(t, master)
	s := &ptyProgram{t: t, cmd: cmd, pty: master, tty: tty, ended: make(chan error, 1), state: newTerminalState(t, 100, 30)}
	s.found = s.settings()
	prepare(s)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	testdir.Must(t, cmd.Start())
	go func() {
		buf := make([]byte, 32<<10)
		for {
			n, err := master.Read(buf)
			s.mu.Lock()
			s.sent.Write(buf[:n])
			s.state.write(buf[:n])
			if s.watch != nil {
				s.watch(s.sent.Bytes())
			}
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

// closable returns a file whose reading ends when it is closed.
func closable(t *testing.T, f *os.File) *os.File {
	t.Helper()
	fd, err := unix.Dup(int(f.Fd()))
	testdir.Must(t, err)
	unix.CloseOnExec(fd)
	testdir.Must(t, errors.Join(unix.SetNonblock(fd, true), f.Close()))
	return os.NewFile(uintptr(fd), f.Name())
}

func (s *ptyProgram) settings() unix.Termios {
	s.t.Helper()
	now, err := unix.IoctlGetTermios(int(s.tty.Fd()), getTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	return *now
}

func (s *ptyProgram) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent.String()
}

// sees waits until the program has sent some words.
func (s *ptyProgram) sees(words string) *ptyProgram {
	s.t.Helper()
	return s.so(strconv.Quote(words), func() bool { return strings.Contains(s.output(), words) })
}

func (s *ptyProgram) types(keys string) *ptyProgram {
	s.t.Helper()
	if _, err := s.pty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
	return s
}

// exit waits for the end of the program, and returns its exit code, -1 if a signal ended it.
func (s *ptyProgram) exit() int {
	s.t.Helper()
	select {
	case err := <-s.ended:
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			return failed.ExitCode()
		}
		return 0
	case <-time.After(waitLimit):
		s.t.Fatalf("it does not end; it sent %q", s.output())
		return 0
	}
}

// forget forgets what was sent so far.
func (s *ptyProgram) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent.Reset()
}

// drained is a marker that the test sends over the same terminal: when it arrives, everything before it was read.
const drained = "\x1b]9999;all of it\x07"

// settled checks that the terminal has its old settings.
func (s *ptyProgram) settled() {
	s.t.Helper()
	if now := s.settings(); now.Lflag != s.found.Lflag || now.Iflag != s.found.Iflag || now.Oflag != s.found.Oflag || now.Cflag != s.found.Cflag {
		s.t.Errorf("the terminal's settings are %+v, they were %+v", now, s.found)
	}
}

// left checks that the terminal was restored.
func (s *ptyProgram) left() {
	s.t.Helper()
	s.settled()
	if _, err := s.tty.WriteString(drained); err != nil {
		s.t.Fatal(err)
	}
	s.sees(drained)
	s.mu.Lock()
	if changed := s.state.changed(); changed != "" {
		s.t.Errorf("the terminal is not as it was found: %s; it was sent %q", changed, s.sent.String())
	}
	s.mu.Unlock()
	for _, words := range []string{"goroutine ", "panic:", "SIGQUIT", "runtime."} {
		if strings.Contains(s.output(), words) {
			s.t.Errorf("it sent %q: %q", words, s.output())
		}
	}
}
