//go:build unix

package effects

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks/testdir"
)

// ended runs a command to its end and returns why it failed, nil where it did not.
func ended(c *Command, told string, env ...string) error {
	type end struct{ err error }
	msg, _ := c.Run([]byte(told), env, func(err error) tea.Msg { return end{err} })().(end)
	return msg.err
}

func sh(script string, args ...string) *Command {
	return NewCommand(append([]string{"/bin/sh", "-c", script, "sh"}, args...))
}

func TestACommandGetsWhatIsTold(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "out")
	c := sh(`{ cat; echo "$SIDEBOARD_EVENT,$#,$2"; } > "$1"`, out, "$HOME *")
	if err := ended(c, "told\n", "SIDEBOARD_EVENT=ready"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(out); string(got) != "told\nready,2,$HOME *\n" {
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
		err := ended(sh(script, pid), strings.Repeat("told\n", 100000))
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%s: %q, want %q", script, got, want)
			}
		} else if want != "" {
			t.Errorf("%s did not fail", script)
		}
		if raw, err := os.ReadFile(pid); err == nil {
			n, _ := strconv.Atoi(strings.TrimSpace(string(raw)))
			_ = syscall.Kill(n, syscall.SIGKILL)
		}
	}
	if err := ended(NewCommand([]string{"/nowhere/to/be/found"}), ""); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing one: %v", err)
	}
	if err := ended(NewCommand([]string{"no-such-command-anywhere"}), ""); err == nil || !strings.HasPrefix(err.Error(), `executable file not found`) {
		t.Errorf("a missing one: %v", err)
	}
}

func TestACommandThatHangsIsEndedWithWhatItStarted(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(*Command){"by its limit": nil, "with the board": (*Command).Close} {
		pid := filepath.Join(t.TempDir(), "pid")
		c := sh(`sleep 600 & echo $! > "$1"; wait`, pid)
		c.limit = 10 * time.Minute
		if stop == nil {
			c.limit = 300 * time.Millisecond
		}
		end := make(chan error, 1)
		go func() { end <- ended(c, "") }()
		var child int
		if stop != nil {
			if !testdir.Soon(func() bool {
				raw, _ := os.ReadFile(pid)
				child, _ = strconv.Atoi(strings.TrimSpace(string(raw)))
				return child > 0
			}) {
				t.Fatal("it did not start")
			}
			stop(c)
		}
		if err := <-end; stop == nil && (err == nil || err.Error() != "it was ended after 300ms") {
			t.Errorf("%s: %v", name, err)
		}
		if child > 0 && !testdir.Soon(func() bool { return syscall.Kill(child, 0) != nil || isZombie(child) }) {
			t.Errorf("%s: what it started goes on", name)
		}
		c.Close()
		if msg := c.Run(nil, nil, func(error) tea.Msg { return "ran" })(); msg != nil {
			t.Errorf("%s: it runs after the board ended", name)
		}
	}
}

// isZombie reports whether a process ended and nobody asked for that yet, where the system tells.
func isZombie(pid int) bool {
	raw, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, _ := strings.Cut(string(raw), ") ")
	return strings.HasPrefix(after, "Z")
}
