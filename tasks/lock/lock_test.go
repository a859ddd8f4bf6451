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
			if earliest := began.Add(-max(0, age)); held.Since.After(ended.Add(-Timeout-max(0, age))) || age > 0 && !held.Since.Equal(earliest.Truncate(1)) {
				t.Errorf("held since %v, want %v", held.Since, earliest)
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
