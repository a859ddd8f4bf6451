//go:build unix

package lock

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"sideboard/tasks/testdir"
)

func TestAKilledHolderOfAFlockLeavesItFree(t *testing.T) {
	path := target(t, ".lock")
	c, _ := holding(t, "flock", path)
	c.Process.Kill()
	c.Wait()
	release, err := Flock(t.Context(), path)
	testdir.Must(t, err)
	testdir.Must(t, release())
}

// A child has all descriptors of its parent from when it is forked until it runs its program.
func TestAFlockThatIsGivenBackIsFreeThoughAChildHasItsDescriptor(t *testing.T) {
	path := target(t, ".lock")
	release, err := Flock(t.Context(), path)
	testdir.Must(t, err)
	childs := -1
	for fd := range 1024 {
		var opened, named syscall.Stat_t
		if syscall.Fstat(fd, &opened) == nil && syscall.Stat(path, &named) == nil && opened.Dev == named.Dev && opened.Ino == named.Ino {
			childs, err = syscall.Dup(fd)
			testdir.Must(t, err)
			defer syscall.Close(childs)
			break
		}
	}
	testdir.Must(t, release())
	f, err := tryFlock(path)
	if err != nil || childs < 0 {
		t.Fatalf("with descriptor %d of a child: %v", childs, err)
	}
	testdir.Must(t, f.Close())
}

func TestFlockKeepsTheFileAndItsBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".lock")
	for range 2 { // the first makes it
		release, err := Flock(t.Context(), path)
		testdir.Must(t, err)
		testdir.Must(t, release())
	}
	fi, err := os.Lstat(path)
	testdir.Must(t, err)
	if !fi.Mode().IsRegular() || fi.Size() != 0 {
		t.Errorf("the lock is %v, %d bytes", fi.Mode(), fi.Size())
	}
}

func TestFlockRefusesWhatIsNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	sub, link := filepath.Join(dir, "sub"), filepath.Join(dir, "link")
	testdir.Must(t, os.Mkdir(sub, 0o755))
	testdir.Must(t, os.Symlink(filepath.Join(dir, "elsewhere"), link))
	for _, path := range []string{sub, link} {
		if _, err := Flock(t.Context(), path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("a file was made through a link")
	}
}

// TestFlockMeetsPythonsFcntl lets Python hold the lock as the agents of s13 do.
func TestFlockMeetsPythonsFcntl(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here: not tried against fcntl.flock")
	}
	path := target(t, ".lock")
	c := exec.Command(python, "-c", `
import fcntl, sys
f = open(sys.argv[1], "a+")
fcntl.flock(f, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.readline()
fcntl.flock(f, fcntl.LOCK_UN)
print("free", flush=True)
sys.stdin.readline()
fcntl.flock(f, fcntl.LOCK_EX)
print("held", flush=True)
`, path)
	in, err := c.StdinPipe()
	testdir.Must(t, err)
	pipe, err := c.StdoutPipe()
	testdir.Must(t, err)
	c.Stderr = os.Stderr
	testdir.Must(t, c.Start())
	defer c.Wait()
	defer in.Close()
	out := bufio.NewReader(pipe)
	say := func(want string) {
		t.Helper()
		if line, err := out.ReadString('\n'); line != want+"\n" {
			t.Fatalf("python said %q, %v", line, err)
		}
	}
	say("held")
	if _, err := tryFlock(path); !errors.Is(err, errBusy) {
		t.Fatalf("while python holds it: %v", err)
	}
	fmt.Fprintln(in)
	say("free")
	release, err := Flock(t.Context(), path)
	testdir.Must(t, err)
	fmt.Fprintln(in) // python now waits for us
	var free atomic.Bool
	got, early := make(chan string), false
	go func() {
		line, _ := out.ReadString('\n')
		early = !free.Load()
		got <- line
	}()
	waitsFor(t, c.Process.Pid)
	free.Store(true)
	testdir.Must(t, release())
	if line := <-got; line != "held\n" || early {
		t.Fatalf("python said %q, while we held the lock: %v", line, early)
	}
}

// waitsFor waits until a process waits for a lock, if the system says so.
func waitsFor(t *testing.T, pid int) {
	t.Helper()
	waits := regexp.MustCompile(fmt.Sprintf(`-> FLOCK +\S+ +\S+ +%d `, pid))
	var locks []byte
	if !testdir.Soon(func() (is bool) {
		var err error
		locks, err = os.ReadFile("/proc/locks")
		return err != nil || waits.Match(locks)
	}) {
		t.Fatalf("process %d waits for no lock:\n%s", pid, locks)
	}
}
