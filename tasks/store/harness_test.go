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
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
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
	if _, counts := o.Disk.(*faultDisk); counts {
		s.monitor.manual = true // a faultDisk is for one goroutine
	}
	b := &harness{t: t, dir: dir, s: s, tasks: map[string]*tasks.Task{}, bad: map[string]tasks.Problem{}}
	b.load()
	return b
}

// openedWith opens an empty directory and reads what is then written into it: task_1.json, task_2.json and so on.
func openedWith(t testing.TB, o Options, texts ...string) *harness {
	t.Helper()
	b := opened(t, newDir(t), o)
	for i, text := range texts {
		b.write(fmt.Sprintf("task_%d.json", i+1), text)
	}
	b.refresh()
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
		time.Sleep(after) // as the callers of a store do
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

// expectNoLeftovers fails if a temporary file or a lock directory is left, also next to the directory.
func (b *harness) expectNoLeftovers() {
	b.t.Helper()
	for _, pattern := range []string{".sideboard-*", "*.json.lock", ".lock.lock", "../.sideboard-*"} {
		if left, _ := filepath.Glob(b.path(pattern)); len(left) > 0 {
			b.t.Errorf("left is %v", left)
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

// scene is a directory and an edit of it, or an edit that is taken back. Each file must be one of its two versions afterwards.
type scene struct {
	name  string
	dir   func(t testing.TB) string
	files map[string]string // by path relative to the directory
	edit  tasks.Edit
	undo  bool // the edit is carried out undisturbed, and what is played is taking it back
}

const todoPath = "../" + dialect.TodoName

// sessionDir makes the directory of tasks of a workflow session.
func sessionDir(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".task")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	return dir
}

func scenes() (all []scene) {
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
	note := noting()
	note.ID = 1
	session := map[string]string{"IMPL-1.json": `{"id": "IMPL-1", "title": "a", "status": "completed"}`, todoPath: listBefore}
	for _, sc := range []scene{
		{"edit without a lock", newDir, map[string]string{"task_1.json": s12File("task_1", "a", "pending", "null")}, of(tasks.VerbClaim, "task_1.json"), false},
		{"edit under flock", newDir, map[string]string{lockName: "", "task_0000000a.json": s13File("task_0000000a", "a", "pending", "null")}, claim, false},
		{"edit under mkdir", claudeDir, code, of(tasks.VerbClaim, "1.json"), false},
		{"complete that clears", newDir, map[string]string{"task_1.json": s07File(1, "a", "in_progress"), "task_2.json": s07File(2, "b", "pending", 1), "task_3.json": s07File(3, "c", "pending", 1)}, of(tasks.VerbComplete, "task_1.json"), false},
		{"link", claudeDir, map[string]string{"1.json": claudeFile(1, "a", "pending"), "2.json": claudeFile(2, "b", "pending")}, link, false},
		{"create", claudeDir, code, create, false},
		{createInS12, newDir, map[string]string{"task_1.json": s12File("task_1", "a", "pending", "null")}, tasks.Edit{ID: 1, Verb: tasks.VerbCreate, At: at, Draft: &tasks.Draft{Subject: "new"}}, false},
		{"delete", claudeDir, low, of(tasks.VerbDelete, "1.json"), false},
		{noteScene, sessionDir, session, note, false},
	} {
		back := sc
		back.name, back.undo = "undo of "+sc.name, true
		all = append(all, sc, back)
	}
	return all
}

const (
	createInS12 = "create in s12" // the name of the new file is drawn
	noteScene   = "note"
)

// isDrawn reports whether a name was drawn by createInS12.
func isDrawn(name string) bool { return strings.HasPrefix(name, "task_17") }

// set writes the files of the scene into a new directory.
func (sc scene) set(t testing.TB) (dir string) {
	t.Helper()
	dir = sc.dir(t)
	for name, text := range sc.files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
	}
	return dir
}

// played is a scene that was played.
type played struct {
	*harness
	state  string
	edit   tasks.Edit        // the edit that was disturbed
	before map[string]string // the files just before it
	res    tasks.Result
	err    error
}

// play carries out the edit of the scene in a fresh directory, with a journal, on a disk whose n-th operation fails.
func (sc scene) play(t *testing.T, f *faultDisk, n int) *played {
	t.Helper()
	state := t.TempDir()
	b := opened(t, sc.set(t), Options{Disk: f, State: state, JournalDisk: faultJournalDisk{log.System, f}})
	testdir.Must(t, b.s.NoUndo())
	p := &played{harness: b, state: state, edit: sc.edit}
	if sc.undo {
		b.mustApply(sc.edit)
		b.refresh()
		var err error
		p.edit, err = b.s.Batch().Undo(sc.edit.ID)
		testdir.Must(t, err)
	}
	p.before = b.files()
	f.done, f.at, f.log = 0, n, nil
	p.res, p.err = b.s.Apply(t.Context(), p.edit)
	f.at = 0
	return p
}

// sceneNamed returns the scene of a name.
func sceneNamed(name string) scene {
	all := scenes()
	return all[slices.IndexFunc(all, func(sc scene) bool { return sc.name == name })]
}

// crashAt plays a scene in a process that is killed at the first operation that begins with op.
func crashAt(t *testing.T, name, op string) *played {
	t.Helper()
	sc, whole := sceneNamed(name), &faultDisk{}
	sc.play(t, whole, 0)
	p := sc.play(t, &faultDisk{dies: true}, 1+slices.IndexFunc(whole.log, func(o string) bool { return strings.HasPrefix(o, op) }))
	p.s.Close()
	return p
}

// files returns the task files and TODO_LIST.md. It leaves out .highwatermark, which never goes back.
func (b *harness) files() map[string]string {
	b.t.Helper()
	all := map[string]string{}
	for _, name := range b.names() {
		if strings.HasSuffix(name, ".json") {
			all[name] = b.read(name)
		}
	}
	if raw, err := os.ReadFile(b.path(todoPath)); err == nil {
		all[todoPath] = string(raw)
	}
	return all
}

// subject returns the edit that changes the subject of a task.
func (b *harness) subject(name, from, to string) tasks.Edit {
	return changing(name, setting(tasks.FieldSubject, from, to))
}
