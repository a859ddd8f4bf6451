package uitest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sideboard/tasks/testdir"
)

// descriptors counts the open files of a process.
func descriptors(t *testing.T, pid int) int {
	t.Helper()
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	testdir.Must(t, err)
	return len(entries)
}

func TestManyEditorsLeakNoDescriptorAndLeaveNoBlankScreen(t *testing.T) {
	t.Parallel()
	dir := taskDir(t)
	cmd := program(t, dir)
	cmd.Env = append(cmd.Env, "VISUAL=", "EDITOR=true")
	s := startIn(t, cmd).sees("Parse")
	s.types("E").sees("Nothing changed")
	before := descriptors(t, cmd.Process.Pid)
	for range 20 {
		s.forget()
		s.types("E").sees("Nothing changed").sees("Parse")
	}
	if after := descriptors(t, cmd.Process.Pid); after > before {
		t.Errorf("%d descriptors, %d before", after, before)
	}
	if code := s.types("q").exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	s.left()
}

// questions are the queries of the program, and kitty's answers.
var questions = map[string]string{
	"\x1b[?2026$p": "\x1b[?2026;2$y", "\x1b[?2027$p": "\x1b[?2027;2$y", "\x1b]11;?": "\x1b]11;rgb:0000/0000/0000\x1b\\",
	"\x1b[?u": "\x1b[?0u", "\x1b[c": "\x1b[?62;c",
}

// answers plays a terminal that answers queries in turn and after a while. The function it returns waits until all queries so far are
// answered.
func (s *ptyProgram) answers(after time.Duration, clusters ...string) (answered func()) {
	type due struct {
		at   time.Time
		text string
	}
	line := make(chan due, 100)
	var asked sync.WaitGroup
	go func() {
		for {
			select {
			case d := <-line:
				time.Sleep(time.Until(d.at)) // the delay of a distant terminal
				_, _ = io.WriteString(s.pty, d.text)
				asked.Done()
			case <-s.t.Context().Done():
				return
			}
		}
	}()
	seen := 0
	s.watch = func(sent []byte) {
		for ; seen < len(sent); seen++ {
			for q, a := range questions {
				if q == clusterQuery && len(clusters) > 0 {
					a = clusters[0]
				}
				if bytes.HasSuffix(sent[:seen+1], []byte(q)) {
					asked.Add(1)
					select {
					case line <- due{time.Now().Add(after), a}:
					default:
						asked.Done()
					}
				}
			}
		}
	}
	return asked.Wait
}

// The program waits a second for answers. Where the test itself is later than that, because of the load, it tries again.
func TestLateAnswersOfTheTerminalAreNotTypedAtThePrompt(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{0, 20 * time.Millisecond, 400 * time.Millisecond} {
		t.Run(after.String(), func(t *testing.T) {
			t.Parallel()
			var s *ptyProgram
			for late := true; late; {
				var answered func()
				s = inTerminalThat(t, program(t, taskDir(t)), func(s *ptyProgram) { answered = s.answers(after) }).sees("\x1b[?1049h")
				asked := time.Now()
				if code := s.types("q").exit(); code != 0 {
					t.Errorf("exit code %d", code)
				}
				s.left()
				answered()
				late = time.Since(asked) > time.Second
			}
			now := s.settings()
			now.Lflag &^= unix.ICANON
			now.Cc[unix.VMIN] = 0
			testdir.Must(t, unix.IoctlSetTermios(int(s.tty.Fd()), unix.TCSETS, &now))
			b := make([]byte, 100)
			if n, err := unix.Read(int(s.tty.Fd()), b); n > 0 || err != nil && err != unix.EAGAIN {
				t.Errorf("the shell reads %q (%v)", b[:max(n, 0)], err)
			}
			if _, rest, _ := strings.Cut(s.output(), "\x1b[?1049l"); strings.Contains(rest, "2026;2") || strings.Contains(rest, "rgb:") {
				t.Errorf("an answer is echoed: %q", rest)
			}
		})
	}
}

func TestASignalDuringTheStartRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	signals := []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT}
	// A program inherits ignored signals: under nohup or in the background some are lost before it asks for them.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, signals...)
	defer signal.Stop(heard)
	for _, sig := range signals {
		for i := range 3 {
			cmd := program(t, taskDir(t))
			cmd.Env = append(cmd.Env, "GOTRACEBACK=none")
			s := inTerminalThat(t, cmd, func(s *ptyProgram) { s.answers(5 * time.Millisecond) })
			time.Sleep(time.Duration(i) * 40 * time.Millisecond) // different moments each time
			_ = cmd.Process.Signal(sig)
			s.exit()
			s.settled()
		}
	}
}

func TestAnEditorHasTheTerminalToItself(t *testing.T) {
	t.Parallel()
	dir, script, there := taskDir(t), filepath.Join(t.TempDir(), "editor"), filepath.Join(t.TempDir(), "there")
	put(t, script, "#!/bin/sh\nstty -a | grep -q ' icanon' && touch "+there+"\nread line\nsed -i \"s/Parse/$line/\" \"$1\"\n")
	testdir.Must(t, os.Chmod(script, 0o755))
	cmd := program(t, dir)
	cmd.Env = append(cmd.Env, "VISUAL=", "EDITOR="+script)
	s := startIn(t, cmd).sees("Parse").types("E")
	s.so("an editor whose terminal is as it was found", func() bool { _, err := os.Stat(there); return err == nil })
	s.left()
	s.types("Quarry\r").sees("edited").types("q").exit() // the terminal echoes what is typed, so the echo proves nothing
	if b, _ := os.ReadFile(filepath.Join(dir, "task_1.json")); string(b) != s07("1", "Quarry", "pending", "[]") {
		t.Errorf("the file reads\n%s", b)
	}
}
