package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks"
)

// scene is a directory and an edit of it. Each file must be one of its two versions afterwards.
type scene struct {
	name  string
	dir   func(t testing.TB) string
	files map[string]string
	edit  tasks.Edit
}

func scenes() []scene {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	of := func(v tasks.Verb, name string) tasks.Edit {
		return tasks.Edit{ID: 1, Verb: v, Of: tasks.Key{Name: name}, Who: "me", At: at}
	}
	claim := of(tasks.VerbClaim, "task_0000000a.json")
	claim.Needs = []tasks.Need{{Key: claim.Of, Idle: "me"}, {Key: claim.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	link := of(tasks.VerbLink, "1.json")
	link.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "2"})}}
	create := tasks.Edit{ID: 1, Verb: tasks.VerbCreate, At: at, Draft: &tasks.Draft{Subject: "new", WaitsFor: []tasks.ID{{Text: "1"}}}}
	code := map[string]string{"1.json": claudeFile(1, "a", "pending"), "2.json": claudeFile(2, "b", "pending", "1"), lockName: "", markName: "2"}
	low := map[string]string{"1.json": code["1.json"], "2.json": code["2.json"], lockName: ""}
	return []scene{
		{"edit without a lock", newDir, map[string]string{"task_1.json": s12File("task_1", "a", "pending", "null")}, of(tasks.VerbClaim, "task_1.json")},
		{"edit under flock", newDir, map[string]string{lockName: "", "task_0000000a.json": s13File("task_0000000a", "a", "pending", "null")}, claim},
		{"edit under mkdir", claudeDir, code, of(tasks.VerbClaim, "1.json")},
		{"complete that clears", newDir, map[string]string{"task_1.json": s07File(1, "a", "in_progress"), "task_2.json": s07File(2, "b", "pending", 1), "task_3.json": s07File(3, "c", "pending", 1)}, of(tasks.VerbComplete, "task_1.json")},
		{"link", claudeDir, map[string]string{"1.json": claudeFile(1, "a", "pending"), "2.json": claudeFile(2, "b", "pending")}, link},
		{"create", claudeDir, code, create},
		{"create in s12", newDir, map[string]string{"task_1.json": s12File("task_1", "a", "pending", "null")}, tasks.Edit{ID: 1, Verb: tasks.VerbCreate, At: at, Draft: &tasks.Draft{Subject: "new"}}},
		{"delete", claudeDir, low, of(tasks.VerbDelete, "1.json")},
	}
}

// play carries the scene's edit out in a fresh directory, with the n-th operation after loading failing.
func (sc scene) play(t *testing.T, f *faultDisk, n int) (b *harness, res tasks.Result, err error) {
	t.Helper()
	dir := sc.dir(t)
	for name, text := range sc.files {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
	}
	b = opened(t, dir, Options{Disk: f})
	b.s.monitor.manual = true // looks after the edit are operations too, but not of the edit
	f.done, f.at, f.log = 0, n, nil
	res, err = b.s.Apply(t.Context(), sc.edit)
	f.at = 0
	return b, res, err
}
