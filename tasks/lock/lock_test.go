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
	"testing"
	"time"
)

// The test binary is its own second process: with SIDEBOARD_LOCK set it is a client of a lock.
func TestMain(m *testing.M) {
	if kind := os.Getenv("SIDEBOARD_LOCK"); kind != "" {
		client(kind, os.Args[1], os.Args[2])
		return
	}
	os.Exit(m.Run())
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
		if held := (*Held)(nil); errors.As(err, &held) {
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

func process(t *testing.T, kind, path, what string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], path, what)
	c.Env = append(os.Environ(), "SIDEBOARD_LOCK="+kind)
	return c
}

// holding starts a process that holds the lock, and answers how to end it.
func holding(t *testing.T, kind, path string) (c *exec.Cmd, end func()) {
	t.Helper()
	c = process(t, kind, path, "hold")
	in, err := c.StdinPipe()
	must(t, err)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return c, func() { in.Close(); c.Wait() }
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// target makes an empty directory with a file to be locked.
func target(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, nil, 0o644))
	return path
}

func TestOnlyOneProcessAtATimeHoldsALock(t *testing.T) {
	for _, kind := range []string{"mkdir", "flock"} {
		path := target(t, "1.json")
		count := filepath.Join(filepath.Dir(path), "count")
		must(t, os.WriteFile(count, []byte("0"), 0o644))
		var all []*exec.Cmd
		for range 4 {
			c := process(t, kind, path, "50")
			c.Stdout = os.Stdout
			must(t, c.Start())
			all = append(all, c)
		}
		for _, c := range all {
			must(t, c.Wait())
		}
		if raw, _ := os.ReadFile(count); string(raw) != "200" {
			t.Errorf("%s: %s of 200 additions were kept", kind, raw)
		}
		if _, err := os.Lstat(path + ".lock"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a lock directory was left: %v", kind, err)
		}
	}
}

func TestAHeldLockIsToldWithPathHolderAndTime(t *testing.T) {
	for _, kind := range []string{"mkdir", "flock"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			path := target(t, "1.json")
			began := time.Now()
			c, end := holding(t, kind, path)
			_, err := take(t.Context(), kind, path)
			held := (*Held)(nil)
			if !errors.As(err, &held) {
				t.Fatalf("%s: %v", kind, err)
			}
			if waited := time.Since(began); waited < Patience {
				t.Errorf("%s: gave up after %v", kind, waited)
			}
			if held.Since.After(time.Now().Add(-Patience)) || !strings.HasPrefix(held.Path, path) {
				t.Errorf("%s: %+v", kind, held)
			}
			if _, err := os.Stat("/proc/locks"); err == nil && kind == "flock" && !strings.Contains(held.Who, fmt.Sprintf("pid %d", c.Process.Pid)) {
				t.Errorf("%s: held by %q, want pid %d", kind, held.Who, c.Process.Pid)
			}
			if !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v does not name the lock", kind, err)
			}
			end()
		})
	}
}

func TestAKilledHolderOfAFlockLeavesItFree(t *testing.T) {
	path := target(t, ".lock")
	c, _ := holding(t, "flock", path)
	c.Process.Kill()
	c.Wait()
	release, err := Flock(t.Context(), path)
	must(t, err)
	must(t, release())
}

func TestFlockKeepsTheFileAndItsBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".lock")
	for range 2 { // the first makes it
		release, err := Flock(t.Context(), path)
		must(t, err)
		must(t, release())
	}
	fi, err := os.Lstat(path)
	must(t, err)
	if !fi.Mode().IsRegular() || fi.Size() != 0 {
		t.Errorf("the lock is %v, %d bytes", fi.Mode(), fi.Size())
	}
}

func TestFlockRefusesWhatIsNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	sub, link := filepath.Join(dir, "sub"), filepath.Join(dir, "link")
	must(t, os.Mkdir(sub, 0o755))
	must(t, os.Symlink(filepath.Join(dir, "elsewhere"), link))
	for _, path := range []string{sub, link} {
		if _, err := Flock(t.Context(), path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("a file was made through a link")
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	for _, kind := range []string{"mkdir", "flock"} {
		path := target(t, "1.json")
		release, err := take(t.Context(), kind, path)
		must(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := take(ctx, kind, path); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", kind, err)
		}
		must(t, release())
	}
}

func TestMkdirNeedsItsTargetAndFollowsLinksToIt(t *testing.T) {
	path := target(t, "1.json")
	if _, err := Mkdir(t.Context(), path+"x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a target: %v", err)
	}
	link := filepath.Join(t.TempDir(), "link.json")
	must(t, os.Symlink(path, link))
	release, err := Mkdir(t.Context(), link)
	must(t, err)
	if _, err := os.Lstat(path + ".lock"); err != nil {
		t.Errorf("the lock is not beside the real file: %v", err)
	}
	must(t, release())
}

