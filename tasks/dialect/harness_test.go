package dialect

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// form is how one dialect's own agents lay out a task, written down here once more, from their side.
type form struct {
	name    string
	path    string
	lock    bool
	keys    string // in order
	file    func(n int) string
	id      func(n int) string // JSON
	none    string             // nobody, in JSON; "" if the key is absent
	clears  bool
	blocks  bool
	ascii   bool
	touches bool
	mark    bool
}

// row is one task.
type row struct {
	n                      int
	subject, status, owner string
	active, updated        string
	waits, blocks          []int
	ownerLast              bool
}

func counting(prefix string) func(int) string {
	return func(n int) string { return fmt.Sprintf("%s%d.json", prefix, n) }
}

func number(n int) string { return fmt.Sprint(n) }
func text(n int) string   { return fmt.Sprintf(`"%d"`, n) }
func hexID(n int) string  { return fmt.Sprintf(`"task_00c0ffe%d"`, n) }
func unixID(n int) string { return fmt.Sprintf(`"task_1795219400_000%d"`, n) }

func named(id func(int) string) func(int) string {
	return func(n int) string { return strings.Trim(id(n), `"`) + ".json" }
}

func forms() []form {
	const six, seven = "id subject description status owner blockedBy", "id subject description status owner blockedBy worktree"
	const sixth = "id subject description status active_form owner blocks blocked_by"
	return []form{
		{name: "s07", keys: "id subject description status blockedBy owner", file: counting("task_"), id: number, none: `""`, clears: true},
		{name: "s07blocks", keys: "id subject description status blockedBy blocks owner", file: counting("task_"), id: number, none: `""`, clears: true, blocks: true, ascii: true},
		{name: "s_full", keys: six, file: counting("task_"), id: number, none: "null", clears: true, ascii: true},
		{name: "s12wt", keys: "id subject description status owner worktree blockedBy created_at updated_at", file: counting("task_"), id: number, none: `""`, ascii: true, touches: true, clears: true},
		{name: "s12", keys: six, file: named(unixID), id: unixID, none: "null", ascii: true},
		{name: "s18", keys: seven, file: named(unixID), id: unixID, none: "null", ascii: true},
		{name: "s10", keys: six, file: named(hexID), id: hexID, none: "null", ascii: true},
		{name: "s13", keys: seven, file: named(hexID), id: hexID, none: "null", ascii: true, lock: true},
		{name: "v6early", keys: sixth, file: counting("task_"), id: text, none: `""`, clears: true, blocks: true, ascii: true},
		{name: "v6mid", keys: sixth + " metadata", file: counting("task_"), id: text, none: `""`, clears: true, blocks: true, ascii: true, mark: true},
		{name: "v6", keys: sixth + " metadata", file: counting(""), id: text, none: `""`, clears: true, blocks: true, ascii: true, mark: true},
		{name: "claude-code", path: "/home/p/.claude/tasks/list", keys: "id subject description owner status blocks blockedBy", file: counting(""), id: text, blocks: true, mark: true},
	}
}

func (f form) write(r row) string {
	var lines []string
	add := func(k, v string) { lines = append(lines, fmt.Sprintf("  %q: %s", k, v)) }
	owner := `"` + r.owner + `"`
	if r.owner == "" {
		owner = f.none
	}
	for k := range strings.FieldsSeq(f.keys) {
		switch k {
		case "id":
			add(k, f.id(r.n))
		case "subject":
			add(k, f.quote(r.subject))
		case "description":
			add(k, `""`)
		case "status":
			add(k, `"`+r.status+`"`)
		case "owner":
			if owner != "" && !r.ownerLast {
				add(k, owner)
			}
		case "active_form":
			active := r.active
			if active == "" {
				active = "Working on: " + r.subject
			}
			add(k, f.quote(active))
		case "blockedBy", "blocked_by":
			add(k, f.list(r.waits))
		case "blocks":
			add(k, f.list(r.blocks))
		case "worktree":
			add(k, map[bool]string{true: `""`, false: "null"}[f.none == `""`])
		case "created_at":
			add(k, "1774445042.2717857")
		case "updated_at":
			updated := r.updated
			if updated == "" {
				updated = "1774445042.2717857"
			}
			add(k, updated)
		case "metadata":
			add(k, "{}")
		}
	}
	if r.ownerLast {
		add("owner", owner)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}"
}

func (f form) quote(s string) string {
	if f.ascii {
		s = strings.NewReplacer("É", `\u00c9`, "é", `\u00e9`, "🚀", `\ud83d\ude80`).Replace(s)
	}
	return `"` + s + `"`
}

func (f form) list(ns []int) string {
	if len(ns) == 0 {
		return "[]"
	}
	var ids []string
	for _, n := range ns {
		ids = append(ids, "    "+f.id(n))
	}
	return "[\n" + strings.Join(ids, ",\n") + "\n  ]"
}

// rows are four tasks: one runs, two wait, one is done.
func (f form) rows() []row {
	rs := []row{
		{n: 1, subject: "Écrire le schéma 🚀", status: "in_progress", owner: "alice"},
		{n: 2, subject: "endpoints", status: "pending", waits: []int{1}},
		{n: 3, subject: "tests", status: "pending", waits: []int{1, 2}},
		{n: 4, subject: "docs", status: "completed", owner: "bob"},
	}
	if f.blocks {
		rs[0].blocks, rs[1].blocks = []int{2, 3}, []int{3}
	}
	return rs
}

