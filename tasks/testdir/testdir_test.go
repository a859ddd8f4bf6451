package testdir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) { Main(m) }

// own makes a temporary directory of the test's own the one of the system, as long as the test runs.
func own(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	return dir
}

func TestTestsThatLeaveNothingEndAsTheyDid(t *testing.T) {
	for _, code := range []int{0, 1} {
		outer := own(t)
		var report strings.Builder
		got := run(func() int {
			inner, err := os.MkdirTemp("", "")
			if err != nil || filepath.Dir(filepath.Dir(inner)) != outer {
				t.Errorf("a test's temporary directory is %s, %v", inner, err)
			}
			if err := os.Remove(inner); err != nil {
				t.Error(err)
			}
			return code
		}, &report)
		if got != code || report.String() != "" {
			t.Errorf("%d: %d, %q", code, got, report.String())
		}
	}
}

func TestWhatIsLeftIsNamedFailsAndIsRemoved(t *testing.T) {
	outer := own(t)
	var report strings.Builder
	code := run(func() int {
		if err := os.MkdirAll(filepath.Join(os.TempDir(), "copy", "deep"), 0o755); err != nil {
			t.Error(err)
		}
		return 0
	}, &report)
	if code != 1 || !strings.Contains(report.String(), filepath.Join("copy", "deep")) {
		t.Errorf("%d, %q", code, report.String())
	}
	if left, err := os.ReadDir(outer); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestWhatACleanUpRemovesIsNotLeft(t *testing.T) {
	own(t)
	var report strings.Builder
	var dir string
	code := run(func() int {
		var err error
		if dir, err = os.MkdirTemp("", ""); err != nil {
			t.Error(err)
		}
		return 0
	}, &report, func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if code != 0 || report.String() != "" {
		t.Errorf("%d, %q", code, report.String())
	}
}
