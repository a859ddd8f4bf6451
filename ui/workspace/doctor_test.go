package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/doctor"
	"sideboard/tasks/locate"
	"sideboard/ui/workspace"
)

// openWith opens a directory, hears its news to the end of the test, and lays the files there first.
func openWith(t *testing.T, dir string, files map[string]string) *workspace.Workspace {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			if _, err := d.Next(t.Context()); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { d.Close() })
	return d
}

func claudeTask(n int) string {
	return fmt.Sprintf(`{"id":"%d","subject":"S","description":"","status":"pending","blocks":[],"blockedBy":[]}`, n)
}

func examine(t *testing.T, d *workspace.Workspace, want int) []doctor.Finding {
	t.Helper()
	fs, err := d.Examine(t.Context())
	if err != nil || len(fs) != want {
		t.Fatalf("%v, %+v", err, fs)
	}
	return fs
}

func TestAStaleLockIsTakenOverAndGivenBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".claude", "tasks", "x")
	d := openWith(t, dir, map[string]string{"1.json": claudeTask(1), ".lock": ""})
	for _, name := range []string{"1.json.lock", ".lock.lock"} {
		lock := filepath.Join(dir, name)
		old := time.Now().Add(-time.Minute)
		if err := os.Mkdir(lock, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(lock, old, old); err != nil {
			t.Fatal(err)
		}
		f := examine(t, d, 1)[0]
		if f.Kind != doctor.StaleLock || f.Repair == nil {
			t.Fatalf("%+v", f)
		}
		if err := d.Repair(t.Context(), *f.Repair, "ann"); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(lock); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", name, err)
		}
		examine(t, d, 0)
	}
}

func TestARepairIsAnEditLikeAnyOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".tasks")
	d := openWith(t, dir, map[string]string{
		"task_1.json": `{"id":"task_1","subject":"S","description":"","status":"pending","owner":"bob","blockedBy":[]}`,
	})
	f := examine(t, d, 1)[0]
	if err := d.Repair(t.Context(), *f.Repair, "ann"); err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"task_1","subject":"S","description":"","status":"pending","owner":null,"blockedBy":[]}`
	if raw, err := os.ReadFile(filepath.Join(dir, "task_1.json")); err != nil || string(raw) != want {
		t.Errorf("%s %v", raw, err)
	}
	examine(t, d, 0)
}

func TestAHalfWrittenFileIsGivenItsTime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".tasks")
	d := openWith(t, dir, map[string]string{
		"task_1.json": `{"id":"task_1","subject":"S","description":"","status":"pending","owner":null,"blockedBy":[]}`,
		"task_2.json": `{"id":"task_2","subj`,
	})
	if f := examine(t, d, 1)[0]; f.Kind != doctor.BrokenFile || f.Severity != doctor.Error || f.Files[0].Name != "task_2.json" {
		t.Errorf("%+v", f)
	}
}

func TestAReadOnlyWorkspaceRepairsNothing(t *testing.T) {
	dir := t.TempDir()
	d, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Repair(t.Context(), doctor.Repair{Lock: "1.json"}, "ann"); err == nil {
		t.Error("a lock was taken")
	}
}
