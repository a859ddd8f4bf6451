package doctor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// form is how the agents of one dialect write a task, from their side.
type form struct {
	name string
	keys string // in order
	id   func(n int) string
	num  bool   // ids are numbers
	bare bool   // the file is named by the id alone
	none string // nobody, as JSON; "" if the key is absent
	lock string // what lies in the directory as .lock; "-" for nothing
	mark bool
}

func count(n int) string { return fmt.Sprint(n) }
func hexed(n int) string { return fmt.Sprintf("task_00c0ffe%d", n) }

// timed is an id of a time after any write, so that a worktree in one file does not say that other agents took over.
func timed(n int) string { return fmt.Sprintf("task_4095219400_000%d", n) }

const (
	six   = "id subject description status owner blockedBy"
	sixth = "id subject description status active_form owner blocks blocked_by"
)

func forms() []form {
	return []form{
		{name: refagents.S07, keys: "id subject description status blockedBy owner", id: count, num: true, none: `""`, lock: "-"},
		{name: refagents.S07Blocks, keys: "id subject description status blockedBy blocks owner", id: count, num: true, none: `""`, lock: "-"},
		{name: refagents.SFull, keys: six, id: count, num: true, none: "null", lock: "-"},
		{name: refagents.S12wt, keys: "id subject description status owner worktree blockedBy created_at updated_at", id: count, num: true, none: `""`, lock: "-"},
		{name: refagents.S12, keys: six, id: timed, none: "null", lock: "-"},
		{name: refagents.S18, keys: six + " worktree", id: timed, none: "null", lock: "-"},
		{name: refagents.S10, keys: six, id: hexed, none: "null", lock: "-"},
		{name: refagents.S13, keys: six + " worktree", id: hexed, none: "null", lock: ""},
		{name: refagents.V6Early, keys: sixth, id: count, none: `""`, lock: "-"},
		{name: refagents.V6Mid, keys: sixth + " metadata", id: count, none: `""`, mark: true, lock: "-"},
		{name: refagents.V6, keys: sixth + " metadata", id: count, bare: true, none: `""`, mark: true, lock: "-"},
		{name: refagents.V9, keys: sixth, id: count, none: `""`, lock: "-"},
		{name: refagents.ClaudeCode, keys: "id subject description status blocks blockedBy owner", id: count, bare: true, lock: ""},
	}
}

// stem is the name of a task's file without .json.
func (f form) stem(n int) string {
	if f.bare || !strings.HasPrefix(f.keys, "id") || strings.HasPrefix(f.id(n), "task_") {
		return f.id(n)
	}
	return "task_" + f.id(n)
}

// raw spells an id as JSON.
func (f form) raw(n int) string {
	if f.num {
		return f.id(n)
	}
	return `"` + f.id(n) + `"`
}

func (f form) mirrors() bool { return strings.Contains(f.keys, "blocks") }

// member is one key of a task file and its value as JSON.
type member struct{ key, value string }

type record []member

func (r record) set(key, value string) record {
	for i := range r {
		if r[i].key == key {
			r[i].value = value
			return r
		}
	}
	return append(r, member{key, value})
}

func (r record) drop(key string) record {
	return slices.DeleteFunc(slices.Clone(r), func(m member) bool { return m.key == key })
}

func (r record) String() string {
	lines := make([]string, len(r))
	for i, m := range r {
		lines[i] = fmt.Sprintf("  %q: %s", m.key, m.value)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}"
}

// folder is a directory of one dialect in which all is well: 1 is completed, 2 runs, 3 waits for 2, 5 for 3, 4 for
// nothing.
type folder struct {
	form
	t     *testing.T
	dir   string
	tasks map[int]record
}

func newFolder(t *testing.T, f form) *folder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	if f.name == refagents.ClaudeCode {
		dir = filepath.Join(t.TempDir(), ".claude", "tasks", "list")
	}
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	o := &folder{form: f, t: t, dir: dir, tasks: map[int]record{}}
	for n := 1; n <= 5; n++ {
		o.tasks[n] = o.task(n)
	}
	o.status(1, "completed").own(1, "carol").status(2, "in_progress").own(2, "alice").wait(3, 2).wait(5, 3)
	if f.lock != "-" {
		o.write(".lock", f.lock)
	}
	if f.mark {
		o.write(".highwatermark", "5")
	}
	return o
}

func (o *folder) task(n int) record {
	var r record
	for k := range strings.FieldsSeq(o.keys) {
		v := fmt.Sprintf("%q", fmt.Sprintf("%s of %d", k, n))
		switch k {
		case "id":
			v = o.raw(n)
		case "status":
			v = `"pending"`
		case "owner":
			v = o.none
		case "blockedBy", "blocked_by", "blocks":
			v = "[]"
		case "worktree":
			v = map[bool]string{true: `""`, false: "null"}[o.none == `""`]
		case "created_at", "updated_at":
			v = "1774445042.2717857"
		case "metadata":
			v = "{}"
		}
		if v != "" {
			r = append(r, member{k, v})
		}
	}
	return r
}

func (o *folder) waitsKey() string {
	if strings.Contains(o.keys, "blocked_by") {
		return "blocked_by"
	}
	return "blockedBy"
}

func (o *folder) status(n int, s string) *folder {
	o.tasks[n] = o.tasks[n].set("status", `"`+s+`"`)
	return o
}

func (o *folder) own(n int, who string) *folder {
	o.tasks[n] = o.tasks[n].set("owner", `"`+who+`"`)
	return o
}

// lists puts raw ids into a list.
func (o *folder) lists(n int, key string, raws ...string) *folder {
	for _, m := range o.tasks[n] {
		if m.key == key && m.value != "[]" {
			raws = append(strings.Split(strings.Trim(m.value, "[]"), ","), raws...)
		}
	}
	o.tasks[n] = o.tasks[n].set(key, "["+strings.Join(raws, ",")+"]")
	return o
}

// wait links two tasks, on both sides where the dialect keeps both.
func (o *folder) wait(n, on int) *folder {
	o.lists(n, o.waitsKey(), o.raw(on))
	if _, there := o.tasks[on]; there && o.mirrors() {
		o.lists(on, "blocks", o.raw(n))
	}
	return o
}

func (o *folder) path(name string) string { return filepath.Join(o.dir, name) }
func (o *folder) file(n int) string       { return o.stem(n) + ".json" }

func (o *folder) write(name, text string) {
	o.t.Helper()
	testdir.Must(o.t, os.WriteFile(o.path(name), []byte(text), 0o644))
}

// lay writes all tasks that have no file yet, with a time long enough ago to be nobody's half-written file.
func (o *folder) lay() {
	o.t.Helper()
	for n, r := range o.tasks {
		if _, err := os.Lstat(o.path(o.file(n))); err == nil {
			continue
		}
		o.write(o.file(n), r.String())
	}
	entries, err := os.ReadDir(o.dir)
	testdir.Must(o.t, err)
	for _, e := range entries {
		if e.Type().IsRegular() {
			o.age(e.Name())
		}
	}
}

func (o *folder) age(name string) {
	o.t.Helper()
	then := time.Now().Add(-time.Hour)
	testdir.Must(o.t, os.Chtimes(o.path(name), then, then))
}
