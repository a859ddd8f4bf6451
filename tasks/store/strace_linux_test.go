package store

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// tracedCalls are the system calls that are made to fail or to kill, one at a time.
var tracedCalls = []string{
	"write", "fsync", "renameat2", "unlinkat", "flock", // what the plain suite has time for
	"openat", "pread64", "fstat", "newfstatat", "mkdirat", "fchmodat", "fchmod", "fchown", "read", "close", "getdents64",
	"linkat", "renameat", // what is used where names cannot be exchanged: see plainly
}

// plainly are the calls that are made only where the kernel says of every exchange that it cannot do that.
var plainly = map[string]bool{"linkat": true, "renameat": true}

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
	calls, long := tracedCalls[:5], os.Getenv("SIDEBOARD_TORTURE") != ""
	if long {
		calls = tracedCalls
	}
	injected := map[string]int{}
	for _, sc := range scenes() {
		if !long && sc.name != "edit without a lock" || strings.HasSuffix(sc.name, createInS12) {
			continue
		}
		whole := sc.play(t, &faultDisk{}, 0)
		testdir.Must(t, whole.err)
		for _, call := range calls {
			for _, how := range []string{"error=ENOSPC", "signal=KILL"} {
				for n := 1; sc.trace(t, whole, strace, call, how, n); n++ {
					injected[call]++
				}
			}
		}
	}
	for _, call := range calls {
		if injected[call] < 2 && call != "fchown" { // root may own any file and gives none away
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
func (sc scene) trace(t *testing.T, whole *played, strace, call, how string, n int) bool {
	t.Helper()
	dir, state := sc.set(t), t.TempDir()
	if sc.undo {
		b := journalled(t, dir, state)
		b.mustApply(sc.edit)
		testdir.Must(t, b.s.Close())
	}
	log := filepath.Join(t.TempDir(), "trace")
	when := fmt.Sprintf("%s, %s %d of %s", sc.name, call, n, how)
	args := []string{"-f", "-qq", "-o", log, "-e", "trace=" + call}
	if plainly[call] {
		args = []string{"-f", "-qq", "-o", log, "-e", "trace=renameat2," + call, "-e", "inject=renameat2:error=EINVAL"}
	}
	args = append(args, "-e", fmt.Sprintf("inject=%s:%s:when=%d", call, how, n), os.Args[0], dir, state, sc.name)
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
	p := &played{harness: &harness{t: t, dir: dir}, before: whole.before}
	p.removeLocks()
	p.harness = journalled(t, dir, state)
	defer p.s.Close()
	for _, left := range p.names() {
		announced := call != "write" // of a file whose announcement could not be written nobody knows
		if strings.HasPrefix(left, ".sideboard-") && announced {
			t.Errorf("%s: %s is left", when, left)
		}
	}
	written, all := p.expectOldOrNew(when, whole), whole.changed()
	if how == "signal=KILL" && written != 0 && written != all {
		t.Errorf("%s: %d of %d files are as after the edit", when, written, all)
	}
	if err == nil && written != all {
		t.Errorf("%s: reported as done, and %d of %d files are", when, written, all)
	}
	return hit
}