func TestMkdirTakesOverOnlyWhatIsOldAndStill(t *testing.T) {
	path := target(t, "1.json")
	must(t, os.Mkdir(path+".lock", 0o755))
	old := time.Now().Add(-Stale - time.Minute)
	must(t, os.Chtimes(path+".lock", old, old))
	release, err := Mkdir(t.Context(), path)
	must(t, err)
	if fi, err := os.Lstat(path + ".lock"); err != nil || time.Since(fi.ModTime()) > Stale {
		t.Errorf("not taken over: %v", err)
	}
	must(t, release())
}

func TestMkdirNeverTouchesALivingLock(t *testing.T) {
	path := target(t, "1.json")
	lock := path + ".lock"
	must(t, os.Mkdir(lock, 0o755))
	// proper-lockfile's first lock of a process lies up to a second in the future.
	for _, age := range []time.Duration{-time.Second, Stale - 3*time.Second} {
		at := time.Now().Add(-age).Truncate(time.Microsecond)
		must(t, os.Chtimes(lock, at, at))
		was, err := os.Lstat(lock)
		must(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if _, err := Mkdir(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("age %v: %v", age, err)
		}
		cancel()
		now, err := os.Lstat(lock)
		must(t, err)
		if !os.SameFile(was, now) || !was.ModTime().Equal(now.ModTime()) {
			t.Errorf("age %v: the lock was touched", age)
		}
	}
}

func TestMkdirLeavesALockThatIsBeingRefreshed(t *testing.T) {
	path := target(t, "1.json")
	lock := path + ".lock"
	must(t, os.Mkdir(lock, 0o755))
	m := newMkdirLock(t, path)
	for i := range 5 { // old at every look, but never the same twice
		at := time.Now().Add(-Stale - time.Duration(10-i)*time.Second)
		must(t, os.Chtimes(lock, at, at))
		if err := m.try(); !errors.Is(err, errBusy) {
			t.Fatalf("look %d: %v", i, err)
		}
	}
}

func newMkdirLock(t *testing.T, path string) *mkdirLock {
	t.Helper()
	dir, err := os.OpenRoot(filepath.Dir(path))
	must(t, err)
	t.Cleanup(func() { dir.Close() })
	return &mkdirLock{dir: dir, name: filepath.Base(path) + ".lock"}
}

func TestReleaseLeavesALockThatSomebodyTookOver(t *testing.T) {
	path := target(t, "1.json")
	release, err := Mkdir(t.Context(), path)
	must(t, err)
	must(t, os.Remove(path+".lock"))
	must(t, os.Mkdir(path+".lock", 0o755))
	must(t, release())
	if _, err := os.Lstat(path + ".lock"); err != nil {
		t.Errorf("their lock is gone: %v", err)
	}
}

func TestMkdirSaysWhatIsInTheWay(t *testing.T) {
	path := target(t, "1.json")
	must(t, os.WriteFile(path+".lock", nil, 0o644))
	if _, err := Mkdir(t.Context(), path); err == nil || !strings.Contains(err.Error(), "no lock directory") {
		t.Errorf("a file: %v", err)
	}
	must(t, os.Remove(path+".lock"))
	must(t, os.MkdirAll(path+".lock/content", 0o755))
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path+".lock", old, old))
	if _, err := Mkdir(t.Context(), path); err == nil || !strings.Contains(err.Error(), "left behind") {
		t.Errorf("a directory with content: %v", err)
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
	must(t, err)
	pipe, err := c.StdoutPipe()
	must(t, err)
	c.Stderr = os.Stderr
	must(t, c.Start())
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
	must(t, err)
	fmt.Fprintln(in) // python now waits for us
	got := make(chan string)
	go func() {
		line, _ := out.ReadString('\n')
		got <- line
	}()
	select {
	case line := <-got:
		t.Fatalf("python got the lock we hold: %q", line)
	case <-time.After(50 * time.Millisecond):
	}
	must(t, release())
	if line := <-got; line != "held\n" {
		t.Fatalf("python said %q", line)
	}
}
