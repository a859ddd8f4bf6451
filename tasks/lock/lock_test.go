//go:build unix

package lock

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// The test binary is its own second process: with SIDEBOARD_LOCK set it is a client of a lock.
func TestMain(m *testing.M) {
	if kind := os.Getenv("SIDEBOARD_LOCK"); kind != "" {
		client(kind, os.Args[1], os.Args[2])
		return
	}
	testdir.Main(m)
}

func take(ctx context.Context, kind, path string) (func() error, error) {
	if kind == "mkdir" {
		return Mkdir(ctx, path)
	}
	return Flock(ctx, path)
}

// client either holds the lock until its input ends ("hold"), or adds one to the number in a file n times.
func client(kind, path, what string) {
	if what == "hold" {
		if _, err := take(context.Background(), kind, path); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("held")
		bufio.NewReader(os.Stdin).ReadByte()
		return
	}
	n, _ := strconv.Atoi(what)
	for done := 0; done < n; {
		release, err := take(context.Background(), kind, path)
		if held := (*HeldError)(nil); errors.As(err, &held) {
			continue
		}
		if err == nil {
			err = addOne(path)
		}
		if err == nil {
			err = release()
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		done++
	}
}

func addOne(path string) error {
	count := filepath.Join(filepath.Dir(path), "count")
	raw, err := os.ReadFile(count)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(string(raw))
	if err != nil {
		return err
	}
	return os.WriteFile(count, []byte(strconv.Itoa(n+1)), 0o644)
}

// process returns a command that runs client in a process of its own.
func process(t *testing.T, kind, path, what string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], path, what)
	c.Env = append(os.Environ(), "SIDEBOARD_LOCK="+kind)
	return c
}

// holding starts a process that holds the lock until end is called.
func holding(t *testing.T, kind, path string) (c *exec.Cmd, end func()) {
	t.Helper()
	c = process(t, kind, path, "hold")
	in, err := c.StdinPipe()
	testdir.Must(t, err)
	out, err := c.StdoutPipe()
	testdir.Must(t, err)
	testdir.Must(t, c.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return c, func() { in.Close(); c.Wait() }
}

// target makes an empty directory with a file to be locked.
func target(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	testdir.Must(t, os.WriteFile(path, nil, 0o644))
	return path
}

func TestOnlyOneProcessAtATimeHoldsALock(t *testing.T) {
	for _, kind := range []string{"mkdir", "flock"} {
		path := target(t, "1.json")
		count := filepath.Join(filepath.Dir(path), "count")
		testdir.Must(t, os.WriteFile(count, []byte("0"), 0o644))
		var all []*exec.Cmd
		for range 4 {
			c := process(t, kind, path, "50")
			c.Stdout = os.Stdout
			testdir.Must(t, c.Start())
			all = append(all, c)
		}
		for _, c := range all {
			testdir.Must(t, c.Wait())
		}
		if raw, _ := os.ReadFile(count); string(raw) != "200" {
			t.Errorf("%s: %s of 200 additions were kept", kind, raw)
		}
		if _, err := os.Lstat(path + ".lock"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a lock directory was left: %v", kind, err)
		}
	}
}

func TestAHeldLockIsReportedWithPathHolderAndTime(t *testing.T) {
	for what, age := range map[string]time.Duration{"mkdir": 0, "flock": 0, "mkdir a while ago": 5 * time.Second, "mkdir in the future": -time.Minute} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			kind, _, _ := strings.Cut(what, " ")
			path := target(t, "1.json")
			c, end := holding(t, kind, path)
			defer end()
			began := time.Now()
			if age != 0 {
				testdir.Must(t, os.Chtimes(path+".lock", began.Add(-age), began.Add(-age)))
			}
			_, err := take(t.Context(), kind, path)
			ended, held := time.Now(), (*HeldError)(nil)
			if !errors.As(err, &held) {
				t.Fatal(err)
			}
			if waited := ended.Sub(began); waited < Timeout {
				t.Errorf("gave up after %v", waited)
			}
			known := max(0, age) // for how long it is known to be held: a time in the future says nothing
			if held.Since.After(ended.Add(-Timeout - known)) {
				t.Errorf("held since %v, which is less than it was waited for", held.Since)
			}
			if made := began.Add(-age).Truncate(1); age > 0 && !held.Since.Equal(made) {
				t.Errorf("held since %v, want %v, when the directory was made", held.Since, made)
			}
			if _, err := os.Stat("/proc/locks"); err == nil && kind == "flock" && !strings.Contains(held.Who, fmt.Sprintf("pid %d", c.Process.Pid)) {
				t.Errorf("held by %q, want pid %d", held.Who, c.Process.Pid)
			}
			if !strings.HasPrefix(held.Path, path) || !strings.Contains(err.Error(), path) {
				t.Errorf("%v does not name the lock", err)
			}
		})
	}
}

