//go:build unix

package effects

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
)

// impatient returns a Background that soon kills what does not end.
func impatient() *Background {
	b := NewBackground()
	b.grace = 50 * time.Millisecond
	return b
}

// ended runs a command to its end and returns why it failed, nil if it did not.
func ended(b *Background, c Command) error {
	type end struct{ err error }
	msg, _ := b.Run(c, func(err error) tea.Msg { return end{err} })().(end)
	return msg.err
}

func sh(script string, args ...string) Command {
	return Command{Args: append([]string{"/bin/sh", "-c", script, "sh"}, args...)}
}

func TestACommandReadsItsStandardInput(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "out")
	c := sh(`{ cat; echo "$SIDEBOARD_EVENT,$#,$2"; } > "$1"`, out, "$HOME *")
	c.Stdin, c.Env = []byte("reported\n"), []string{"SIDEBOARD_EVENT=ready"}
	testdir.Must(t, ended(NewBackground(), c))
	if got, _ := os.ReadFile(out); string(got) != "reported\nready,2,$HOME *\n" {
		t.Errorf("it got %q", got)
	}
}

func TestACommandThatFailsSaysWhy(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"exit 0":                               "",
		"echo; echo no bus >&2; exit 3":        "exit status 3: no bus",
		"kill -TERM $$":                        "signal: terminated",
		"yes | head -c 3000000; exit 4":        "exit status 4: y",
		"head -c 3000000 /dev/zero":            "",
		"exec <&-":                             "",
		"sleep 600 & echo $! > \"$1\"; exit 0": "", // what it leaves behind holds its output
	} {
		pid := filepath.Join(t.TempDir(), "pid")
		c := sh(script, pid)
		c.Stdin = []byte(strings.Repeat("reported\n", 100000))
		err := ended(impatient(), c)
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%s: %q, want %q", script, got, want)
			}
		} else if want != "" {
			t.Errorf("%s did not fail", script)
		}
		if child := pidIn(pid); child > 0 {
			if hasEnded(child) {
				t.Errorf("%s: what it leaves behind is ended", script)
			}
			_ = syscall.Kill(child, syscall.SIGKILL)
		}
	}
	if err := ended(NewBackground(), Command{Args: []string{"/nowhere/to/be/found"}}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing one: %v", err)
	}
	if err := ended(NewBackground(), Command{Args: []string{"no-such-command-anywhere"}}); err == nil || !strings.HasPrefix(err.Error(), `executable file not found`) {
		t.Errorf("a missing one: %v", err)
	}
}

func TestACommandThatHangsIsEndedWithWhatItStarted(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"it ends when it is asked":      `trap 'echo asked > "$1.asked"; exit' TERM; sleep 600 > /dev/null 2>&1 & echo $! > "$1"; wait`,
		"it does not hear":              `trap '' TERM; sleep 600 & echo $! > "$1"; wait`,
		"what it started does not hear": `(trap '' TERM; sleep 600) & echo $! > "$1"; wait`,
		"what it started outlives it":   `trap exit TERM; (trap '' TERM; sleep 600 > /dev/null 2>&1) & echo $! > "$1"; wait`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pid := filepath.Join(t.TempDir(), "pid")
			c, b := sh(script, pid), impatient()
			asked := strings.Contains(script, "asked")
			if asked {
				b.grace = time.Minute // a shell on a busy machine may need long for its trap
			}
			var over atomic.Bool
			go b.Run(c, func(err error) tea.Msg {
				over.Store(err == nil || !strings.Contains(err.Error(), "ended after"))
				return nil
			})()
			var child int
			if !testdir.Soon(func() bool { child = pidIn(pid); return child > 0 }) {
				t.Fatal("it did not start")
			}
			if b.Close(); !over.Load() {
				t.Error("the board ends before it")
			}
			if !testdir.Soon(func() bool { return hasEnded(child) }) {
				t.Error("what it started goes on")
			}
			if _, err := os.Stat(pid + ".asked"); asked && err != nil {
				t.Error("it was not asked")
			}
			for range 2 {
				if msg := b.Run(c, func(error) tea.Msg { return "ran" })(); msg != nil {
					t.Error("it runs after the board ended")
				}
			}
		})
	}
}

func TestACommandIsEndedAtItsLimit(t *testing.T) {
	t.Parallel()
	c := sh("trap '' TERM; sleep 600 & wait")
	c.Limit = 30 * time.Millisecond
	if err := ended(impatient(), c); err == nil || err.Error() != "it was ended after 30ms" {
		t.Error(err)
	}
	c.Limit = 1 // it is over before the command starts
	if err := ended(impatient(), c); err == nil || err.Error() != "it was ended after 1ns" {
		t.Error(err)
	}
}

// pidIn returns the process whose number was written to a file, 0 before it was.
func pidIn(file string) int {
	raw, _ := os.ReadFile(file)
	pid, _ := strconv.Atoi(strings.TrimSpace(string(raw)))
	return pid
}

// hasEnded reports whether a process is gone, or only waits for its parent to ask how it ended.
func hasEnded(pid int) bool { return syscall.Kill(pid, 0) != nil || isZombie(pid) }

// isZombie reports whether a process ended and nobody asked for that yet, if the system says so.
func isZombie(pid int) bool {
	raw, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, _ := strings.Cut(string(raw), ") ")
	return strings.HasPrefix(after, "Z")
}
