package store

import (
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// taskOf is a file of s07.
func taskOf(id, status, waits string) string {
	return `{"id": ` + id + `, "subject": "a", "description": "", "status": "` + status + `", "blockedBy": ` + waits + `, "owner": ""}`
}

func written(t *testing.T, files map[string]string) string {
	dir := newDir(t)
	for name, text := range files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

func TestADirectoryThatNoKnownDesignWroteIsOnlyShownAndAFileThatComesLaterAlone(t *testing.T) {
	files := map[string]string{"task_1.json": taskOf("1", "completed", "[]"), "task_2.json": taskOf("2", "pending", "[1]")}
	b := opened(t, written(t, files), Options{})
	for name, text := range files {
		task := b.tasks[name]
		if task.Limits != tasks.NoEdit || b.s.Traits().ReadOnly == "" {
			t.Errorf("%s: limits %d, the directory is %s", name, task.Limits, b.s.Traits().Title)
		}
		for _, e := range []tasks.Edit{{Verb: tasks.VerbClaim, Of: task.Key, Who: "mia"}, {Verb: tasks.VerbDelete, Of: task.Key}, {Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "x"}}} {
			if _, err := b.s.Apply(t.Context(), e); err == nil {
				t.Errorf("%s of %s was carried out", e.Verb, name)
			}
		}
		if b.read(name) != text {
			t.Errorf("%s was written", name)
		}
	}

	b = opened(t, newDir(t), Options{}) // of which nothing is known until an agent writes
	for name, text := range files {
		testdir.Must(t, os.WriteFile(b.path(name), []byte(text), 0o644))
	}
	b.refresh()
	if b.s.Traits().ReadOnly == "" {
		t.Errorf("what came into an empty directory is %s", b.s.Traits().Title)
	}

	b = opened(t, written(t, map[string]string{"task_1.json": taskOf("1", "pending", "[]")}), Options{})
	testdir.Must(t, os.WriteFile(b.path("task_2.json"), []byte(`{"id": 2, "title": "b", "status": "todo", "blockedBy": [1]}`), 0o644))
	b.refresh()
	if odd, known := b.tasks["task_2.json"], b.tasks["task_1.json"]; odd.Limits != tasks.NoEdit || known.Limits != 0 || b.s.Traits().ReadOnly != "" {
		t.Errorf("limits %d and %d, the directory is %s", odd.Limits, known.Limits, b.s.Traits().Title)
	}
}

func TestAnEditOfOursNeverMakesADirectoryUnknown(t *testing.T) {
	dir, state := written(t, map[string]string{"task_1.json": taskOf("1", "in_progress", "[]"), "task_2.json": taskOf("2", "pending", "[1]")}), t.TempDir()
	b := opened(t, dir, Options{State: state})
	_, err := b.s.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbComplete, Of: tasks.Key{Name: "task_1.json"}})
	testdir.Must(t, err)
	testdir.Must(t, b.s.Close())
	testdir.Must(t, os.WriteFile(b.path("task_2.json"), []byte(taskOf("2", "pending", "[1]")), 0o644)) // an agent that had read it before
	for _, c := range []struct {
		o     Options
		known bool
	}{{Options{State: state}, true}, {Options{State: state, ReadOnly: true}, true}, {Options{State: t.TempDir()}, false}} {
		if got := opened(t, dir, c.o).s.Traits(); (got.ReadOnly == "") != c.known {
			t.Errorf("with the journal %v: %s", c.known, got.Title)
		}
	}
	testdir.Must(t, os.WriteFile(b.path("task_1.json"), []byte(taskOf("1", "completed", "[]")+"\n"), 0o644))
	if got := opened(t, dir, Options{State: state}).s.Traits(); got.ReadOnly == "" {
		t.Errorf("when nothing of our edit is left: %s", got.Title)
	}
}
