package store

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// harness is a directory, the store over it, and what it handed over so far.
type harness struct {
	t     testing.TB
	dir   string
	s     *Store
	tasks map[string]*tasks.Task
	bad   map[string]tasks.Problem
}

// newDir makes an empty .tasks.
func newDir(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	return dir
}

// Apply carries out one edit alone.
func (s *Store) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	return s.Batch().Apply(ctx, e)
}

// opened opens and loads a directory.
func opened(t testing.TB, dir string, o Options) *harness {
	t.Helper()
	s, err := Open(dir, o)
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	b := &harness{t: t, dir: dir, s: s, tasks: map[string]*tasks.Task{}, bad: map[string]tasks.Problem{}}
	b.load()
	return b
}

func (b *harness) load() {
	b.t.Helper()
	last := tasks.Delta{Loading: true}
	testdir.Must(b.t, b.s.Load(b.t.Context(), func(d tasks.Delta) {
		if !last.Loading {
			b.t.Fatal("a batch came after the last one")
		}
		b.apply(d)
		last = d
	}))
	if last.Loading || !last.Whole {
		b.t.Fatalf("the last batch is %+v", last)
	}
}

// apply does to two maps what a board does.
func (b *harness) apply(d tasks.Delta) {
	for _, t := range d.Put {
		if old := b.tasks[t.Name]; old != nil && old != t && t.Version <= old.Version {
			b.t.Fatalf("%s: version %d after %d", t.Name, t.Version, old.Version)
		}
		b.tasks[t.Name] = t
		delete(b.bad, t.Name)
	}
	for _, k := range d.Gone {
		delete(b.tasks, k.Name)
		delete(b.bad, k.Name)
	}
	for _, p := range d.Problems {
		b.bad[p.Key.Name] = p
	}
}

func (b *harness) refresh(names ...string) tasks.Delta {
	b.t.Helper()
	d, err := b.s.Refresh(b.t.Context(), names)
	testdir.Must(b.t, err)
	b.apply(d)
	return d
}

// refreshUntilSettled refreshes as Retry asks until it asks no more.
func (b *harness) refreshUntilSettled() {
	b.t.Helper()
	for {
		names, after := b.s.Retry()
		if len(names) == 0 {
			return
		}
		time.Sleep(after) // as whoever asks a store does
		b.refresh(names...)
	}
}

func (b *harness) path(name string) string { return filepath.Join(b.dir, name) }

func (b *harness) read(name string) string {
	b.t.Helper()
	return b.readPath(b.path(name))
}

func (b *harness) readPath(path string) string {
	b.t.Helper()
	raw, err := os.ReadFile(path)
	testdir.Must(b.t, err)
	return string(raw)
}

func (b *harness) write(name, text string) {
	b.t.Helper()
	testdir.Must(b.t, os.WriteFile(b.path(name), []byte(text), 0o644))
}

func (b *harness) names() []string {
	b.t.Helper()
	entries, err := os.ReadDir(b.dir)
	testdir.Must(b.t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// expectNoLeftovers fails if a temporary file or a lock directory is left.
func (b *harness) expectNoLeftovers() {
	b.t.Helper()
	for _, n := range b.names() {
		if strings.HasPrefix(n, ".sideboard-") || strings.HasSuffix(n, ".json.lock") || n == ".lock.lock" {
			b.t.Errorf("%s was left", n)
		}
	}
}

func (b *harness) edit(v tasks.Verb, name, who string) tasks.Edit {
	return tasks.Edit{ID: 7, Verb: v, Of: b.s.key(name), Who: who, At: time.Now()}
}

func (b *harness) mustApply(e tasks.Edit) tasks.Result {
	b.t.Helper()
	res, err := b.s.Apply(b.t.Context(), e)
	testdir.Must(b.t, err)
	b.expectNoLeftovers()
	return res
}

// s07File is a task file as s07 writes it.
func s07File(id int, subject, status string, waits ...int) string {
	list := "[]"
	if len(waits) > 0 {
		var lines []string
		for _, w := range waits {
			lines = append(lines, fmt.Sprintf("    %d", w))
		}
		list = "[\n" + strings.Join(lines, ",\n") + "\n  ]"
	}
	return fmt.Sprintf("{\n  \"id\": %d,\n  \"subject\": %q,\n  \"description\": \"about it\",\n  \"status\": %q,\n  \"blockedBy\": %s,\n  \"owner\": \"\"\n}",
		id, subject, status, list)
}

// s12File is a task file as s12 writes it.
func s12File(id, subject, status, owner string) string {
	if owner != "null" {
		owner = fmt.Sprintf("%q", owner)
	}
	return fmt.Sprintf("{\n  \"id\": %q,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": %q,\n  \"owner\": %s,\n  \"blockedBy\": []\n}",
		id, subject, status, owner)
}

// s13File is a task file as s13 writes it: the one before with a worktree.
func s13File(id, subject, status, owner string) string {
	return strings.TrimSuffix(s12File(id, subject, status, owner), "\n}") + ",\n  \"worktree\": null\n}"
}

// claudeFile is a task file as Claude Code writes it.
func claudeFile(id int, subject, status string, waits ...string) string {
	list := "[]"
	if len(waits) > 0 {
		list = "[\n    \"" + strings.Join(waits, "\",\n    \"") + "\"\n  ]"
	}
	return fmt.Sprintf("{\n  \"id\": \"%d\",\n  \"subject\": %q,\n  \"description\": \"d\",\n  \"status\": %q,\n  \"blocks\": [],\n  \"blockedBy\": %s\n}",
		id, subject, status, list)
}

func claudeDir(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".claude", "tasks", "list")
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	return dir
}

// fields reads a file as JSON.
func (b *harness) fields(name string) map[string]any {
	b.t.Helper()
	m := map[string]any{}
	testdir.Must(b.t, json.Unmarshal([]byte(b.read(name)), &m))
	return m
}

// quickly fails if f has not ended after a long time: for what must never block.
func quickly(t *testing.T, what string, f func(ctx context.Context)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	end := make(chan struct{})
	go func() { defer close(end); f(ctx) }()
	select {
	case <-end:
	case <-ctx.Done():
		t.Fatalf("%s blocks", what)
	}
}

func keys(m map[string]tasks.Problem) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

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
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
	}
	b = opened(t, dir, Options{Disk: f})
	b.s.monitor.manual = true // looks after the edit are operations too, but not of the edit
	f.done, f.at, f.log = 0, n, nil
	res, err = b.s.Apply(t.Context(), sc.edit)
	f.at = 0
	return b, res, err
}