func (f form) files(rs []row) map[string]string {
	files := map[string]string{}
	for _, r := range rs {
		files[f.file(r.n)] = f.write(r)
	}
	if f.mark {
		files[".highwatermark"] = "4"
	}
	return files
}

// noon is the time of every edit in these tests: 1795219407.25 seconds.
var noon = time.Unix(1795219407, 250_000_000).UTC()

// dir is a directory in memory: what a store would hold, without any disk.
type dir struct {
	codec *Codec
	files map[string]string
	tasks map[tasks.Key]*tasks.Task
	mark  uint64
	step  func(tasks.Step) // called after every step that was taken
}

func (d *dir) Get(k tasks.Key) *tasks.Task { return d.tasks[k] }

func (d *dir) Each(visit func(*tasks.Task) bool) {
	for _, k := range slices.SortedFunc(maps.Keys(d.tasks), tasks.Key.Compare) {
		if !visit(d.tasks[k]) {
			return
		}
	}
}

func open(t *testing.T, path string, lock bool, files map[string]string) *dir {
	t.Helper()
	d := &dir{codec: NewCodec(path), files: files, tasks: map[tasks.Key]*tasks.Task{}}
	names := slices.Sorted(maps.Keys(files))
	d.codec.List(names, lock)
	for _, name := range names {
		if !Noise(name) {
			d.read(t, name)
		}
	}
	return d
}

func keyed(name string) tasks.Key { return tasks.Key{Name: name} }

func (d *dir) read(t *testing.T, name string) {
	t.Helper()
	task, err := d.codec.Decode(keyed(name), []byte(d.files[name]), tasks.Stamp{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d.tasks[task.Key] = task
	d.codec.AddTask(task)
}

func (d *dir) task(name string) *tasks.Task { return d.tasks[keyed(name)] }

// do carries out an edit as a store does: it expands it, compares what each step rests on, and takes the steps.
func (d *dir) do(t *testing.T, e tasks.Edit) tasks.Edit {
	t.Helper()
	e.At = noon
	e, err := d.codec.Expand(e, d)
	if err != nil {
		t.Fatalf("%s %s: %v", e.Verb, e.Of.Name, err)
	}
	var made tasks.ID
	for _, n := range e.Needs {
		if v, err := d.codec.Value([]byte(d.files[n.Key.Name]), n.Field, "", d.tasks[n.Key]); err != nil || v != n.Is {
			t.Errorf("need %v of %s: %v, %v", n.Field, n.Key.Name, v, err)
		}
	}
	for _, s := range e.Steps {
		switch s.Kind {
		case tasks.RaiseHighWaterMark:
			if s.HighWaterMark == 0 {
				s.HighWaterMark, _ = whole(made.Text)
			}
			d.mark = max(d.mark, s.HighWaterMark)
		case tasks.DeleteFile:
			delete(d.files, s.Key.Name)
			delete(d.tasks, s.Key)
		case tasks.CreateFile:
			name, raw, err := d.codec.Create(*e.Draft, d.newest(), d, d.mark, noon, func(n int) int { return n / 3 })
			testdir.Must(t, err)
			d.files[name] = string(raw)
			d.read(t, name)
			made = d.task(name).ID
		case tasks.ChangeFile:
			d.change(t, s, made)
		}
		if d.step != nil {
			d.step(s)
		}
	}
	return e
}

func (d *dir) change(t *testing.T, s tasks.Step, made tasks.ID) {
	t.Helper()
	now := []byte(d.files[s.Key.Name])
	task := d.tasks[s.Key]
	for i, c := range s.Changes {
		if v, err := d.codec.Value(now, c.Field, c.Member, task); c.Op == tasks.Set && (err != nil || v != c.From) {
			t.Errorf("%s: %s is %v, the edit says %v (%v)", s.Key.Name, c.Field, v, c.From, err)
		}
		if c.Op == tasks.Add && c.To.ID.Empty() {
			s.Changes[i].To.ID = made
		}
	}
	out, err := d.codec.Render(task, now, s.Changes, noon)
	if err != nil {
		t.Fatalf("%s: %v", s.Key.Name, err)
	}
	d.files[s.Key.Name] = string(out)
	d.read(t, s.Key.Name)
}

// newest is the sibling with the last name.
func (d *dir) newest() []byte {
	if len(d.tasks) == 0 {
		return nil
	}
	return []byte(d.files[slices.MaxFunc(slices.Collect(maps.Keys(d.tasks)), tasks.Key.Compare).Name])
}

func (d *dir) expect(t *testing.T, what string, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if got, ok := d.files[name]; !ok {
			t.Errorf("%s: %s is gone", what, name)
		} else if got != text {
			t.Errorf("%s: %s is\n%s\nwant\n%s", what, name, got, text)
		}
	}
	for name := range d.files {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s should not be there", what, name)
		}
	}
}

func (f form) open(t *testing.T) *dir {
	path := f.path
	if path == "" {
		path = "/p/.tasks"
	}
	d := open(t, path, f.lock, f.files(f.rows()))
	if f.mark {
		d.mark = 4
	}
	return d
}