func TestWaitingEndsWithTheContextAndLeavesNoDescriptor(t *testing.T) {
	for _, kind := range []string{"mkdir", "flock"} {
		path := target(t, "1.json")
		release, err := take(t.Context(), kind, path)
		testdir.Must(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		before, _ := os.ReadDir("/proc/self/fd") // none on other systems
		for range 5 {
			if _, err := take(ctx, kind, path); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", kind, err)
			}
		}
		if after, _ := os.ReadDir("/proc/self/fd"); len(after) > len(before) {
			t.Errorf("%s: %d descriptors before, %d after", kind, len(before), len(after))
		}
		testdir.Must(t, release())
	}
}

// A child has all descriptors of its parent from when it is forked until it runs its program.
func TestAFlockThatIsGivenBackIsFreeThoughAChildHasItsDescriptor(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".lock") // which it makes
	release, err := Flock(t.Context(), path)
	testdir.Must(t, err, os.WriteFile(path, []byte("kept"), 0o644))
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
	if raw, _ := os.ReadFile(path); string(raw) != "kept" {
		t.Errorf("the file says %q", raw)
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
	all := map[string]string{"": "", none: "", none + "4: FLOCK  ADVISORY  WRITE 999999994 fd:01:7\n": "pid 999999994"}
	if name, err := os.ReadFile("/proc/self/comm"); err == nil {
		self := os.Getpid()
		all[none+fmt.Sprintf("4: FLOCK  ADVISORY  WRITE %d fd:01:7 0 EOF\n", self)] = fmt.Sprintf("%s (pid %d)", strings.TrimSpace(string(name)), self)
	}
	for locks, want := range all {
		if got := holderIn([]byte(locks), "fd:01:7"); got != want {
			t.Errorf("%q, want %q of\n%s", got, want, locks)
		}
	}
}

func TestMkdirNeedsItsTarget(t *testing.T) {
	if _, err := Mkdir(t.Context(), filepath.Join(t.TempDir(), "1.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a target: %v", err)
	}
}

func TestMkdirFollowsLinksToItsTarget(t *testing.T) {
	path := target(t, "1.json")
	link := filepath.Join(t.TempDir(), "link.json")
	testdir.Must(t, os.Symlink(path, link))
	release, err := Mkdir(t.Context(), link)
	testdir.Must(t, err)
	if _, err := os.Lstat(path + ".lock"); err != nil {
		t.Errorf("the lock is not next to the real file: %v", err)
	}
	testdir.Must(t, release())
}

func TestMkdirTakesOverOnlyWhatIsOldAndStill(t *testing.T) {
	path := target(t, "1.json")
	testdir.Must(t, os.Mkdir(path+".lock", 0o755))
	old := time.Now().Add(-Stale - time.Minute)
	testdir.Must(t, os.Chtimes(path+".lock", old, old))
	release, err := Mkdir(t.Context(), path)
	testdir.Must(t, err)
	if fi, err := os.Lstat(path + ".lock"); err != nil || !fi.ModTime().After(old) {
		t.Errorf("not taken over: %v", err)
	}
	testdir.Must(t, release())
}

