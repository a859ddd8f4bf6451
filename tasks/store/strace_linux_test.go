package store

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// traced are the system calls that are made to fail or to kill, one at a time.
var traced = []string{
	"write", "fsync", "renameat2", "unlinkat", "flock", // what the plain suite has time for
	"openat", "pread64", "fstat", "newfstatat", "mkdirat", "fchmodat", "fchmod", "fchown", "read", "close", "getdents64",
	"linkat", "renameat", // what is used where names cannot be exchanged: see plainly
}

// plainly are the calls that are made only where the kernel says of every exchange that it cannot do that.
var plainly = map[string]bool{"linkat": true, "renameat": true}

// undoneScene begins the names of the scenes whose edit is carried out undisturbed and then taken back.
const undoneScene = "undo of "

// TestAnySystemCallMayFailOrBeTheLast lets the kernel refuse each system call of an edit in turn, or kill the process
// there. Every file is its old or its new self then, and after the next start all of them are the one or the other.
func TestAnySystemCallMayFailOrBeTheLast(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil || testing.Short() {
		t.Skip("no strace here, or no time: system calls were not interfered with")
	}
	if out, err := exec.Command(strace, "-o", "/dev/null", "true").CombinedOutput(); err != nil {
		t.Skipf("strace may not trace here: %s", out)
	}
	calls, names := traced[:5], map[string]bool{"edit without a lock": true}
	if os.Getenv("SIDEBOARD_TORTURE") != "" {
		calls = traced
		for _, sc := range scenes() {
			names[sc.name] = sc.name != "create in s12" // its names are drawn
			names[undoneScene+sc.name] = names[sc.name] && sc.edit.Verb != tasks.VerbCreate
		}
	}
	injected := map[string]int{}
	for _, sc := range scenes() {
		whole, _, err := sc.play(t, &faultDisk{}, 0)
		testdir.Must(t, err)
		for _, undo := range []bool{false, true} {
			if undo && !names[undoneScene+sc.name] || !undo && !names[sc.name] {
				continue
			}
			for _, call := range calls {
				for _, how := range []string{"error=ENOSPC", "signal=KILL"} {
					for n := 1; sc.trace(t, whole, undo, strace, call, how, n); n++ {
						injected[call]++
					}
				}
			}
		}
	}
	for _, call := range calls {
		if injected[call] < 2 && call != "fchown" { // whoever owns everything gives nothing away
			t.Errorf("%s was interfered with %d times: nothing was tried", call, injected[call])
		}
	}
	all := 0
	for _, n := range injected {
		all += n
	}
	t.Logf("%d times interfered with: %v; 0 torn files", all, injected)
}

// trace runs the scene's edit with the n-th call of one kind interfered with, and reports whether there was an n-th.
func (sc scene) trace(t *testing.T, whole *harness, undo bool, strace, call, how string, n int) bool {
	t.Helper()
	dir, state := sc.dir(t), t.TempDir()
	for name, text := range sc.files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
	}
	name := sc.name
	if undo {
		name = undoneScene + name
		b := journalled(t, dir, state)
		b.mustApply(sc.edit)
		testdir.Must(t, b.s.Close())
	}
	log := filepath.Join(t.TempDir(), "trace")
	when := fmt.Sprintf("%s, %s %d of %s", name, call, n, how)
	args := []string{"-f", "-qq", "-o", log, "-e", "trace=" + call}
	if plainly[call] {
		args = []string{"-f", "-qq", "-o", log, "-e", "trace=renameat2," + call, "-e", "inject=renameat2:error=EINVAL"}
	}
	args = append(args, "-e", fmt.Sprintf("inject=%s:%s:when=%d", call, how, n), os.Args[0], dir, state, name)
	c := exec.Command(strace, args...)
	c.Env = append(os.Environ(), "SIDEBOARD_STORE=traced")
	said, err := c.CombinedOutput()
	trace, readErr := os.ReadFile(log)
	testdir.Must(t, readErr)
	hit := bytes.Contains(trace, []byte("killed by SIGKILL"))
	for line := range bytes.Lines(trace) {
		hit = hit || bytes.Contains(line, []byte("INJECTED")) && bytes.Contains(line, []byte(call+"("))
	}
	if err != nil && !hit {
		t.Fatalf("%s: %v: %s", when, err, said)
	}
	if how != "signal=KILL" && err != nil && len(said) == 0 {
		t.Errorf("%s: failed without a word", when)
	}
	for _, lock := range []string{"1.json.lock", "2.json.lock", ".lock.lock"} {
		os.Remove(filepath.Join(dir, lock))
	}
	b := journalled(t, dir, state)
	defer b.s.Close()
	for _, left := range b.names() {
		announced := call != "write" // of a file whose announcement could not be written nobody knows
		if strings.HasPrefix(left, ".sideboard-") && announced {
			t.Errorf("%s: %s is left", when, left)
		}
	}
	old, next := 0, 0
	for name, text := range sc.files {
		now, _ := os.ReadFile(b.path(name))
		after, _ := os.ReadFile(whole.path(name))
		switch {
		case name == markName || string(after) == text && string(now) == text:
		case string(now) == text:
			old++
		case string(now) == string(after):
			next++
		default:
			t.Errorf("%s: %s is %q", when, name, now)
		}
	}
	if how == "signal=KILL" && old > 0 && next > 0 {
		t.Errorf("%s: %d files as before, %d as after", when, old, next)
	}
	left := old
	if undo {
		left = next
	}
	if err == nil && left > 0 && sc.edit.Verb != tasks.VerbDelete {
		t.Errorf("%s: reported as done, %d files are as before", when, left)
	}
	return hit
}
