//go:build unix

package lock

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
for line in sys.stdin:
    try:
        fcntl.flock(f, {"lock": fcntl.LOCK_EX | fcntl.LOCK_NB, "unlock": fcntl.LOCK_UN}[line.strip()])
        print("done", flush=True)
    except BlockingIOError:
        print("busy", flush=True)
`, path)
	in, err := c.StdinPipe()
	testdir.Must(t, err)
	pipe, err := c.StdoutPipe()
	c.Stderr = os.Stderr
	testdir.Must(t, err, c.Start())
	defer c.Wait()
	defer in.Close()
	out := bufio.NewReader(pipe)
	ask := func(do, want string) {
		t.Helper()
		fmt.Fprintln(in, do)
		if line, err := out.ReadString('\n'); line != want+"\n" {
			t.Fatalf("%s: python said %q, %v", do, line, err)
		}
	}
	ask("lock", "done")
	if _, err := tryFlock(path); !errors.Is(err, errBusy) {
		t.Fatalf("while python holds it: %v", err)
	}
	ask("unlock", "done")
	release, err := Flock(t.Context(), path)
	testdir.Must(t, err)
	ask("lock", "busy")
	testdir.Must(t, release())
	ask("lock", "done")
}

func TestAFileThatIsReplacedIsNotLocked(t *testing.T) {
	for what, c := range map[string]struct {
		meanwhile func(path string) error
		want      error
	}{
		"as it was": {func(string) error { return nil }, nil},
		"replaced": {func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o644))
		}, errBusy},
		"removed": {os.Remove, errBusy},
	} {
		path := target(t, ".lock")
		f, err := os.Open(path)
		testdir.Must(t, err, c.meanwhile(path))
		if err := lockIfStillAt(f, path); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", what, err)
		}
		testdir.Must(t, f.Close())
	}
}

func TestTheHolderIsFoundAmongAllLocks(t *testing.T) {
	const none = "1: FLOCK  ADVISORY  WRITE 999999991 fd:01:8 0 EOF\n2: POSIX  ADVISORY  WRITE 999999992 fd:01:7 0 EOF\n2: -> FLOCK\n3: FLOCK\n"
	for locks, want := range map[string]string{
		"": "", none: "", none + "4: FLOCK  ADVISORY  WRITE 999999994 fd:01:7\n": "pid 999999994",
		none + fmt.Sprintf("4: FLOCK  ADVISORY  WRITE %d fd:01:7 0 EOF\n", os.Getpid()): fmt.Sprintf("lock.test (pid %d)", os.Getpid()),
	} {
		if got := holderIn([]byte(locks), "fd:01:7"); got != want {
			t.Errorf("%q, want %q of\n%s", got, want, locks)
		}
	}
}
