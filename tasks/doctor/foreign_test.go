package doctor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/doctor"
	"sideboard/tasks/refagents"
)

// laid makes a folder of these files.
func laid(t *testing.T, sub string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), filepath.FromSlash(sub))
	must(t, os.MkdirAll(dir, 0o755))
	for name, raw := range files {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(raw), 0o644))
	}
	return dir
}

func TestTheTasksOfARunAreNamedForWhatTheyAre(t *testing.T) {
	task := `{"_meta": {"kind": "plan-task"}, "id": "TASK-00N", "title": "a", "deps": [], "status": "under review"}`
	dir := laid(t, ".workflow/sessions/S/runs/R/outputs/tasks", map[string]string{
		"TASK-001.json": strings.Replace(task, "N", "1", 1), "TASK-002.json": strings.Replace(task, "N", "2", 1),
	})
	s, fs := examine(t, dir)
	if s.Codec().Traits().Title != "Maestro Flow" || len(fs) != 1 {
		t.Fatalf("%s: %s", s.Codec().Traits().Title, told(fs))
	}
	f := fs[0]
	if f.Kind != doctor.OnlyShown || f.What != "it and 1 other are files of Maestro Flow" || !strings.Contains(f.Why, "registers and seals") || f.Hint != "Change it with Maestro Flow." {
		t.Errorf("%+v", f)
	}
}

// These agents lock every file beside it, by a file that stays, and lock a claim by .lock.
func TestTheLocksOfItsOwnAgentsAreNoFinding(t *testing.T) {
	task := `{"id": "task_1", "subject": "a", "description": "", "status": "pending", "owner": null, "blockedBy": [], "blocks": []}`
	lock := "task_1.json.lock"
	dir := laid(t, ".tasks", map[string]string{"task_1.json": task, ".highwatermark": "1\n", ".lock": "", lock: ""})
	old := &folder{form: form{name: refagents.S12}, t: t, dir: dir}
	old.age(lock)
	if _, fs := examine(t, dir); len(fs) > 0 {
		t.Error(told(fs))
	}
	must(t, os.Remove(filepath.Join(dir, lock)), os.Mkdir(filepath.Join(dir, lock), 0o755))
	old.age(lock)
	if _, fs := examine(t, dir); len(fs) != 1 || fs[0].Kind != doctor.StaleLock {
		t.Errorf("a directory is none of theirs: %s", told(fs))
	}
}

func TestFilesOfNoKnownDesignAreToldInPlainWords(t *testing.T) {
	for n, want := range map[int]string{1: "no design known here writes files such as this", 3: "no design known here writes files such as this and 2 others"} {
		dir := filepath.Join(t.TempDir(), ".tasks")
		must(t, os.Mkdir(dir, 0o755))
		for i := range n {
			must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i+1)), fmt.Appendf(nil, `{"id": "%d", "title": "T", "labels": [], "createdAt": 1, "status": "open"}`, i+1), 0o644))
		}
		if _, fs := examine(t, dir); len(fs) != 1 || fs[0].What != want {
			t.Errorf("%d: %s", n, told(fs))
		}
	}
}