func TestMkdirNeverTouchesALivingLock(t *testing.T) {
	path := target(t, "1.json")
	lock := path + ".lock"
	testdir.Must(t, os.Mkdir(lock, 0o755))
	// proper-lockfile's first lock of a process is up to a second in the future.
	for _, age := range []time.Duration{-time.Second, Stale - 3*time.Second} {
		for judged := false; !judged; { // again, where the lock became stale while this process had to wait
			at := time.Now().Add(-age).Truncate(time.Microsecond)
			testdir.Must(t, os.MkdirAll(lock, 0o755), os.Chtimes(lock, at, at))
			was, err := os.Lstat(lock)
			testdir.Must(t, err)
			m := newMkdirLock(t, path)
			looks := []error{m.try(), m.try(), m.try()}
			now, err := os.Lstat(lock)
			testdir.Must(t, err)
			if judged = time.Since(at) <= Stale; !judged {
				continue
			}
			for _, err := range looks {
				if !errors.Is(err, errBusy) {
					t.Errorf("age %v: %v", age, err)
				}
			}
			if !os.SameFile(was, now) || !was.ModTime().Equal(now.ModTime()) {
				t.Errorf("age %v: the lock was touched", age)
			}
		}
	}
}

// TestMkdirLeavesALockThatIsBeingRefreshed shows it locks that are old at every look, and never the same twice.
func TestMkdirLeavesALockThatIsBeingRefreshed(t *testing.T) {
	for _, replaced := range []bool{false, true} {
		path := target(t, "1.json")
		lock := path + ".lock"
		testdir.Must(t, os.Mkdir(lock, 0o755))
		m, at := newMkdirLock(t, path), time.Now().Add(-2*Stale)
		for i := range 5 {
			if replaced {
				testdir.Must(t, os.Rename(lock, fmt.Sprint(lock, i)), os.Mkdir(lock, 0o755))
			} else {
				at = at.Add(time.Second)
			}
			testdir.Must(t, os.Chtimes(lock, at, at))
			if err := m.try(); !errors.Is(err, errBusy) {
				t.Fatalf("replaced %v, look %d: %v", replaced, i, err)
			}
		}
	}
}

func newMkdirLock(t *testing.T, path string) *mkdirLock {
	t.Helper()
	dir, err := os.OpenRoot(filepath.Dir(path))
	testdir.Must(t, err)
	t.Cleanup(func() { dir.Close() })
	return &mkdirLock{dir: dir, name: filepath.Base(path) + ".lock"}
}

func TestReleaseLeavesALockThatSomebodyTookOver(t *testing.T) {
	for what, takeOver := range map[string]func(lock string, at time.Time) error{
		"another directory": func(lock string, at time.Time) error {
			return errors.Join(os.Rename(lock, lock+".old"), os.Mkdir(lock, 0o755), os.Chtimes(lock, at, at))
		},
		"another directory with the number of ours": func(lock string, at time.Time) error { return os.Chtimes(lock, at.Add(1), at.Add(1)) },
	} {
		path := target(t, "1.json")
		release, err := Mkdir(t.Context(), path)
		testdir.Must(t, err)
		ours, err := os.Lstat(path + ".lock")
		testdir.Must(t, err, takeOver(path+".lock", ours.ModTime()), release())
		if _, err := os.Lstat(path + ".lock"); err != nil {
			t.Errorf("%s: their lock is gone: %v", what, err)
		}
	}
}

func TestMkdirSaysWhatIsInTheWay(t *testing.T) {
	path := target(t, "1.json")
	testdir.Must(t, os.WriteFile(path+".lock", nil, 0o644))
	if _, err := Mkdir(t.Context(), path); err == nil || !strings.Contains(err.Error(), "not a lock directory") {
		t.Errorf("a file: %v", err)
	}
	testdir.Must(t, os.Remove(path+".lock"))
	testdir.Must(t, os.MkdirAll(path+".lock/content", 0o755))
	old := time.Now().Add(-time.Hour)
	testdir.Must(t, os.Chtimes(path+".lock", old, old))
	if _, err := Mkdir(t.Context(), path); err == nil || !strings.Contains(err.Error(), "stale lock") {
		t.Errorf("a directory with content: %v", err)
	}
}
