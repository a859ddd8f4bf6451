//go:build unix

package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

func TestMkdirNeedsItsTargetAndFollowsLinksToIt(t *testing.T) {
	path := target(t, "1.json")
	if _, err := Mkdir(t.Context(), path+"x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a target: %v", err)
	}
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
